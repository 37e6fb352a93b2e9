# frozen_string_literal: true

require_relative "support"

# core/itoa.h against snprintf.
class ItoaTest < Minitest::Test
  include KernelSupport

  def test_small_numbers_and_neighbours_of_powers
    assert_check("itoa_boundaries")
  end

  def test_random_numbers_of_every_length
    assert_check("itoa_random", scaled(1_000_000), SEED)
  end
end
