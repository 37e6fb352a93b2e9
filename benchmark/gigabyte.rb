# frozen_string_literal: true

require "rbconfig"
require "tmpdir"

module Bench
  # Reads files of a gigabyte by each method for streams, in a process each, and reports the peak memory.
  #
  #     rake bench:gigabyte          # or [0.1] gigabytes
  module Gigabyte
    # The ending of the file, and a line of Ruby that reads it.
    WAYS = {
      "NDJSON, each" => ["ndjson", "Jacinth.each(file) { |v| v }"],
      "NDJSON, each by lines" => ["ndjson", "Jacinth.each(file, format: :lines) { |v| v }"],
      "NDJSON, File.foreach and parse" =>
        ["ndjson", "File.foreach(file, encoding: 'UTF-8') { |line| Jacinth.parse(line) }"],
      "NDJSON, events without methods" => ["ndjson", "Jacinth.events(file, Object.new)"],
      "array, each at: /items/*" => ["json", "Jacinth.each(file, at: '/items/*') { |v| v }"],
      "array, events without methods" => ["json", "Jacinth.events(file, Object.new)"],
      "50 MB of the array, parse" => ["part", "Jacinth.parse(text)"]
    }.freeze

    # The process: seconds, and megabytes of memory at most without Ruby's own.
    SCRIPT = <<~'RUBY'
      require "jacinth"
      require "pathname"
      peak = -> { File.binread("/proc/self/status")[/VmHWM:\s+(\d+)/, 1].to_i / 1024.0 }
      file = Pathname(ARGV[0])
      text = file.read if ARGV[1].include?("text")
      work = eval("-> { #{ARGV[1]} }")
      before = peak.call
      start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      work.call
      puts Process.clock_gettime(Process::CLOCK_MONOTONIC) - start, peak.call - before
    RUBY

    module_function

    def run(gigabytes)
      Dir.mktmpdir("jacinth") do |folder|
        bytes = (gigabytes * 1_000_000_000).round
        write(File.join(folder, "records.ndjson"), bytes, "", "\n", "\n")
        write(File.join(folder, "records.json"), bytes, '{"items":[', ",", "]}")
        write(File.join(folder, "records.part"), 50_000_000, '{"items":[', ",", "]}")
        WAYS.each { |title, (ending, code)| puts row(title, File.join(folder, "records.#{ending}"), code) }
      end
    end

    def row(title, path, code)
      paths = $LOAD_PATH.flat_map { |folder| ["-I", folder] }
      seconds, peak = IO.popen([RbConfig.ruby, *paths, "-e", SCRIPT, path, code], &:read).lines.map(&:to_f)
      format("%-36s %7.1f s %6.0f MB/s %7.1f MB at most", title, seconds, File.size(path) / 1e6 / seconds, peak)
    end

    # Thousands of records, the same again and again, of about so many bytes in all.
    def write(path, bytes, head, between, tail)
      block = Array.new(1000) { |i| Jacinth.generate(record(i)) }.join(between)
      File.open(path, "wb") do |file|
        file << head << block
        (bytes / block.bytesize).times { file << between << block }
        file << tail
      end
    end

    def record(number)
      { "id" => number, "name" => "user number #{number}", "email" => "user#{number}@example.com",
        "active" => number.even?, "score" => number * 1.25, "tags" => ["alpha", "beta", "gamma#{number % 7}"],
        "note" => "a text of some length, as notes are, about the record that it belongs to " * 2 }
    end
  end
end
