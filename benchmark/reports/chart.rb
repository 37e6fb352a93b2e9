# frozen_string_literal: true

require "erb"
require_relative "format"

module Bench
  module Reports
    # Draws bars of ratios as SVG. Horizontal positions are in percent, so that a chart is as wide as the page and its
    # text keeps its size. A library has the same colour in every chart.
    #
    #   twitter, 631.5 kB
    #   [=====]      1.00x  395 MB/s     json
    #   [========|--|--]  2.59x  1020 MB/s  ours, with its interval
    #   0%                    62%     100%
    module Chart
      # The styles: --NAME is the colour of the results' column NAME, for light and dark pages.
      STYLE = File.read(File.join(__dir__, "chart.css"), encoding: Encoding::UTF_8).freeze
      LONGEST = 62 # percent of the width
      BAR = 12 # pixels
      TITLE = 20 # pixels
      private_constant :LONGEST, :BAR, :TITLE

      module_function

      # Draws a bar for each of a row's +columns+ that has a ratio. +rows+ has elements of the form
      # [title, column => cell, column => text after the ratio].
      def bars(name, rows, columns)
        unit = scale(rows.flat_map { |_, cells, _| cells.slice(*columns).values })
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
        shown, low, high = cell.values_at("ratio", "low", "high").map { |ratio| ratio * scale }
        text = [Format.ratio(cell), *note].join(" · ")
        middle = y + (BAR / 2)
        "<rect x=\"0\" y=\"#{y}\" width=\"#{percent(shown)}\" height=\"#{BAR}\" #{fill(column)}" \
          "#{' class="pale"' if Format.wide?(cell)}/>#{line([low, middle], [high, middle], 'err') if high > low}" \
          "<text x=\"#{percent([shown, high].max)}\" dx=\"6\" y=\"#{y + BAR - 2}\"" \
          "#{' class="soft"' if column != 'jacinth'}>#{escape(text)}</text>"
      end

      def line(from, to, kind)
        ends = [from, to].map { |x, y| [percent(x), y.round(1)] }.flatten
        format('<line x1="%s" y1="%s" x2="%s" y2="%s" class="%s"/>', *ends, kind)
      end

      def text(at, y, content)
        "<text x=\"#{percent(at)}\" y=\"#{y.round(1)}\">#{escape(content)}</text>"
      end

      def fill(column) = "fill=\"var(--#{column})\" data-library=\"#{column}\""
      def percent(value) = "#{value.round(2)}%"
    end
  end
end
