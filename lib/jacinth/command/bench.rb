# frozen_string_literal: true

require_relative "subcommand"

module Jacinth
  module Command
    # jacinth bench
    class Bench < Subcommand # :nodoc:
      DESCRIPTION = <<~TEXT
        Measures how long Jacinth, and json and Oj where they are installed, take to parse
        each document and to generate it. A library that gives another result than Jacinth
        is not measured. Times are medians of rounds in which the libraries take turns.
        Of a document that can be read but not written, reading alone is measured.
      TEXT
      ARGUMENTS = "[FILE...]"
      OPTIONS = [
        Options.option(:seconds, "seconds", "about how long to measure each file (3)",
                       argument: "N", type: Float, range: 0.0..Float::MAX),
        *Options::READING
      ].freeze

      LEAST_ROUNDS = 5
      BATCH = 0.002 # seconds that a round takes for each call, or more
      ROW = "%-15s %10s %8s %6s   %11s %8s %6s"
      private_constant :LEAST_ROUNDS, :BATCH, :ROW

      # name, and two Procs: text to data, data to text.
      Library = Struct.new(:name, :parse, :generate)
      private_constant :Library

      def run(paths)
        require "jacinth"
        @libraries = [jacinth, json, oj].compact
        super
      end

      private

      def jacinth
        Library.new("jacinth #{VERSION}", call(Jacinth, :parse, reading), call(Jacinth, :generate, writing))
      end

      def json
        require "rubygems"
        require "json"
        options = reading.except(:relaxed)
        options[:allow_trailing_comma] = true if @options[:relaxed]
        Library.new("json #{JSON::VERSION}", call(JSON, :parse, options), call(JSON, :generate, writing))
      rescue LoadError
        nil
      end

      def oj
        require "oj"
        Library.new("oj #{Oj::VERSION}", ->(text) { Oj.load(text, mode: :compat) },
                    ->(data) { Oj.dump(data, mode: :compat) })
      rescue LoadError
        nil
      end

      # Without options it is the method itself, which takes the least time.
      def call(library, name, options)
        return library.method(name) if options.empty?

        ->(argument) { library.public_send(name, argument, **options) }
      end

      # What is read may be written again, where an option says so.
      def writing = reading.slice(:allow_nan, :max_nesting)

      def document(input)
        text = input.read.force_encoding(Encoding::UTF_8)
        ours, *others = @libraries
        data = ours.parse.call(text)
        size, unwritten = written(ours, data)
        faults = others.to_h { |library| [library, difference(library, text, data, unwritten)] }
        measured = @libraries.reject { |library| faults[library] }
        *times, rounds = measure(measured, text, data, unwritten)
        report(input.name, [text.bytesize, size], measured.zip(*times), rounds)
        @terminal.output.write("writing is not measured: #{unwritten}\n") if unwritten
        faults.each { |library, fault| @terminal.output.write("#{library.name}: not measured: #{fault}\n") if fault }
      end

      # How many bytes a library makes of the data; or nil, and why it makes none.
      def written(library, data)
        [library.generate.call(data).bytesize, nil]
      rescue StandardError => e
        [nil, fault(e)]
      end

      # What a library does otherwise than Jacinth, or nil.
      def difference(library, text, data, unwritten)
        return "it parses the document to another value" unless same?(library.parse.call(text), data)
        return if unwritten

        "it generates another document" unless same?(@libraries.first.parse.call(library.generate.call(data)), data)
      rescue StandardError => e
        fault(e)
      end

      # NaN is not equal to itself, but written as itself.
      def same?(one, other)
        one == other || (@options[:allow_nan] && [one, other].map(&@libraries.first.generate).uniq.one?)
      end

      def fault(error)
        "#{error.class}: #{Excerpt.safe(error.message.lines.first.to_s.chomp.byteslice(0, 80))}"
      end

      # Medians of seconds for a call, for parse and, unless that is not possible,
      # for generate, and the number of rounds.
      def measure(libraries, text, data, unwritten)
        calls = libraries.map { |library| [library.parse, text] }
        calls += libraries.map { |library| [library.generate, data] } unless unwritten
        rounds = in_turns(calls)
        medians = rounds.transpose.map { |times| times.sort[times.size / 2] }
        [*medians.each_slice(libraries.size), rounds.size]
      end

      # Rounds of seconds for each of the calls, which are a Proc and what it is given.
      def in_turns(calls)
        repeats = calls.map { |call| [(BATCH / time(1, call)).ceil, 1].max }
        rounds = []
        finish = clock + @options.fetch(:seconds, 3.0)
        until rounds.size >= LEAST_ROUNDS && clock >= finish
          rounds << calls.zip(repeats).map { |call, repeat| time(repeat, call) / repeat }
        end
        rounds
      end

      def time(repeat, (call, argument))
        start = clock
        repeat.times { call.call(argument) }
        [clock - start, 1e-9].max
      end

      def clock = Process.clock_gettime(Process::CLOCK_MONOTONIC)

      # sizes: of the text, and of what is generated or nil. rows: for each library
      # itself, its seconds for parse and, where it is measured, for generate.
      def report(name, sizes, rows, rounds)
        read, generated = sizes.map { |size| grouped(size) if size }
        lines = ["#{Excerpt.safe(name)}: #{read} bytes#{", #{generated} generated" if generated}; " \
                 "Ruby #{RUBY_VERSION}, #{RUBY_PLATFORM}; medians of #{rounds} rounds",
                 row("", "parse ms", "MB/s", "x", *(["generate ms", "MB/s", "x"] if generated))]
        _, *first = rows.first
        lines += rows.map do |library, *times|
          row(library.name, *times.zip(first, sizes).flat_map { |time, ours, bytes| cells(time, ours, bytes) })
        end
        @terminal.output.write("#{lines.join("\n")}\n")
      end

      def row(*cells) = format(ROW, *cells, *([""] * (7 - cells.size))).rstrip

      def cells(time, ours, bytes)
        milliseconds = time * 1e3
        [format(milliseconds < 10 ? "%.3f" : "%.1f", milliseconds), format("%.0f", bytes / time / 1e6),
         format("%.2f", time / ours)]
      end

      def grouped(number) = number.to_s.gsub(/(\d)(?=(?:\d{3})+\z)/, '\1,')
    end
    private_constant :Bench
  end
end
