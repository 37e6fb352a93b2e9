# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../errors/entry_points"

# The kinds of errors and hints in a process that has loaded jacinth/rails, and nothing else.
class RailsEntryPointsTest < Minitest::Test
  include EntryPoints

  def load_path = $LOAD_PATH

  # jacinth/rails makes this call possible.
  def expected = super.except("Jacinth.generate([], rails: true)")

  def test_each_kind_of_error_works_after_the_entry_point = check('require "jacinth/rails"')

  def test_each_kind_of_error_works_before_and_after_active_record
    check('require "jacinth/rails"; require "active_record"')
    check('require "active_record"; require "jacinth/rails"; ActiveRecord::Base')
  end
end
