# frozen_string_literal: true

require_relative "printable"
require_relative "progress"

module Jacinth
  module Command
    # The IOs of the command, and the messages that it writes to them.
    class Terminal # :nodoc:
      # The reader of the standard output has closed it.
      class ClosedPipe < StandardError; end # :nodoc:

      # Writing to the standard output failed. The message is the system's.
      class OutputFailed < StandardError; end # :nodoc:

      # The standard output. Its errors differ from those of a file that is read. On
      # a terminal, or with colors, control characters are replaced.
      class Output # :nodoc:
        CUT_CHARACTER = /(?:[\xC2-\xDF]|[\xE0-\xEF][\x80-\xBF]?|[\xF0-\xF4][\x80-\xBF]{0,2})\z/n
        private_constant :CUT_CHARACTER

        # True if a document was begun and its last line is not complete.
        attr_reader :within_line

        # Set to true to replace control characters although the IO is no terminal.
        attr_writer :printable

        def initialize(io)
          @io = io
          @within_line = false
          @printable = tty?
          @cut = "".b # the first bytes of a character whose last bytes are still to come
        end

        def tty? = Terminal.tty?(@io)

        # Writes JSON, which can end within a character. Returns its size in bytes.
        def write(json)
          return append(json) unless @printable

          whole = @cut + json.b
          @cut = whole[CUT_CHARACTER] || "".b
          append(Printable.join([whole.delete_suffix(@cut)], json: true))
          json.bytesize
        end

        # Writes JSON as an Array of Printable::Styles and Strings.
        def styled(parts) = append(Printable.join(parts, json: true))

        # Writes a String value, which is not JSON.
        def string(text) = append(@printable ? Printable.join([text]) : text)

        # Writes other text, such as the help.
        def message(text) = append(Printable.join([text]))

        def flush
          append(Printable.join([@cut])) unless @cut.empty?
          @cut = "".b
          flush_written
        end

        # Like flush, but keeps the bytes of an incomplete character until its other bytes come.
        def flush_written = guarded { @io.flush }

        private

        def append(text)
          @within_line = !text.end_with?("\n") unless text.empty?
          guarded { @io.write(text) }
        end

        def guarded
          yield
        rescue Errno::EPIPE
          raise ClosedPipe
        rescue SystemCallError => e
          raise OutputFailed, Terminal.system_message(e)
        rescue IOError => e
          raise OutputFailed, e.message
        end
      end

      # The system's message without the name of the file.
      def self.system_message(error) = error.class.new.message

      # True if an IO, or an object in its place, is a terminal.
      def self.tty?(io) = io.respond_to?(:tty?) && io.tty?

      BOLD = Printable::Style.new("\e[1m").freeze
      RED = Printable::Style.new("\e[1;31m").freeze
      YELLOW = Printable::Style.new("\e[1;33m").freeze
      PLAIN = Printable::Style.new("\e[m").freeze
      WIDTH = 80 # columns, if there is no terminal
      LONGEST_PATH = 160 # characters of a JSON path
      private_constant :BOLD, :RED, :YELLOW, :PLAIN, :WIDTH, :LONGEST_PATH

      attr_reader :input, :output, :progress

      def initialize(input, output, errors, env)
        @input = input
        @output = Output.new(output)
        @errors = errors
        @env = env
        @color = "auto"
        @progress = Progress.new(nil)
      end

      # color: "auto", "always" or "never". progress: false to show none. writes: true
      # if documents go to the standard output; then no progress is shown if both
      # outputs are terminals, since they would be mixed.
      def configure(color:, progress:, writes:)
        @color = color
        @output.printable = @output.tty? || colored_output?
        shown = progress && errors_tty? && !(writes && @output.tty?)
        @progress = Progress.new(@errors, columns: method(:width)) if shown
      end

      # True if documents are written in colors.
      def colored_output? = colored?(@output.tty?)

      def error(name, text) = labeled(name, "error:", RED, text)

      # Writes a message that is not an error.
      def note(name, text) = labeled(name, "note:", YELLOW, text)

      def usage_error(text) = error("jacinth", text)

      # Writes the place, the excerpt and the hint of an error in the document with
      # this name. error: a ParserError, or another JSONError.
      def document_error(name, error)
        require "jacinth" # a hint can need all of it
        return error(name, error.message) unless error.is_a?(ParserError) && error.line

        lines = [place(name, error), excerpt(error)]
        hint = Hints.of(error)
        lines << [style("hint:", BOLD), " ", hint] if hint
        report(lines.compact.flat_map { |line| [line, "\n"] })
      end

      # The width in columns of the terminal to which errors are written.
      def width
        return WIDTH unless errors_tty?

        require "io/console"
        columns = @errors.respond_to?(:winsize) ? @errors.winsize.last : 0
        columns.positive? ? columns : WIDTH
      rescue SystemCallError, LoadError
        WIDTH
      end

      private

      def labeled(name, label, color, text)
        report([style("#{Printable.line(name)}:", BOLD), " ", style(label, color), " ", Printable.line(text), "\n"])
      end

      def place(name, error)
        message = error.message.b.sub(/ at line \d+ column \d+\z/n, "")
        path = error.json_path
        path = (" (at #{shortened(Printable.line(path))})" unless path.nil? || path == "$")
        place = "#{Printable.line(name)}:#{error.__send__(:shown_place).join(':')}:"
        [style(place, BOLD), " ", style("error:", RED), " ", Printable.line(message), path.to_s]
      end

      def excerpt(error)
        text = error.excerpt(width: width) or return
        [text.delete_suffix("^"), style("^", RED)]
      end

      # A path can be as long as the text is deep: only its beginning and end are shown.
      def shortened(path)
        path.size > LONGEST_PATH ? "#{path[0, LONGEST_PATH / 2]}…#{path[(1 - (LONGEST_PATH / 2))..]}" : path
      end

      def report(parts)
        @progress.clear
        @errors.write(Printable.join(parts.flatten))
      rescue SystemCallError, IOError
        nil # the reader of the errors is gone
      end

      def errors_tty? = Terminal.tty?(@errors)
      def style(text, style) = colored?(errors_tty?) ? [style, text, PLAIN] : [text]

      def colored?(tty)
        return @color == "always" unless @color == "auto"

        tty && @env["NO_COLOR"].to_s.empty? && @env["TERM"] != "dumb"
      end
    end
    private_constant :Terminal
  end
end
