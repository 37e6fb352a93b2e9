# frozen_string_literal: true

require "tmpdir"
require "yaml"
require_relative "setup"

module Bench
  # Instruction counts of Jacinth's calls, by callgrind: those of 2n calls less those of n calls, divided by n. Of
  # several dumps, the least is used. The counts depend on the code and hardly on the load of the machine, so they can
  # be compared with those of another build.
  class Callgrind
    def self.available? = system("valgrind", "--version", out: File::NULL, err: File::NULL)

    # Rows that are counted: every code path, on documents that are quickly made.
    ROWS = YAML.load_file(File.join(__dir__, "callgrind.yml")).fetch("counted").freeze

    # +load_path+ and +env+ are those of a worker (see Setup).
    def initialize(load_path:, env: {}, out: $stderr)
      @load_path, @env, @out = load_path, env, out
    end

    # Returns the name of the Ruby with its kernels, and the counts: row id => instructions.
    def count(ids)
      @out.puts "counting instructions of #{ids.size} rows under callgrind"
      Dir.mktmpdir("bench-callgrind") do |dir|
        kernel, *lines = run(dir, ids)
        totals = dumps(dir)
        least = totals.each_slice(totals.size / lines.size / 2).map(&:min).each_slice(2)
        counts = lines.map(&:split).zip(least).to_h { |(id, calls), (once, twice)| [id, (twice - once) / calls.to_i] }
        ["ruby #{RUBY_VERSION} #{RbConfig::CONFIG['arch']} #{kernel}", counts]
      end
    end

    # The counts of each row as lines of text: "a: 100 -> 110 (+10.0 %)".
    def self.lines(before, now)
      (now.keys & before.keys).map do |id|
        format("%s: %d -> %d (%+.1f %%)", id, before[id], now[id], 100.0 * (now[id] - before[id]) / before[id])
      end
    end

    private

    def run(dir, ids)
      ruby = ["valgrind", "--tool=callgrind", "--collect-atstart=no", "--toggle-collect=bench_measured",
              "--dump-after=bench_measured", "--callgrind-out-file=#{dir}/out", RbConfig.ruby]
      Setup.single("instructions", ids, load_path: @load_path, env: @env, ruby: ruby)
    end

    def dumps(dir)
      files = Dir["#{dir}/out.*"].sort_by { |file| file[/\d+\z/].to_i }
      files.map { |file| File.foreach(file, encoding: Encoding::BINARY).grep(/^(?:totals|summary): /) }
           .reject(&:empty?).map { |lines| lines.last[/\d+/].to_i }
    end
  end

  # Measures the gain of each optimisation (docs/internals/optimisations.md): the same rows
  # without one of them at a time, by a switch at run time or by a build.
  class Prices
    OPTIMIZATIONS, ROWS = YAML.load_file(File.join(__dir__, "callgrind.yml")).values_at("optimizations", "priced")

    # +setup+ builds and returns load paths; +out+ gets the progress.
    def initialize(setup, out: $stderr)
      @setup, @out = setup, out
    end

    # Optimization => row => instructions without the optimization, relative to the whole.
    def instructions
      relate { |load_path, env| Callgrind.new(load_path: load_path, env: env, out: @out).count(ROWS).last }
    end

    # The same in processor time: the least of +rounds+ processes, in turns,
    # each with these options of Ruby.
    def times(*options, rounds: 5)
      best = Hash.new { |all, optimization| all[optimization] = {} }
      rounds.times do
        variants.each do |optimization, (load_path, env)|
          least = best[optimization]
          sample(load_path, env, options).each { |id, time| least[id] = [least[id] || time, time].min }
        end
      end
      relate(best.keys) { |_, _, optimization| best[optimization] }
    end

    private

    # Optimization (nil: the whole) => load path and environment.
    def variants
      @variants ||= { nil => {}, **OPTIMIZATIONS }.transform_values do |switch|
        [@setup.floor + @setup.jacinth(flags: switch["flags"]), @setup.env.merge(switch["env"] || {})]
      end
    end

    def relate(optimizations = variants.keys)
      counts = optimizations.to_h { |optimization| [optimization, yield(*variants.fetch(optimization), optimization)] }
      whole = counts.delete(nil)
      counts.transform_values { |rows| rows.to_h { |id, count| [id, count.fdiv(whole.fetch(id))] } }
    end

    # Row => time in one process, the least of its samples.
    def sample(load_path, env, options)
      lines = Setup.single("times", ROWS, load_path: load_path, env: env, ruby: [RbConfig.ruby, *options])
      lines.to_h { |line| line.split.then { |id, time| [id, Float(time)] } }
    end
  end
end
