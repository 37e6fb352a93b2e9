# frozen_string_literal: true

module Jacinth
  module OnJsonapiSerializer
    # The Ruby code that makes the Hash of an object: a module with the method record.
    class Code < SerializerAdapter::Reader # :nodoc: all
      MISSING = "id is a mandatory field in the jsonapi spec"
      # A relationship with one of these options is not compiled: its Hash has more than ids.
      FURTHER = %i[polymorphic conditional_proc meta links lazy_load_data].freeze
      private_constant :MISSING, :FURTHER

      # Returns why a serializer cannot be compiled, or nil.
      def self.refusal(klass)
        scalars = [klass.attributes_to_serialize, klass.data_links].compact.flat_map(&:values)
        odd = scalars.find { |scalar| !plain?(scalar) }
        return "#{odd.key} has an unsupported if: or method (expected a Proc, Symbol or String)" if odd

        "its meta is not a Proc" unless klass.meta_to_serialize.blank? || klass.meta_to_serialize.is_a?(::Proc)
      end

      def self.plain?(scalar)
        [::FastJsonapi::Attribute, ::FastJsonapi::Link].include?(scalar.class) && scalar.singleton_methods.empty? &&
          (scalar.conditional_proc.blank? || scalar.conditional_proc.is_a?(::Proc)) &&
          [::Proc, ::Symbol, ::String].any? { |type| scalar.method.is_a?(type) }
      end
      private_class_method :plain?

      # Returns the Hash of an id, or an Array for several ids; nil for none.
      def self.ids(ids, type)
        return { id: ids.to_s, type: type } if ids.is_a?(::Integer)
        return ({ id: ids.to_s, type: type } if ids.present?) unless ids.respond_to?(:map)

        ids.map { |id| { id: id.to_s, type: type } if id.is_a?(::Integer) || id.present? }
      end

      # fieldset: the names of the fields to write, or nil for all.
      def initialize(klass, fieldset, public_send: false)
        super(public_send: public_send)
        @klass = klass
        @fieldset = fieldset
        define
      end

      # The code for objects with their own public_send.
      def public_send_code = @public_send_code ||= Code.new(@klass, @fieldset, public_send: true).code

      private

      # o: the object, p: the parameters, i: the relationships that the document includes.
      #
      #   def self.record(o, p, i)
      #     return C4.public_send_code.record(o, p, i) if SerializerAdapter::FUNCTIONS.own_public_send?(o)
      #     id = o.id
      #     a = { :title => o.title }
      #     a[:body] = o.body if C1.call(o)
      #     r = {}
      #     C2.serialize(o, i.present? && i.include?(:author), p, r)
      #     { id: id.present? ? id.to_s : nil, type: C3, attributes: a, relationships: r }
      #   end
      def define
        first = "return #{constant(self)}.public_send_code.record(o, p, i) if " \
                "SerializerAdapter::FUNCTIONS.own_public_send?(o)"
        parts = { attributes: hash(@klass.attributes_to_serialize, :read, "a"),
                  relationships: relationships, links: hash(@klass.data_links, nil, "l", all: true),
                  meta: (call(@klass.meta_to_serialize) if @klass.meta_to_serialize.present?) }.compact
        members = parts.keys.map { |name| ", #{name}: #{name}" }.join("")
        lines = parts.map { |name, code| "#{name} = #{code}" }
        @code.module_eval(<<~RUBY, __FILE__, __LINE__ + 1) # rubocop:disable Style/DocumentDynamicEvalDefinition
          def self.record(o, p, i)
            #{first unless @public_send}
            id = #{id}
            id = id.is_a?(::Integer) || id.present? ? id.to_s : nil
            #{lines.join("\n")}
            { id: id, type: #{constant(@klass.record_type)}#{members} }
          end
        RUBY
      end

      def id
        case id = @klass.record_id
        when ::Proc then call(id)
        when nil, false
          "o.respond_to?(:id) ? o.id : ::Kernel.raise(::FastJsonapi::MandatoryField, #{MISSING.dump})"
        else "o.send(#{constant(id)})"
        end
      end

      # Like the gem, ignores an empty set of fields unless it is [].
      def chosen(list) = @fieldset.present? || @fieldset == [] ? list.slice(*@fieldset) : list

      # Returns an expression for the Hash of attributes or links; nil if there are none.
      # kind: not nil to list the members in the report of check.
      def hash(scalars, kind, name, all: false)
        return if scalars.blank?

        chosen = all ? scalars.values : chosen(scalars).values
        first = chosen.take_while { |scalar| scalar.conditional_proc.blank? }
        members = "{ #{first.map { |scalar| "#{literal(scalar.key)} => #{value(scalar, kind)}" }.join(', ')} }"
        rest = chosen.drop(first.size)
        return members if rest.empty?

        "(#{name} = #{members}\n#{rest.map { |scalar| assignment(scalar, kind, name) }.join("\n")}\n#{name})"
      end

      def assignment(scalar, kind, name)
        line = "#{name}[#{literal(scalar.key)}] = #{value(scalar, kind)}"
        scalar.conditional_proc.blank? ? line : "#{line} if #{call(scalar.conditional_proc)}"
      end

      def value(scalar, kind)
        method = scalar.method
        kinds[condition(scalar) || (method.is_a?(::Proc) ? :blocks : :read)] << scalar.key if kind
        method.is_a?(::Proc) ? call(method) : public_call(method)
      end

      def condition(scalar) = (:conditions unless scalar.conditional_proc.blank?)

      # Returns the call that FastJsonapi.call_proc makes.
      def call(proc)
        given = proc.arity.negative? ? %w[o] : %w[o p].take(proc.parameters.size)
        "#{constant(proc)}.call(#{given.join(', ')})"
      end

      def relationships
        return if @klass.relationships_to_serialize.blank?

        lines = chosen(@klass.relationships_to_serialize).map do |name, relationship|
          plain = plain?(relationship)
          kinds[plain ? :associations : :original] << name
          plain ? plain(relationship) : other(name, relationship)
        end
        "(r = {}\n#{lines.join("\n")}\nr)"
      end

      # True for a relationship that consists of the ids alone.
      def plain?(relationship)
        relationship.instance_of?(::FastJsonapi::Relationship) && relationship.singleton_methods.empty? &&
          FURTHER.none? { |name| relationship.public_send(name).present? } &&
          relationship.static_record_type
      rescue ::NameError # no such serializer: the gem raises this, too
        false
      end

      def plain(relationship)
        empty = relationship.relationship_type == :has_many ? "[]" : "nil"
        type = constant(relationship.static_record_type)
        "r[#{literal(relationship.key)}] = { data: Code.ids(#{read_ids(relationship)}, #{type}) || #{empty} }"
      end

      # Returns an expression for the id of the related object, or for an Array of ids.
      def read_ids(relationship)
        name = relationship.id_method_name
        return public_call(name) if relationship.object_block.blank?

        "((x = #{call(relationship.object_block)}).respond_to?(:map) ? " \
          "x.map { |o| #{public_send_call(name)} } : x.try(#{literal(name)}))"
      end

      def other(name, relationship)
        "#{constant(relationship)}.serialize(o, i.present? && i.include?(#{literal(name)}), p, r)"
      end
    end
    private_constant :Code
  end
end
