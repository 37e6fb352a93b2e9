# frozen_string_literal: true

module Jacinth
  # Rewrites JSON5 (https://spec.json5.org) as JSON with comments, trailing commas, NaN and
  # Infinity, which the parser reads: so each reader of whole texts accepts it, and none has
  # to know its syntax. Invalid text is left as it is, for the parser's error.
  module Json5 # :nodoc:
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
    HEX = /\A[-+]?0[xX]\h++\z/
    DECIMAL = /\A[-+]?(?=\.?\d)(\d*)(?:(\.)(\d*))?((?:[eE][-+]?\d+)?)\z/
    # The parts of a message that depend on the text.
    PLACE = / at line \d+ column \d+(?=\z| \(and \d+ more\)\z)/
    constants(false).each { |name| Ractor.make_shareable(const_get(name)) }
    private_constant(*constants(false))

    class << self
      # Yields the text of a source as JSON. Returns the result of the block. If the block raises
      # a ParserError with this owner, raises a copy with the place in the source. source: a
      # String of valid UTF-8.
      def read(source, owner)
        text = text(source)
        yield text
      rescue ParserError => e
        owned = e.dup # _take_error removes the owner
        raise unless Jacinth.__send__(:_take_error, e, owner)

        raise(Places.new(source, text).move(owned) || owned, cause: nil)
      end

      def text(source) = source.gsub(PART) { part(Regexp.last_match) }

      # Yields each part of a source, and its JSON.
      def parts(source) = source.scan(PART) { yield Regexp.last_match[0], part(Regexp.last_match) }

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

      def initialize(source, text)
        @source = source
        @text = text
        @parts = [] # of each part: its offsets in the text and the source, and its sizes if they differ
        at = from = 0
        Json5.parts(source) do |part, json|
          @parts << [at, from, part == json ? nil : [json.bytesize, part.bytesize]]
          at += json.bytesize
          from += part.bytesize
        end
      end

      # Returns a copy of an error about the text with its places in the source, or nil if the
      # error is about another text.
      def move(error)
        context = error.instance_variable_get(:@context)
        return unless error.line && context && (at = offset(*context.values_at(4, 5)))
        return unless @text.byteslice(at - context[1], context[0].bytesize) == context[0]

        copy = error.exception(message(error, at))
        line, column = place(error.line, error.column)
        { line: line, column: column, context: moved_context(context, origin(at)) }.each do |name, value|
          copy.instance_variable_set(:"@#{name}", value)
        end
        move_faults(copy) if copy.is_a?(ValidationError)
        copy
      end

      private

      def message(error, at)
        line, column = place(error.line, error.column)
        text = error.message.sub(PLACE) { " at line #{line} column #{column}" }
        text = text.sub('closing "', "closing '") if open_byte(error.instance_variable_get(:@context)) == "'".ord
        text.sub("'#{snippet(@text, at)}'") { "'#{snippet(@source, origin(at))}'" }
      end

      # Returns the byte in the source of the bracket or quote around the place of an error.
      def open_byte(context)
        context[6] == '"'.ord ? @source.getbyte(origin(offset(*context.values_at(7, 8)))) : context[6]
      end

      def snippet(text, at) = text.byteslice(at, SNIPPET).scrub("")[/\A[^\0 \t\n\r]*/]

      def moved_context(context, at)
        from = [at - AROUND, 0].max
        bytes = @source.byteslice(from, at + AROUND - from)
        before = @source.byteslice(from, at - from).scrub("").bytesize
        line, column = place(*context.values_at(4, 5))
        open = context[7] ? place(*context.values_at(7, 8)) : [nil, nil]
        [bytes.scrub("").freeze, before, from.zero?, at + AROUND >= @source.bytesize, line, column,
         open_byte(context), *open, context[9], :json5].freeze
      end

      def move_faults(error)
        faults = error.errors.map do |fault|
          fault.dup.tap { |copy| copy.line, copy.column = place(fault.line, fault.column) }.freeze
        end
        error.instance_variable_set(:@errors, faults.freeze)
      end

      # Returns the line and column in the source of a place in the text.
      def place(line, column)
        before = @source.byteslice(0, origin(offset(line, column)))
        [before.count("\n") + 1, before.size - (before.rindex("\n") || -1)]
      end

      # Returns the offset of a place in the text, or nil if the text has no such place.
      def offset(line, column)
        bytes = @text.b
        at = 0
        (line - 1).times { at = (bytes.index("\n", at) || (return nil)) + 1 }
        at + @text.byteslice(at..)[0, column - 1].bytesize
      end

      # Returns the offset in the source of an offset in the text.
      def origin(at)
        to, from, sizes = @parts[(@parts.bsearch_index { |part| part[0] > at } || @parts.size) - 1]
        return @source.bytesize unless to

        inside = at - to
        inside = inside < sizes[0] ? [inside, sizes[1]].min : sizes[1] if sizes
        inside -= 1 while (@source.getbyte(from + inside).to_i & 0xC0) == 0x80
        from + inside
      end
    end
    private_constant :Places
  end
  private_constant :Json5
end
