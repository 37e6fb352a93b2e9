# frozen_string_literal: true

require_relative "progress"

module Jacinth
  module Command
    # What the command reads from and writes to, and what people are told: errors
    # and progress.
    class Terminal # :nodoc:
      # The standard output takes no more: a reader that has seen enough.
      class ClosedPipe < StandardError; end # :nodoc:

      # The standard output failed otherwise; the message is the system's.
      class OutputFailed < StandardError; end # :nodoc:

      # An IO for results, whose errors are not those of a file that is read.
      class Output # :nodoc:
        # Whether a document was begun and its last line not ended.
        attr_reader :within_line

        def initialize(io)
          @io = io
          @within_line = false
        end

        def tty? = Terminal.tty?(@io)

        # Returns how many bytes were taken.
        def write(text)
          @within_line = !text.end_with?("\n") unless text.empty?
          guarded { @io.write(text) }
        end

        def flush = guarded { @io.flush }

        private

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

      # What went wrong, without where: the name is told apart.
      def self.system_message(error) = error.class.new.message

      # Whether an IO, or what is given in its place, is a terminal.
      def self.tty?(io)
        io.respond_to?(:tty?) && io.tty?
      end

      BOLD = "\e[1m"
      RED = "\e[1;31m"
      YELLOW = "\e[1;33m"
      PLAIN = "\e[m"
      WIDTH = 80 # columns, where there is no terminal to ask
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

      # color: "auto", "always" or "never". progress: whether it is shown where
      # it can be. writes: whether documents go to the standard output, in which
      # progress is not to be mixed where both are terminals.
      def configure(color:, progress:, writes:)
        @color = color
        shown = progress && errors_tty? && !(writes && @output.tty?)
        @progress = Progress.new(@errors, columns: method(:width)) if shown
      end

      # Whether documents are written in colours.
      def colored_output? = colored?(@output.tty?)

      def error(name, text)
        tell("#{bold("#{printable(name)}:")} #{label('error:', RED)} #{text}")
      end

      # A note that is no error.
      def note(name, text)
        tell("#{bold("#{printable(name)}:")} #{label('note:', YELLOW)} #{text}")
      end

      def usage_error(text)
        tell("#{bold('jacinth:')} #{label('error:', RED)} #{printable(text)}")
      end

      # A ParserError, or another JSONError, of the document that has this name:
      # its place, the excerpt and the hint.
      def document_error(name, error)
        require "jacinth" # all of it, which a hint may need
        return error(name, printable(error.message)) unless error.is_a?(ParserError) && error.line

        lines = [place(name, error), error.excerpt(width: width, highlight: colored_errors?)]
        hint = Hints.of(error)
        lines << "#{bold('hint:')} #{hint}" if hint
        tell(lines.compact.join("\n"))
      end

      # The columns that the terminal has now to which errors go.
      def width
        return WIDTH unless errors_tty?

        require "io/console"
        columns = @errors.respond_to?(:winsize) ? @errors.winsize.last : 0
        columns.positive? ? columns : WIDTH
      rescue SystemCallError, LoadError
        WIDTH
      end

      private

      def place(name, error)
        message = error.message.b.sub(/ at line \d+ column \d+\z/n, "")
        path = error.json_path
        path = (" (at #{shortened(printable(path))})" unless path.nil? || path == "$")
        place = "#{printable(name)}:#{error.__send__(:shown_place).join(':')}:"
        "#{bold(place)} #{label('error:', RED)} #{printable(message)}#{path}"
      end

      # The beginning and the end of a path that may be as long as the text is deep.
      def shortened(path)
        path.size > LONGEST_PATH ? "#{path[0, LONGEST_PATH / 2]}…#{path[(1 - (LONGEST_PATH / 2))..]}" : path
      end

      def tell(text)
        @progress.clear
        @errors.write("#{text}\n")
      rescue SystemCallError, IOError
        nil # nobody is there to be told
      end

      # Text of others: safe to print, and UTF-8 in any locale.
      def printable(text) = Excerpt.safe(text.b)

      def errors_tty? = Terminal.tty?(@errors)
      def colored_errors? = colored?(errors_tty?)
      def bold(text) = label(text, BOLD)
      def label(text, color) = colored_errors? ? "#{color}#{text}#{PLAIN}" : text

      def colored?(tty)
        return @color == "always" unless @color == "auto"

        tty && @env["NO_COLOR"].to_s.empty? && @env["TERM"] != "dumb"
      end
    end
    private_constant :Terminal
  end
end
