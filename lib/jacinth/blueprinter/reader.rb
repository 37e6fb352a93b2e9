# frozen_string_literal: true

module Jacinth
  module OnBlueprinter
    # The code that reads the values of an object for a view. o: the object, l: the local
    # options.
    class Reader < SerializerAdapter::Reader # :nodoc: all
      REMOVED = Object.new.freeze
      AUTO = ::Blueprinter::AutoExtractor
      ASSOCIATION = ::Blueprinter::AssociationExtractor

      # True if a field has a condition. It keeps that of the configuration after its first use.
      def self.conditional?(field)
        field.options.key?(:if) || field.options.key?(:unless) ||
          !!field.instance_variable_get(:@_if_callable) || !!field.instance_variable_get(:@_unless_callable)
      end

      def initialize(fields, config, public_send: false)
        super(public_send: public_send)
        @fields = fields
        @config = config
        @formatter = ::Blueprinter::DateTimeFormatter.new
        compile
      end

      # The code for objects with their own public_send.
      def public_send_code = @public_send_code ||= Reader.new(@fields, @config, public_send: true).code

      # True if the code uses the local options.
      def options? = @options

      private

      def compile
        nested = @fields.map { |field| association?(field) }
        constant_named("TYPE", Type.const_get(:Row).of(@fields.map(&:name), nested, REMOVED))
        @fields.each { |field| note(field) }
        %i[row hash_row].each { |method| @code.module_eval(body(method), __FILE__, __LINE__) }
      end

      def body(method)
        @method = method
        values = @fields.map { |field| expression(field) }
        "def self.#{method}(o, l) = [TYPE, #{values.join(', ')}]"
      end

      def expression(field)
        value = compiled?(field) ? value(field) : "#{constant(field)}.extract(o, #{local})"
        value = default(value, REMOVED) if field.options[:exclude_if_nil]
        return value unless Reader.conditional?(field)

        "(#{constant(field)}.skip?(#{constant(field.name)}, o, #{local}) ? #{constant(REMOVED)} : #{value})"
      end

      # True if the rules of the field's extractor are known.
      def compiled?(field)
        return false if field.options.key?(:default_if)
        return field.extractor.instance_of?(AUTO) unless association?(field)

        field.extractor.instance_of?(ASSOCIATION) && @config.field_default.nil? &&
          field.extractor.instance_variable_get(:@extractor).instance_of?(AUTO)
      end

      def association?(field) = field.is_a?(::Blueprinter::Association)

      def value(field)
        value = formatted(field, extracted(field))
        given = field.options
        return default(value, given.fetch(:default) { @config.field_default }) unless association?(field)

        other = given.fetch(:default) { @config.association_default }
        nested = Nested.new(given[:blueprint], given[:view] || :default, given[:options])
        "((v = #{value}).nil? ? #{constant(other)} : #{constant(nested)}.value(v, o, #{local}))"
      end

      # The code for value, or for another object if it is nil.
      def default(value, other) = other.nil? ? value : "((v = #{value}).nil? ? #{constant(other)} : v)"

      def extracted(field)
        block = field.options[:block]
        if block
          given = ", **#{local}" unless block.parameters == [[:req], [:rest]]
          return "#{constant(block)}.call(o#{given})"
        end
        @method == :row ? public_call(field.method) : "o[#{constant(field.method)}]"
      end

      def formatted(field, value)
        return "#{formatter}.format(#{value}, #{constant(field.options)})" if field.options[:datetime_format]
        return value if @config.datetime_format.nil?

        "((v = #{value}).respond_to?(:strftime) ? #{formatter}.format(v, #{constant(field.options)}) : v)"
      end

      def formatter = constant(@formatter)

      def local
        @options = true
        "l"
      end

      def note(field)
        kind = if !compiled?(field) then :original
               elsif Reader.conditional?(field) then :conditions
               elsif association?(field) then :associations
               else field.options[:block] ? :blocks : :read
               end
        @kinds[kind] << field.name
      end
    end
    private_constant :Reader
  end
end
