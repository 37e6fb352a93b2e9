# frozen_string_literal: true

module Jacinth
  # What to do about a text that is not JSON: found from the error's message,
  # which is the json gem's, and the text around its place.
  class Hint # :nodoc:
    include NumberHint
    include BehindHint

    # The beginning of the message tells what the parser wanted at the place.
    KINDS = {
      /\Aduplicate key/ => :duplicate,
      /\Anesting of/ => :nesting,
      /\A(?:document|string|object|array|number) of more than/ => :limit,
      /\Aunexpected end of input, expected closing/ => :open_string,
      /\Aunexpected end of input/ => :cut,
      /\Aunexpected token at end of stream/ => :behind,
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
    CONTROLS = { "\n" => "\\n", "\r" => "\\r", "\t" => "\\t", "\b" => "\\b", "\f" => "\\f" }.freeze
    QUOTES = /\A['`\u2018\u2019\u201A\u201C\u201D\u201E\u00AB\u00BB\u300C\u300D]/
    SPACES = /\A[\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000\uFEFF\v\f\u0085\u2028\u2029]/
    ESCAPED_TWICE = "the text is escaped once too often: \\\" should be \""
    MARK_ELSEWHERE = "a byte order mark may stand only once, and at the very beginning of a text: remove it"
    [KINDS, WORDS, LIMITS, CONTAINERS, CLOSING, CONTROLS].each { |table| Ractor.make_shareable(table) }
    private_constant :ESCAPED_TWICE, :MARK_ELSEWHERE, :KINDS, :WORDS, :LIMITS, :CONTAINERS, :CLOSING, :CONTROLS,
                     :QUOTES, :SPACES

    # message: of a ParserError. context: an ErrorContext, or nil where the text
    # is gone. A String, or nil.
    def self.of(message, context)
      bytes = message.b
      _, kind = KINDS.find { |pattern, _| pattern.match?(bytes) }
      return unless kind
      return limit(bytes) if kind == :limit
      return (Migration::LAST_WINS if kind == :duplicate) unless context

      context.more ? Continuations.settled(context) { |known| at(kind, known) } : at(kind, context)
    end

    def self.at(kind, context) = StartHint.bytes(context) || new(context).public_send(kind)

    def self.limit(message)
      what, limit = message.match(/\A(\w+) of more than (\d+)/n).captures
      "#{LIMITS.fetch(what)}: is #{limit} here; a higher limit, or none, takes it where the text is trusted"
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
        if @context.open_character
          "the object that begins at #{@context.open_place}, and ends here, has the key twice; "
        elsif @context.open
          "the key is at #{@context.open_place} and again at #{@context.place}; "
        end
      "#{place}#{Migration::LAST_WINS}"
    end

    def nesting
      "max_nesting: takes a higher limit, or 0 for none where the text is trusted"
    end

    def open_string
      return "a string has no closing quote" unless @context.open

      "the string that begins at #{@context.open_place} has no closing quote"
    end

    def cut
      return "the text is empty" if @context.begins && @left.empty?
      return open_string if @context.open_character == '"'
      return "the text ends where a value should be" unless @context.open

      closing = CLOSING[@context.open_character]
      "the text ends before the '#{closing}' of the #{opened}"
    end

    # Where a value should begin.
    def value
      StartHint.text(@context) || comment_hint || (no_document if behind_document?) ||
        literal || value_missing || space || word
    end

    def number
      StartHint.text(@context) || (joined if behind_document?) || number_hint
    end

    def key # rubocop:disable Metrics/CyclomaticComplexity -- a table
      return "the text ends before the '}' of the #{opened}" if @after.empty?
      return comment_hint if comment_hint
      return trailing_comma if @after.start_with?("}")

      case @after
      when /\A,/ then "there is a comma too many"
      when /\A\]/ then mismatch("]")
      when QUOTES then "a key is written in double quotes"
      when SPACES then space
      when /\A:\w/ then "a key is written \"#{@after[/\A:(\w+)/, 1]}\", not as Ruby's symbol"
      when /\A:/ then "the key before the colon is missing"
      when /\A\\"/ then ESCAPED_TWICE
      when /\A[[:alpha:]_$]/ then "a key needs double quotes: \"#{shortened(@after[/\A[[:alnum:]_$-]+/])}\""
      when /\A-?\d/ then "a key is a string: \"#{shortened(@after[/\A[-+.\w]+/])}\""
      else "a key is a string in double quotes"
      end
    end

    def colon
      return "the text ends before the '}' of the #{opened}" if @after.empty?

      case @after
      when /\A=>?/ then "a colon stands between key and value, not '#{@after[/\A=>?/]}'"
      when /\A[,}]/ then "the key has no value"
      when %r{\A(?:#|//|/\*)} then comment_hint
      when SPACES then space
      else "the colon between key and value is missing"
      end
    end

    def comma
      return cut if @after.empty?

      comment_hint || joined || wrong_bracket || space || comma_missing
    end

    def escape
      case @after
      when /\A\\x(\h{2})/ then "write \\u00#{::Regexp.last_match(1)}"
      when /\A\\'/ then "an apostrophe needs no backslash"
      when /\A\\0/ then "write \\u0000"
      when /\A\\[aev]/ then "JSON has only the escapes \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u"
      when /\A\\u/ then code_point
      when /\A\\\n/ then "a string does not go on in the next line: write \\n"
      else "a backslash itself is written \\\\ (as in a Windows path or a regular expression)"
      end
    end

    def code_point
      return "\\u needs four hexadecimal digits" unless @after.match?(/\A\\u\h{4}/)

      "a character beyond U+FFFF needs both of its surrogates, as in \\ud83d\\ude00"
    end

    def control
      character = @after[0].to_s
      written = CONTROLS.fetch(character) { format("\\u%04X", character.ord) }
      if ["\n", "\r"].include?(character)
        return "a line break in a string is written \\n; or the string that begins at " \
               "#{@context.open_place} lacks its closing quote"
      end

      "a #{character == "\t" ? 'tab' : 'control character'} in a string is written #{written}; " \
        "allow_control_characters: true takes it as it is"
    end

    def comment
      "the comment that begins here has no closing */"
    end

    def encoding
      byte = @context.after.b[0]
      name = byte.match?(/[\x80-\x9F]/n) ? "Windows-1252" : "ISO-8859-1"
      "this is no UTF-8; if it is #{name}, text.force_encoding(#{name.inspect}) says so; invalid: :replace takes it"
    end

    private

    def opened
      "#{CONTAINERS[@context.open_character]} that begins at #{@context.open_place}"
    end

    def mismatch(found)
      closing = CLOSING[@context.open_character]
      "the #{opened} ends with '#{closing}', not '#{found}'" if closing && closing != found
    end

    def trailing_comma
      "remove the comma before the '#{@after[0]}'; allow_trailing_comma: true takes it"
    end

    def comment_hint
      case @after
      when %r{\A(?://|/\*)} then "JSON has no comments; #{Migration::COMMENTS}"
      when /\A(?:#|--\s)/ then "JSON has no comments: remove it"
      end
    end

    def value_missing
      case @after
      when /\A[\]}]/
        return "the value after the colon is missing" if @context.open_character == "{"
        return "nothing was opened that '#{@after[0]}' could close" unless @context.open_character

        mismatch(@after[0]) || trailing_comma # an empty array is none
      when /\A,/ then @left.end_with?(":") ? "the value after the colon is missing" : "there is a comma too many"
      when /\A:/ then @left.end_with?(":") ? "there is a colon too many" : "the key before the colon is missing"
      when /\A\0/ then "there is a NUL byte in the text: is it UTF-16, or padded?"
      end
    end

    def space
      found = @after[SPACES] or return
      return MARK_ELSEWHERE if found == "\uFEFF"

      format("U+%04X looks like a space, but is none of JSON's: write a plain space", found.ord)
    end

    # A word that other languages write for a value.
    def word
      return not_a_number if @after.match?(NOT_A_NUMBER)
      return unless @word
      return "this is what JavaScript makes of an object as a string: use JSON.stringify" if javascript_object?

      wanted, = WORDS.find { |_, words| words.match?(@word) }
      return "write #{wanted}" if wanted && wanted != @word

      "a string needs double quotes: \"#{shortened(@after[/\A[[:alpha:]_][[:alnum:]_ .@-]*/].strip)}\""
    end

    def shortened(text)
      text.size > 40 ? "#{text.slice(0, 40)}…" : text
    end

    def javascript_object?
      @left.end_with?("[") && @after.match?(/\Aobject \w+\]/)
    end

    def literal
      case @after
      when QUOTES then "a string is written in double quotes"
      when /\A\+/ then leading_plus
      when /\A-?\./ then leading_dot
      when /\A:[[:alpha:]_]/ then "Ruby's symbols are strings in JSON: write \"#{@after[/\A:(\w+)/, 1]}\""
      when /\A\(/ then "JSON has no parentheses: an array is written in [ ]"
      when /\A\\"/ then ESCAPED_TWICE
      when %r{\A/} then "JSON has no regular expressions, and comments begin with // or /*"
      end
    end

    # What stands right behind a value, so that no comma is missing there.
    def joined
      return if @before.empty? || @before != @left

      last = @before[-1]
      return number_joined if last.match?(/\d/)
      if last == '"' && @after.match?(/\A[\w\\ ]/)
        return "a quote inside a string is written \\\"#{'; or a comma is missing' if @context.open_character}"
      end

      whole = @before[/[[:alpha:]]+\z/]
      "write #{whole}" if @word && %w[null true false].include?(whole)
    end

    def wrong_bracket
      return unless @after.match?(/\A[\]}]/)

      mismatch(@after[0])
    end

    def comma_missing
      case @after
      when /\A:/
        return "members with keys need an object: { } in place of [ ]" if @context.open_character == "["

        "there is a colon too many"
      when /\A;/ then "a comma stands between values, not a semicolon"
      when /\A=>?/ then "a comma stands between values, and a colon between key and value"
      when /\A["\[{\w'-]/ then "a comma is missing before this"
      else "a comma, or the end of the #{CONTAINERS[@context.open_character]}, is missing before this"
      end
    end
  end
  private_constant :Hint
end
