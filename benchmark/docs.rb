# frozen_string_literal: true

require_relative "results"
require_relative "reports/summary"
require_relative "setup"

module Bench
  # Writes the pages about performance from the results in benchmark/results: docs/performance.svg and, in
  # docs/**/performance*.md, the text between `<!-- made: NAME -->` and `<!-- end -->`. NAME is a method of this class.
  class Docs
    FOLDER = File.join(Setup::ROOT, "docs")

    def initialize(data = Results.stored)
      @summary = Reports::Summary.new(data)
    end

    def files
      pages = Dir["#{FOLDER}/**/performance*.md"].to_h { |file| [file.delete_prefix("#{FOLDER}/"), fill(file)] }
      { "performance.svg" => @summary.picture, **pages }
    end

    def write(folder = FOLDER) = files.each { |name, text| File.write(File.join(folder, name), text) }

    private

    def fill(file)
      File.read(file, encoding: Encoding::UTF_8)
          .gsub(/(?<=<!-- made: )(\w+)( -->\n).*?(?=<!-- end -->)/m) do
            name, close = Regexp.last_match.captures
            "#{name}#{close}#{send(name)}\n"
          end
    end

    def headline = "**#{@summary.headline}.** #{@summary.scope}"
    def measured = @summary.runs.map { |run| "- #{run.name}: #{@summary.measured(run).sub("From", "from")}" }.join("\n")
    def app = @summary.app.join("\n\n")

    def main
      run = @summary.run
      columns = Reports::Summary::SHOWN
      Reports::Run::GROUPS.map do |group, title|
        rows = run.main(group).map do |row|
          [row["title"], Reports::Format.bytes(row["bytes"]), *columns.map { |column| cell(run, row, column) }]
        end
        "#{title}:\n\n#{grid(['', 'size', *columns.map { |column| run.label(column) }], rows)}"
      end.join("\n\n")
    end

    def rubies
      runs = @summary.runs
      rows = Reports::Run::GROUPS.map do |group, title|
        [title, *runs.map { |run| ratio(run.mean(run.main(group))) }]
      end
      grid(["", *runs.map(&:name)], [*rows, ["Measured", *runs.map { |run| run.data["machine"]["date"][0, 10] }]])
    end

    def others
      run = @summary.run
      rows = run.data["groups"].reject { |group| Reports::Run::GROUPS.key?(group["id"]) }.flat_map do |group|
        run.rows(group["id"]).map do |row|
          [group["title"], row["title"], cell(run, row, "json"), cell(run, row, "jacinth"), cell(run, row, "oj")]
        end
      end
      grid(["", "", "json", "Jacinth", "Oj"], rows)
    end

    def shortfalls
      rows = @summary.runs.flat_map do |run|
        run.missed.map { |row, cell| [row["id"], run.name, ratio(cell), row["target"]] }
      end
      rows.empty? ? "None." : grid(["row", "", "ratio (95 % interval)", "target"], rows.sort)
    end

    # The ratio and the speed, or the time of the baseline.
    def cell(run, row, column)
      cell = row["cells"][column] or return ""
      first = column == run.data["baseline"] ? Reports::Format.duration(cell["time"]) : Reports::Format.ratio(cell)
      [first, run.rate(row, column)].reject(&:empty?).join(", ")
    end

    def ratio(cell) = "#{Reports::Format.ratio(cell)} (#{Reports::Format.interval(cell)})"
    def grid(heads, rows) = Reports::Format.grid(heads, rows).gsub("*", "\\*")
  end
end
