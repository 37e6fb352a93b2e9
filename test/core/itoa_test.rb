# frozen_string_literal: true

require_relative "support"

# core/itoa.h against snprintf.
class ItoaTest < Minitest::Test
  include KernelSupport

  def test_small_integers_and_neighbours_of_powers_are_written = assert_check("itoa_boundaries")

  def test_random_integers_of_every_length_are_written
    assert_check("itoa_random", scaled(1_000_000), SEED)
  end
end
