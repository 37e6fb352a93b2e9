# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # The option width: the algorithm of ext/jacinth/generate/pretty_printer.c. The walk reports
    # each possible line break with the text since the last one. They wait in a queue until it is
    # decided whether their container fits on one line.
    class PrettyPrinter # :nodoc:
      # The columns of a text with a line feed: more than any width.
      NEVER = 1 << 32
      MAX_WIDTH = (1 << 31) - 1
      NOT_FIRST_BYTES = "\x80-\xBF".b.freeze # the second to last bytes of characters
      KEPT = %i[@indent @space @space_before @object_nl @array_nl @width].freeze
      private_constant(*constants(false))

      # The text before a possible line break. place: :begin or :between before a member, :end
      # before the end of a container, :outside after a document. tail: the columns after the last
      # line feed of the text. from: the columns of all tokens up to here. rest: for :begin, the
      # columns to the first possible line break after the container, or nil while not known.
      Token = Struct.new(:text, :columns, :tail, :place, :kind, :depth, :from, :rest)
      private_constant :Token

      # Returns a PrettyPrinter for a State, or nil if it writes each document on one line.
      def self.for(state)
        new(state) if state.width && !(state.object_nl.empty? && state.array_nl.empty?)
      end

      # The formatted text that was not taken yet.
      attr_reader :out

      # transactional: true to format only when print is called.
      attr_writer :transactional

      def initialize(state)
        @kept = KEPT.to_h { |name| [name, state.instance_variable_get(name)] }
        @indent, @space, object_nl, array_nl = %i[indent space object_nl array_nl].map do |name|
          ::String.new(state.public_send(name), encoding: Encoding::UTF_8)
        end
        @lines = { array: array_nl, hash: object_nl }
        @line_columns = @lines.transform_values { |text| measure(text)[1] }
        @indent_columns, @space_columns = [@indent, @space].map { |text| measure(text)[1] }
        @width = [state.width, MAX_WIDTH].min
        given = state.instance_variable_get(:@column)
        @inner = given.positive?
        @start = @column = @inner ? given : @indent_columns * state.depth
        @depth = state.depth
        @out = +""
        @tokens = []
        @open = []
        @total = 0
      end

      # Adds a text that ends with a possible line break before a member at a depth, or before the
      # end of a container. kind: that of its frame.
      def line(text, kind, depth)
        place = if depth > @depth then :begin
                else depth == @depth ? :between : :end
                end
        add(text, place, kind == :hash ? :hash : :array, depth)
      end

      # Adds the text up to the end of a document.
      def end_document(text) = add(text, :outside, :array, @depth)

      # Formats the texts as far as it is decided.
      def print
        while (token = @tokens.first)
          if token.place == :begin && !@flat && fits?(token)
            break unless token.rest

            @flat = token.depth
          end
          print_token(@tokens.shift)
        end
      end

      # Begins a new text.
      def take = @out = +""

      # Returns all text so far. waiting: the text since the last possible line break.
      def text(waiting)
        parts = @tokens.flat_map { |token| [token.text, token.place == :between ? @space : ""] }
        [@out, *parts, waiting].join("")
      end

      # Returns the column after the text, if each open container has a line for each member.
      def column_after(text)
        columns, tail = measure(text)
        before = @open.empty? ? @start : @line_columns[:array] + (@indent_columns * @depth)
        [columns >= NEVER ? tail : before + columns, MAX_WIDTH].min
      end

      # Restores the options of a State after a to_json, which must not change them.
      def keep_options(state)
        @kept.each { |name, value| state.instance_variable_set(name, value) }
      end

      # Returns the state of this object, for restore.
      def save = [@tokens.size, @open.size, @ended, @total, @depth]

      # Removes the texts that were added since the state was saved. Returns them as one String.
      def restore(saved)
        size, opened, @ended, @total, @depth = saved
        @open.pop(@open.size - opened)
        @ended&.rest = nil
        @tokens.pop(@tokens.size - size).map(&:text).join("")
      end

      private

      def add(text, place, kind, depth)
        columns, tail = measure(text)
        @tokens << (token = Token.new(text, columns, tail, place, kind, depth))
        @open << token if place == :begin
        @total += columns
        # A comma can follow the result of a to_json.
        @total += 1 if place == :outside && @inner
        @ended&.rest = @total - @ended.from
        @ended = place == :end ? @open.pop : nil
        token.from = @total
        @total += @space_columns if place == :between
        @depth = depth
        print unless @transactional
        +""
      end

      # Returns the columns of a text, and those after its last line feed.
      def measure(text)
        text = text.b unless text.ascii_only?
        feed = text.rindex("\n")
        tail = feed ? text.byteslice((feed + 1)..) : text
        tail = tail.bytesize - tail.count(NOT_FIRST_BYTES)
        [feed ? NEVER + tail : tail, tail]
      end

      # True if the container that begins with a token fits on the line so far.
      def fits?(token) = column_with(token) + (token.rest || (@total - token.from)) <= @width

      def column_with(token) = token.columns >= NEVER ? token.tail : @column + token.columns

      def print_token(token)
        @out << token.text
        @column = column_with(token)
        return if token.place == :outside
        return print_line(token) unless @flat

        if token.place == :between
          @out << @space
          @column += @space_columns
        elsif token.place == :end && token.depth < @flat
          @flat = nil
        end
      end

      # Starts a line. Without object_nl or array_nl, no line precedes an end.
      def print_line(token)
        line = @lines[token.kind]
        return if token.place == :end && line.empty?

        @out << line << (@indent * token.depth)
        @column = (line.empty? ? @column : @line_columns[token.kind]) + (@indent_columns * token.depth)
      end
    end
  end
end
