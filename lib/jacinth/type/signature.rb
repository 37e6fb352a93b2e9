# frozen_string_literal: true

require_relative "references"

module Jacinth
  class Type
    using Inside

    # Declares, in RBS, the classes whose objects a type makes, and an alias for
    # the SharedTypes among its Hashes, Arrays and so on.
    class Signature # :nodoc:
      include References

      KINDS = { any: "untyped", string: "String", symbol: "Symbol", integer: "Integer", float: "Float", boolean: "bool",
                time: "Time", epoch: "Time", date: "Date", decimal: "BigDecimal", scalar: "untyped" }.freeze
      # Only names like these can be declared.
      NAME = /\A[a-z_][A-Za-z0-9_]*\z/
      CLASS_NAME = /\A[A-Z]\w*(?:::[A-Z]\w*)*\z/
      private_constant :KINDS, :NAME, :CLASS_NAME

      # name: of the alias.
      def initialize(root, name)
        unless name.is_a?(::String) && NAME.match?(name)
          raise ArgumentError, "expected the name of an RBS type alias, got #{PathText.inspected(name)}"
        end

        @root = root
        @name = name
        @classes = {}
        @aliases = {}.compare_by_identity
        @shared = SharedTypes.new(root)
      end

      def call
        root = target(@root)
        @aliases[root] = [@name, nil] unless of_class?(root)
        text = of_class?(root) ? of(root) : plain(root)
        @aliases[root] = [@name, text] unless of_class?(root)
        [*@aliases.each_value.map { |name, type| "type #{name} = #{type}\n" }, *@classes.values].join("\n")
      end

      private

      # True if the type makes objects of a class that has a name.
      def of_class?(type)
        klass = type._spec[:klass] if type._kind == :object
        !klass.nil? && !klass.equal?(::Hash) && klass.name.to_s.match?(CLASS_NAME)
      end

      def of(type)
        type = target(type)
        return class_name(type) if of_class?(type)
        return plain(type) unless @shared.include?(type) || @aliases.key?(type)

        unless @aliases.key?(type)
          name = "#{@name}_#{@aliases.size + 1}"
          @aliases[type] = [name, nil]
          @aliases[type] = [name, plain(type)]
        end
        @aliases[type][0]
      end

      # Other kinds than those in KINDS are written by the method of their name.
      def plain(type) = KINDS[type._kind] || __send__(type._kind, type._spec)

      def enum(spec) = one_of(spec[:args].map { |value| value.is_a?(::Float) ? "Float" : value.inspect })

      def array(spec) = "Array[#{of(spec[:of])}]"

      def set(spec) = "Set[#{of(spec[:of])}]"

      def tuple(spec) = "[#{spec[:alternatives].map { |one| of(one) }.join(', ')}]"

      def map(spec)
        key = spec[:key] ? of(spec[:key]) : spec[:symbols] ? "Symbol" : "String"
        "Hash[#{key}, #{one_of([*spec[:alternatives], *(spec[:of] unless spec[:closed])].map { |one| of(one) })}]"
      end

      def object(spec) = spec[:klass].equal?(::Hash) ? record(spec) : "untyped"

      def optional(spec) = nullable(of(spec[:of]))

      def union(spec) = one_of(spec[:args].map { |one| of(one) })
      alias first union
      alias variant union

      def tagged(spec) = one_of(spec[:members].map { |member| of(member[:type]) })

      def one_of(types)
        types = types.uniq
        return "bot" if types.empty?
        return "untyped" if types.include?("untyped")

        types.one? ? types[0] : "(#{types.join(' | ')})"
      end

      def nullable(type) = %w[untyped nil].include?(type) || type.end_with?("?") ? type : "#{type}?"

      # A Hash with these keys. If it collects unknown members, it has any others.
      def record(spec)
        return "Hash[untyped, untyped]" if spec[:unknown] == :collect || spec[:members].empty?

        fields = spec[:members].reject { |member| member[:other] }.map do |member|
          key = member[:hash_key]
          key = key.is_a?(::Symbol) && NAME.match?(key) ? "#{key}: " : "#{key.inspect} => "
          "#{'?' if optional?(member)}#{key}#{field(member)}"
        end
        "{ #{fields.join(', ')} }"
      end

      # A member's type, and nil if that replaces an absent member.
      def field(member)
        type = of(member[:type])
        nothing = optional?(member) || (member.key?(:fallback) && member[:fallback].nil?)
        nothing ? nullable(type) : type
      end

      # Declares a class, and returns its name.
      def class_name(type)
        klass = type._spec[:klass]
        unless @classes.key?(klass.name)
          @classes[klass.name] = nil
          @classes[klass.name] = declaration(klass, type._spec)
        end
        klass.name
      end

      def declaration(klass, spec)
        members = spec[:members].reject { |member| member[:constant] || member[:other] }
        fields = members.to_h { |member| [member[:symbol], field(member)] }
        body = klass < ::Struct || ObjectSpec.data?(klass) ? struct(klass, fields) : plain_class(klass, spec, fields)
        parent = parent_of(klass)
        "class #{klass.name}#{" < #{parent}" if parent}\n#{body.map { |line| "  #{line}\n" }.join("")}end\n"
      end

      def parent_of(klass)
        return "Struct[untyped]" if klass < ::Struct
        return "Data" if ObjectSpec.data?(klass)

        klass.superclass.name unless klass.superclass.equal?(::Object)
      end

      # The class's arguments are in the order of its members.
      def struct(klass, fields)
        fields = klass.members.to_h { |name| [name, fields.fetch(name, "untyped")] }
        list = "(#{fields.map { |name, type| "#{type} #{name}" }.join(', ')})"
        if ObjectSpec.data?(klass)
          return [*attributes("reader", fields), "def self.new: #{list} -> instance",
                  "            | #{keywords(fields)} -> instance"]
        end

        [*attributes("accessor", fields), "def initialize: #{klass.keyword_init? ? keywords(fields) : list} -> void"]
      end

      def keywords(fields) = "(#{fields.map { |name, type| "#{name}: #{type}" }.join(', ')})"

      def attributes(kind, fields) = fields.map { |name, type| "attr_#{kind} #{name}: #{type}" }

      def plain_class(klass, spec, fields)
        readers, others = fields.partition { |name, _| klass.method_defined?(name) }
        [*attributes("reader", readers), *others.map { |name, type| "@#{name}: #{type}" },
         *("def initialize: #{keywords(fields)} -> void" if spec[:build] == :new)]
      end
    end
    private_constant :Signature
  end
end
