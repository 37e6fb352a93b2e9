# frozen_string_literal: true

require_relative "support"

# The choice of a table of kernels.
class KernelTest < Minitest::Test
  include KernelSupport

  FORCED = ENV.fetch("JACINTH_FORCE_ISA", nil)

  def teardown
    choose(FORCED)
  end

  def test_swar_is_the_first_instruction_set = assert_equal "swar", isas.first

  def test_the_baseline_of_this_architecture_is_listed
    case RbConfig::CONFIG["host_cpu"]
    when "x86_64" then assert_includes isas, "sse2"
    when "aarch64", "arm64" then assert_includes isas, "neon"

    else assert_empty isas - %w[swar sse2 avx2 neon]
    end
  end

  def test_no_two_tables_share_a_function
    distinct = CoreLibrary.function("jac_test_distinct", [INT, INT], INT)

    isas.size.times.to_a.combination(2) do |one, other|
      assert_equal 1, distinct.call(one, other), "#{isas[one]} and #{isas[other]}"
    end
  end

  def test_each_name_chooses_its_instruction_set
    isas.each { |name| assert_equal [name, true], choose(name) }
  end

  def test_without_a_name_the_best_is_chosen
    assert_equal [isas.last, true], choose(nil)
    assert_equal [isas.last, true], choose("")
  end

  def test_an_unknown_name_is_reported_and_the_best_is_chosen
    ["mmx", "SWAR", "swar ", "avx"].each { |name| assert_equal [isas.last, false], choose(name) }
  end

  def test_an_instruction_set_of_another_architecture_is_unknown
    (%w[swar sse2 avx2 neon] - isas).each { |name| assert_equal [isas.last, false], choose(name) }
  end
end
