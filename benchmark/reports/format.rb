# frozen_string_literal: true

module Bench
  module Reports
    # Numbers as people read them.
    module Format
      # A ratio whose 95 % interval reaches further than this to either side, relative to the ratio, is drawn pale.
      WIDE = 0.1
      TIMES = { 1e9 => "s", 1e6 => "ms", 1e3 => "us", 0 => "ns" }.freeze
      private_constant :TIMES

      module_function

      # Three digits.
      def number(value) = format("%.#{(3 - value.to_i.to_s.length).clamp(0, 2)}f", value)

      # A time.
      def duration(nanoseconds)
        size, unit = TIMES.find { |least, _| nanoseconds >= least }
        "#{number(nanoseconds / [size, 1].max)} #{unit}"
      end

      # A number of bytes.
      def bytes(count)
        return "#{count} B" if count < 1000

        count < 1_000_000 ? format("%.1f kB", count / 1e3) : format("%.1f MB", count / 1e6)
      end

      # Bytes of JSON text over the time of a call.
      def rate(count, nanoseconds) = "#{number(count * 1e3 / nanoseconds)} MB/s"

      # A ratio, or why there is none; a star stands for the cell's note.
      def ratio(cell)
        return "" unless cell

        cell["ratio"] ? "#{number(cell['ratio'])}x#{'*' if cell['note']}" : cell["missing"].to_s
      end

      def interval(cell) = cell.values_at("low", "high").map { |ratio| number(ratio) }.join("–")

      # Half of the interval, relative to the ratio.
      def spread(cell) = (cell["high"] - cell["low"]) / (2 * cell["ratio"])
      def wide?(cell) = spread(cell) > WIDE

      # A table in Markdown, its columns aligned, the first to the left.
      def grid(heads, rows)
        lines = [heads, *rows].map { |cells| cells.map(&:to_s) }
        widths = lines.transpose.map { |cells| [*cells.map(&:length), 3].max }
        lines.insert(1, [":--", *(["--:"] * (heads.size - 1))]).map do |first, *rest|
          cells = rest.zip(widths.drop(1)).map { |cell, width| cell.rjust(width) }
          "| #{[first.ljust(widths[0]), *cells].join(' | ')} |"
        end.join("\n")
      end
    end
  end
end
