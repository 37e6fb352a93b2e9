# frozen_string_literal: true

require_relative "subcommand"
require_relative "timing"

module Jacinth
  module Command
    # jacinth bench
    class Bench < Subcommand # :nodoc:
      DESCRIPTION = <<~TEXT
        Measures the time that Jacinth takes to parse the documents of each FILE and to
        generate them, and the times of json and Oj if these are installed. The results are
        compared first: a library with another result than Jacinth is not measured. The
        libraries take turns in short batches after Ruby's heap has stopped growing; the
        shortest processor time of each is shown. Several documents are measured together,
        each without white space. If the data cannot be generated, only parsing is measured.
      TEXT
      ARGUMENTS = "[FILE...]"
      OPTIONS = [
        Options.option(:seconds, "seconds", "measure each FILE for about N seconds of processor time (3)",
                       argument: "N", type: Float, range: 0.0..86_400.0),
        Options::FORMAT, *Options::READING
      ].freeze

      ROW = "%-15s %10s %8s %6s   %11s %8s %6s"
      private_constant :ROW

      # name, and two callables: from text to data, and from data to text.
      Library = Struct.new(:name, :parse, :generate)
      private_constant :Library

      def run(paths)
        require "jacinth"
        require "stringio"
        @libraries = [jacinth, json, oj].compact
        super
      end

      private

      def jacinth = Library.new("jacinth #{VERSION}", call(Jacinth, :parse, reading), call(Jacinth, :generate, writing))

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

      # Without options this is the method itself, which is the fastest to call.
      def call(library, name, options)
        return library.method(name) if options.empty?

        ->(argument) { library.public_send(name, argument, **options) }
      end

      # Returns the options for generating the values that the reading options accept.
      def writing = reading.slice(:allow_nan, :max_nesting)

      def document(input)
        texts = texts(input.read)
        return note(Printable.line(input.name), "no documents") if texts.empty?

        ours, *others = @libraries
        data = texts.map { |text| ours.parse.call(text) }
        size, unwritten = written(ours, data)
        faults = others.to_h { |library| [library, difference(library, texts, data, unwritten)] }
        measured = @libraries.reject { |library| faults[library] }
        *times, rounds = measure(measured, texts, data, unwritten)
        report(input.name, [texts.sum(&:bytesize), size], measured.zip(*times), rounds)
        note("generating is not measured", unwritten) if unwritten
        faults.each { |library, fault| note("#{library.name} is not measured", fault) if fault }
      end

      # Returns the text if it is one document, or else the documents without white space.
      def texts(text)
        documents = +""
        io = StringIO.new(documents)
        stream = layout(io, pretty: false)
        stream.take(text, last: true)
        text.force_encoding(Encoding::UTF_8)
        return [text] if stream.documents == 1

        documents.delete("\x1E").lines(chomp: true)
      end

      # Returns [bytes, nil], with the size of the text that a library generates; or
      # [nil, message] if it cannot generate it.
      def written(library, data)
        [data.sum { |value| library.generate.call(value).bytesize }, nil]
      rescue StandardError => e
        [nil, fault(e)]
      end

      # Returns a description of how a library's results differ from Jacinth's, or nil.
      def difference(library, texts, data, unwritten)
        return "it parses the document to another value" unless same?(texts.map(&library.parse), data)
        return if unwritten

        parse = @libraries.first.parse
        again = data.map { |value| parse.call(library.generate.call(value)) }
        "it generates another document" unless same?(again, data)
      rescue StandardError => e
        fault(e)
      end

      # True if both Arrays have the same values. NaN differs from itself, but not its text.
      def same?(one, other)
        return true if one == other
        return false unless @options[:allow_nan]

        one, other = [one, other].map { |values| values.map(&@libraries.first.generate) }
        one == other
      end

      def fault(error) = "#{error.class}: #{error.message.lines.first.to_s.chomp.byteslice(0, 80)}"

      def note(what, why) = @terminal.output.message("#{what}: #{Printable.line(why)}\n")

      # Returns the seconds of each library for parsing and, unless that is impossible,
      # for generating, and the number of rounds.
      def measure(libraries, texts, data, unwritten)
        calls = libraries.map { |library| repeated(library.parse, texts) }
        calls += libraries.map { |library| repeated(library.generate, data) } unless unwritten
        times, rounds = Timing.least(calls, @options.fetch(:seconds, 3.0))
        [*times.each_slice(libraries.size), rounds]
      end

      # One document is not measured with a loop.
      def repeated(call, arguments)
        argument, *more = arguments
        more.empty? ? -> { call.call(argument) } : -> { arguments.each { |one| call.call(one) } }
      end

      # sizes: bytes of the text, and of the generated text or nil. rows: for each
      # library itself, its seconds for parsing and, if measured, for generating.
      def report(name, sizes, rows, rounds)
        read, generated = sizes.map { |size| grouped(size) if size }
        lines = ["#{Printable.line(name)}: #{read} bytes#{", #{generated} generated" if generated}; " \
                 "Ruby #{RUBY_VERSION}, #{RUBY_PLATFORM}; least of #{rounds} rounds",
                 row("", "parse us", "MB/s", "x", *(["generate us", "MB/s", "x"] if generated))]
        _, *first = rows.first
        lines += rows.map do |library, *times|
          row(library.name, *times.zip(first, sizes).flat_map { |time, ours, bytes| cells(time, ours, bytes) })
        end
        @terminal.output.message("#{lines.join("\n")}\n")
      end

      def row(*cells) = format(ROW, *cells, *([""] * (7 - cells.size))).rstrip

      def cells(time, ours, bytes)
        microseconds = time * 1e6
        [format(microseconds < 10 ? "%.3f" : "%.1f", microseconds), format("%.0f", bytes / time / 1e6),
         format("%.2f", time / ours)]
      end

      def grouped(number) = number.to_s.gsub(/(\d)(?=(?:\d{3})+\z)/, '\1,')
    end
    private_constant :Bench
  end
end
