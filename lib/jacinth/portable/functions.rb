# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    class << self
      # Defines the options of calls without options.
      def define_defaults
        const_set(:READ, Ractor.make_shareable(ParserOptions.new))
        { DEFAULT: {}, PRETTY: PRETTY_GENERATE_OPTIONS, DUMP: { allow_nan: true } }.each do |name, options|
          const_set(name, State.allocate.tap { |state| state.__send__(:_configure, options) }.freeze)
        end
      end

      # Returns the value of a document. Like json 2.x, it also accepts the options as a Hash.
      def document(source, positional, keywords, **defaults)
        unless nil.equal?(positional) || (::Hash === positional && keywords.empty?)
          raise ArgumentError, "wrong number of arguments (given #{keywords.empty? ? 2 : 3}, expected 1)"
        end

        given = keywords.empty? ? positional : keywords
        return parse(source, READ) if given.nil? && defaults.empty?

        parse(source, ParserOptions.new(given, **defaults).owned_by(source))
      end
    end

    define_defaults
  end

  module Portable # :nodoc:
    # The name that a module has in the json gem.
    module JsonName # :nodoc:
      def name = @jacinth_name || super
      def to_s = @jacinth_name || super
      def inspect = @jacinth_name || super
    end

    # The inspect of errors, in which Ruby ignores JsonName.
    module JsonErrorInspect # :nodoc:
      def inspect
        text = super
        name = self.class.instance_variable_get(:@jacinth_name) or return text
        own = ::Module.instance_method(:name).bind_call(self.class)
        text == own ? name : "#<#{name}#{text.delete_prefix("#<#{own}")}"
      end
    end
  end

  # The methods below are described in the other files of lib/jacinth.
  OptionNames::READING = Portable::ParserOptions.names(:module)
  OptionNames::LIMITS = Portable::ParserOptions::LIMITS
  OptionNames::WRITING = Ext::Generator::State.option_names.freeze

  module GeneratorMethods # :nodoc: all
    NATIVE = [::NilClass, ::TrueClass, ::FalseClass, ::Integer, ::Float, ::String, ::Array, ::Hash].freeze
    private_constant :NATIVE

    def to_json(opts = nil, *)
      object = NATIVE.any? { |type| type === self } ? self : "#{self}" # rubocop:disable Style
      unless Portable.state?(opts)
        opts = JsonGem.options(opts) unless opts.nil? || ::Hash === opts
        opts = nil unless ::Hash === opts
      end
      Portable.generate(object, opts, nil, native: true)
    end
  end

  # The place of the to_json that every object has.
  Portable::Conversion::GENERIC = GeneratorMethods.instance_method(:to_json).source_location.each(&:freeze).freeze

  class Parser # :nodoc: all
    class Config
      Portable.refuse_to_dump(self)

      def initialize(options = nil) = _read(options, :module)

      def initialize_copy(other)
        Portable::Arguments.check_type(other, Config)
        options = other.instance_variable_get(:@options)
        @options.equal?(options) ? self : _set(options) # dup has copied it
      end

      def parse(source) = Portable.parse(source, _options)

      private

      def _options = @options || Portable::READ

      def _read(options, set) = _set(Portable::ParserOptions.new(options, set))

      def _set(options)
        Portable::Arguments.check_new(self, @options)
        @options = options
        self
      end
    end

    def self.parse(source, options) = Portable.parse(source, Portable::ParserOptions.new(options, :parser))
  end

  class Coder # :nodoc: all
    PARSER_OPTIONS = Portable::ParserOptions.names(:coder)
    VARIABLES = %i[@config @state @options @types].freeze
    private_constant :VARIABLES
    Portable.refuse_to_dump(self)

    def initialize_copy(other)
      Portable::Arguments.check_type(other, Coder)
      values = VARIABLES.map { |name| other.instance_variable_get(name) }
      @config.equal?(values[0]) ? self : _configure(*values) # dup has copied them
    end

    def dump(object, io = nil)
      raise TypeError, "uninitialized #{PathText.shown(self.class)}" unless @state

      Portable::Writing.new(@state, io, @types).document(object, false)
    end
    alias generate dump

    def load(source)
      raise TypeError, "uninitialized #{PathText.shown(self.class)}" unless @config

      @config.parse(source)
    end
    alias parse load

    private

    def _load_overridden? = !::Kernel.instance_method(:method).bind_call(self, :load).owner.equal?(Coder)

    def _load_owned(source) = Portable.parse(source, @config.__send__(:_options).owned_by(source))

    # reading and writing: Hashes of options, or the objects that another Coder made of them.
    def _configure(reading, writing, options, types)
      Portable::Arguments.check_new(self, @config)
      reading = Ext::ParserConfig.new(reading).freeze unless reading.is_a?(Ext::ParserConfig)
      Portable::Arguments.check_type(writing, ::Hash) unless writing.is_a?(Ext::Generator::State)
      Portable::Arguments.check_type(options, ::Hash)
      @state = Ext::Generator::State.from_state(writing).freeze
      @config = reading
      @options = options
      @types = types
      self
    end

    def _options = @options
  end

  module_function

  def load(source, proc = nil, allow_blank: true, **options)
    given = source
    source = LoadSource.read(source) unless source.is_a?(String)
    source = "null" if allow_blank && (source.nil? || (source.is_a?(String) && source.empty?))
    options = { on_load: proc.to_proc, **options } if proc
    parse(source, allow_nan: true, **options)
  rescue ParserError, ArgumentError => e
    LoadSource.raise_again(e, source, given, options)
  end

  def parse(source, options = nil, **keywords) = Portable.document(source, options, keywords)

  def parse!(source, options = nil, **keywords)
    Portable.document(source, options, keywords, max_nesting: 0, allow_nan: true)
  end

  def generate(obj, opts = nil)
    if Portable.state?(opts) && (!opts.instance_of?(Ext::Generator::State) || !opts.singleton_methods.empty?)
      return opts.generate(obj)
    end

    Portable.generate(obj, opts, nil)
  end

  def pretty_generate(obj, opts = nil)
    return Portable::Writing.new(Portable::PRETTY, nil).document(obj, false) unless opts
    return opts.generate(obj) if opts.is_a?(State)

    State.generate(obj, PRETTY_GENERATE_OPTIONS.merge(State.options_hash(opts)), nil)
  end

  def dump(obj, io = nil, limit = nil, opts = nil)
    io, limit, opts = DumpArguments.sort(io, limit, opts) unless limit.nil? && Portable.plain_io?(io)
    return Portable::Writing.new(Portable::DUMP, io).document(obj, false) if limit.nil? && !opts

    Portable.generate(obj, DumpArguments.options(limit, opts), io)
  end

  class << self
    def kernel = "ruby"

    def build_info = BUILD_INFO

    def valid?(text, **options)
      options = Portable::ParserOptions.new(options, :document)
      text = Portable::Arguments.string(text) # an error of its to_str is not one of the text
      options = options.owned_by(text)
      begin
        bytes = Portable.source_bytes(text, options)
      rescue EncodingError
        return false
      end
      begin
        Portable.validate(*Portable.whole_text(bytes, options))
        true
      rescue ParserError, EncodingError => e
        raise unless _take_error(e, text)

        false
      end
    end

    def at(text, pointer, default = nil, **options)
      options = Portable::ParserOptions.new(options, :document)
      pointer = Portable::Pointer.new(pointer)
      reader = Portable::LazyReader.new(*Portable.whole_text(text, options))
      start = reader.value_at(0)
      return Portable::Selection.new(reader, [pointer]).values(start, 0)[0] if pointer.any?

      found = pointer.steps.each_with_index.reduce(start) do |place, (step, depth)|
        reader.follow(place, step, depth) || (return default)
      end
      value = reader.build(found, pointer.steps.size)
      reader.check_end if pointer.steps.empty?
      value
    end

    private

    # Returns true, and removes the owner from the error, if the error has this owner. User code
    # can then raise it again.
    def _take_error(error, owner)
      return false if error.instance_variable_get(:@owner_id) != Portable.id(owner)

      error.remove_instance_variable(:@owner_id) unless error.frozen?
      true
    end

    # Returns an Array of a value and all Arrays and Hashes in it, each before those that it
    # contains; nil if they are nested more than `deepest` levels deep.
    def _containers(value, deepest)
      found = []
      stack = [[value, 1]]
      while (value, depth = stack.pop)
        found << value
        return if depth > deepest

        inner = value.is_a?(::Hash) ? value.values : value.is_a?(::Array) ? value : []
        inner.reverse_each { |one| stack << [one, depth + 1] if one.is_a?(::Array) || one.is_a?(::Hash) }
      end
      found
    end

    # Returns, for each Hash in an Array, its member with the key name or, if there is none, with the key symbol.
    def _members(values, name, symbol)
      values.each_with_object([]) do |value, found|
        next unless value.is_a?(::Hash)

        if value.key?(name) then found << value[name]
        elsif value.key?(symbol) then found << value[symbol]
        end
      end
    end

    # Gives a module the name that it has in the json gem.
    def _rename(renamed, name)
      renamed.instance_variable_set(:@jacinth_name, name.dup.freeze)
      renamed.extend(Portable::JsonName)
      renamed.include(Portable::JsonErrorInspect) if renamed == JSONError
    end

    # Sets the defaults of json 2 for all later calls.
    def _use_json2_defaults
      require_relative "json2"
      Portable::Json2.install
    end

    def _define_stream
      require_relative "stream"
    end

    def _define_type
      require_relative "type"
    end
  end

  BUILD_INFO = { backend: "portable", kernel: "ruby", compiled_internals: false, internals: {}.freeze }.freeze
  private_constant :BUILD_INFO, :CoderConversions, :RailsOption
end
