# frozen_string_literal: true

require "json"
require "open3"
require "tmpdir"
require_relative "setup"

module Bench
  # Instruction counts of Jacinth's calls, by callgrind: the difference of 2n and n calls, divided by n. They move with
  # a change of the code and hardly with the machine's mood, so a file of them can be compared with.
  class Callgrind
    # A count that grew by more than this is a regression.
    TOLERANCE = 0.03
    # Counts by Ruby, architecture and kernel.
    FILE = File.expand_path("instructions.json", __dir__)

    # Whether valgrind is here.
    def self.available?
      system("valgrind", "--version", out: File::NULL, err: File::NULL)
    end

    # Rows that are counted: every code path, on documents that are quickly made.
    ROWS = %w[
      generate/small_mixed generate/small_nested_array generate/small_hash generate/integers generate/floats
      generate/activitypub generate/twitter generate/ohai state/small_mixed coder/small_mixed pretty/twitter
      ascii/twitter script/twitter file/small_hash parse/small_mixed parse/small_hash parse/small_nested_array
      parse/activitypub parse/ohai parse/twitter parse/floats symbolize/small_hash freeze/small_hash
      coder_load/small_hash reject/twitter_bad
    ].freeze

    # +load_path+ and +env+ are those of a worker (see Setup).
    def initialize(load_path:, env: {}, out: $stderr)
      @load_path = load_path
      @env = env
      @out = out
    end

    # Key of the counts in the file, and the counts: row id => instructions.
    def count(ids)
      @out.puts "counting instructions of #{ids.size} rows under callgrind"
      Dir.mktmpdir("bench-callgrind") do |dir|
        kernel, *lines = run(dir, ids)
        totals = dumps(dir).each_slice(2).to_a
        counts = lines.map(&:split).zip(totals).to_h { |(id, calls), (once, twice)| [id, (twice - once) / calls.to_i] }
        ["ruby #{RUBY_VERSION} #{RbConfig::CONFIG['arch']} #{kernel}", counts]
      end
    end

    # Row ids whose count in +now+ is beyond the tolerance of +before+, as lines of text.
    #
    #   Bench::Callgrind.losses({ "a" => 100 }, { "a" => 110 }) # => ["a: 100 -> 110 (+10.0 %)"]
    def self.losses(before, now)
      lines(before, now.select { |id, count| before[id] && count > before[id] * (1 + TOLERANCE) })
    end

    # A line for each row of both.
    def self.lines(before, now)
      (now.keys & before.keys).map do |id|
        format("%s: %d -> %d (%+.1f %%)", id, before[id], now[id], 100.0 * (now[id] - before[id]) / before[id])
      end
    end

    # The file's counts.
    def self.stored
      File.file?(FILE) ? JSON.parse(File.read(FILE, encoding: Encoding::UTF_8)) : {}
    end

    # Puts +counts+ into the file under +key+.
    def self.store(key, counts)
      all = stored.merge(key => counts.sort.to_h)
      File.write(FILE, "#{JSON.pretty_generate(all.sort.to_h)}\n")
    end

    private

    def run(dir, ids)
      text, log, status = Open3.capture3(
        @env, "valgrind", "--tool=callgrind", "--collect-atstart=no", "--toggle-collect=bench_measured",
        "--dump-after=bench_measured", "--callgrind-out-file=#{dir}/out", RbConfig.ruby,
        *@load_path.flat_map { |path| ["-I", path] }, File.join(__dir__, "single.rb"), "instructions", *ids
      )
      return text.lines(chomp: true) if status.success?

      raise Setup::Failed, "callgrind run failed:\n#{log.lines.last(15).join}"
    end

    # Total of each dump, in order.
    def dumps(dir)
      files = Dir["#{dir}/out.*"].sort_by { |file| file[/\d+\z/].to_i }
      files.map { |file| File.foreach(file, encoding: Encoding::BINARY).grep(/^(?:totals|summary): /) }
           .reject(&:empty?).map { |lines| lines.last[/\d+/].to_i }
    end
  end
end
