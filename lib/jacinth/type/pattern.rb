# frozen_string_literal: true

module Jacinth
  class Type
    # Regular expressions of Ruby and of ECMA-262 (with its flag u), as far as the
    # one can say what the other does.
    module Pattern # :nodoc:
      # What the other language has no counterpart for.
      class Untranslatable < StandardError; end # :nodoc:

      # The characters of Ruby's \s, and of ECMA-262's.
      RUBY_SPACE = ' \t\n\v\f\r'
      ECMA_SPACE = '\t\n\v\f\r\uFEFF\u2028\u2029\p{Zs}'
      HEX = "0-9a-fA-F"
      SYNTAX = %w[^ $ \\ . * + ? ( ) [ ] { } | /].freeze
      POSIX = { "alpha" => '\p{Alphabetic}', "digit" => '\p{Nd}', "upper" => '\p{Uppercase}',
                "lower" => '\p{Lowercase}', "xdigit" => HEX }.freeze
      # Names that mean the same in both; of general categories, and long.
      CATEGORY = /\A(?:[LMNPSZC]|L[ultmo]|M[nce]|N[dlo]|P[cdseifo]|S[mcko]|Z[slp]|C[cfn]|
                      Alphabetic|Uppercase|Lowercase)\z/x
      # A pattern of somebody else's may be this long, and take this long.
      LONGEST = 4096
      SECONDS = 1.0
      # How often: {,n} is Ruby's alone.
      QUANTIFIER = /(?:(?<sign>[*+?])|\{(?=,?\d)(?<low>\d*)(?<high>,\d*)?\})(?<lazy>\??)/
      # Escapes that mean the same in both.
      SAME = ['\d', '\D', '\w', '\W', '\n', '\t', '\r', '\f', '\v'].freeze
      # Classes of all characters; [^] is ECMA-262's alone.
      ANYTHING = /\[(?:\^|\\s\\S|\\S\\s)\]/
      # What the one language writes for an anchor, or a dot, of the other.
      RUBY_ANCHORS = { "^" => '\A', "$" => '\z', "." => '[^\n\r\u2028\u2029]', ")" => ")", "|" => "|" }.freeze
      ECMA_ANCHORS = { "^" => '(?:^|(?<=\n)(?!$))', "$" => '(?=\n|$)', ")" => ")", "|" => "|" }.freeze
      private_constant :QUANTIFIER, :SAME, :ANYTHING, :RUBY_ANCHORS, :ECMA_ANCHORS
      private_constant :RUBY_SPACE, :ECMA_SPACE, :HEX, :SYNTAX, :POSIX, :CATEGORY

      # A group that is read: how it begins, its name or number, which groups have
      # matched before it, and which behind each of its alternatives but the last.
      Group = Struct.new(:text, :name, :before, :ways)
      private_constant :Group

      # The source of a pattern that is read from left to right.
      class Translation # :nodoc:
        def initialize(source)
          require "strscan" # not when the library is loaded
          @from = StringScanner.new(source)
          @to = +""
          @last = :start # what stands before, as far as a quantifier or a digit asks
          @matched = @before = [] # the groups that have matched here for sure; before the last atom
          @open = [Group.new(nil, nil, [], [])]
          @names = {}
        end

        def call
          outside until @from.eos?
          @to
        end

        private

        def fail!(what)
          raise Untranslatable, "#{what} at #{@from.charpos}"
        end

        # What both write alike, or an error.
        def group
          text = @from.scan(/\((?:\?(?::|=|!|<=|<!|<[A-Za-z_]\w*>)|(?!\?))/) || fail!(@from.check(/\(\?.?/))
          name = text == "(" ? @names.size + 1 : text[/\w+/]
          fail!("two groups of a name") if @names.key?(name)
          @names[name] = true if name
          @to << text
          @open << Group.new(text, name, @matched, [])
          @last = :start
        end

        # Behind a group, or an alternative of it.
        def close
          fail!("a parenthesis") if @open.size == 1
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

        # texts: what is written for anchors and the like.
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
          fail!("a group that may not have matched") unless @matched.include?(name)
          @to << @from[0]
          @last = :reference
        end

        # Behind an atom: how often. A second one would be possessive in Ruby, and
        # is an error in ECMA-262, as one behind an assertion is.
        def quantifier
          fail!("a quantifier behind no atom") unless %i[atom reference].include?(@last)
          @matched = @before if @last == :atom && (@from[:low] ? @from[:low].to_i == 0 : @from[:sign] != "+")
          @last = :quantifier
          @to << (@from[:low] ? "{#{@from[:low].empty? ? 0 : @from[:low]}#{@from[:high]}}" : @from[:sign])
          @to << @from[:lazy] unless @from[:low] && !@from[:high] && exactly
        end

        # What is more than a character, and a character.
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

        def literal(char)
          @to << (SYNTAX.include?(char) ? "\\#{char}" : char)
        end

        def property(name, negated)
          fail!("\\p{#{name}}") unless CATEGORY.match?(name)
          @to << "\\#{negated ? 'P' : 'p'}{#{name}}"
        end

        def character_class
          @to << @from.scan(/\[\^?/)
          start = @to.size
          until @from.scan("]")
            fail!("a class without an end") if @from.eos?
            inside
          end
          fail!("an empty class") if @to.size == start
          @to << "]"
        end
      end

      # From Ruby to ECMA-262.
      class ToECMA < Translation # :nodoc:
        def initialize(regexp)
          fail_options(regexp)
          @all = regexp.options.anybits?(Regexp::MULTILINE)
          @spaced = regexp.options.anybits?(Regexp::EXTENDED)
          super(regexp.source.encode(Encoding::UTF_8))
        rescue EncodingError
          raise Untranslatable, "not in UTF-8"
        end

        private

        def fail_options(regexp)
          raise Untranslatable, "case is ignored" if regexp.casefold? && regexp.source.match?(/[[:alpha:]]/)
        end

        # {n}? is "n times or not at all" in Ruby, and {n} in ECMA-262.
        def exactly
          fail!("{n}?") unless @from[:lazy].empty?
        end

        def outside
          return unseen if (@spaced && @from.skip(/[ \t\n\v\f\r]+|#[^\n]*/)) || @from.skip(/\(\?#[^)]*\)/)
          return quantifier if @from.scan(QUANTIFIER)

          case (char = @from.peek(1))
          when *ECMA_ANCHORS.keys then anchor(ECMA_ANCHORS)
          when "." then anchor({ "." => @all ? '[\s\S]' : '[^\n]' })
          else compound(char)
          end
        end

        # Behind what ECMA-262 does not have between two tokens.
        def unseen
          fail!("a digit behind a group's number") if @last == :reference && @from.check(/\d/)
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
          when /\A\\([pP])\{(\^?)(\w+)/ then property(::Regexp.last_match(3),
                                                      (::Regexp.last_match(1) == "P") ^ (::Regexp.last_match(2) == "^"))
          when /\A\\[a-zA-Z0-9]/, nil then fail!(text || "\\")
          else literal(text[1..])
          end
        end

        def code(number, most)
          fail!("a byte") if number > most
          @to << format('\u{%X}', number)
        end

        def inside
          return posix if @from.scan(/\[:(\^?)(\w+):\]/)

          fail!("a class in a class") if @from.check(/\[|&&/)

          case @from.peek(1)
          when "\\" then escape_inside
          when "-" then @from.getch && @to << (@from.check(/\]/) || @to.end_with?("[", "[^") ? '\-' : "-")
          else literal(@from.getch)
          end
        end

        def posix
          set = @from[1].empty? && POSIX[@from[2]]
          set ? @to << set : fail!("[:#{@from[2]}:]")
        end

        def escape_inside
          case @from.scan(/\\(?:p\{\^?\w+\}|P\{\w+\}|u\{\h+\}|u\h{4}|x\h{1,2}|\d+|.)/m)
          when '\s' then @to << RUBY_SPACE
          when '\h' then @to << HEX
          when '\b' then @to << '\b'
          when '\-' then @to << '\-'
          when '\S', '\H' then fail!(@from[0])
          else common_escape
          end
        end
      end

      # From ECMA-262 to Ruby.
      class ToRuby < Translation # :nodoc:
        private

        def exactly
          true
        end

        def outside
          fail!("{,") if @from.check(/\{,/)
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
          when '\0' then @from.check(/\d/) ? fail!('\0') : @to << '\x00'
          when /\A\\u([dD][89abAB]\h\h)/ then surrogates(::Regexp.last_match(1).hex)
          when /\A\\x(\h\h)/, /\A\\u\{?(\h+)/ then code(::Regexp.last_match(1).hex)
          when /\A\\([pP])\{(\w+)\}/ then property(::Regexp.last_match(2), ::Regexp.last_match(1) == "P")
          when %r{\A\\[^^$\\.*+?()\[\]{}|/-]}, nil then fail!(text || "\\")
          else literal(text[1])
          end
        end

        def surrogates(high)
          @from.scan(/\\u([dD][c-fC-F]\h\h)/) || fail!("half a surrogate pair")
          code(0x10000 + ((high - 0xD800) << 10) + @from[1].hex - 0xDC00)
        end

        def code(number)
          fail!("no character") if number > 0x10FFFF || number.between?(0xD800, 0xDFFF)
          @to << format('\u{%X}', number)
        end

        # A bracket, and &&, would mean more in Ruby.
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
          when '\S' then @to << "[^#{ECMA_SPACE}]" # a class in a class
          when '\B' then fail!(@from[0])
          else common_escape
          end
        end
      end

      class << self
        # The pattern of ECMA-262 that matches what regexp does. Raises
        # Untranslatable.
        def to_ecma(regexp)
          ToECMA.new(regexp).call
        end

        # The Regexp for a pattern of ECMA-262. It gives up after a second where
        # Ruby can (3.2 and later). Raises Untranslatable.
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
