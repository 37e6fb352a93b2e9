# frozen_string_literal: true

require_relative "properties"
require "strscan" if RUBY_VERSION.to_f < 3.4 # before that, no Ractor can require it

module Jacinth
  class Type
    # Translates regular expressions between Ruby and ECMA-262 (with its flag u).
    module Pattern # :nodoc:
      # Raised if the other language has no pattern with the same meaning.
      class Untranslatable < StandardError; end # :nodoc:

      # The characters of Ruby's \s, and of ECMA-262's.
      RUBY_SPACE = ' \t\n\v\f\r'
      ECMA_SPACE = '\t\n\v\f\r\uFEFF\u2028\u2029\p{Zs}'
      HEX = "0-9a-fA-F"
      SYNTAX = %w[^ $ \\ . * + ? ( ) [ ] { } | /].freeze
      POSIX = { "alpha" => '\p{Alphabetic}', "digit" => '\p{Nd}', "upper" => '\p{Uppercase}',
                "lower" => '\p{Lowercase}', "xdigit" => HEX }.freeze
      # The limits for a pattern from an untrusted schema: characters, and seconds of
      # a match.
      LONGEST = 4096
      SECONDS = 1.0
      # Only Ruby has {,n}.
      QUANTIFIER = /(?:(?<sign>[*+?])|\{(?=,?\d)(?<low>\d*)(?<high>,\d*)?\})(?<lazy>\??)/
      # Escapes with the same meaning in both.
      SAME = ['\d', '\D', '\w', '\W', '\n', '\t', '\r', '\f', '\v'].freeze
      # Classes of all characters. Only ECMA-262 has [^].
      ANYTHING = /\[(?:\^|\\s\\S|\\S\\s)\]/
      # Translations of anchors and the dot.
      RUBY_ANCHORS = { "^" => '\A', "$" => '\z', "." => '[^\n\r\u2028\u2029]', ")" => ")", "|" => "|" }.freeze
      ECMA_ANCHORS = { "^" => '(?:^|(?<=\n)(?!$))', "$" => '(?=\n|$)', ")" => ")", "|" => "|" }.freeze
      private_constant :QUANTIFIER, :SAME, :ANYTHING, :RUBY_ANCHORS, :ECMA_ANCHORS
      private_constant :RUBY_SPACE, :ECMA_SPACE, :HEX, :SYNTAX, :POSIX

      # An open group: its opening text, its name or number, the groups that have
      # matched before it, and those after each of its alternatives except the last.
      Group = Struct.new(:text, :name, :before, :ways)
      private_constant :Group

      # Reads the source of a pattern from left to right.
      class Translation # :nodoc:
        def initialize(source)
          require "strscan" unless defined?(::StringScanner) # only if it is needed
          @from = StringScanner.new(source)
          @to = +""
          @last = :start # the kind of the last token
          @matched = @before = [] # the groups that must have matched here, and before the last atom
          @open = [Group.new(nil, nil, [], [])]
          @names = {}
        end

        def call
          outside until @from.eos?
          @to
        end

        private

        def fail!(problem)
          raise Untranslatable, "#{problem} at character #{@from.charpos}"
        end

        # Copies the start of a group, which both languages write alike.
        def group
          text = @from.scan(/\((?:\?(?::|=|!|<=|<!|<[A-Za-z_]\w*>)|(?!\?))/) || fail!(@from.check(/\(\?.?/))
          name = text == "(" ? @names.size + 1 : text[/\w+/]
          fail!("duplicate group name") if @names.key?(name)
          @names[name] = true if name
          @to << text
          @open << Group.new(text, name, @matched, [])
          @last = :start
        end

        # Ends a group.
        def close
          fail!("unmatched parenthesis") if @open.size == 1
          group = @open.pop
          matched = [*group.ways, @matched].inject(:&)
          matched = group.before if group.text.end_with?("!")
          @matched = [*matched, *group.name]
          group.text.match?(/[=!]\z/) ? @last = :assertion : atom(group.before)
        end

        def alternative
          @open.last.ways << @matched
          @matched = @open.last.before
          @last = :start
        end

        def atom(before = @matched)
          @before = before
          @last = :atom
        end

        # texts: the translations of anchors.
        def anchor(texts)
          char = @from.getch
          @to << texts[char]
          case char
          when ")" then close
          when "|" then alternative
          when "." then atom
          else @last = :assertion
          end
        end

        # A group that has not matched is empty in ECMA-262, and fails in Ruby.
        def reference
          name = @from[0][/<(.+)>/, 1] || @from[0][1..].to_i
          fail!("reference to a group that may not have matched") unless @matched.include?(name)
          @to << @from[0]
          @last = :reference
        end

        # Copies a quantifier, which must follow an atom. A second one would be
        # possessive in Ruby, and is an error in ECMA-262.
        def quantifier
          fail!("quantifier without an atom") unless %i[atom reference].include?(@last)
          @matched = @before if @last == :atom && (@from[:low] ? @from[:low].to_i == 0 : @from[:sign] != "+")
          @last = :quantifier
          @to << (@from[:low] ? "{#{@from[:low].empty? ? 0 : @from[:low]}#{@from[:high]}}" : @from[:sign])
          @to << @from[:lazy] unless @from[:low] && !@from[:high] && exactly
        end

        # Translates a group, an escape, a class or a character.
        def compound(char)
          return group if char == "("

          atom
          case char
          when "\\" then escape
          when "[" then @from.skip(ANYTHING) ? @to << '[\s\S]' : character_class
          else literal(@from.getch)
          end
        end

        def assertion(text)
          @to << text
          @last = :assertion
        end

        def literal(char) = @to << (SYNTAX.include?(char) ? "\\#{char}" : char)

        # translate: a Method from the name in this language to the one in the other.
        def property(name, negated, translate)
          other = translate.call(name) or fail!("unknown property \\p{#{name}}")
          @to << (negated ? self.class::NEGATED : '\p{') << other << "}"
        end

        def character_class
          @to << @from.scan(/\[\^?/)
          start = @to.size
          until @from.scan("]")
            fail!("unterminated character class") if @from.eos?
            inside
          end
          fail!("empty character class") if @to.size == start
          @to << "]"
        end
      end

      # Translates from Ruby to ECMA-262.
      class ToECMA < Translation # :nodoc:
        NEGATED = '\P{'

        def initialize(regexp)
          fail_options(regexp)
          @all = regexp.options.anybits?(Regexp::MULTILINE)
          @spaced = regexp.options.anybits?(Regexp::EXTENDED)
          super(regexp.source.encode(Encoding::UTF_8))
        rescue EncodingError
          raise Untranslatable, "UTF-8 cannot express it"
        end

        private

        def fail_options(regexp)
          raise Untranslatable, "case is ignored" if regexp.casefold? && regexp.source.match?(/[[:alpha:]]/)
        end

        # {n}? means "n times or never" in Ruby, and {n} in ECMA-262.
        def exactly
          fail!("unsupported {n}?") unless @from[:lazy].empty?
        end

        def outside
          return skip_comment if (@spaced && @from.skip(/[ \t\n\v\f\r]+|#[^\n]*/)) || @from.skip(/\(\?#[^)]*\)/)
          return quantifier if @from.scan(QUANTIFIER)

          case (char = @from.peek(1))
          when *ECMA_ANCHORS.keys then anchor(ECMA_ANCHORS)
          when "." then anchor({ "." => @all ? '[\s\S]' : '[^\n]' })
          else compound(char)
          end
        end

        # White space and comments have no translation.
        def skip_comment
          fail!("digit after the number of a group") if @last == :reference && @from.check(/\d/)
        end

        def escape
          case @from.scan(/\\(?:p\{\^?\w+\}|P\{\w+\}|u\{\h+\}|u\h{4}|x\h{1,2}|k<[A-Za-z_]\w*>|\d+|.)/m)
          when '\A' then assertion("^")
          when '\z' then assertion("$")
          when '\s' then @to << "[#{RUBY_SPACE}]"
          when '\S' then @to << "[^#{RUBY_SPACE}]"
          when '\h' then @to << "[#{HEX}]"
          when '\H' then @to << "[^#{HEX}]"
          when /\A\\(?:[1-9]|k<)/ then reference
          else common_escape
          end
        end

        def common_escape
          case (text = @from[0])
          when *SAME then @to << text
          when '\a', '\e' then @to << (text == '\a' ? '\x07' : '\x1B')
          when '\0' then @to << '\x00'
          when /\A\\[xu]\{?(\h+)/ then code(::Regexp.last_match(1).hex, text[1] == "x" ? 0x7F : 0x10FFFF)
          when /\A\\([pP])\{(\^?)(\w+)/
            negated = (::Regexp.last_match(1) == "P") ^ (::Regexp.last_match(2) == "^")
            property(::Regexp.last_match(3), negated, Properties.method(:to_ecma))
          when /\A\\[a-zA-Z0-9]/, nil then fail!("unsupported escape #{text || '\\'}")
          else literal(text[1..])
          end
        end

        def code(number, most)
          fail!("escape of a byte") if number > most
          @to << format('\u{%X}', number)
        end

        def inside
          return posix if @from.scan(/\[:(\^?)(\w+):\]/)

          fail!("character class in another one") if @from.check(/\[|&&/)

          case @from.peek(1)
          when "\\" then escape_inside
          when "-" then @from.getch && @to << (@from.check(/\]/) || @to.end_with?("[", "[^") ? '\-' : "-")
          else literal(@from.getch)
          end
        end

        def posix
          set = @from[1].empty? && POSIX[@from[2]]
          set ? @to << set : fail!("unsupported [:#{@from[2]}:]")
        end

        def escape_inside
          case @from.scan(/\\(?:p\{\^?\w+\}|P\{\w+\}|u\{\h+\}|u\h{4}|x\h{1,2}|\d+|.)/m)
          when '\s' then @to << RUBY_SPACE
          when '\h' then @to << HEX
          when '\b' then @to << '\b'
          when '\-' then @to << '\-'
          when '\S', '\H' then fail!("unsupported escape #{@from[0]} in a character class")
          else common_escape
          end
        end
      end

      # Translates from ECMA-262 to Ruby.
      class ToRuby < Translation # :nodoc:
        NEGATED = '\p{^' # JRuby 10.1 does not read \P{Lu}

        private

        def exactly = true

        def outside
          fail!("quantifier without a minimum") if @from.check(/\{,/)
          return quantifier if @from.scan(QUANTIFIER)

          case (char = @from.peek(1))
          when *RUBY_ANCHORS.keys then anchor(RUBY_ANCHORS)
          else compound(char)
          end
        end

        def escape
          case @from.scan(/\\(?:[pP]\{[\w=]+\}|u\{\h+\}|u\h{4}|x\h{2}|k<[A-Za-z_]\w*>|[1-9]\d*|.)/m)
          when '\s' then @to << "[#{ECMA_SPACE}]"
          when '\S' then @to << "[^#{ECMA_SPACE}]"
          when '\b', '\B' then assertion("(?a:#{@from[0]})")
          when /\A\\(?:[1-9]|k<)/ then reference
          else common_escape
          end
        end

        def common_escape
          case (text = @from[0])
          when *SAME then @to << text
          when '\0' then @from.check(/\d/) ? fail!("octal escape") : @to << '\x00'
          when /\A\\u([dD][89abAB]\h\h)/ then surrogates(::Regexp.last_match(1).hex)
          when /\A\\x(\h\h)/, /\A\\u\{?(\h+)/ then code(::Regexp.last_match(1).hex)
          when /\A\\([pP])\{([\w=]+)\}/
            property(::Regexp.last_match(2), ::Regexp.last_match(1) == "P", Properties.method(:to_ruby))
          when %r{\A\\[^^$\\.*+?()\[\]{}|/-]}, nil then fail!("unsupported escape #{text || '\\'}")
          else literal(text[1])
          end
        end

        def surrogates(high)
          @from.scan(/\\u([dD][c-fC-F]\h\h)/) || fail!("incomplete surrogate pair")
          code(0x10000 + ((high - 0xD800) << 10) + @from[1].hex - 0xDC00)
        end

        def code(number)
          fail!("escape of no character") if number > 0x10FFFF || number.between?(0xD800, 0xDFFF)
          @to << format('\u{%X}', number)
        end

        # Escapes brackets and &&, which have another meaning in Ruby.
        def inside
          return escape_inside if @from.check(/\\/)
          return @to << '\-' if @from.scan(/-(?=\])/) || (@to.end_with?("[", "[^") && @from.scan("-"))

          char = @from.scan(/&+(?!-)/) ? "&" : @from.getch
          @to << (["[", "&"].include?(char) ? "\\#{char}" : char)
        end

        def escape_inside
          case @from.scan(/\\(?:[pP]\{[\w=]+\}|u\{\h+\}|u\h{4}|x\h{2}|.)/m)
          when '\s' then @to << ECMA_SPACE
          when '\b' then @to << '\x08'
          when '\-' then @to << '\-'
          when '\S' then @to << "[^#{ECMA_SPACE}]" # Ruby allows a class in another one
          when '\B' then fail!("unsupported escape #{@from[0]} in a character class")
          else common_escape
          end
        end
      end

      class << self
        # Returns the source of the ECMA-262 pattern that matches the same Strings as
        # regexp. Raises Untranslatable.
        def to_ecma(regexp) = ToECMA.new(regexp).call

        # Returns the Regexp for an ECMA-262 pattern. On Ruby 3.2 and later, its matches
        # end after a second. Raises Untranslatable.
        def to_ruby(source)
          text = ToRuby.new(source).call
          Regexp.method_defined?(:timeout) ? Regexp.new(text, timeout: SECONDS) : Regexp.new(text)
        rescue RegexpError => e
          raise Untranslatable, e.message
        end
      end
    end
    private_constant :Pattern
  end
end
