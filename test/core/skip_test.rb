# frozen_string_literal: true

require_relative "support"

# The end of a container: every table of kernels against a reference that goes
# byte by byte.
class SkipTest < Minitest::Test
  include KernelSupport

  def test_random_text_in_parts_is_skipped_as_by_the_reference
    each_isa { |isa| assert_check "skip_random", isa, JacinthHelpers.scaled(100_000), JacinthHelpers::SEED }
  end

  def test_runs_of_backslashes_are_skipped = each_isa { |isa| assert_check "skip_backslashes", isa }

  def test_every_byte_is_skipped_as_by_the_reference
    each_isa { |isa| assert_check "skip_bytes", isa }
  end
end
