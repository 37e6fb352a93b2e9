# frozen_string_literal: true

module Jacinth
  module OnRails
    # The attributes of a class's records that are written in one document, and the kinds
    # of their casts. They are determined for the names that a query has loaded, and kept
    # for the next records of the query.
    class ModelColumns # :nodoc: all
      # True if the order of only: is also the order of the result.
      ONLY_ORDERS = begin
        probe = Class.new do
          include ActiveModel::Serialization

          def attributes = { "a" => 1, "b" => 2 }
          def a = 1
          def b = 2
        end
        probe.new.serializable_hash(only: %w[b a]).keys == %w[b a]
      end
      DEFAULT = ActiveModel::Attribute.from_database("a", nil, ActiveModel::Type::Value.new).class
      private_constant :ONLY_ORDERS, :DEFAULT

      # narrow: options with only: or except:, or nil.
      def initialize(type, readers, narrow)
        @type = type
        @readers = readers
        @narrow = narrow
      end

      # The kind of each written column's cast, or nil.
      attr_reader :kinds

      # Returns the names to write for a record with these names; nil if one of the readers
      # is not Active Record's own.
      def of(names)
        return @written if names == @names

        @names = names
        @loaded = nil
        @written = written(names)
      end

      # The same for a LazyAttributeSet. loaded: a Hash whose keys are the names
      # that the query loaded.
      def of_lazy(set, loaded)
        types = set.instance_variable_get(:@types)
        additional = set.instance_variable_get(:@additional_types)
        return @written if types.equal?(@types) && same_query?(loaded, additional)

        @types = types
        @loaded = loaded
        @additional = additional
        @names = loaded.keys
        @written = types.equal?(@type.attribute_types) ? written_of_lazy(set) : nil
      end

      # True if as_json knows no other names of the set. made: its Attributes.
      def all?(made) = made.all? { |name, attribute| @all.key?(name) || !attribute.initialized? }

      private

      def same_query?(loaded, additional)
        return false unless additional.equal?(@additional) || (additional.empty? && @additional.empty?)

        loaded.equal?(@loaded) || loaded.keys == @names
      end

      def written_of_lazy(set)
        defaults = defaults(set) or return
        names = @names + defaults
        @all = names.to_h { |name| [name, true] }
        names = written(names) or return
        types = names.map { |name| @additional.fetch(name) { @types[name] } }
        @kinds = CastKinds.of(types)
        names if types.zip(names).all? { |type, name| type.equal?(@types[name]) || CastKinds.safe?(type) }
      end

      # Returns the names that were not loaded and have a default, such as the primary key;
      # nil if code of an app computes one of the defaults.
      def defaults(set)
        attributes = set.instance_variable_get(:@default_attributes)
        return unless attributes.instance_of?(Hash)

        names = (@types.keys - @names).select { |name| attributes[name]&.initialized? }
        names if names.all? { |name| attributes[name].instance_of?(DEFAULT) }
      end

      def written(names)
        chosen = @narrow ? narrowed(names) : names
        chosen -= [@readers.left_out] if @readers.left_out && !@narrow&.[](:only)
        chosen.map(&:-@) if chosen.all? { |name| @readers.read?(name, names) }
      end

      def narrowed(names)
        only = @narrow[:only]
        return names - Array(@narrow[:except]).map(&:to_s) unless only

        only = Array(only).map(&:to_s)
        ONLY_ORDERS ? only & names : names & only
      end
    end
    private_constant :ModelColumns
  end
end
