# frozen_string_literal: true

require_relative "foreign_text"
require_relative "incomplete_text"
require_relative "number_hint"
require_relative "prose_hint"
require_relative "string_hint"
require_relative "trailing_text_hint"

module Jacinth
  # Suggests how to fix invalid JSON, based on the error's message, which is the json
  # gem's, and on the text around its place. A hint names the mistake, then the remedy.
  class ErrorHint # :nodoc:
    include NumberHint
    include ProseHint
    include StringHint
    include TrailingTextHint

    # The beginning of the message says what the parser expected at the place.
    KINDS = {
      /\Aduplicate key/ => :duplicate,
      /\Anesting of/ => :nesting,
      /\A(?:document|string|object|array|number) of more than/ => :limit,
      /\Aunexpected end of input, expected closing/ => :open_string,
      /\Aunexpected end of input/ => :cut,
      /\Aunexpected token at end of stream/ => :trailing_text,
      /\Ainvalid number/ => :number,
      /\Aunexpected (?:character|token|NULL)/ => :value,
      /\Aexpected object key/ => :key,
      /\Aexpected ':'/ => :colon,
      /\Aexpected ','/ => :comma,
      /\A(?:invalid escape|Invalid unescaped newline)/ => :escape,
      /\A(?:incomplete|invalid|unpaired).*(?:unicode|surrogate)/ => :code_point,
      /\Ainvalid ASCII control/ => :control,
      /\Aunterminated comment/ => :comment,
      /\Ainvalid UTF-8/ => :encoding
    }.freeze

    WORDS = {
      "null" => %r{\A(?:none|nil|null|undefined|undef|nul|nulll|void|n/a)\z}i,
      "true" => /\A(?:true|tru|ture|truee|yes|on)\z/i,
      "false" => /\A(?:false|fals|flase|falsee|no|off)\z/i
    }.freeze
    LIMITS = {
      "document" => "max_document_bytes", "string" => "max_string_bytes", "object" => "max_keys",
      "array" => "max_elements", "number" => "max_number_digits"
    }.freeze
    CONTAINERS = { "[" => "array", "{" => "object", '"' => "string" }.freeze
    CLOSING = { "[" => "]", "{" => "}" }.freeze
    OPENING = CLOSING.invert.freeze
    KEYWORDS = %w[null true false].freeze
    QUOTES = /\A(?:['`]|#{TYPOGRAPHIC})/
    SPACES = /\A[\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000\uFEFF\v\f\u0085\u2028\u2029]/
    ESCAPED_TWICE = "text escaped twice: write \" instead of \\\""
    MARK_ELSEWHERE = "byte order mark after the beginning of the text: remove it"
    LAST_WINS = "remove one, or pass allow_duplicate_key: true to let the last one win, as json 2 did"
    EXTRA_COMMA = "extra comma: remove it"
    EXTRA_COLON = "extra colon: remove it"
    MISSING_VALUE = "missing value after the colon: add it"
    MISSING_KEY = "missing key before the colon: add it"
    MISSING_COLON = "missing colon after the key: add it"
    MISSING_COMMA = "missing comma before this: add it"
    [KINDS, WORDS, LIMITS, CONTAINERS, CLOSING, OPENING, KEYWORDS].each do |table|
      Ractor.make_shareable(table)
    end
    private_constant(*constants(false))

    # Returns a String or nil. message: that of a ParserError. context: an ErrorContext,
    # or nil if the text is not known any more.
    def self.of(message, context)
      bytes = message.b
      _, kind = KINDS.find { |pattern, _| pattern.match?(bytes) }
      return unless kind
      return limit(bytes) if kind == :limit
      return ("duplicate key: #{LAST_WINS}" if kind == :duplicate) unless context

      context.more ? IncompleteText.settled(context) { |known| at(kind, known) } : at(kind, context)
    end

    def self.at(kind, context) = ForeignText.bytes(context) || new(context).public_send(kind)

    def self.limit(message)
      what, limit = message.match(/\A(\w+) of more than (\d+)/n).captures
      "larger than #{LIMITS.fetch(what)}: pass a higher limit than #{limit}, or none, if you trust the text"
    end
    private_class_method :at, :limit

    def initialize(context)
      @context = context
      @before = context.before.scrub("?")
      @after = context.after.scrub("?")
      @word = @after[/\A[[:alpha:]_][[:alnum:]_]*/]
      @left = @before.rstrip
    end

    def duplicate
      place =
        if @context.open_character then " in the object that begins at #{@context.open_place}"
        elsif @context.open then " at #{@context.open_place} and again at #{@context.place}"
        end
      "duplicate key#{place}: #{LAST_WINS}"
    end

    def nesting
      "nested too deep: pass a higher max_nesting:, or 0 for no limit, if you trust the text"
    end

    # The text ends too early.
    def cut
      return "empty text: check how the body or the file was read" if @context.begins && @left.empty?
      return open_string if @context.open_character == '"'
      return "missing value before the end of the text: add it" unless @context.open

      closing = CLOSING[@context.open_character]
      "text cut off before the '#{closing}' of the #{opened}: add what is missing" \
        "#{', or read the part with ResumableParser#partial_value' unless @context.json5?}"
    end

    # A value should begin at the place.
    def value
      ForeignText.text(@context) || prose_hint || comment_hint || (not_a_document if after_document?) ||
        literal || missing_value || space || word
    end

    def number
      ForeignText.text(@context) || (after_scalar if after_document?) || number_hint
    end

    def key # rubocop:disable Metrics/CyclomaticComplexity -- a table
      return cut if @after.empty?
      return comment_hint if comment_hint
      return trailing_comma if @after.start_with?("}")

      case @after
      when /\A,/ then EXTRA_COMMA
      when /\A\]/ then wrong_bracket("]")
      when QUOTES then "#{quotes} around a key: write double quotes"
      when SPACES then space
      when DOTS then LEFT_OUT
      when /\A:\w/ then "Ruby symbol as a key: write \"#{@after[/\A:(\w+)/, 1]}\""
      when /\A:/ then MISSING_KEY
      when /\A\\"/ then ESCAPED_TWICE
      when /\A[[:alpha:]_$]/ then bare_key
      when /\A-?\d/ then "number as a key: write \"#{shortened(@after[/\A[-+.\w]+/])}\""
      else "missing key: write a string in double quotes"
      end
    end

    def bare_key
      rest = @after.sub(/\A[[:alnum:]_$]+/, "")
      unless @context.json5? && !rest.match?(/\A[-.\\]/)
        return "key without double quotes: write \"#{shortened(@after[/\A[[:alnum:]_$-]+/])}\""
      end

      @after = rest.lstrip
      colon
    end

    def colon
      return cut if @after.empty?

      case @after
      when /\A=>?/ then "'#{@after[/\A=>?/]}' after a key: write a colon"
      when /\A[,}]/ then "key without a value: add a colon and the value"
      when %r{\A(?:#|//|/\*)} then comment_hint
      when SPACES then space
      else MISSING_COLON
      end
    end

    def comma
      return cut if @after.empty?

      comment_hint || dots_hint || after_scalar || wrong_bracket(@after[/\A[\]}]/]) || space ||
        missing_comma
    end

    def comment = "comment without an end: add */"

    def encoding
      byte = @context.after.b[0]
      name = byte.match?(/[\x80-\x9F]/n) ? "Windows-1252" : "ISO-8859-1"
      "invalid UTF-8: call text.force_encoding(#{name.inspect}) if it is #{name}, or pass invalid: :replace"
    end

    private

    def opened = "#{CONTAINERS[@context.open_character]} that begins at #{@context.open_place}"

    def wrong_bracket(found)
      closing = CLOSING[@context.open_character]
      return unless found && closing && closing != found

      "'#{found}' inside the #{opened}: add '#{closing}' before it, or write '#{closing}' in its place"
    end

    def unopened = "'#{@after[0]}' without an opening '#{OPENING[@after[0]]}': remove it"

    def keyword?(word) = KEYWORDS.include?(word)

    def trailing_comma
      "trailing comma before '#{@after[0]}': remove it, or pass allow_trailing_comma: true"
    end

    def comment_hint
      case @after
      when %r{\A(?://|/\*)} then "comment: remove it, or pass allow_comments: true, as json 2 did"
      when /\A(?:#|--\s)/ then "comment: remove it"
      end
    end

    def missing_value
      case @after
      when /\A[\]}]/
        return MISSING_VALUE if @context.open_character == "{"
        return unopened unless @context.open_character

        wrong_bracket(@after[0]) || trailing_comma # an empty array is not an error
      when /\A,/ then @left.end_with?(":") ? MISSING_VALUE : EXTRA_COMMA
      when /\A:/ then @left.end_with?(":") ? EXTRA_COLON : MISSING_KEY
      when /\A\0/ then "NUL byte in the text: remove it, or check if the text is UTF-16"
      end
    end

    def space
      found = @after[SPACES] or return
      return MARK_ELSEWHERE if found == "\uFEFF"

      format("U+%04X is not white space in JSON: write a plain space", found.ord)
    end

    # A word that other languages write for a value, or a string without quotes.
    def word
      return not_a_number if @after.match?(NOT_A_NUMBER)
      return unless @word
      return "JavaScript object as a string: call JSON.stringify" if javascript_object?

      keyword = KEYWORDS.find { |known| known.start_with?(@after) }
      return "text cut off in #{keyword}: write #{keyword}" if keyword && @context.ends

      wanted, = WORDS.find { |_, words| words.match?(@word) }
      return unquoted unless wanted

      "#{@word} is not JSON: write #{wanted}" unless wanted == @word
    end

    def unquoted
      "string without double quotes: write \"#{shortened(@after[/\A[[:alpha:]_][[:alnum:]_ .@-]*/].strip)}\""
    end

    def shortened(text) = text.size > 40 ? "#{text.slice(0, 40)}…" : text

    def javascript_object? = @left.end_with?("[") && @after.match?(/\Aobject \w+\]/)

    def literal
      case @after
      when QUOTES then "#{quotes} around a string: write double quotes"
      when DOTS then LEFT_OUT
      when /\A\+/ then leading_plus
      when /\A-?\./ then leading_dot
      when /\A:[[:alpha:]_]/ then "Ruby symbol: write \"#{@after[/\A:(\w+)/, 1]}\""
      when /\A\(/ then "parentheses: write an array in [ ]"
      when /\A\\"/ then ESCAPED_TWICE
      when %r{\A/} then "'/' is not JSON: write a string in double quotes, or begin a comment with // or /*"
      end
    end

    def quotes
      case @after[0]
      when "'" then "single quotes"
      when "`" then "backticks"
      else "typographic quotes"
      end
    end

    # Text next to the end of a number, string or keyword, where no comma is missing.
    def after_scalar
      return if @before.empty? || @before != @left

      last = @before[-1]
      return after_number if last.match?(/\d/)
      if last == '"' && @after.match?(/\A[\w\\ ]/)
        return "quote inside a string: write \\\"#{', or add the missing comma' if @context.open_character}"
      end

      keyword = @before[/[[:alpha:]]+\z/]
      "#{keyword}#{@word} is not JSON: write #{keyword}" if @word && keyword?(keyword)
    end

    def missing_comma
      case @after
      when /\A:/ then @context.open_character == "[" ? "key in an array: write { } instead of [ ]" : EXTRA_COLON
      when /\A;/ then "semicolon between values: write a comma"
      when /\A=>?/ then "'#{@after[/\A=>?/]}' between values: write a comma"
      when /\A["\[{\w'-]/ then MISSING_COMMA
      else "missing comma, or end of the #{CONTAINERS[@context.open_character]}, before this: add it"
      end
    end
  end
  private_constant :ErrorHint
end
