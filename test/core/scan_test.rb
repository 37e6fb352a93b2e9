# frozen_string_literal: true

require_relative "support"

# Reading: every table of kernels against the reference in driver.c.
class ScanTest < Minitest::Test
  include KernelSupport

  def test_the_scan_of_a_string_stops_at_every_offset
    each_isa { |isa| assert_check "scan_offsets", isa }
  end

  def test_the_scan_of_a_string_stops_at_the_right_bytes
    each_isa { |isa| assert_check "scan_bytes", isa }
  end

  def test_escapes_at_every_offset_are_scanned
    each_isa { |isa| assert_check "scan_escape_offsets", isa }
  end

  def test_random_escapes_are_scanned_as_by_the_reference
    each_isa { |isa| assert_check "scan_escape_random", isa, JacinthHelpers.scaled(200_000), JacinthHelpers::SEED }
  end

  def test_short_strings_are_scanned = assert_check "short_scan"

  def test_ascii_is_recognized = assert_check "ascii"

  def test_white_space_of_every_length_is_skipped
    each_isa { |isa| assert_check "skip_space", isa, JacinthHelpers::SEED }
  end

  def test_sequences_of_up_to_three_bytes_are_judged_as_utf8_or_not
    each_isa { |isa| assert_check "utf8_sequences", isa, 31, 1 }
  end

  def test_sequences_across_block_edges_are_judged_as_utf8_or_not
    each_isa { |isa| [*0..8, *13..17, *28..34].each { |at| assert_check "utf8_sequences", isa, at, 0 } }
  end

  def test_sequences_of_four_bytes_are_judged_as_utf8_or_not
    each_isa { |isa| [0, 5, 13, 14, 15, 28, 29, 30, 31].each { |at| assert_check "utf8_four", isa, at } }
  end

  def test_random_texts_are_judged_as_utf8_or_not
    each_isa { |isa| assert_check "utf8_random", isa, JacinthHelpers.scaled(200_000), JacinthHelpers::SEED }
  end
end
