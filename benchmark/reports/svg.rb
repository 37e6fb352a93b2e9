# frozen_string_literal: true

require_relative "colours"
require_relative "elements"
require_relative "format"

module Bench
  module Reports
    # Bar charts of ratios, as SVG that follows the reader's light or dark
    # scheme. The axis is logarithmic and bars start at 1 (the baseline): twice
    # as fast and half as fast are equally long, to either side.
    #
    #   1/4   1/2    1     2     4     8
    #    |     |     |=====|--|  |     |     ours, with its interval
    #    |  |--|=====|     |     |     |     theirs
    #    |     |     |     |     ¦     |     the floor of this row
    class SVG
      include Elements

      # Colours that both schemes define; shared by charts and pages.
      STYLE = <<~CSS.freeze
        .bench { --ink: #1f2328; --soft: #656d76; --line: #d0d7de; --back: #ffffff;
          #{Colours.definitions(dark: false)} }
        @media (prefers-color-scheme: dark) {
          .bench { --ink: #e6edf3; --soft: #9198a1; --line: #3d444d; --back: #0d1117;
            #{Colours.definitions(dark: true)} } }
        .bench text { fill: var(--ink); font: 12px system-ui, sans-serif }
        .bench .soft { fill: var(--soft) }
        .bench .head { font-weight: 600; font-size: 14px }
        .bench .grid { stroke: var(--line); stroke-width: 1 }
        .bench .one { stroke: var(--soft); stroke-width: 1.5 }
        .bench .err { stroke: var(--ink); stroke-width: 1.5 }
        .bench .floor { stroke: var(--floor); stroke-width: 2.5 }
        .bench .unsure { opacity: .35 }
      CSS

      LABEL = 190
      PLOT = 460
      TAIL = 90
      BAR = 13
      GAP = 10
      TOP = 62
      MAIN = %w[generate parse].freeze
      private_constant :MAIN, :LABEL, :PLOT, :TAIL, :BAR, :GAP, :TOP

      # What a README shows: the rows with targets of the two main groups,
      # against Oj.
      def self.summary(data)
        rows = data["rows"].select { |row| MAIN.include?(row["group"]) && row["target"] }
        group = { "title" => "Time of json divided by time of each library" }
        new(data, group, only: %w[jacinth oj], rows: rows).standalone
      end

      # A chart of one group of +data+ (see Results). +only+ limits the
      # columns; +rows+ takes these rows instead of the group's.
      def initialize(data, group, only: nil, rows: nil)
        @group = group
        @columns = Format.columns(data).drop(1).reject { |c| c["id"] == "floor" }
        @columns.each { |c| c["colour"] = Colours.of(c["id"]) }
        @columns.select! { |c| only.include?(c["id"]) } if only
        @rows = rows || data["rows"].select { |r| r["group"] == group["id"] }
        @columns = @columns.select { |c| @rows.any? { |r| cell(r, c["id"]) } }
        @floor = @rows.any? { |r| cell(r, "floor") }
        @low, @high = range
      end

      # Whether there is anything to draw.
      def empty?
        @rows.empty? || @columns.empty?
      end

      # A file of its own, with its styles.
      def standalone
        element("<style>#{STYLE}</style>" \
                "<rect width=\"100%\" height=\"100%\" " \
                "fill=\"var(--back)\"/>#{text(8, 18, @group['title'], 'head')}")
      end

      # The element, for a page that has STYLE already.
      def element(prefix = "")
        svg(width, height, @group["title"], "#{prefix}#{ends}#{axis}#{bars}#{legend}")
      end

      private

      def width
        LABEL + PLOT + TAIL
      end

      def height
        TOP + (@rows.size * band) + 34
      end

      # Height of one row.
      def band
        (@columns.size * (BAR + 1)) + GAP
      end

      def cell(row, id)
        found = row["cells"][id]
        found if found && found["ratio"]
      end

      # Powers of two around all that is shown.
      def range
        ids = @columns.map { |c| c["id"] } + (@floor ? ["floor"] : [])
        shown = @rows.flat_map { |r| ids.filter_map { |id| cell(r, id) } }
        ends = shown.flat_map { |c| [c["low"], c["high"]] }
        [[Math.log2(ends.min || 1).floor, -1].min.clamp(-4, -1),
         [Math.log2(ends.max || 1).ceil, 1].max.clamp(1, 5)]
      end

      def x(ratio)
        part = (Math.log2(ratio).clamp(@low, @high) - @low).fdiv(@high - @low)
        (LABEL + (part * PLOT)).round(1)
      end

      def ends
        text(x(1), TOP - 8, "1 = json", "soft", "middle") +
          text(LABEL + PLOT + TAIL - 8, TOP - 8, "faster than json →", "soft", "end")
      end

      def axis
        bottom = TOP + (@rows.size * band)
        (@low..@high).map do |power|
          at = x(2.0**power)
          name = power.negative? ? "1/#{2**-power}" : (2**power).to_s
          line(at, TOP, at, bottom, power.zero? ? "one" : "grid") +
            text(at, bottom + 16, name, "soft", "middle")
        end.join
      end

      def bars
        @rows.each_with_index.map do |row, i|
          top = TOP + (i * band) + (GAP / 2)
          text(LABEL - 10, top + ((band - GAP) / 2) + 4, name(row), nil,
               "end") + row_bars(row, top) + floor_line(row, top)
        end.join
      end

      def name(row)
        @group["id"] ? row["title"] : "#{row['group']} #{row['title']}"
      end

      def row_bars(row, top)
        @columns.each_with_index.map do |column, i|
          y = top + (i * (BAR + 1))
          found = row["cells"][column["id"]] || {}
          mark = found["ratio"] ? bar(found, y, column["colour"]) : ""
          mark + text(LABEL + PLOT + 12, y + BAR - 2, value(found),
                      ("soft" unless i.zero?))
        end.join
      end

      def bar(cell, y, colour)
        from, to = [x(1), x(cell["ratio"])].sort
        middle = y + (BAR / 2.0)
        "<rect x=\"#{from}\" y=\"#{y}\" width=\"#{(to - from).round(1)}\" " \
        "height=\"#{BAR}\" fill=\"#{colour}\"" \
        "#{' class="unsure"' if cell['noisy']}/>" +
          line(x(cell["low"]), middle, x(cell["high"]), middle, "err")
      end

      def value(cell)
        return cell["missing"].to_s[0, 14] unless cell["ratio"]

        cell["noisy"] ? "noisy" : format("%.2fx", cell["ratio"])
      end

      def floor_line(row, top)
        found = @floor && cell(row, "floor")
        return "" unless found

        at = x(found["ratio"])
        line(at, top - 3, at, top + band - GAP + 2, "floor")
      end

      def legend
        y = 40
        at = 8
        names = @columns.map do |column|
          mark = "<rect x=\"#{at}\" y=\"#{y - 10}\" width=\"12\" height=\"12\" " \
                 "fill=\"#{column['colour']}\"/>"
          mark + text(at + 17, y, column["label"])
                 .tap { at += 36 + (column["label"].length * 7) }
        end
        names << floor_legend(at, y) if @floor
        names.join
      end

      def floor_legend(at, y)
        line(at + 3, y - 11, at + 3, y + 3, "floor") +
          text(at + 12, y, "floor: the objects walked or built, no more")
      end
    end
  end
end
