# frozen_string_literal: true

require_relative "../results"
require_relative "chart"
require_relative "format"

module Bench
  module Reports
    # One run's results (see Results), as the reports show them.
    class Run
      # Documents of the headline, small to large, and its groups.
      MAIN = %w[small_hash ohai activitypub twitter citm_catalog canada].freeze
      GROUPS = { "generate" => "Writing", "parse" => "Reading" }.freeze

      attr_reader :data

      # Documents of the groups grow_* have their real size as the title.
      def initialize(data)
        rows = data["rows"].map do |row|
          row["bytes"] && row["group"].start_with?("grow_") ? { **row, "title" => Format.bytes(row["bytes"]) } : row
        end
        @data = { **data, "rows" => rows }
      end

      # Returns "Ruby 4.0.5" or, if YJIT was on, "Ruby 4.0.5 with YJIT".
      def name
        "Ruby #{data['machine'].fetch('ruby')[/[\d.]+/]}#{' with YJIT' if data['machine']['yjit'] == 'on'}"
      end

      # Returns the columns that have values as id => label, the baseline first.
      def columns
        used = [data["baseline"], *data["libraries"].map { |library| library["column"] }].uniq
        used.select { |id| data["rows"].any? { |row| row["cells"].key?(id) } }.to_h { |id| [id, label(id)] }
      end

      # Returns the name of a library, with its version if version is true.
      def label(column, version: false)
        one = %w[id column].filter_map { |key| data["libraries"].find { |library| library[key] == column } }.first
        version ? "#{one['label']} #{one['missing'] || one['version']}" : one["label"]
      end

      def row(id) = data["rows"].find { |row| row["id"] == id }
      def rows(group) = data["rows"].select { |row| row["group"] == group }

      # Returns the rows of a group that the headline is about.
      def main(group) = MAIN.filter_map { |document| row("#{group}/#{document}") }

      # Returns the geometric mean of a column's ratios in +rows+ as a cell, or nil if no row has a ratio.
      def mean(rows, column = "jacinth")
        cells = rows.filter_map { |row| row["cells"][column] }.select { |cell| cell["ratio"] }
        return if cells.empty?

        mean = Stats.mean(cells.map { |cell| cell.values_at("ratio", "low", "high") })
        mean.to_h.transform_keys(&:to_s)
      end

      # Returns the bytes per second of a cell as text. It is computed from the baseline's time and the ratio, so that
      # both are of the same moment.
      def rate(row, column)
        base, cell = row["cells"].values_at(data["baseline"], column)
        return "" unless base&.key?("time") && cell&.key?("ratio") && row["bytes"]

        Format.rate(row["bytes"], base["time"] / cell["ratio"])
      end

      # Returns the rows for Chart.bars, with the speed of each column.
      def bars(rows, columns)
        rows.map { |row| [[row["title"], *size(row)].join(", "), row["cells"], columns.to_h { |c| [c, rate(row, c)] }] }
      end

      # Returns the size of a row's text, or nil if the title is that size.
      def size(row) = Format.bytes(row["bytes"]).then { |size| size unless size == row["title"] }

      # Returns the settings of the run as one line.
      def way
        format("%<plan>s run, %<generations>d generations of %<rounds>d rounds, seed %<seed>d, %<share>d %% of them " \
               "undisturbed", share: 100 * data["calm"]["share"], **data["settings"].transform_keys(&:to_sym))
      end

      # Returns the rows below their target, as [row, cell].
      def missed
        data["rows"].filter_map do |row|
          cell = row["cells"]["jacinth"]
          [row, cell] if row["target"] && cell&.key?("ratio") && cell["ratio"] < row["target"]
        end
      end

      def notes
        data["rows"].flat_map { |row| row["cells"].values }.filter_map { |cell| cell["note"] }.uniq
                    .map { |note| "* #{note} as json's" }
      end
    end

    # The texts and the picture of docs/performance.md and README.md. The headline is about the first run.
    class Summary
      SHOWN = %w[json jacinth oj].freeze
      PICTURE = File.read(File.join(__dir__, "picture.svg.erb"), encoding: Encoding::UTF_8).freeze
      # Percent of a request's time, for an app.
      SHARES = [5, 10, 25, 50].freeze

      attr_reader :run, :runs

      # +data+ are Results, one for each Ruby.
      def initialize(data)
        @runs = data.map { |one| Run.new(one) }
        @run = @runs.first
      end

      def headline
        write, read = means.map { |cell| format("%.1f", cell["ratio"]) }
        "Jacinth writes JSON #{write} times and reads it #{read} times as fast as json"
      end

      # Returns the scope of the headline.
      def scope
        sizes = run.main("parse").map { |row| row["bytes"] }.minmax.map { |size| Format.bytes(size) }
        "Geometric means over six documents of #{sizes.join(' to ')}, with #{run.name} and " \
          "#{run.label('json', version: true)}. #{measured}"
      end

      # Returns the settings and the machine of the figures of a run.
      def measured(run = self.run)
        machine = run.data["machine"]
        "From a #{run.data['settings']['plan']} run on #{machine['date'][0, 10]}, #{machine['cpu']}." \
          "#{busy(machine['load'])}"
      end

      # Returns two paragraphs: the time of one document, read and written a thousand times, and the gain for an app.
      def app
        rows = Run::GROUPS.keys.map { |group| run.row("#{group}/twitter") }
        times = SHOWN.first(2).map { |column| 1000 * rows.sum { |row| time(row["cells"], column) } }
        json, ours = times.map { |time| Format.duration(time) }
        faster = "#{Format.number(times[0] / times[1])} times as fast"
        ["json takes #{json} of processor time to read a document like twitter.json " \
         "(#{Format.bytes(rows.last['bytes'])}) and to write it again, a thousand times. Jacinth takes #{ours}: " \
         "#{faster}.",
         "JSON is only a part of the work of an app. If it takes #{shares(1)} % of a request's time and becomes " \
         "#{faster}, the whole request takes #{shares(1 - (times[1] / times[0]))} % less time."]
      end

      # Returns the charts of writing and reading: title => SVG.
      def charts
        Run::GROUPS.to_h do |group, title|
          rows = run.bars(run.main(group), SHOWN)
          [title, Chart.bars("#{title}: json's time over each library's", rows, SHOWN)]
        end
      end

      # Returns the picture of the README: both charts next to each other.
      def picture = ERB.new(PICTURE, trim_mode: "-").result(binding)

      private

      # Returns a warning if other programs used the processors.
      def busy(load)
        " The machine was busy with other work (a load of #{load.round}), which blurs the ratios." if load && load > 2
      end

      # Returns json's time divided by the ratio, so that both are of the same moment.
      def time(cells, column) = cells["json"]["time"] / cells[column]["ratio"]

      # Returns this part of each of the shares, in words.
      def shares(part)
        *first, last = SHARES.map { |share| (share * part).round }
        "#{first.join(', ')} or #{last}"
      end

      def means = Run::GROUPS.keys.map { |group| run.mean(run.main(group)) }
    end

    # The report for a terminal.
    class Table
      # +data+ is Results#to_h, or what --json wrote.
      def initialize(data)
        @run = Run.new(data)
        @columns = @run.columns
        @base = data["baseline"]
      end

      def to_s = [facts, *@run.data["groups"].map { |group| table(group) }, footer].join("\n")

      private

      def facts
        libraries = @run.data["libraries"].map { |one| "           #{@run.label(one['id'], version: true)}" }
        ["", *@run.data["machine"].map { |name, value| format("%-10s %s", name, value) }, "libraries", *libraries,
         "method     #{@run.way}"].join("\n")
      end

      def table(group)
        rows = @run.rows(group["id"]).map { |row| line(row) }
        "\n#{group['title']}\n#{Format.grid(['', *@columns.values], rows)}"
      end

      def line(row)
        cells = @columns.each_key.map do |id|
          cell = row["cells"][id]
          next Format.ratio(cell) unless cell&.key?("time")

          [figure(id, cell), collector(cell)].compact.join(", ")
        end
        [row["title"], *cells]
      end

      def figure(id, cell)
        return Format.duration(cell["time"]) if id == @base || !cell["ratio"]

        "#{Format.ratio(cell)} ±#{format('%.1f', 100 * Format.spread(cell))}%"
      end

      # Returns the garbage collector's part of the time, or nil if it is less than 1 %.
      def collector(cell)
        part = (100 * cell.fetch("collector", 0)).round
        "gc #{part}%" if part.positive?
      end

      def footer
        missed = @run.missed.map { |row, cell| "#{row['id']} (#{Format.ratio(cell)} of #{row['target']})" }
        first = @columns.values.first
        ["", "#{first}: time a call; the others: #{first}'s time over theirs (above 1 is faster), and half of the 95 " \
             "% interval. gc: the garbage collector's part of the time.",
         *@run.notes, *("Short of the target: #{missed.join(', ')}" unless missed.empty?)].join("\n")
      end
    end
  end
end
