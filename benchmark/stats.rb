# frozen_string_literal: true

module Bench
  # The little statistics that the report needs. Samples come nested: one list
  # per generation of processes. The generation is the unit: its rounds share
  # the luck of one process (where code and heap came to lie), and whether a
  # collection falls into this round or the next is chance, their sum is not.
  module Stats
    # Resamples of a bootstrap.
    RESAMPLES = 1000
    # A ratio whose 95 % interval reaches further than this from the median, to
    # either side on average, is not reported as a number.
    NOISY = 0.03

    # A ratio with its 95 % interval.
    Ratio = Struct.new(:median, :low, :high) do
      # Half of the interval's width, relative to the median.
      def spread
        (high - low) / (2 * median)
      end

      # Whether the interval is too wide to give a number.
      def noisy?
        spread > NOISY
      end
    end

    module_function

    # Middle value; the mean of the two middle ones for an even count.
    #
    #   Bench::Stats.median([3, 1, 2, 10])  # => 2.5
    def median(values)
      sorted = values.sort
      middle = sorted.size / 2
      return sorted[middle].to_f if sorted.size.odd?

      (sorted[middle - 1] + sorted[middle]) / 2.0
    end

    # Median absolute deviation.
    #
    #   Bench::Stats.deviation([1, 2, 3, 4, 100])  # => 1.0
    def deviation(values)
      center = median(values)
      median(values.map { |value| (value - center).abs })
    end

    # Mean time in each generation.
    #
    #   Bench::Stats.means([[1, 3], [4]])  # => [2.0, 4.0]
    def means(samples)
      samples.reject(&:empty?).map { |list| list.sum.fdiv(list.size) }
    end

    # Median and 95 % interval of +theirs+ over +ours+: one ratio for each
    # generation, of the sums over its interleaved rounds; the interval is a
    # bootstrap over the generations. Both are lists of lists of equal shape.
    def ratio(theirs, ours, random: Random.new(1))
      ratios = means(theirs).zip(means(ours)).map { |a, b| a / b }
      draws = Array.new(RESAMPLES) do
        median(Array.new(ratios.size) { ratios[random.rand(ratios.size)] })
      end
      draws.sort!
      Ratio.new(median(ratios), draws[RESAMPLES * 25 / 1000],
                draws[(RESAMPLES * 975 / 1000) - 1])
    end

    # Slope of log(y) over log(x): 1 where cost grows linearly.
    #
    #   Bench::Stats.slope([1, 10, 100], [2, 20, 200]).round(6)  # => 1.0
    def slope(sizes, times)
      xs = sizes.map { |v| Math.log(v) }
      ys = times.map { |v| Math.log(v) }
      x_mean = xs.sum / xs.size
      y_mean = ys.sum / ys.size
      xs.zip(ys).sum { |x, y| (x - x_mean) * (y - y_mean) } /
        xs.sum { |x| (x - x_mean)**2 }
    end
  end
end
