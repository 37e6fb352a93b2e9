# frozen_string_literal: true

module Jacinth
  module OnJbuilder
    # The compiled form of a list of attributes: the methods row (for any object) and
    # hash_row (for a Hash), which return a new Hash of the attributes. o: the object, k:
    # the keys that a formatter makes of the names, or nil for the names themselves.
    class AttributeList < SerializerAdapter::Reader # :nodoc: all
      # A list is compiled after it has been extracted from this number of objects.
      OBJECTS = 20
      # The extension extracts fewer attributes in less time than it takes to find their list.
      SHORTEST = 8
      # Programs that compute the names could use any number of lists.
      LIMIT = 1000
      FUNCTIONS = SerializerAdapter::FUNCTIONS
      @all = {}
      # The list used last, by its first name.
      @latest = {}

      class << self
        # The number of attributes from which on a list is compiled.
        attr_reader :shortest

        def shortest=(size)
          @shortest = size
          EXTENSION.compiled_size = size if EXTENSION
        end

        # Returns the list of these attributes. Returns nil if there are fewer than `least`, in
        # Ractors other than the main one, and for lists that cannot be compiled: then jbuilder
        # extracts them.
        def of(attributes, least = @shortest)
          return if attributes.size < least

          # The hash of an Array takes longer than a comparison.
          list = @latest[attributes.first]
          return list if list && FUNCTIONS.same_objects?(list.names, attributes)

          list = @all[attributes] || add(attributes)
          @latest[attributes.first] = list if list
          list
        rescue Ractor::IsolationError # only the main Ractor can read @latest
          nil
        end

        private

        def add(attributes)
          return if @all.size >= LIMIT
          return unless attributes.all?(Symbol) && attributes.uniq.size == attributes.size

          attributes = attributes.dup.freeze
          @all[attributes] = new(attributes)
        end
      end

      self.shortest = SHORTEST

      attr_reader :names

      def initialize(names, public_send: false)
        super(public_send: public_send)
        @names = names
        @objects = 0
        # Ruby finds variables faster if all exist from the start.
        @compiled = @refused = @keys = @public_send_code = nil
      end

      # Returns the attributes of an object by their keys, or nil if jbuilder must extract
      # them. If an attribute raises, returns an Array: the error, then the values before
      # it. formatter: jbuilder's KeyFormatter, or nil.
      def values(object, formatter)
        return unless @compiled || compiled_now?(1)

        keys = keys(formatter) || return if formatter
        row(object, keys)
      end

      # Calls the block with the attributes of each object of a collection, and with the object.
      # Returns an Array of its results, or nil if jbuilder must extract all attributes. Raises
      # the error of an attribute.
      def rows(collection, formatter)
        return unless @compiled || compiled_now?(SerializerAdapter::Plan.size(collection))

        keys = keys(formatter) || return if formatter
        rows = collection.map do |object|
          row = row(object, keys)
          ::Kernel.raise(row.first) if row.instance_of?(::Array)
          yield row, object
        end
        rows if rows.instance_of?(::Array)
      end

      # Lets jbuilder extract the attributes from now on.
      def refuse
        @refused = true
        @compiled = nil
      end

      # Compiles the list, and returns its code.
      def compile
        named = @names.map { |name| literal(name.name) }
        given = Array.new(@names.size) { |i| "k[#{i}]" }
        { row: method(:public_call), hash_row: ->(name) { "o.fetch(#{literal(name)})" } }.each do |method, read|
          values = @names.map(&read)
          define("#{method}(o)", values, named)
          define("#{method}_with(o, k)", values, given)
        end
        @compiled = true
        @code
      end

      private

      def row(object, keys)
        case object
        when ::Hash then keys ? @code.hash_row_with(object, keys) : @code.hash_row(object)
        else
          code = FUNCTIONS.own_public_send?(object) ? public_send_code : @code
          keys ? code.row_with(object, keys) : code.row(object)
        end
      end

      # The code for objects with their own public_send.
      def public_send_code = @public_send_code ||= AttributeList.new(@names, public_send: true).compile

      # Counts objects, and compiles the list if that is worth it.
      def compiled_now?(objects)
        @objects += objects
        @objects >= OBJECTS && !@refused && compile
      end

      # Reads all values before the Hash is made, which is faster. n: the number of values.
      #
      #   def self.row(o)
      #     n = 0; v0 = o.id
      #     n = 1; v1 = o.name
      #     { "id" => v0, "name" => v1 }
      #   rescue ::Exception => e
      #     [e, *[v0, v1].first(n)]
      #   end
      def define(head, values, keys)
        names = Array.new(values.size) { |i| "v#{i}" }
        reads = values.each_with_index.map { |value, i| "n = #{i}; v#{i} = #{value}" }
        pairs = keys.zip(names).map { |key, name| "#{key} => #{name}" }
        @code.module_eval(<<~RUBY, __FILE__, __LINE__ + 1) # rubocop:disable Style/DocumentDynamicEvalDefinition
          def self.#{head}
            #{reads.join("\n")}
            { #{pairs.join(', ')} }
          rescue ::Exception => e
            [e, *[#{names.join(', ')}].first(n)]
          end
        RUBY
      end

      # The keys of a formatter, kept for its next object; nil if two names have the same
      # key. The formatter itself is not kept: it would keep alive what its blocks refer to.
      def keys(formatter)
        id, keys = @keys
        return keys if id == formatter.__id__
        return unless formatter.instance_of?(::Jbuilder::KeyFormatter)

        keys = @names.map { |name| formatter.format(name) }
        keys = nil if keys.uniq.size < keys.size
        @keys = [formatter.__id__, keys]
        keys
      rescue ::StandardError
        nil
      end
    end
    private_constant :AttributeList
  end
end
