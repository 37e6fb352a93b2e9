# frozen_string_literal: true

require "json"
require_relative "callgrind"
require_relative "reports/html"
require_relative "reports/markdown"
require_relative "setup"

module Bench
  # Writes docs/performance.md from benchmark/performance.md.in (the words) and
  # results files (the figures: one for each Ruby), and the charts beside it.
  class Docs
    # The words; <!-- results --> and <!-- instructions --> are filled in.
    TEMPLATE = File.expand_path("performance.md.in", __dir__)

    # +files+ are what bin/bench --json wrote; the charts are of the first.
    def initialize(*files, dir: File.join(Setup::ROOT, "docs"))
      @runs = files.map { |file| JSON.parse(File.read(file, encoding: Encoding::UTF_8)) }
      @dir = dir
    end

    # Writes the page, the chart of the README and the page with all charts.
    def write
      File.write(File.join(@dir, "performance.md"), page)
      File.write(File.join(@dir, "performance.svg"), Reports::SVG.summary(@runs.first))
      File.write(File.join(@dir, "performance.html"), Reports::HTML.new(@runs.first).to_s)
    end

    # The page's text.
    def page
      File.read(TEMPLATE, encoding: Encoding::UTF_8)
          .sub("<!-- results -->") { @runs.map { |data| results(data) }.join("\n\n") }
          .sub("<!-- instructions -->") { instructions }
    end

    private

    def results(data)
      ruby = data["machine"]["ruby"][/\A\S+ \S+/]
      "## Results with #{ruby}\n\n#{Reports::Markdown.new(data).to_s.chomp}"
    end

    def instructions
      stored = Callgrind.stored
      return "None stored yet." if stored.empty?

      heads = ["", *stored.keys]
      body = stored.values.flat_map(&:keys).uniq.map do |id|
        [id, *stored.values.map { |counts| counts[id] || "" }]
      end
      ["| #{heads.join(' | ')} |", "|:---#{'|---:' * stored.size}|",
       *body.map { |cells| "| #{cells.join(' | ')} |" }].join("\n")
    end
  end
end
