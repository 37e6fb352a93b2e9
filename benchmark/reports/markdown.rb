# frozen_string_literal: true

require_relative "format"

module Bench
  module Reports
    # The report as Markdown tables.
    class Markdown
      # +data+ is Results#to_h, or what --json wrote.
      def initialize(data)
        @data = data
        @columns = Format.columns(data)
      end

      # The whole text.
      def to_s
        [facts, *@data["groups"].map { |group| section(group) }, memory, scaling,
         notes].compact.join("\n\n") << "\n"
      end

      private

      def facts
        lines = @data["machine"].map { |k, v| "- #{k}: #{v}" }
        lines += Format.libraries(@data).map { |text| "- #{text}" }
        lines << "- method: #{Format.way(@data)}"
        lines.join("\n")
      end

      def section(group)
        rows = @data["rows"].select { |row| row["group"] == group["id"] }
        used = @columns.select { |c| rows.any? { |r| r["cells"].key?(c["id"]) } }
        heads = ["", "size", *used.map { |c| c["label"] }, "target"]
        body = rows.map { |row| line(row, used) }
        "### #{group['title']}\n\n#{grid(heads, body)}"
      end

      def line(row, columns)
        cells = columns.map do |column|
          found = row["cells"][column["id"]]
          column["id"] == @data["baseline"] ? Format.time(found) : Format.ratio(found)
        end
        [row["title"], row["bytes"] ? Format.bytes(row["bytes"]) : "", *cells,
         row["target"] ? "#{row['target']}x" : ""]
      end

      def grid(heads, body)
        rule = "|:---#{'|---:' * (heads.size - 1)}|"
        ["| #{heads.join(' | ')} |", rule,
         *body.map { |cells| "| #{cells.join(' | ')} |" }].join("\n")
      end

      def memory
        rows = @data["rows"].select { |r| r["cells"].values.any? { |c| c["memory"] } }
        return if rows.empty?

        body = rows.map do |row|
          [row["id"], *@columns.map do |c|
            Format.memory(row["cells"].dig(c["id"], "memory"))
          end]
        end
        "### Memory of one call\n\nObjects allocated / bytes from malloc / " \
          "growth of the process at its peak.\n\n" \
          "#{grid(['', *@columns.map { |c| c['label'] }], body)}"
      end

      def scaling
        curves = @data["scaling"]
        return unless curves

        "### Growth\n\n#{slopes(curves)}\n\n#{parallel(curves)}"
      end

      def slopes(curves)
        body = curves["sizes"].map do |c|
          [c["label"], c["op"], format("%.2f", c["slope"]),
           c["points"].map { |s, ns| "#{Format.bytes(s)}: #{format('%.2f', ns / s)}" }
                      .join(", ")]
        end
        "Slope of log time over log size from 10 kB up (1 is proportional), " \
          "and nanoseconds a byte.\n\n" \
          "#{grid(['', 'operation', 'slope', 'ns a byte'], body)}"
      end

      def parallel(curves)
        body = curves["parallel"].map do |c|
          ["#{c['label']}, #{c['op']}, #{c['kind']}",
           *c["points"].map { |_, rate| format("%.2f", rate) }]
        end
        "Throughput with 1 and 2 of them, relative to one thread.\n\n" \
          "#{grid(['', '1', '2'], body)}"
      end

      def notes
        (Format.notes(@data) + missed).map { |n| n.sub(/\A\*/, "\\*") }.join("\n\n")
      end

      def missed
        list = Format.missed(@data)
        list.empty? ? [] : ["Short of the target: #{list.join(', ')}."]
      end
    end
  end
end
