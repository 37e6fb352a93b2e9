# frozen_string_literal: true

require_relative "references"

module Jacinth
  class Type
    # A type in RBS: the classes that it makes objects of, and for what it makes
    # of Ruby's own classes an alias.
    class Signature # :nodoc:
      include References

      KINDS = { any: "untyped", string: "String", symbol: "Symbol", integer: "Integer", float: "Float", boolean: "bool",
                time: "Time", date: "Date", decimal: "BigDecimal", scalar: "untyped" }.freeze
      # Methods can be declared under these names only.
      NAME = /\A[a-z_][A-Za-z0-9_]*\z/
      CLASS_NAME = /\A[A-Z]\w*(?:::[A-Z]\w*)*\z/
      private_constant :KINDS, :NAME, :CLASS_NAME

      # name: of the alias.
      def initialize(root, name)
        raise ArgumentError, "no name of an alias: #{name.inspect}" unless name.is_a?(::String) && NAME.match?(name)

        @root = root
        @name = name
        @classes = {}
        @aliases = {}.compare_by_identity
        @referred = {}.compare_by_identity
      end

      def call
        root = target(@root)
        find_referred(root)
        @aliases[root] = [@name, nil] unless of_class?(root)
        text = of_class?(root) ? of(root) : plain(root)
        @aliases[root] = [@name, text] unless of_class?(root)
        [*@aliases.each_value.map { |name, type| "type #{name} = #{type}\n" }, *@classes.values].join("\n")
      end

      private

      def parts(type)
        spec = type._spec
        [spec[:of], *spec[:alternatives], *spec[:members].to_a.filter_map { |member| member[:type] }].compact
      end

      # What references lead to, and is in itself.
      def find_referred(root)
        seen = {}.compare_by_identity
        waiting = [root]
        while (type = waiting.pop)
          next if seen[type]

          seen[type] = true
          parts(type).each do |part|
            waiting << target(part)
            @referred[target(part)] = true if part._kind == :ref
          end
        end
      end

      # Whether it is of a class that can be named.
      def of_class?(type)
        klass = type._spec[:klass] if type._kind == :object
        !klass.nil? && !klass.equal?(::Hash) && klass.name.to_s.match?(CLASS_NAME)
      end

      def of(type)
        type = target(type)
        return class_name(type) if of_class?(type)
        return plain(type) unless @referred[type] || @aliases.key?(type)

        unless @aliases.key?(type)
          name = "#{@name}_#{@aliases.size + 1}"
          @aliases[type] = [name, nil]
          @aliases[type] = [name, plain(type)]
        end
        @aliases[type][0]
      end

      # A kind of types that KINDS does not have is written by the method of its
      # name.
      def plain(type)
        KINDS[type._kind] || __send__(type._kind, type._spec)
      end

      def enum(spec)
        one_of(spec[:args].map { |value| value.nil? ? "nil" : value.inspect })
      end

      def array(spec)
        "Array[#{of(spec[:of])}]"
      end

      def set(spec)
        "Set[#{of(spec[:of])}]"
      end

      def map(spec)
        "Hash[#{spec[:symbols] ? 'Symbol' : 'String'}, #{of(spec[:of])}]"
      end

      def object(spec)
        spec[:klass].equal?(::Hash) ? record(spec) : "untyped"
      end

      def optional(spec)
        nullable(of(spec[:of]))
      end

      def union(spec)
        one_of(spec[:alternatives].map { |one| of(one) })
      end

      def tagged(spec)
        one_of(spec[:members].map { |member| of(member[:type]) })
      end

      def one_of(types)
        types = types.uniq
        return "untyped" if types.include?("untyped")

        types.one? ? types[0] : "(#{types.join(' | ')})"
      end

      def nullable(type)
        %w[untyped nil].include?(type) || type.end_with?("?") ? type : "#{type}?"
      end

      # A Hash with these keys; with any others, too, where it collects them.
      def record(spec)
        return "Hash[untyped, untyped]" if spec[:unknown] == 2 || spec[:members].empty?

        fields = spec[:members].map do |member|
          key = member[:hash_key]
          key = key.is_a?(::Symbol) && NAME.match?(key) ? "#{key}: " : "#{key.inspect} => "
          "#{'?' if optional?(member)}#{key}#{field(member)}"
        end
        "{ #{fields.join(', ')} }"
      end

      # A member's type: nil, too, where that is what takes an absent one's place.
      def field(member)
        type = of(member[:type])
        nothing = optional?(member) || (member.key?(:fallback) && member[:fallback].nil?)
        nothing ? nullable(type) : type
      end

      # The name of a class, which is declared.
      def class_name(type)
        klass = type._spec[:klass]
        unless @classes.key?(klass.name)
          @classes[klass.name] = nil
          @classes[klass.name] = declaration(klass, type._spec)
        end
        klass.name
      end

      def declaration(klass, spec)
        fields = spec[:members].reject { |member| member[:constant] }.to_h { |member| [member[:symbol], field(member)] }
        body = klass < ::Struct || ObjectSpec.data?(klass) ? struct(klass, fields) : plain_class(klass, spec, fields)
        parent = parent_of(klass)
        "class #{klass.name}#{" < #{parent}" if parent}\n#{body.map { |line| "  #{line}\n" }.join}end\n"
      end

      def parent_of(klass)
        return "Struct[untyped]" if klass < ::Struct
        return "Data" if ObjectSpec.data?(klass)

        klass.superclass.name unless klass.superclass.equal?(::Object)
      end

      # The members in the order of the class: it is that of its arguments.
      def struct(klass, fields)
        fields = klass.members.to_h { |name| [name, fields.fetch(name, "untyped")] }
        list = "(#{fields.map { |name, type| "#{type} #{name}" }.join(', ')})"
        if ObjectSpec.data?(klass)
          return [*attributes("reader", fields), "def self.new: #{list} -> instance",
                  "            | #{keywords(fields)} -> instance"]
        end

        [*attributes("accessor", fields), "def initialize: #{klass.keyword_init? ? keywords(fields) : list} -> void"]
      end

      def keywords(fields)
        "(#{fields.map { |name, type| "#{name}: #{type}" }.join(', ')})"
      end

      def attributes(kind, fields)
        fields.map { |name, type| "attr_#{kind} #{name}: #{type}" }
      end

      def plain_class(klass, spec, fields)
        readers, others = fields.partition { |name, _| klass.method_defined?(name) }
        [*attributes("reader", readers), *others.map { |name, type| "@#{name}: #{type}" },
         *("def initialize: #{keywords(fields)} -> void" if spec[:made] == 3)]
      end
    end
    private_constant :Signature
  end
end
