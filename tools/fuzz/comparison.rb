# frozen_string_literal: true

require "bigdecimal"
require "json"
require "stringio"
require_relative "../../test/parse/documents"
require_relative "../../test/parse/outcomes"

# Compares the outcome of Jacinth.parse for a text with that of json and with
# those of Jacinth's other readers. Each method returns nil, or the two outcomes
# that should be equal.
class FuzzComparison
  # Options for both libraries, with the calls that parse with them. plain: true
  # without options for built objects, which other readers do not support.
  Options = Struct.new(:given, :json, :jacinth, :plain)

  BUILT = %i[on_load object_class array_class decimal_class].freeze

  # The module's method parse.
  Call = Struct.new(:library, :options) { def parse(text) = library.parse(text, **options) }

  SETS = begin
    random = Random.new(33)
    drawing = Object.new.extend(ParserDocuments)
    single = ParserDocuments::OPTIONS.flat_map { |name, values| values.map { |value| { name => value } } }
    ([{}] * 60).concat(single, Array.new(120) { drawing.options(random) }).map.with_index do |hash, i|
      plain = hash.keys.none? { |name| BUILT.include?(name) }
      if i.even? && !hash.key?(:object_class) && !hash.key?(:array_class)
        Options.new(hash, JSON::Ext::ParserConfig.new(hash), Jacinth::Parser::Config.new(hash), plain)
      else
        Options.new(hash, Call.new(JSON, hash), Call.new(Jacinth, hash), plain)
      end
    end.freeze
  end

  WRITTEN = [{}, {}, { ascii_only: true }, { script_safe: true }, { allow_nan: true }, { sort_keys: true },
             { strict: true }, { indent: "  ", space: " ", object_nl: "\n", array_nl: "\n" }, { max_nesting: 3 },
             { array_nl: "\n" }].freeze
  STATES = WRITTEN.map { |options| [JSON::State.new(options), Jacinth::State.new(options)] }.freeze

  ERRORS = { JSON::ParserError => Jacinth::ParserError, JSON::NestingError => Jacinth::NestingError,
             JSON::GeneratorError => Jacinth::GeneratorError }.freeze

  # Exponents that json reads as infinite (decision 0033).
  HUGE = /[eE][-+]?\d{10}/n
  # Line comments that end at CR, U+2028 or U+2029, unlike json's.
  COMMENTS = %r{//[^\n]*?(?:\r(?!\n)|\xE2\x80[\xA8\xA9])}n

  # The outcome of the last call of whole: a value, or nil and the error.
  attr_reader :value, :error

  # Each calls parse once.
  def whole(text, options, _ = nil)
    begin
      expected = options.json.parse(text)
    rescue StandardError => e
      failure = e
    end
    @value = @error = nil
    begin
      @value = options.jacinth.parse(text)
    rescue StandardError => e
      @error = e
    end
    return if failure ? @error && same_error?(failure, @error) : @error.nil? && same?(expected, @value)
    return if differs?(text)

    [failure ? described(failure) : ParserSupport.plain(expected),
     @error ? described(@error) : ParserSupport.plain(@value)]
  end

  # Compares the outcomes for chunks of this size.
  def chunks(text, options, size)
    hash = options.plain ? options.given : options.given.except(:object_class, :array_class, :on_load)
    expected, actual = [JSON, Jacinth].map do |library|
      ParserSupport.chunked(library, text, size, **hash)
    rescue StandardError => e
      [:raised, e.class, e.message]
    end
    expected.pop && actual.pop if expected[-1] == :none
    [expected, actual] unless expected.inspect == actual.inspect || differs?(text)
  end

  # True for a known difference between the results of json and Jacinth.
  def differs?(text) = text.b.match?(HUGE) || text.b.match?(COMMENTS)

  # Compares valid?, and the errors of a checked Document.
  def verdict(text, options, _)
    whole(text, options)
    error = @error
    return [error.inspect, "valid"] unless Jacinth.valid?(text, **options.given) == error.nil?
    return if error.is_a?(EncodingError) # of a Symbol, which is not made to validate

    Jacinth::Document.new(text, validate: true, **options.given)
    [described(error), "checked"] if error
  rescue Jacinth::ParserError => e
    [error && described(error), described(e)] unless error && described(e) == described(error)
  end

  # Compares the values of a lazy Document, of the text after reformat, and of a
  # stream.
  def readers(text, options, size)
    whole(text, options)
    return unless @error.nil?

    value = @value
    name, other = read(text, options.given, size).find { |_, found| !same?(value, found) }
    [ParserSupport.plain(value), [name, ParserSupport.plain(other)]] if name
  rescue Jacinth::JSONError => e
    [ParserSupport.plain(value), described(e)]
  end

  # The text that is generated of the value.
  def written(text, options, number)
    whole(text, options)
    return if @error

    json, jacinth = STATES[number % STATES.size]
    expected, actual = [[json, @value], [jacinth, @value]].map do |state, value|
      state.generate(value)
    rescue StandardError => e
      [ERRORS.fetch(e.class, e.class), e.message]
    end
    [expected, actual] unless expected == actual || shorter_floats?(expected, actual)
  end

  # True if a program cannot distinguish the values. The first one is json's.
  def same?(a, b)
    a.equal?(b) || (a.instance_of?(b.class) && a.frozen? == b.frozen? && same_inside?(a, b))
  end

  def described(error)
    place = [error.line, error.column, path(error)] if error.respond_to?(:line)
    [error.class.name.split("::").last, error.message, *place]
  end

  private

  # Of the same class.
  def same_inside?(a, b)
    case a
    when String then same_text?(a, b)
    when Hash then same_members?(a, b)
    when Array then a.size == b.size && a.each_with_index.all? { |value, i| same?(value, b[i]) }
    when Float then [a].pack("G") == [b].pack("G")
    else a.eql?(b) || a.to_s == b.to_s # BigDecimal's NaN
    end
  end

  def read(text, options, size)
    parts = (0...text.bytesize).step(size).map { |at| text.byteslice(at, size) }
    listed = Jacinth.each(parts, format: :concatenated, **options).to_a
    laid = Jacinth.reformat(text, pretty: size.odd?, **options)
    { document: Jacinth::Document.new(text, **options).value, reformat: Jacinth.parse(laid, **options),
      each: listed.size == 1 ? listed[0] : listed }
  end

  # Compares the coderanges, too.
  def same_text?(a, b)
    a == b && a.encoding == b.encoding && a.ascii_only? == b.ascii_only? && a.valid_encoding? == b.valid_encoding?
  end

  # Also looks up each key of our Hash.
  def same_members?(a, b)
    return false unless a.size == b.size

    keys = b.keys
    values = b.values
    at = -1
    a.each_pair do |key, value|
      at += 1
      return false unless same?(key, keys[at]) && same?(value, values[at]) && b.key?(key)
    end
    true
  end

  def same_error?(json, ours)
    return false unless ours.instance_of?(ERRORS.fetch(json.class, json.class))
    return ours.message[/\A.*/] == json.message[/\A.*/] unless json.is_a?(JSON::JSONError)
    return false unless ours.message == json.message
    return true unless json.instance_of?(JSON::ParserError) # json's NestingError has no place

    ours.line == json.line && ours.column == json.column && same_path?(json, ours)
  end

  def same_path?(json, ours)
    escaped(json.json_path) == ours.json_path
  rescue NoMethodError # json 3.1, for a path through Symbols
    true
  end

  # Our paths escape control characters, json's do not.
  def escaped(path)
    path.b.gsub(/[\x00-\x1F]/n) { |character| JSON.generate(character)[1..-2] }.force_encoding(path.encoding)
  end

  def path(error)
    error.json_path
  rescue NoMethodError
    nil
  end

  # In one of 1200 cases, json's text of a Float is not the shortest.
  def shorter_floats?(json, ours)
    json.is_a?(String) && ours.is_a?(String) && ours.bytesize <= json.bytesize && json.match?(/[.e]/) &&
      same?(JSON.parse(json, max_nesting: 0, allow_nan: true), JSON.parse(ours, max_nesting: 0, allow_nan: true))
  end
end
