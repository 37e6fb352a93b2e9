# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Reads parts of a larger text by the options `only` and `into`.
    class Part # :nodoc:
      def initialize(options)
        @options = options
        @plain = options.without(:into, :only, :max_document_bytes)
        @only = Portable.only_pointers(options)
      end

      # Returns the value of a part. steps: the path to it. place: a Proc that returns the numbers of
      # lines and columns before it.
      def value(text, steps, place)
        if @only
          reader = LazyReader.new(text, @plain, steps)
          reader.place = place
          return Selection.new(reader, @only).project(reader.value_at(0), steps.size)
        end
        reader = TypeReader.new(text, @options.typed, steps: steps)
        reader.place = place
        reader.value_of(Portable.type_node(@options.into))
      end
    end

    # The texts of the values that a pointer leads to in documents, each on a line.
    class TextSelection # :nodoc:
      # pretty, check and elements: the arguments of DocumentStream.select.
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
      # for Part#value.
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
