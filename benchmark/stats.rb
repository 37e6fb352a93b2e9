# frozen_string_literal: true

module Bench
  # The little statistics that the report needs. Samples come nested: one list for each generation of processes. The
  # generation is the unit: its rounds share the luck of one process (where code and heap came to lie), and whether a
  # collection falls into this round or the next is chance, their sum is not.
  module Stats
    # Resamples of a bootstrap.
    RESAMPLES = 1000

    # A ratio with its 95 % interval.
    Ratio = Struct.new(:median, :low, :high)

    module_function

    # Middle value; the mean of the two middle ones for an even count.
    #
    #   Bench::Stats.median([3, 1, 2, 10]) # => 2.5
    def median(values)
      sorted = values.sort
      sorted[(sorted.size - 1) / 2, 2 - (sorted.size % 2)].then { |middle| middle.sum.fdiv(middle.size) }
    end

    # Mean time in each generation.
    #
    #   Bench::Stats.means([[1, 3], [4]]) # => [2.0, 4.0]
    def means(samples)
      samples.reject(&:empty?).map { |list| list.sum.fdiv(list.size) }
    end

    # Median and 95 % interval of +theirs+ over +ours+: one ratio for each generation, of the sums over its interleaved
    # rounds; the interval is a bootstrap over the generations. Both are lists of lists of equal shape.
    def ratio(theirs, ours, random: Random.new(1))
      ratios = means(theirs).zip(means(ours)).map { |a, b| a / b }
      draws = Array.new(RESAMPLES) { median(Array.new(ratios.size) { ratios[random.rand(ratios.size)] }) }.sort
      Ratio.new(median(ratios), draws[RESAMPLES * 25 / 1000], draws[(RESAMPLES * 975 / 1000) - 1])
    end

    # The geometric mean of [ratio, low, high], each an independent measurement: its interval is narrower than theirs.
    #
    #   Bench::Stats.mean([[1.0, 1.0, 1.0], [4.0, 4.0, 4.0]]).median.round(9) # => 2.0
    def mean(ratios)
      center = ratios.sum { |ratio, *| Math.log(ratio) } / ratios.size
      below, above = [1, 2].map do |i|
        Math.sqrt(ratios.sum { |r| (Math.log(r[i]) - Math.log(r[0]))**2 }) / ratios.size
      end
      Ratio.new(*[center, center - below, center + above].map { |log| Math.exp(log) })
    end
  end
end
