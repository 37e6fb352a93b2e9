# frozen_string_literal: true

module Jacinth
  # The float that is not a number, as <tt>allow_nan: true</tt> reads and writes it.
  NaN = Float::NAN

  # Positive infinity, as <tt>allow_nan: true</tt> reads and writes it.
  Infinity = Float::INFINITY

  # Negative infinity, as <tt>allow_nan: true</tt> reads and writes it.
  MinusInfinity = -Infinity

  # The parser and the generator by the names that they have in the json gem.
  # Jacinth::Parser and Jacinth::State are the same classes, and shorter.
  module Ext
    # Jacinth::Parser.
    Parser = Jacinth::Parser

    # Jacinth::Parser::Config.
    ParserConfig = Parser::Config

    # Holds State; and the modules that json 2.x included in core classes, one
    # for each class, whose to_json is that of Jacinth::GeneratorMethods.
    module Generator
      # What json 2.x called the modules with to_json for core classes.
      module GeneratorMethods
        %i[Object Hash Array Integer Float String TrueClass FalseClass NilClass].each do |name|
          const_set(name, Module.new).define_method(
            :to_json, Jacinth::GeneratorMethods.instance_method(:to_json)
          )
        end
      end
    end
  end

  # Takes the calls of Jacinth.parse, Jacinth.generate and of those that call no
  # other method of Jacinth's, for a parser or a generator that is not ours.
  module CustomEngine # :nodoc:
    class << self
      # Has method call what block does; or, where ours, what it always did.
      def take(method, ours, &)
        remove_method(method) if method_defined?(method, false)
        return if ours

        define_method(method, &)
        Jacinth.singleton_class.prepend(self)
      end
    end
  end
  private_constant :CustomEngine

  @parser = Parser
  @generator = Ext::Generator
  @state = State

  class << self
    # The class that parses: Jacinth::Parser, unless another one was set.
    #
    #   Jacinth.parser # => Jacinth::Parser
    attr_reader :parser

    # The module that generates: Jacinth::Ext::Generator, unless another one
    # was set.
    #
    #   Jacinth.generator # => Jacinth::Ext::Generator
    attr_reader :generator

    # The class of the generator's options. What is set here is only kept.
    #
    #   Jacinth.state.new.max_nesting # => 100
    attr_accessor :state

    # Has Jacinth.parse, and the other methods that parse, call
    # <tt>parser.parse(source, options)</tt>, options being a Hash; and makes the
    # constant Parser this parser. For tests that put a parser of their own in place.
    #
    #   Jacinth.parser = Jacinth::Ext::Parser # => Jacinth::Ext::Parser
    def parser=(parser)
      @parser = parser
      replace(:Parser, parser)
      ours = parser.equal?(Ext::Parser)
      CustomEngine.take(:parse, ours) do |source, options = nil, **more|
        parser.parse(source, { **options.to_h, **more })
      end
      CustomEngine.take(:parse!, ours) do |source, options = nil, **more|
        parse(source, max_nesting: false, allow_nan: true, **options.to_h, **more)
      end
    end

    # Has Jacinth.generate, pretty_generate and dump call
    # <tt>generator::State.generate(obj, opts, io)</tt>, io being nil but for dump;
    # makes the constant State, and Jacinth.state, that State.
    #
    #   Jacinth.generator = Jacinth::Ext::Generator # => Jacinth::Ext::Generator
    def generator=(generator)
      state = generator::State
      @generator = generator
      @state = state
      replace(:State, state)
      ours = generator.equal?(Ext::Generator)
      CustomEngine.take(:generate, ours) do |object, options = nil|
        options.is_a?(state) ? options.generate(object) : state.generate(object, options, nil)
      end
      CustomEngine.take(:pretty_generate, ours) do |object, options = nil|
        next options.generate(object) if options.is_a?(state)

        state.generate(object, PRETTY_OPTIONS.merge(Ext::Generator::State.options_hash(options || {})), nil)
      end
      CustomEngine.take(:dump, ours) do |object, io = nil, limit = nil, options = nil|
        io, limit, options = DumpArguments.sort(io, limit, options)
        super(object, io, limit, options || {}) # which calls State.generate where there are options
      end
    end

    # Parses a String, or an object with +to_str+, and generates JSON text from any
    # other object. opts: a Hash of options, those of parse or those of generate.
    # Raises as parse and generate do.
    #
    #   Jacinth["[1]"]   # => [1]
    #   Jacinth[[1]]     # => "[1]"
    #   Jacinth['{"a":1}', symbolize_names: true] # => {a: 1}
    def [](object, opts = nil)
      text = object.respond_to?(:to_str) ? object.to_str : object
      return parse(text, **opts) if text.is_a?(String) && opts
      return parse(text) if text.is_a?(String)

      generate(object, opts)
    end

    private

    def replace(name, value)
      return if const_get(name, false).equal?(value)

      remove_const(name)
      const_set(name, value)
    end
  end
end
