# frozen_string_literal: true

require_relative "summary"

module Bench
  module Reports
    # The report as one page that needs nothing else: no script, no network. The headline and its charts come first, all
    # figures are folded away.
    class Page
      STYLE, TEMPLATE = %w[page.css page.html.erb].map do |name|
        File.read(File.join(__dir__, name), encoding: Encoding::UTF_8)
      end
      private_constant :STYLE, :TEMPLATE

      # +data+ are Results, one for each Ruby, the headline's first.
      def initialize(data)
        @summary = Summary.new(data)
        @run, *@others = @summary.runs
        @columns = @run.columns
      end

      def to_s = ERB.new(TEMPLATE, trim_mode: "-").result(binding)

      private

      # Jacinth's figures in the rows of the headline on each Ruby.
      def rubies
        rows = Run::GROUPS.flat_map do |group, title|
          @run.main(group).map do |row|
            ["#{title.downcase} #{row['title']}", *@summary.runs.map { |run| figure(run, row, "jacinth") }]
          end
        end
        grid(["", *@summary.runs.map(&:name)], rows)
      end

      # Speed over size: title => SVG.
      def growth
        { "grow_generate" => "Writing", "grow_parse" => "Reading" }.to_h do |group, title|
          series = Summary::SHOWN.to_h { |column| [column, @run.rows(group).filter_map { |row| point(row, column) }] }
          [title, Chart.curves("#{title}: MB/s over size", series.reject { |_, points| points.empty? },
                               x_name: ->(x) { Format.bytes(x).sub(/\.\d/, "") }, y_name: ->(y) { y.round.to_s })]
        end
      end

      def point(row, column)
        cell = row["cells"][column]
        return unless cell&.key?("ratio")

        base = row["bytes"] * 1e3 / row["cells"][@run.data["baseline"]]["time"]
        [row["bytes"], *cell.values_at("ratio", "low", "high").map { |ratio| ratio * base }, Format.wide?(cell)]
      end

      def section(group)
        rows = @run.rows(group["id"])
        used = @columns.keys.select { |column| rows.any? { |row| row["cells"].key?(column) } }
        mean = @run.mean(rows)
        fold("#{h(group['title'])} #{"<b>#{Format.ratio(mean)}</b>" if mean}",
             Chart.bars(group["title"], @run.bars(rows, used), used) + fold("Figures", table(rows, used)))
      end

      # The figures of rows on the headline's Ruby, and Jacinth's on the others.
      def table(rows, used)
        heads = ["", *used.map { |column| @columns[column] }, *@others.map { |run| "Jacinth, #{run.name}" }, "target"]
        body = rows.map do |row|
          here = used.map { |column| figure(@run, row, column) }
          there = @others.map { |run| figure(run, row, "jacinth") }
          ["#{h(row['title'])}<small>#{@run.size(row)}</small>", *here, *there, row["target"]]
        end
        grid(heads, body)
      end

      # Ratio, interval and speed of a row on some Ruby; the baseline's time.
      def figure(run, row, column)
        row = run.row(row["id"])
        cell = row && row["cells"][column] or return
        small = "<small>#{run.rate(row, column)}</small>"
        return "#{Format.duration(cell['time'])}#{small}" if column == run.data["baseline"]
        return h(Format.ratio(cell)) unless cell["ratio"]

        "<span#{' class="ours"' if column == 'jacinth'}>#{Format.ratio(cell)}</span>" \
          "<small>#{Format.interval(cell)}</small>#{small}"
      end

      # What a reader must know of the machine and the libraries.
      def facts
        libraries = @run.data["libraries"].map { |one| ["library", @run.label(one["id"], version: true)] }
        others = @others.map { |run| [run.name, "#{run.data['machine']['date']}, #{run.way}"] }
        [*@run.data["machine"], *libraries, ["method", @run.way], *others].map { |name, value| [name, h(value)] }
      end

      def legend(columns)
        spans = @columns.slice(*columns).map do |column, label|
          "<span><i style=\"background: var(--#{column})\"></i>#{h(label)}</span>"
        end
        spans << "<span>▶ longer than the chart</span>" if columns.include?("floor")
        "<p class=\"legend\">#{spans.join(' ')}</p>"
      end

      def pair(charts)
        "<div class=\"pair\">#{charts.map { |title, svg| "<div><h3>#{title}</h3>#{svg}</div>\n" }.join}</div>"
      end

      def fold(summary, body) = "<details><summary>#{summary}</summary>\n#{body}</details>\n"

      def grid(heads, rows)
        head, *body = [heads.map { |cell| h(cell) }, *rows].each_with_index.map do |cells, i|
          tag = i.zero? ? "th" : "td"
          "<tr>#{cells.map { |cell| "<#{tag}>#{cell}</#{tag}>" }.join}</tr>\n"
        end
        "<div class=\"wide\"><table>\n#{head}#{body.join}</table></div>\n"
      end

      def h(text) = Chart.escape(text)
    end
  end
end
