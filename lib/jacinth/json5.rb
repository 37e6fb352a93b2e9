# frozen_string_literal: true

module Jacinth
  # Rewrites JSON5 (https://spec.json5.org) as JSON with comments, trailing commas, NaN and
  # Infinity, which the parser reads: so each reader of whole texts accepts it, and none has
  # to know its syntax. Invalid text is left as it is, for the parser's error.
  module Json5Text # :nodoc:
    SPACE = /[\t\n\v\f\r\p{Zs}\u2028\u2029\uFEFF]/
    COMMENT = %r{//[^\n\r\u2028\u2029]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?}
    NAME = /(?:[$_\p{L}\p{Nl}]|\\u\h{4})(?:[$\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}\u200C\u200D]|\\u\h{4})*+/
    WHOLE_NAME = /\A#{NAME}\z/
    # A token that is the same in JSON, but not a bare key. PART matches at most 64 of them at
    # once, because each takes memory until the match ends.
    SAME = /[ \t\n\r{}\[\],:]++|"(?:[^"\\\x00-\x1F]++|\\["\\\/bfnrtu])*+"|
      (?<![-+\w.$])-?(?:0|[1-9]\d*+)(?:\.\d++)?(?:[eE][-+]?\d++)?(?![-+.\w$])|
      (?:true|false|null)(?=[ \t\n\r]*+[,\]}])/x
    # Each match is a part of the text, and together they are the whole text. A string without
    # an end is matched up to the end of its line, a comment up to the end of the text, so
    # that nothing is scanned twice. A number does not begin next to a digit or a sign, because
    # a plus sign there is an error and must stay.
    PART = /
      (?>(?:#{SAME}){1,64}) |
      (?<space>[\v\f\p{Zs}\u2028\u2029\uFEFF&&[^ ]]++) |
      (?<comment>#{COMMENT}) |
      "(?<body>(?:[^"\\\n\r]++|\\(?:\r\n|.)?)*+)(?<quote>"?) |
      '(?<body>(?:[^'\\\n\r]++|\\(?:\r\n|.)?)*+)(?<quote>'?) |
      (?<number>(?<![-+\w.$])[-+.\d](?:[\w.$]|(?<=[eE])[-+])*+) |
      (?<key>#{NAME})(?=(?:#{SPACE}++|#{COMMENT})*+:) |
      #{NAME} | .
    /mx
    # The parts of a string that JSON writes differently.
    ESCAPE = /\\(?:\r\n|(?<hex>x\h\h)|(?<nul>0)(?!\d)|.)|["\x00-\x1F]/m
    # A part of the text between the quotes of a string that JSON writes differently: characters
    # that stay the same, one escape or character that changes, or a backslash at the end.
    STRING_PART = /(?<same>[^\\"\x00-\x1F]++)|#{ESCAPE}|\\/m
    HEX = /\A[-+]?0[xX]\h++\z/
    DECIMAL = /\A[-+]?(?=\.?\d)(\d*)(?:(\.)(\d*))?((?:[eE][-+]?\d+)?)\z/
    # The parser's options for JSON5 syntax that text does not rewrite. The parser checks the nesting itself.
    UNCHANGED = { allow_comments: true, allow_trailing_comma: true, allow_nan: true, allow_duplicate_key: true,
                  max_nesting: 0 }.freeze
    # The end of a message.
    PLACE = / at line \d+ column \d+(?=\z| \(and \d+ more\)\z)/
    constants(false).each { |name| Ractor.make_shareable(const_get(name)) }
    private_constant(*constants(false))

    class << self
      # Returns the text of a source as JSON. source: a String of valid UTF-8.
      def text(source) = source.gsub(PART) { part(Regexp.last_match) }

      # As text, but returns the source itself if it is already JSON with comments; the extension checks that a
      # hundred times faster. U+2028 and U+2029 can end a comment, and text replaces them there, so these sources
      # are always rewritten.
      def text_if_changed(source)
        return text(source) if source.include?("\u2028") || source.include?("\u2029")

        Jacinth.__send__(:_valid?, source, **UNCHANGED) ? source : text(source)
      end

      # Returns the places in a source of its JSON.
      def places(source) = Places.new(source)

      # Yields each part of a source, and its JSON. A string that is rewritten is yielded in several
      # parts.
      def parts(source, &)
        source.scan(PART) do
          match = Regexp.last_match
          json = part(match)
          json == match[0] || !match[:body] ? yield(match[0], json) : string_parts(match, &)
        end
      end

      private

      def part(match)
        text = match[0]
        if match[:body] then string(text, match[:body], match[:quote])
        elsif match[:number] then number(text)
        elsif match[:key] then key(text)
        elsif match[:space] then text.tr("^\u2028\u2029", " ").tr("\u2028\u2029", "\n") # which can end a comment
        else text
        end
      end

      def string(text, body, quote)
        return text if text.start_with?('"') && !body.match?(%r{[\x00-\x1F]|\\[^"\\/bfnrtu]})

        "\"#{body.gsub(ESCAPE) { escape(Regexp.last_match) }}#{'"' unless quote.empty?}"
      end

      def string_parts(match)
        yield match[0][0], '"'
        match[:body].scan(STRING_PART) do
          part = Regexp.last_match
          yield part[0], part[:same] || escape(part)
        end
        yield match[:quote], match[:quote].tr("'", '"')
      end

      def escape(match)
        text = match[0]
        return "\\u00#{text[2..]}" if match[:hex]
        return "\\u0000" if match[:nul]

        character = text[-1]
        case text
        when %r{\A\\["\\/bfnrtux0-9]} then text
        when /\A\\[\r\n\u2028\u2029]/ then ""
        when "\\v" then "\\u000b"
        when '"' then '\\"'
        else character < " " ? format("\\u%04x", character.ord) : character
        end
      end

      def number(text)
        minus = "-" if text.start_with?("-")
        return text[1..] if %w[+Infinity +NaN -NaN].include?(text)
        return "#{minus}#{text[/\h+\z/].hex}" if text.match?(HEX)

        text.sub(DECIMAL) { "#{minus}#{decimal(Regexp.last_match)}" }
      end

      def decimal(match)
        whole, point, fraction, exponent = match.captures.map { |part| part unless part == "" }
        "#{whole || 0}#{".#{fraction || 0}" if point}#{exponent}"
      end

      def key(text)
        return "\"#{text}\"" unless text.include?("\\")

        name = text.gsub(/\\u\h{4}/) { |escape| [escape[2..].hex].pack("U") }
        name.valid_encoding? && name.match?(WHOLE_NAME) && !name.include?("\\") ? "\"#{name}\"" : text
      end
    end

    # The places in a source of places in its JSON.
    class Places # :nodoc:
      SNIPPET = 32
      AROUND = 256
      private_constant :SNIPPET, :AROUND

      def initialize(source)
        @source = source
        @text = +""
        @parts = [] # of each part: its offsets in the text and the source, and its size in the source, if it differs
        from = 0
        Json5Text.parts(source) do |part, json|
          @parts << [@text.bytesize, from, (part.bytesize if part.bytesize != json.bytesize)]
          @text << json
          from += part.bytesize
        end
        @text_lines, @source_lines = [@text, source].map { |text| line_starts(text) }
      end

      # Returns a copy of an error about the text with its places in the source.
      def moved(error)
        context = error.instance_variable_get(:@context)
        line, column = place(error.line, error.column)
        copy = error.exception(message(error.message, context, line, column))
        { line: line, column: column, context: context && moved_context(context) }.each do |name, value|
          copy.instance_variable_set(:"@#{name}", value)
        end
        move_faults(copy) if copy.is_a?(ValidationError)
        copy
      end

      # Returns the offset in the source of an offset in the text.
      def origin(at)
        to, from, size = @parts[(@parts.bsearch_index { |part| part[0] > at } || @parts.size) - 1]
        from.to_i + (size && at > to ? size : at - to.to_i)
      end

      private

      def message(text, context, line, column)
        text, place, more = text.partition(PLACE)
        if context
          at = offset(*context.values_at(4, 5))
          old = shown(@text, at)
          text = "#{text.delete_suffix(old)}#{shown(@source, origin(at))}" if text.end_with?(old)
          text = text.sub(/closing "\z/, "closing '") if open_byte(context) == "'".ord
        end
        place.empty? ? text : "#{text} at line #{line} column #{column}#{more}"
      end

      # Returns the text at an offset as a message shows it.
      def shown(text, at)
        return "EOF" if at == text.bytesize

        part = text.byteslice(at, SNIPPET).scrub("")[/\A[^\0 \t\n\r]*/]
        part.empty? ? text.byteslice(at..)[/\A[^\0]*/] : "'#{part}'"
      end

      # Returns the byte in the source of the bracket or quote around the place of an error.
      def open_byte(context)
        context[6] == '"'.ord ? @source.getbyte(origin(offset(*context.values_at(7, 8)))) : context[6]
      end

      def moved_context(context)
        at = origin(offset(*context.values_at(4, 5)))
        from = [at - AROUND, 0].max
        before, after = [@source.byteslice(from...at), @source.byteslice(at, AROUND)].map { |text| text.scrub("") }
        open = context[7] ? place(*context.values_at(7, 8)) : [nil, nil]
        [(before + after).freeze, before.bytesize, from.zero?, at + AROUND >= @source.bytesize,
         *place(*context.values_at(4, 5)), open_byte(context), *open, context[9], :json5].freeze
      end

      def move_faults(error)
        faults = error.errors.map do |fault|
          fault.dup.tap { |copy| copy.line, copy.column = place(fault.line, fault.column) }.freeze
        end
        error.instance_variable_set(:@errors, faults.freeze)
      end

      # Returns the offsets at which the lines of a text begin.
      def line_starts(text)
        bytes = text.b
        starts = [0]
        while (at = bytes.index("\n", starts.last))
          starts << (at + 1)
        end
        starts
      end

      # Returns the line and column in the source of a place in the text.
      def place(line, column)
        at = origin(offset(line, column))
        line = @source_lines.bsearch_index { |start| start > at } || @source_lines.size
        [line, @source.byteslice(@source_lines[line - 1]...at).size + 1]
      end

      # Returns the offset of a place in the text.
      def offset(line, column)
        start = @text_lines[line - 1]
        start + @text.byteslice(start..)[0, column - 1].bytesize
      end
    end
    private_constant :Places
  end
  private_constant :Json5Text
end
