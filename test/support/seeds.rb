# frozen_string_literal: true

# The random numbers of the properties: a run with the same values draws the same.
module Seeds
  SEED = Integer(ENV.fetch("JACINTH_TEST_SEED", "20261121"))
  SCALE = Float(ENV.fetch("JACINTH_TEST_SCALE", "1"))

  # The environment that repeats this run's properties.
  def self.note = "JACINTH_TEST_SEED=#{SEED} JACINTH_TEST_SCALE=#{SCALE}"
end
