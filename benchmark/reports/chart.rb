# frozen_string_literal: true

require "erb"
require_relative "format"

module Bench
  module Reports
    # Bars of ratios, and curves, as SVG. What lies along a line is placed in percent, so that a chart is as wide as the
    # page while its text keeps its size; a library has the same colour in every one.
    #
    #   twitter, 631.5 kB
    #   [=====]      1.00x  395 MB/s     json
    #   [========|--|--]  2.59x  1020 MB/s  ours, with its interval
    #   0%                    62%     100%
    module Chart
      # Styles of charts, alone or in a page: --NAME is the colour of the results' column NAME, light and dark.
      STYLE = File.read(File.join(__dir__, "chart.css"), encoding: Encoding::UTF_8).freeze
      # Percent of the width that the longest bar takes; pixels of a bar, of a row's title, of a curve's plot.
      LONGEST = 62
      BAR = 12
      TITLE = 20
      PLOT = 200
      private_constant :LONGEST, :BAR, :TITLE, :PLOT

      module_function

      # A bar for each of a row's +columns+ that has a ratio; +rows+ as [title, column => cell, column => text after the
      # ratio]. The floor may be longer than the longest bar: it is cut off, and its text begins with an arrow.
      def bars(name, rows, columns)
        unit = scale(rows.flat_map { |_, cells, _| cells.slice(*columns).except("floor").values })
        y = 0
        drawn = rows.map do |title, cells, notes|
          y += TITLE
          text(0, y - 6, title) + columns.select { |column| cells[column]&.key?("ratio") }.map do |column|
            bar(column, cells[column], y, unit, notes[column]).tap { y += BAR + 2 }
          end.join
        end
        svg(name, y + 4, *drawn)
      end

      def scale(cells) = LONGEST / [1, *cells.filter_map { |cell| cell["high"] }].max

      # Curves of y over x, x logarithmic: +series+ maps a column to a list of [x, y, low, high, wide], +x_name+ and
      # +y_name+ turn a value into text.
      def curves(name, series, x_name:, y_name:)
        points = series.values.flatten(1)
        across, up = axes(points.map(&:first).minmax, points.map { |point| point[3] }.max)
        names = points.map(&:first).uniq.map { |x| text(across[x], PLOT + 18, x_name[x], "soft", "middle") }
        drawn = series.map { |column, list| curve(column, list.map { |x, *ys, wide| [across[x], *ys.map(&up), wide] }) }
        svg(name, PLOT + 26, *levels(points, up, y_name), *names, *drawn)
      end

      # Level lines at nothing, at half and at the top of what is shown.
      def levels(points, up, name)
        top = points.map { |point| point[3] }.max
        [0, 0.5 * top, top].map do |y|
          line([14, up[y]], [94, up[y]], "grid") + text(13, up[y] + 4, name[y], "soft", "end")
        end
      end

      # Where an x and a y come to lie, in percent and in pixels.
      def axes((least, most), top)
        [->(x) { 14 + (80 * Math.log(x.fdiv(least)) / Math.log(most.fdiv(least))) },
         ->(y) { 10 + ((PLOT - 10) * (1 - (y / top))) }]
      end

      # The legend of +labels+ (column => label), 22 pixels high.
      def legend(labels)
        at = 0
        labels.map do |column, label|
          mark = "<rect x=\"#{at}\" y=\"3\" width=\"12\" height=\"12\" #{fill(column)}/>" \
                 "<text x=\"#{at + 17}\" y=\"14\">#{escape(label)}</text>"
          at += 36 + (label.length * 7)
          mark
        end.join
      end

      def svg(name, height, *content)
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"bench\" width=\"100%\" height=\"#{height.round}\" " \
          "role=\"img\"><title>#{escape(name)}</title>#{content.join}</svg>"
      end

      def escape(text) = ERB::Util.html_escape(text)

      def bar(column, cell, y, scale, note)
        shown, low, high = cell.values_at("ratio", "low", "high").map { |ratio| (ratio * scale).clamp(0, LONGEST) }
        mark = "▶ " if cell["ratio"] * scale > LONGEST + 0.01
        text = "#{mark}#{[Format.ratio(cell), *note].join(' · ')}"
        middle = y + (BAR / 2)
        "<rect x=\"0\" y=\"#{y}\" width=\"#{percent(shown)}\" height=\"#{BAR}\" #{fill(column)}" \
          "#{' class="pale"' if Format.wide?(cell)}/>#{line([low, middle], [high, middle], 'err') if high > low}" \
          "<text x=\"#{percent([shown, high].max)}\" dx=\"6\" y=\"#{y + BAR - 2}\"" \
          "#{' class="soft"' if column != 'jacinth'}>#{escape(text)}</text>"
      end

      # Points are [x, y, low, high, wide] in percent and pixels.
      def curve(column, points)
        stroke = "stroke=\"var(--#{column})\" data-library=\"#{column}\" stroke-width=\"2.5\""
        segments = points.each_cons(2).map { |from, to| line(from, to, nil, " #{stroke}") }
        segments + points.map do |x, y, low, high, wide|
          "<circle cx=\"#{percent(x)}\" cy=\"#{y.round(1)}\" r=\"4\" #{fill(column)}#{' class="pale"' if wide}/>" \
            "#{line([x, low], [x, high], 'err') if low > high}"
        end
      end

      def line(from, to, kind, more = "")
        ends = [from, to].map { |x, y| [percent(x), y.round(1)] }.flatten
        "#{format('<line x1="%s" y1="%s" x2="%s" y2="%s"', *ends)}#{" class=\"#{kind}\"" if kind}#{more}/>"
      end

      def text(at, y, content, kind = nil, anchor = nil)
        "<text x=\"#{percent(at)}\" y=\"#{y.round(1)}\"#{" class=\"#{kind}\"" if kind}" \
          "#{" text-anchor=\"#{anchor}\"" if anchor}>#{escape(content)}</text>"
      end

      def fill(column) = "fill=\"var(--#{column})\" data-library=\"#{column}\""
      def percent(value) = "#{value.round(2)}%"
    end
  end
end
