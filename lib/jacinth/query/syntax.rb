# frozen_string_literal: true

require_relative "selectors"
require_relative "expressions"
require "strscan" if RUBY_VERSION.to_f < 3.4 # before that, no Ractor can require it

module Jacinth
  class Query
    # Parses a JSONPath into a Route.
    class Syntax # :nodoc:
      DEEPEST = 100 # levels of filters, parentheses and calls
      LONGEST = 200 # characters of a query that are shown in an error
      NAME = /[A-Za-z_\u{80}-\u{10FFFF}][0-9A-Za-z_\u{80}-\u{10FFFF}]*/
      NUMBER = /-?(?:0|[1-9][0-9]*)(?<fraction>\.[0-9]+)?(?<exponent>[eE][-+]?[0-9]+)?/
      LARGEST = (2**53) - 1 # the largest index
      PLAIN = { "'" => /[^'\\\x00-\x1F]+/, '"' => /[^"\\\x00-\x1F]+/ }.freeze
      ESCAPES = { "b" => "\b", "f" => "\f", "n" => "\n", "r" => "\r", "t" => "\t", "/" => "/", "\\" => "\\" }.freeze
      WORDS = { "true" => true, "false" => false, "null" => nil }.freeze
      private_constant :DEEPEST, :LONGEST, :NAME, :NUMBER, :LARGEST, :PLAIN, :ESCAPES, :WORDS
      Ractor.make_shareable([PLAIN, ESCAPES, WORDS])

      # text: a valid String in UTF-8.
      def initialize(text)
        require "strscan" unless defined?(::StringScanner)
        @text = text
        @scanner = StringScanner.new(text)
        @depth = 0
      end

      # Raises QueryError.
      def call
        @scanner.skip(/\$/) || expected("$")
        found = route
        @scanner.eos? || expected("a segment (.NAME, ..NAME or [SELECTOR])")
        found
      end

      private

      # Raises a QueryError for the text at a byte offset.
      def fail!(problem, at = @scanner.pos)
        position = @text.byteslice(0, at).size
        place = at == @text.bytesize ? "the end" : "character #{position + 1}"
        shown = @text.size > LONGEST ? "the JSONPath" : @text.inspect
        raise QueryError.new("#{problem} at #{place} of #{shown}", position: position)
      end

      def expected(wanted)
        got = ", got #{@scanner.check(/./m).inspect}" unless @scanner.eos?
        fail!("expected #{wanted}#{got}")
      end

      def blank = @scanner.skip(/[ \t\n\r]+/)

      # Skips white space and the pattern, which does not begin with white space. Skips
      # nothing if the pattern does not match.
      def after_blank(pattern)
        found = @scanner.scan(pattern)
        return found if found || !(skipped = blank)

        @scanner.scan(pattern) || (@scanner.pos -= skipped) && nil
      end

      def nested
        fail!("more than #{DEEPEST} filters, parentheses and calls in each other") if (@depth += 1) > DEEPEST
        yield.tap { @depth -= 1 }
      end

      def route
        found = []
        while (start = after_blank(/\.\.?|\[/))
          found << Segment.new(start == "[" ? bracketed : selectors_after(start), start == "..")
        end
        Route.new(found)
      end

      def selectors_after(dots)
        return bracketed if dots == ".." && @scanner.skip(/\[/)
        return [Wildcard.new] if @scanner.skip(/\*/)

        [Name.new(@scanner.scan(NAME) || expected("a name or *"))]
      end

      def bracketed = list(/\]/, "]") { selector }

      # Returns the values up to the end of a list, which commas separate.
      def list(ending, shown)
        found = []
        loop do
          blank
          found << yield
          return found if after_blank(ending)

          after_blank(/,/) || (blank || true) && expected(", or #{shown}")
        end
      end

      def selector
        case @scanner.peek(1)
        when "'", '"' then Name.new(string)
        when "*" then @scanner.getch && Wildcard.new
        when "?" then filter
        else index_or_slice
        end
      end

      def filter
        @scanner.getch
        blank
        Filter.new(nested { logical })
      end

      def index_or_slice
        first = integer
        return Slice.new(first, *slice_rest) if after_blank(/:/)

        first ? Index.new(first) : expected("a selector")
      end

      def slice_rest
        blank
        last = integer
        return [last, 1] unless after_blank(/:/)

        blank
        [last, integer || 1]
      end

      def integer
        start = @scanner.pos
        text = @scanner.scan(/-?[0-9]+/) or return
        fail!("leading zero in #{text[0, 20]}", start) if text.match?(/\A-?0[0-9]/)
        fail!("expected 0, got -0", start) if text == "-0"
        fail!("integer out of range", start) if text.size > 17 || text.to_i.abs > LARGEST
        text.to_i
      end

      def string
        start = @scanner.pos
        quote = @scanner.getch
        text = +""
        until @scanner.skip(quote == "'" ? /'/ : /"/)
          if (plain = @scanner.scan(PLAIN[quote])) then text << plain
          elsif @scanner.skip(/\\/) then text << escape(quote)
          elsif @scanner.eos? then fail!("unterminated string", start)
          else fail!("control character in a string: write it as an escape")
          end
        end
        text
      end

      def escape(quote)
        start = @scanner.pos - 1
        char = @scanner.getch
        return quote if char == quote

        ESCAPES.fetch(char) do
          code = char == "u" ? code_point : nil
          advice = ", expected \\\\ for a backslash," if char&.match?(/[^u'"]/)
          fail!("invalid escape#{advice}", start) unless code
          [code].pack("U")
        end
      end

      # The character of \uXXXX or of a surrogate pair, or nil.
      def code_point
        code = @scanner.scan(/\h{4}/)&.hex
        return code unless code&.between?(0xD800, 0xDFFF)
        return unless code < 0xDC00 && @scanner.scan(/\\u([dD][c-fC-F]\h\h)/)

        0x10000 + ((code - 0xD800) << 10) + @scanner[1].hex - 0xDC00
      end

      def logical = terms(/\|\|/, Or) { terms(/&&/, And) { basic } }

      def terms(operator, type)
        found = [yield]
        while after_blank(operator)
          blank
          found << yield
        end
        found.size == 1 ? found.first : type.new(found)
      end

      def basic
        negated = @scanner.skip(/!/) && (blank || true)
        test = @scanner.skip(/\(/) ? parenthesized : Constant.wrap(comparison_or_test(negated))
        negated ? Not.new(test) : test
      end

      def parenthesized
        blank
        test = nested { logical }
        after_blank(/\)/) || expected(")")
        test
      end

      def comparison_or_test(negated)
        start = @scanner.pos
        left = operand
        operator = after_blank(/==|!=|<=?|>=?/) unless negated
        return test(left, start) unless operator

        check_value(left, start)
        blank
        start = @scanner.pos
        right = operand
        check_value(right, start)
        Comparison.new(left, operator, right)
      end

      def test(operand, start)
        return Exists.new(operand) if operand.kind == :nodes
        return operand if operand.kind == :logical

        fail!("#{operand.is_a?(Literal) ? 'a literal' : 'the result of a function'} must be compared", start)
      end

      def check_value(operand, start)
        return if operand.kind == :value || operand.singular?

        fail!(operand.kind == :nodes ? "a query that is compared must select at most one value" : MATCHED, start)
      end

      MATCHED = "the result of match or search cannot be compared"
      private_constant :MATCHED

      def operand
        case @scanner.peek(1)
        when "@", "$" then Path.new(@scanner.getch == "$", route)
        when "'", '"' then Literal.new(string)
        when "-", "0".."9" then number
        else word
        end
      end

      def number
        text = @scanner.scan(NUMBER) or expected("a number")
        Literal.new(@scanner[:fraction] || @scanner[:exponent] ? text.to_f : text.to_i)
      end

      def word
        start = @scanner.pos
        word = @scanner.scan(/[a-z][a-z_0-9]*/) or expected("a query, a value or a function")
        return call_of(word, start) if @scanner.skip(/\(/)

        Literal.new(WORDS.fetch(word) { fail!("unknown word #{word[0, 20]}", start) })
      end

      def call_of(name, start)
        names = ChoiceText.list(FUNCTIONS.keys)
        type = FUNCTIONS[name] or fail!("unknown function #{name[0, 20]}, expected #{names}", start)
        places = []
        arguments = nested { arguments_of(places) }
        wanted = type::PARAMETERS
        unless arguments.size == wanted.size
          fail!("#{name} takes #{wanted.size} argument#{'s' if wanted.size > 1}, got #{arguments.size}", start)
        end
        wanted.each_with_index { |kind, i| check_argument(kind, arguments[i], places[i]) }
        type.new(*arguments)
      end

      def arguments_of(places)
        return [] if after_blank(/\)/)

        list(/\)/, ")") do
          places << @scanner.pos
          operand
        end
      end

      def check_argument(kind, argument, start)
        return check_value(argument, start) if kind == :value

        fail!("expected a query as the argument", start) unless argument.kind == :nodes
      end
    end
    private_constant :Syntax
  end
end
