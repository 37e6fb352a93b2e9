# frozen_string_literal: true

require_relative "elements"

module Bench
  module Reports
    # Curves of cost over size or over threads, on logarithmic axes: where cost
    # is proportional to size, nanoseconds a byte stay level.
    class Curve
      include Elements

      WIDTH = 760
      HEIGHT = 320
      LEFT = 70
      RIGHT = 150
      TOP = 50
      BOTTOM = 40
      private_constant :WIDTH, :HEIGHT, :LEFT, :RIGHT, :TOP, :BOTTOM

      # +series+ maps a label to a list of [x, y], +colours+ a label to what SVG
      # takes for a colour; +x_name+ and +y_name+ turn a value into a tick's text.
      def initialize(title, series, colours:, x_name:, y_name:)
        @title = title
        @colours = colours
        @series = series.reject { |_, points| points.empty? }
        @x_name = x_name
        @y_name = y_name
        @xs = @series.values.flatten(1).map(&:first).uniq.sort
        ys = @series.values.flatten(1).map(&:last)
        return if ys.empty?

        @y_low = 0.8 * ys.min
        @y_high = 1.25 * ys.max
      end

      # The SVG element.
      def element
        return "" if @series.empty?

        svg(WIDTH, HEIGHT, @title, "#{text(0, 16, @title, 'head')}#{ticks}#{lines}")
      end

      private

      def x(value)
        span = Math.log(@xs.last.fdiv(@xs.first))
        part = span.zero? ? 0 : Math.log(value.fdiv(@xs.first)) / span
        (LEFT + (part * (WIDTH - LEFT - RIGHT))).round(1)
      end

      def y(value)
        part = Math.log(value / @y_low) / Math.log(@y_high / @y_low)
        (HEIGHT - BOTTOM - (part * (HEIGHT - TOP - BOTTOM))).round(1)
      end

      def ticks
        across = @xs.map do |value|
          line(x(value), TOP, x(value), HEIGHT - BOTTOM) +
            text(x(value), HEIGHT - BOTTOM + 18, @x_name.call(value), "soft",
                 "middle")
        end
        up = Array.new(4) do |i|
          value = @y_low * ((@y_high / @y_low)**(i / 3.0))
          line(LEFT, y(value), WIDTH - RIGHT, y(value)) +
            text(LEFT - 8, y(value) + 4, @y_name.call(value), "soft", "end")
        end
        (across + up).join
      end

      def lines
        @series.each_with_index.map do |(label, points), i|
          path = points.map { |px, py| "#{x(px)},#{y(py)}" }.join(" ")
          "<polyline points=\"#{path}\" fill=\"none\" stroke=\"#{@colours.fetch(label)}\" " \
          "stroke-width=\"2.5\"/>" +
            text(WIDTH - RIGHT + 8, y(points.last[1]) + 4 + (i * 2), label)
        end.join
      end
    end
  end
end
