# frozen_string_literal: true

require "json"

# The outcome of a parse in a form that can be compared between libraries.
module ParserSupport
  module_function

  # The json whose behaviour is the contract: 3.1.
  def json? = JSON::VERSION.start_with?("3.1.")

  # [:value, v], or [:error, class name, message, line, column, path].
  def outcome(library, source, deep: true, **options)
    value = library.parse(source, **options)
    [:value, deep ? plain(value) : value]
  rescue library::NestingError => e
    [:error, short(e), e.message] # without a place, as in json
  rescue library::ParserError => e
    [:error, short(e), e.message, e.line, e.column, path_of(e)]
  rescue ArgumentError, TypeError, EncodingError, NoMethodError => e
    [:raised, e.class, e.message[/\A.*/]]
  end

  # The same through the incremental parser, in chunks of the given size;
  # without lines and columns, which are 0 in json.
  def chunked(library, source, size, **options)
    values = []
    parser = library::ResumableParser.new(**options)
    at = 0
    while at < source.bytesize
      parser << source.byteslice(at, size)
      values << parser.value while parser.parse
      at += size
    end
    [values, parser.partial_value?, parser.partial_value, parser.rest, parser.eos?, parser.parsed_bytes]
  rescue library::ParserError => e
    [values, :error, short(e), e.message, *(path_of(e) unless e.is_a?(library::NestingError))]
  end

  def short(error) = error.class.name.split("::").last

  CONTROLS = (0..0x1F).to_h { |code| [code.chr, Jacinth.generate(code.chr)[1..-2]] }.freeze

  # json 3.1 raises NoMethodError for a path through Symbols: nothing to compare.
  # Control characters are as they are in json's paths, and escaped in ours.
  def path_of(error)
    path = error.json_path
    path && path.b.gsub(/[\x00-\x1F]/n, CONTROLS).force_encoding(path.encoding)
  rescue NoMethodError
    :none
  end

  # NaN is not equal to itself inside a new Array, -0.0 equals 0.0, and keys
  # have an order.
  def plain(value)
    case value
    when Hash then [:hash, value.frozen?, value.map { |k, v| [plain(k), plain(v)] }]
    when Array then [:array, value.frozen?, value.map { |v| plain(v) }]
    when Float then [:float, [value].pack("G")]
    when String then [:string, value.frozen?, value.encoding, value.b]
    else value
    end
  end

  def same_outcome(expected, actual)
    expected == actual || (expected[-1] == :none && expected[0..-2] == actual[0..-2])
  end
end
