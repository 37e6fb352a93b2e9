# frozen_string_literal: true

require_relative "support"

# Escaping: every table of kernels against the reference in driver.c.
class EscapeTest < Minitest::Test
  include KernelSupport

  # In a smaller run each mode takes a part of the characters, its neighbours the others.
  STEP = case JacinthHelpers::SCALE
         when 0..0.05 then 8
         when 0...1 then 4
         else 1
         end

  MODES.each_with_index do |mode, number|
    define_method("test_every_length_and_offset_is_escaped_#{mode}") do
      assert_check "escape_offsets", number, STEP
    end

    define_method("test_random_text_is_escaped_#{mode}") do
      assert_check "escape_random", number, JacinthHelpers.scaled(50_000), JacinthHelpers::SEED
    end

    define_method("test_output_of_every_capacity_is_not_exceeded_#{mode}") do
      assert_check "escape_rooms", number, JacinthHelpers::SEED
    end

    define_method("test_distant_characters_are_escaped_#{mode}") do
      assert_check "escape_gaps", number, 2 * STEP
    end
  end

  def test_short_strings_are_copied_and_escaped = assert_check "short_copy"
end
