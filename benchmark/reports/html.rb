# frozen_string_literal: true

require_relative "colours"
require_relative "curve"
require_relative "elements"
require_relative "format"
require_relative "svg"

module Bench
  module Reports
    # The report as one page that needs nothing else: no script, no network.
    class HTML
      include Elements

      PAGE = <<~CSS
        body { margin: 2rem auto; max-width: 64rem; padding: 0 1rem;
          font: 15px/1.5 system-ui, sans-serif; color: var(--ink);
          background: var(--back) }
        html { background: var(--back); color-scheme: light dark }
        h1 { font-size: 1.6rem } h2 { margin-top: 2.5rem }
        svg { max-width: 100%; height: auto; display: block; margin: 1rem 0 }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums }
        td, th { padding: .2rem .7rem; border-bottom: 1px solid var(--line);
          text-align: right; font-weight: normal }
        th { color: var(--soft) } td:first-child, th:first-child {
          text-align: left; padding-left: 0 }
        .ours { color: var(--jacinth); font-weight: 600 }
        dl { display: grid; grid-template-columns: max-content 1fr;
          gap: .1rem 1rem } dt { color: var(--soft) } dd { margin: 0 }
        details { margin: .5rem 0 }
      CSS
      private_constant :PAGE

      # +data+ is Results#to_h, or what --json wrote.
      def initialize(data)
        @data = data
        @columns = Format.columns(data)
      end

      # The whole page.
      def to_s
        "<!DOCTYPE html><html lang=\"en\" class=\"bench\"><head>" \
          "<meta charset=\"utf-8\"><title>Jacinth: benchmark</title>" \
          "<meta name=\"viewport\" content=\"width=device-width\">" \
          "<style>#{SVG::STYLE}#{PAGE}</style></head><body>" \
          "<h1>Jacinth against the other JSON libraries</h1>" \
          "#{facts}#{explanation}#{groups}#{scaling}#{memory}</body></html>\n"
      end

      private

      def facts
        list = @data["machine"].map { |k, v| entry(k, v) }
        list += Format.libraries(@data).map { |text| entry("library", text) }
        "<dl>#{list.join}</dl>"
      end

      def entry(name, value)
        "<dt>#{escape(name)}</dt><dd>#{escape(value.to_s)}</dd>"
      end

      def explanation
        "<p>Bars show json's time over each library's: to the right of 1 is " \
          "faster than json. The dark line across a bar's end is the 95 % " \
          "interval; a pale bar is too unsure for a number. The green line " \
          "is the floor: what walking the objects and copying the output, or " \
          "building the same objects from a ready tape, costs through Ruby's " \
          "public C API.</p>"
      end

      def groups
        @data["groups"].map do |group|
          chart = SVG.new(@data, group)
          drawing = chart.empty? ? "" : chart.element
          "<h2>#{escape(group['title'])}</h2>#{drawing}" \
            "<details open><summary>Figures</summary>#{table(group)}</details>"
        end.join
      end

      def table(group)
        rows = @data["rows"].select { |row| row["group"] == group["id"] }
        heads = ["", "size", *@columns.map { |c| c["label"] }, "target"]
        "<table><tr>#{heads.map { |h| "<th>#{escape(h)}</th>" }.join}</tr>" \
          "#{rows.map { |row| table_row(row) }.join}</table>"
      end

      def table_row(row)
        cells = @columns.each_with_index.map do |column, i|
          found = row["cells"][column["id"]]
          i.zero? ? Format.time(found) : Format.ratio(found)
        end
        size = row["bytes"] ? Format.bytes(row["bytes"]) : ""
        target = row["target"] ? "#{row['target']}x" : ""
        html = [row["title"], size, *cells, target].each_with_index.map do |c, i|
          "<td#{' class="ours"' if i == 3}>#{escape(c)}</td>"
        end
        "<tr data-row=\"#{escape(row['id'])}\">#{html.join}</tr>"
      end

      def scaling
        curves = @data["scaling"]
        return "" unless curves

        "<h2>Growth</h2><p>Nanoseconds a byte over the document's size: level " \
          "where cost is proportional. Slopes of log time over log size, from " \
          "10 kB up: #{escape(slopes(curves))}.</p>" \
          "#{size_curves(curves)}#{thread_table(curves)}"
      end

      def slopes(curves)
        curves["sizes"].map do |c|
          format("%<l>s %<o>s %<s>.2f", l: c["label"], o: c["op"],
                                        s: c["slope"])
        end.join(", ")
      end

      def size_curves(curves)
        colours = Colours.by_label(@data)
        curves["sizes"].group_by { |c| c["op"] }.map do |op, list|
          series = list.to_h do |c|
            [c["label"], c["points"].map { |size, ns| [size, ns / size] }]
          end
          Curve.new("#{op}: ns a byte", series, colours: colours,
                                                x_name: ->(v) { Format.bytes(v.to_i) },
                                                y_name: ->(v) { format("%.2f", v) }).element
        end.join
      end

      def thread_table(curves)
        rows = curves["parallel"].map do |c|
          figures = c["points"].map { |_, rate| format("%.2f", rate) }
          "<tr><td>#{escape(c['label'])}, #{c['op']}, #{c['kind']}</td>" \
            "#{figures.map { |f| "<td>#{f}</td>" }.join}</tr>"
        end
        "<p>Throughput with 1 and 2 threads or Ractors, relative to one " \
          "thread.</p><table>#{rows.join}</table>"
      end

      def memory
        rows = @data["rows"].select { |r| r["cells"].values.any? { |c| c["memory"] } }
        return "" if rows.empty?

        "<h2>Memory of one call</h2><p>Objects allocated / bytes from malloc " \
          "/ growth of the process at its peak.</p><table><tr><th></th>" \
          "#{@columns.map { |c| "<th>#{escape(c['label'])}</th>" }.join}</tr>" \
          "#{rows.map { |row| memory_row(row) }.join}</table>"
      end

      def memory_row(row)
        cells = @columns.map do |column|
          "<td>#{Format.memory(row['cells'].dig(column['id'], 'memory'))}</td>"
        end
        "<tr><td>#{escape(row['id'])}</td>#{cells.join}</tr>"
      end
    end
  end
end
