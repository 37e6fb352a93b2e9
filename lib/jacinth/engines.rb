# frozen_string_literal: true

module Jacinth
  # Not a number, which <tt>allow_nan: true</tt> reads and writes as +NaN+.
  NaN = Float::NAN

  # Positive infinity, which <tt>allow_nan: true</tt> reads and writes as +Infinity+.
  Infinity = Float::INFINITY

  # Negative infinity, which <tt>allow_nan: true</tt> reads and writes as +-Infinity+.
  MinusInfinity = -Infinity

  # Holds the parser and the generator by their names in the json gem. Jacinth::Parser
  # and Jacinth::State are shorter names for the same classes.
  module Ext
    # Jacinth::Parser.
    Parser = Jacinth::Parser

    # Jacinth::Parser::Config.
    ParserConfig = Parser::Config

    # Holds State, and GeneratorMethods.
    module Generator
      # Holds the modules that json 2.x included in core classes, one for each class.
      # Their to_json is that of Jacinth::GeneratorMethods.
      module GeneratorMethods
        %i[Object Hash Array Integer Float String TrueClass FalseClass NilClass].each do |name|
          const_set(name, Module.new).define_method(
            :to_json, Jacinth::GeneratorMethods.instance_method(:to_json)
          )
        end
      end
    end
  end

  # Redirects Jacinth.parse, Jacinth.generate and so on to a parser or generator of
  # the program, which Jacinth.parser= and Jacinth.generator= set.
  module CustomEngine # :nodoc:
    class << self
      # Makes the method of Jacinth with this name call the block or, if ours is true,
      # Jacinth's implementation.
      def redirect(method, ours, &)
        remove_method(method) if method_defined?(method, false)
        return if ours

        define_method(method, &)
        Jacinth.singleton_class.prepend(self)
      end

      # Returns the options for another parser, as json passes them: instead of array_class and
      # object_class, an on_load that makes their objects.
      def parser_options(object_class: nil, array_class: nil, on_load: nil, **options)
        steps = [array_class && converter(::Array, array_class) { |made, item| made << item },
                 object_class && converter(::Hash, object_class) { |made, (key, item)| made[key] = item },
                 on_load].compact
        steps.any? ? options.merge(on_load: steps.reduce(:>>)) : options
      end

      private

      # Returns an on_load that makes an object of klass from each value of a type. The block adds
      # an item to the object.
      def converter(type, klass)
        lambda do |value|
          value.is_a?(type) ? value.each_with_object(klass.new) { |item, made| yield made, item } : value
        end
      end
    end
  end
  private_constant :CustomEngine

  @parser = Parser
  @generator = Ext::Generator
  @state = State

  class << self
    # Returns the class that parses: Jacinth::Parser, unless another one was set.
    #
    #   Jacinth.parser # => Jacinth::Parser
    attr_reader :parser

    # Returns the module that generates: Jacinth::Ext::Generator, unless another one
    # was set.
    #
    #   Jacinth.generator # => Jacinth::Ext::Generator
    attr_reader :generator

    # The class of the generator's options. Setting it has no other effect.
    #
    #   Jacinth.state.new.max_nesting # => 100
    attr_accessor :state

    # Replaces the parser: Jacinth.parse and the other methods that parse then call
    # <tt>parser.parse(source, options)</tt>, where options is a Hash. In it, an on_load
    # makes the objects of array_class and object_class. The constant Jacinth::Parser becomes
    # this parser. It is meant for tests that replace the parser.
    #
    #   Jacinth.parser = Jacinth::Ext::Parser # => Jacinth::Ext::Parser
    def parser=(parser)
      @parser = parser
      replace(:Parser, parser)
      ours = parser.equal?(Ext::Parser)
      CustomEngine.redirect(:parse, ours) do |source, options = nil, **more|
        parser.parse(source, CustomEngine.parser_options(**options.to_h, **more))
      end
      CustomEngine.redirect(:parse!, ours) do |source, options = nil, **more|
        parse(source, max_nesting: false, allow_nan: true, **options.to_h, **more)
      end
    end

    # Replaces the generator: Jacinth.generate, pretty_generate and dump then call
    # <tt>generator::State.generate(obj, opts, io)</tt>, where only dump passes an io.
    # The constant Jacinth::State and Jacinth.state become that State.
    #
    #   Jacinth.generator = Jacinth::Ext::Generator # => Jacinth::Ext::Generator
    def generator=(generator)
      state = generator::State
      @generator = generator
      @state = state
      replace(:State, state)
      ours = generator.equal?(Ext::Generator)
      CustomEngine.redirect(:generate, ours) do |object, options = nil|
        options.is_a?(state) ? options.generate(object) : state.generate(object, options, nil)
      end
      CustomEngine.redirect(:pretty_generate, ours) do |object, options = nil|
        next options.generate(object) if options.is_a?(state)

        state.generate(object, PRETTY_GENERATE_OPTIONS.merge(Ext::Generator::State.options_hash(options || {})), nil)
      end
      CustomEngine.redirect(:dump, ours) do |object, io = nil, limit = nil, options = nil|
        io, limit, options = DumpArguments.sort(io, limit, options)
        state.generate(object, DumpArguments.options(limit, options), io)
      end
    end

    # Parses a String, or an object with +to_str+; generates JSON text from any other
    # object. opts: a Hash of the options of parse or generate. Raises the errors of
    # parse and generate.
    #
    #   Jacinth["[1]"]   # => [1]
    #   Jacinth[[1]]     # => "[1]"
    #   Jacinth['{"a":1}', symbolize_names: true] # => {a: 1}
    def [](object, opts = nil)
      text = object.respond_to?(:to_str) ? object.to_str : object
      return parse(text, **opts) if text.is_a?(String) && opts
      return parse(text) if text.is_a?(String)

      generate(object, opts || {})
    end

    private

    def replace(name, value)
      return if const_get(name, false).equal?(value)

      remove_const(name)
      const_set(name, value)
    end
  end
end
