# frozen_string_literal: true

require_relative "load_extension"
require_relative "load_source"
require_relative "state"
require_relative "inspection"
require_relative "parser"
require_relative "document"

module Jacinth
  # Raised for a text that is not a JSONPath, or has a regular expression that is too
  # large.
  #
  #   Jacinth::Query.new("$.a[") # raises Jacinth::QueryError: expected a selector at the end of "$.a["
  class QueryError < JSONError
    # The number of characters before the mistake, or nil.
    #
    #   begin
    #     Jacinth::Query.new("$.a[x]")
    #   rescue Jacinth::QueryError => e
    #     e.position # => 4
    #   end
    attr_reader :position

    # position: the number of characters before the mistake.
    #
    #   Jacinth::QueryError.new("no JSONPath", position: 3).position # => 3
    def initialize(message = nil, position: nil)
      super(message)
      @position = position
    end
  end

  # A JSONPath (RFC 9535), compiled once for many documents. A Query is frozen, and
  # all Ractors can use it.
  #
  #   cheap = Jacinth::Query.new("$.books[?@.price < 10].title")
  #   cheap.call('{"books": [{"title": "Emma", "price": 9}, {"title": "Ulysses", "price": 12}]}') # => ["Emma"]
  #   cheap.call({ "books" => [{ "title" => "Dune", "price" => 8.5 }] })                         # => ["Dune"]
  #
  # docs/querying.md describes the language. For a query on JSON text, only the values
  # that it leads to or compares are built, unless it has a descendant segment
  # (<tt>..</tt>). All other arrays and objects are skipped
  # without a check, or not read.
  class Query
    # The number of compiled queries that a Ractor keeps, and the longest JSONPath of one, in bytes.
    KEPT = 32
    LONGEST_KEPT = 500
    private_constant :KEPT, :LONGEST_KEPT

    # Returns a Query for a String or a Query. Programs often pass the same few Strings.
    def self._for(path) # :nodoc:
      return path if path.is_a?(Query)

      kept = Ractor.current[:jacinth_queries] || {}
      kept[path] || new(path).tap do |query|
        text = query.to_s
        kept = {} if kept.size == KEPT
        Ractor.current[:jacinth_queries] = kept.merge(text => query).freeze if text.bytesize <= LONGEST_KEPT
      end
    end

    WHOLE = %i[on_load object_class array_class].freeze # cannot be used with only
    private_constant :WHOLE

    # path: a JSONPath, a String. Raises QueryError if it is not valid, TypeError if
    # it is not a String.
    #
    #   Jacinth::Query.new("$..id").call([{ "id" => 1 }, [{ "id" => 2 }]]) # => [1, 2]
    def initialize(path)
      text = String.try_convert(path) or
        raise TypeError, "expected a JSONPath as a String, got #{PathText.shown(path.class)}"
      @text = to_utf8(text)
      @route = Ractor.make_shareable(Syntax.new(@text).call)
      @pointer = Projection.pointer(@route)&.freeze
      @pointers = Ractor.make_shareable(@pointer.to_s.empty? ? Projection.new.pointers(@route) : [@pointer])
      freeze
    end

    # Returns an Array of the values that the query selects, in the order of RFC 9535:
    # a value that is selected twice is twice in the Array. With a block, yields each value
    # with its normalized path, and returns nil.
    #
    # source: JSON text, a String; a Document; or a value as Jacinth.parse returns it,
    # whose Hashes can have Strings or Symbols as keys. options: for a text, those of
    # Jacinth.parse except +only+ and +into+. Raises ParserError for a text
    # that is not JSON, NestingError for a value that contains itself, TypeError for
    # an IO, a Pathname, or another object with +readpartial+ or +read+, and
    # ArgumentError for other options.
    #
    #   query = Jacinth::Query.new("$.a[*]")
    #   query.call('{"a": [1, 2]}')         # => [1, 2]
    #   query.call('{"a": [{"b": 1}]}', symbolize_names: true) # => [{b: 1}]
    #   query.call({ a: [3] }) { |value, path| puts "#{path}: #{value}" }
    #   # >> $['a'][0]: 3
    def call(source, **options)
      return found_at(source, options) if @pointer && source.is_a?(String) && !block_given? && !excluded?(options)

      root = value_of(source, options)
      return Evaluation.new(root).values(@route) unless block_given?

      Evaluation.new(root).nodes(@route).each { |node| yield node.value, node.path }
      nil
    rescue ArgumentError => e
      OptionNames.reraise(e, Query.instance_method(:call), options)
    end

    # Returns the normalized paths (RFC 9535) of the values that the query selects, an
    # Array of Strings. source, options, errors: as for call.
    #
    #   Jacinth::Query.new("$..id").paths('[{"id": 1}, {"a": {"id": 2}}]') # => ["$[0]['id']", "$[1]['a']['id']"]
    def paths(source, **options)
      Evaluation.new(value_of(source, options)).nodes(@route).map(&:path)
    rescue ArgumentError => e
      OptionNames.reraise(e, Query.instance_method(:paths), options)
    end

    # Returns the Documents that the query selects in a Document.
    def _documents(document) # :nodoc:
      DocumentPlaces.new(Evaluation.new(value_of(document, {})).nodes(@route)).documents(document)
    end

    # True if the query selects one value at most.
    def _singular? # :nodoc:
      @route.singular?
    end

    # Returns the JSONPath.
    #
    #   Jacinth::Query.new("$..id").to_s # => "$..id"
    def to_s
      @text
    end

    # Returns the class and the first 32 characters of the JSONPath.
    #
    #   Jacinth::Query.new("$..id").inspect # => "#<Jacinth::Query path: \"$..id\">"
    def inspect
      InspectText.text(self, path: @text)
    end

    private

    def to_utf8(text)
      text = String.new(text) # a String of a subclass can have other methods
      text = text.encoding == Encoding::BINARY ? text.force_encoding(Encoding::UTF_8) : text.encode(Encoding::UTF_8)
      raise QueryError, "invalid UTF-8 in a JSONPath" unless text.valid_encoding?

      text.dup.freeze
    rescue EncodingError
      raise QueryError, "the encoding of a JSONPath must be convertible to UTF-8, got #{text.encoding}"
    end

    # Returns the values at the pointer in a text.
    def found_at(text, options)
      found = Jacinth.__send__(:_at, text, @pointer, NOTHING, **options)
      return found if @pointer.include?("*")

      NOTHING.equal?(found) ? [] : [found]
    end

    def excluded?(options) = options.key?(:only) || options.key?(:into)

    # Returns the value that the query is applied to, or the parts of it that the query reads.
    def value_of(source, options)
      if (text = String.try_convert(source))
        return parse(text, options) unless excluded?(options)
      elsif options.empty?
        if LoadSource.io?(source)
          raise TypeError, "expected JSON text, a Document or a value, got #{PathText.shown(source.class)}"
        end
        return source unless source.is_a?(Document)

        return @pointers ? source.__send__(:_project, @pointers) : source.value
      end
      Document.new("0", **options) # raises for an unknown option
      raise ArgumentError, "options are for JSON text, got #{PathText.shown(source.class)} " \
                           "and #{PathText.inspected(options.keys.first)}"
    end

    def parse(text, options)
      return Jacinth.parse(text, **options) if @pointers.nil? || WHOLE.any? { |name| options.key?(name) }

      Jacinth.parse(text, only: @pointers, **options)
    end
  end
end

# With the drop-in, Jacinth is already named JSON when this file is loaded.
[Jacinth::QueryError, Jacinth::Query].each { |one| Jacinth.__send__(:_rename, one, one.name.sub("JSON", "Jacinth")) }

# After the class, which they extend: it can be loaded automatically.
require_relative "query/syntax"
require_relative "query/evaluation"
require_relative "query/projection"
require_relative "query/document_places"
