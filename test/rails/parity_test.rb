# frozen_string_literal: true

require_relative "../test_helper"
require "active_support"
require "open3"

# Every case of answers.rb: the text of Active Support's own encoder on the json gem, and
# that of Jacinth, each in a process of its own.
class RailsParityTest < Minitest::Test
  FILE = File.join(__dir__, "answers.rb")
  SCALE = JacinthHelpers::SCALE.to_s
  SEED = JacinthHelpers::SEED.to_s

  def answers(which)
    output, errors, status = Open3.capture3(RbConfig.ruby, "-W0", FILE, which, SCALE, SEED, binmode: true)

    assert_predicate status, :success?, errors.lines.first(10).join
    Marshal.load(output) # rubocop:disable Security/MarshalLoad
  end

  def test_values_are_written_as_by_the_original_encoder
    own, ours = [Thread.new { answers("own") }, Thread.new { answers("jacinth") }].map(&:value)

    assert_operator own.size, :>=, 10_000
    assert_equal own.keys, ours.keys
    different = own.keys.reject { |name| own[name] == ours[name] }
    shown = different.first(20).map { |name| "#{name}\n  own  #{own[name].inspect}\n  ours #{ours[name].inspect}" }

    assert_empty different, "Active Support #{ActiveSupport::VERSION::STRING}, #{JacinthHelpers.seed_note}\n#{shown.join("\n")}"
  end
end
