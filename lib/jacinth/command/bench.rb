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
      TEXT
      ARGUMENTS = "[FILE...]"
      OPTIONS = [
        Options.option(:seconds, "seconds", "about how long to measure each file (3)", argument: "N", type: Float)
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
        @libraries = [Library.new("jacinth #{VERSION}", Jacinth.method(:parse), Jacinth.method(:generate)), json, oj]
        @libraries.compact!
        super
      end

      private

      def json
        require "rubygems"
        require "json"
        Library.new("json #{JSON::VERSION}", JSON.method(:parse), JSON.method(:generate))
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

      def document(input)
        text = input.read.force_encoding(Encoding::UTF_8)
        data = Jacinth.parse(text)
        others = @libraries.drop(1).to_h { |library| [library, difference(library, text, data)] }
        measured = @libraries.reject { |library| others[library] }
        parse, generate, rounds = measure(measured, text, data)
        report(input.name, text, data, measured.zip(parse, generate), rounds)
        others.each { |library, fault| @terminal.output.write("#{library.name}: not measured: #{fault}\n") if fault }
      end

      # What a library does otherwise than Jacinth, or nil.
      def difference(library, text, data)
        return "it parses the document to another value" unless library.parse.call(text) == data

        "it generates another document" unless Jacinth.parse(library.generate.call(data)) == data
      rescue StandardError => e
        "#{e.class}: #{Excerpt.safe(e.message.lines.first.to_s.chomp.byteslice(0, 80))}"
      end

      # Medians of seconds for a call, for parse and for generate, and the number
      # of rounds.
      def measure(libraries, text, data)
        calls = libraries.map { |library| [library.parse, text] } + libraries.map { |library| [library.generate, data] }
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

      # rows: for each library itself, its seconds for parse and for generate.
      def report(name, text, data, rows, rounds)
        size = Jacinth.generate(data).bytesize
        lines = ["#{Excerpt.safe(name)}: #{grouped(text.bytesize)} bytes, #{grouped(size)} generated; " \
                 "Ruby #{RUBY_VERSION}, #{RUBY_PLATFORM}; medians of #{rounds} rounds",
                 format(ROW, "", "parse ms", "MB/s", "x", "generate ms", "MB/s", "x")]
        _, *first = rows.first
        lines += rows.map do |library, *times|
          cells = times.zip(first, [text.bytesize, size]).flat_map { |time, ours, bytes| cells(time, ours, bytes) }
          format(ROW, library.name, *cells)
        end
        @terminal.output.write("#{lines.join("\n")}\n")
      end

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
