# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # The text that the Documents of a text share: ext/jacinth/document/text.c.
    class Source # :nodoc:
      # The lookups in a container: the second one makes a table of its members.
      Lookup = Struct.new(:searches, :table)
      private_constant :Lookup

      attr_reader :text, :config, :options

      def initialize(source, config)
        @config = config
        @options = config.__send__(:_options).owned_by(self)
        given = Portable.source_bytes(source, @options)
        @bom = @options.relaxed && given.byteslice(0, 3).b == "\xEF\xBB\xBF".b
        text, @options = Portable.whole_text(source, @options)
        @text = -text
        @lookups = {}
      end

      def bom = @bom ? "\uFEFF" : ""

      def reader = LazyReader.new(@text, @options)

      # Returns the index of the value that a step leads to, or nil.
      def follow(reader, at, step, depth)
        lookup = @lookups[at]
        lookup = @lookups[at] = Lookup.new(0) if lookup.nil? && !@lookups.frozen?
        if lookup && !lookup.frozen?
          lookup.table ||= table(at, depth) if lookup.searches == 1
          lookup.searches += 1
        end
        return reader.follow(at, step, depth) unless lookup&.table

        lookup.table[reader.byte(at) == 91 ? step.index : step.name.b]
      end

      private

      # Returns the indexes of the values in a container by their steps, or nil if it is invalid.
      def table(at, depth)
        table = {}
        reader.each_member(at, depth) do |index, _, key, value|
          step = key ? key.b : index
          table[step] = value if @options.allow_duplicate_key || !table.key?(step)
          nil
        end
        table
      rescue ParserError => e
        raise unless Jacinth.__send__(:_take_error, e, self)

        nil
      end
    end
  end

  # The methods of ext/jacinth/document.
  class Document # :nodoc: all
    Portable.refuse_to_dump(self)

    class << self
      def _reformat(source, io, pretty, sort_keys, config)
        options = Portable.options_of(config).owned_by(source)
        text, options = Portable.whole_text(source, options)
        Portable.validate(text, options)
        result = Portable::Layout.new(text, pretty, sort_keys).call
        io ? io.tap { Portable.write(io, result) } : result
      end
    end

    def initialize_copy(other)
      Portable::Arguments.check_type(other, Document)
      place = %i[@text @start @depth @parent @_step].map { |name| other.instance_variable_get(name) }
      return _place(*place) if @text.nil?
      return self if @text.equal?(place[0]) && @start == place[1] # dup has copied all

      raise ArgumentError, "already initialized"
    end

    def parent = _text && @parent
    def _step = _text && @_step

    def [](*arguments)
      if arguments.size == 1 && [::String, ::Integer, ::Symbol].any? { |type| type === arguments[0] }
        return _child(arguments[0])
      end
      raise ArgumentError, "wrong number of arguments (given 0, expected 1..2)" if arguments.empty?

      slice(*arguments)
    end

    def dig(step, *steps) = [step, *steps].reduce(self) { |doc, one| doc&.__send__(:_child, one) }

    def at(pointer)
      pointer = Portable::Pointer.new(pointer)
      pointer.any? ? _all_at(pointer.steps) : _document_at(pointer.steps)
    end

    def exist?(pointer)
      pointer = Portable::Pointer.new(pointer)
      return _follow(pointer.steps) ? true : false unless pointer.any?

      found = false
      Portable::Selection.new(_reader, [pointer]).each(@start, @depth) { found = true }
      found
    end

    def value
      return Portable::Reader.new(_source, _options).document unless @parent

      _reader.build(@start, @depth)
    end

    def raw
      first, last = _range
      ::String.new(_source.byteslice(first...last), encoding: Encoding::UTF_8)
    end

    def type
      case (byte = _reader.byte(@start).chr)
      when "{" then :object
      when "[" then :array
      when '"' then :string
      else
        _reader.skip(@start)
        { "t" => :boolean, "f" => :boolean, "n" => :null }.fetch(byte, :number)
      end
    end

    def size
      return _reader.pairs(@start, @depth)[0].size if _container("{[") == "{"

      count = 0
      _reader.each_member(@start, @depth) { count += 1 and nil }
      count
    end

    def keys
      _container("{")
      _reader.pairs(@start, @depth)[0].map(&:first)
    end

    def values_at(*pointers)
      Portable::Selection.new(_reader, pointers.map { |one| Portable::Pointer.new(one) }).values(@start, @depth)
    end

    private

    def _open(text, options)
      config = options
      config = Parser::Config.allocate.tap { |made| made.__send__(:_read, options, :document) } if options.is_a?(::Hash)
      source = Portable::Source.new(text, config)
      start = source.reader.value_at(0)
      Portable::Arguments.check_frozen(self)
      raise ArgumentError, "already initialized" if @text

      _place(source, start, 0, nil, nil)
    end

    def _text = @text || raise(ArgumentError, "uninitialized document")
    def _reader = _text.reader
    def _options = _text.options
    def _source = _text.text
    def _config = _text.config
    def _bom = _text.bom
    def _json5_source = _options.json5_source

    def _validate
      Portable.validate(_source, _options)
      self
    end

    def _range
      last = _reader.skip(@start)
      _reader.fail_open if last == _source.bytesize && @depth.positive?
      [@start, last]
    end

    def _limit(bytes)
      limit = _options.max_document_bytes
      _reader.__send__(:fail_limit, 0, "document", limit, "bytes") if limit && bytes > limit
    end

    def _places
      places = []
      skipping = _reader
      skipping.each_member(@start, @depth) do |_, key_at, key, value|
        skipping.skip(value).tap { |last| places.push(value, last, key_at, key && skipping.name_of(key)) }
      end
      places
    end

    def _member(start, step)
      return _inside(start, step) if start > @start && start < _source.bytesize

      raise ArgumentError, "no member begins at offset #{start}"
    end

    def _project(pointers)
      reading = _reader
      pointers = Portable::Arguments.check_type(pointers, ::Array).map { |one| Portable::Pointer.new(one) }
      result = Portable::Selection.new(reading, pointers).project(@start, @depth)
      reading.check_end if @depth.zero?
      result
    end

    def _each
      finding = _reader
      if _container("{[") == "{"
        finding.pairs(@start, @depth)[0].each do |key, at|
          yield [key, _inside(finding.after_key(at), key.is_a?(::Symbol) ? key.name : key)]
        end
      else
        finding.each_member(@start, @depth) do |index, _, _, value|
          yield _inside(value, index)
          nil
        end
      end
      self
    end

    # Returns the bracket of the container. Raises TypeError for another value.
    def _container(brackets)
      byte = _reader.byte(@start).chr
      return byte if brackets.include?(byte)

      raise TypeError, "expected a document of type :object#{' or :array' if brackets.size > 1}, got #{type.inspect}"
    end

    def _inside(start, step) = self.class.allocate.__send__(:_place, _text, start, @depth + 1, self, step)

    def _place(text, start, depth, parent, step)
      @text, @start, @depth, @parent, @_step = text, start, depth, parent, step
      self
    end

    def _child(step)
      step = step.name if step.is_a?(::Symbol)
      byte = _reader.byte(@start)
      case step
      when ::String then return unless byte == 123
      when ::Integer
        return unless byte == 91

        step += size if step.negative?
        return if step.negative? || step >= 2**62
      else raise TypeError, "expected a key or an index, got #{PathText.inspected(step)}"
      end
      found = _text.follow(_reader, @start, Portable::Pointer::Step.new(step, step), @depth)
      _inside(found, step.is_a?(::String) ? -step : step) if found
    end

    # Returns the index that steps lead to, and its depth, or nil.
    def _follow(steps)
      reading = _reader
      steps.each_with_index.reduce(@start) do |at, (step, i)|
        _text.follow(reading, at, step, @depth + i) || (return nil)
      end
    end

    def _document_at(steps)
      steps.reduce(self) do |doc, step|
        found = _text.follow(_reader, doc.instance_variable_get(:@start), step,
                             doc.instance_variable_get(:@depth)) or return nil
        array = _reader.byte(doc.instance_variable_get(:@start)) == 91
        doc.__send__(:_inside, found, array ? step.index : step.name)
      end
    end

    def _all_at(steps)
      first = steps.take_while { |step| !step.any }
      doc = _document_at(first) or return []
      rest = steps.drop(first.size + 1)
      return [doc] if first.size == steps.size
      return _reader.skip(doc.instance_variable_get(:@start)) && [] unless %i[array object].include?(doc.type)

      found = []
      doc.__send__(:_each) { |member| found << (member.is_a?(::Array) ? member[1] : member) }
      found.flat_map { |member| member.__send__(:_all_at, rest) }
    end
  end
end
