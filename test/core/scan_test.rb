# frozen_string_literal: true

require_relative "support"

# Reading: every table of kernels against the reference in driver.c.
class ScanTest < Minitest::Test
  include KernelSupport

  def test_strings_of_every_length_with_a_stop_at_every_offset
    each_isa { |isa| assert_check "scan_offsets", isa }
  end

  def test_strings_of_every_byte
    each_isa { |isa| assert_check "scan_bytes", isa }
  end

  def test_escapes_at_every_offset
    each_isa { |isa| assert_check "scan_escape_offsets", isa }
  end

  def test_random_escapes
    each_isa do |isa|
      assert_check "scan_escape_random", isa, JacinthHelpers.scaled(200_000), JacinthHelpers::SEED
    end
  end

  def test_short_strings
    assert_check "short_scan"
  end

  def test_ascii
    assert_check "ascii"
  end

  def test_white_space_of_every_length_with_every_byte_after_it
    each_isa { |isa| assert_check "skip_space", isa, JacinthHelpers::SEED }
  end

  def test_every_utf8_sequence_of_up_to_three_bytes
    each_isa { |isa| assert_check "utf8_sequences", isa, 31, 1 }
  end

  def test_utf8_sequences_across_the_edges_of_blocks
    each_isa do |isa|
      [*0..8, *13..17, *28..34].each { |at| assert_check "utf8_sequences", isa, at, 0 }
    end
  end

  def test_utf8_sequences_of_four_bytes
    each_isa do |isa|
      [0, 5, 13, 14, 15, 28, 29, 30, 31].each { |at| assert_check "utf8_four", isa, at }
    end
  end

  def test_random_utf8
    each_isa do |isa|
      assert_check "utf8_random", isa, JacinthHelpers.scaled(200_000), JacinthHelpers::SEED
    end
  end
end
