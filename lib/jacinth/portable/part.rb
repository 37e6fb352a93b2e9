# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # The values of parts of a larger text, by a pointer and the options only and into.
    class Part # :nodoc:
      def initialize(options, pointer)
        @options = options
        @plain = ParserOptions.new(options.to_h.except(:into, :only))
        @only = Portable.only_pointers(options)
        @pointer = pointer
      end

      # Yields the values of a part. place: a Proc that returns the lines and columns before it.
      def each(text, place)
        reader = lazy(text, place)
        start = reader.value_at(0)
        return yield(value(text, place, start, 0)) if @pointer.nil? || @pointer.steps.empty?

        Selection.new(reader, [@pointer]).each(start, 0, every: true) do |_, at, depth|
          yield value(text, place, at, depth)
        end
      end

      private

      def lazy(text, place)
        LazyReader.new(text, @plain).tap { |reader| reader.place = place }
      end

      def value(text, place, at, depth)
        if @options.into
          steps = -> { PathFinder.new(text.b, at, @options).find[0] }
          whole = lazy(text, place)
          reader = TypeReader.new(text.byteslice(at...whole.skip(at)), @options.typed, steps: steps)
          reader.place = -> { whole.place(at) }
          reader.value_of(Portable.type_node(@options.into))
        elsif @only
          Selection.new(lazy(text, place), @only).project(at, depth)
        else
          lazy(text, place).build(at, depth)
        end
      end
    end

    # The texts of the values that a pointer leads to in documents, each on a line.
    class TextSelection # :nodoc:
      # pretty, check and elements: the arguments of Stream.select.
      def initialize(options, pointer, pretty, check, elements)
        @options = options.checking
        @finding = options.checking(allow_duplicate_key: true)
        @pretty = pretty
        @checked = check || @options.allow_duplicate_key
        @every = @checked ? true : :star
        @pointer = elements ? pointer.parent : pointer
        @elements = elements
      end

      # Returns the lines for a document, or nil if the pointer leads to nothing in it. place: as
      # for Part#each.
      def texts(text, place)
        lines = nil
        reader = lazy(text, place, @finding)
        Selection.new(reader, [@pointer]).each(reader.value_at(0), 0, every: @every) do |_, at, depth|
          next lines = (lines || +"") << line(text, place, at, depth) unless @elements
          next unless reader.byte(at) == 91

          lines ||= +""
          reader.each_member(at, depth) { |_, _, _, value| lines << line(text, place, value, depth + 1) and nil }
        end
        lines
      end

      private

      def lazy(text, place, options) = LazyReader.new(text, options).tap { |reader| reader.place = place }

      def line(text, place, at, depth)
        reader = lazy(text, place, @options)
        reader.build(at, depth) unless @checked
        "#{Layout.new(text.byteslice(at...reader.skip(at)), @pretty, false).call}\n"
      end
    end
  end
end
