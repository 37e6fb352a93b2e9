# frozen_string_literal: true

require "strscan" if RUBY_VERSION.to_f < 3.4 # before that, no Ractor can require it

module Jacinth
  class Query
    # An I-Regexp (RFC 9485), compiled to a program for a Matcher. As in the compliance
    # suite of RFC 9535, ^ and $ stand for the beginning and the end of the text.
    class RegularExpression # :nodoc:
      # Raised for a pattern that is not an I-Regexp.
      class Invalid < StandardError; end # :nodoc:

      # A set of characters: ranges of code points and [Regexp, negated] pairs.
      CharacterSet = Struct.new(:ranges, :properties, :negated) do # :nodoc:
        def include?(code)
          found = ranges.any? { |range| range.cover?(code) } || (properties.any? && property?([code].pack("U")))
          found != negated
        end

        private

        def property?(char) = properties.any? { |property, negated| property.match?(char) != negated }
      end

      DEEPEST = 100 # levels of groups
      LARGEST = 5000 # instructions
      ORDINARY = /[^$()*+.?\[\\\]^{|}]/
      ESCAPED = /\\([-()*+.?\[\\\]^nrt{|}])/
      IN_CLASS = /[^-\[\\\]]/
      PROPERTY = /\\([pP])\{(L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|Z[lps]?|S[ckmo]?|C[cfno]?)\}/
      QUANTIFIER = /[*+?]|\{([0-9]+)(,([0-9]+)?)?\}/
      ANCHORS = { "^" => :beginning, "$" => :end }.freeze
      CONTROLS = { "n" => 10, "r" => 13, "t" => 9 }.freeze
      ANY = CharacterSet.new([10..10, 13..13], [], true)
      private_constant :DEEPEST, :LARGEST, :ORDINARY, :ESCAPED, :IN_CLASS, :PROPERTY, :QUANTIFIER, :ANCHORS, :CONTROLS,
                       :ANY
      Ractor.make_shareable([ANCHORS, CONTROLS, ANY])

      # An Array of instructions: a CharacterSet matches one character, an Array of
      # addresses continues at each of them, :beginning and :end match at the beginning
      # and the end of the text, and nil is the end of the pattern.
      attr_reader :program

      # pattern: a String. whole: true if it must match all of a text. Raises Invalid,
      # and QueryError if the pattern is too large.
      def initialize(pattern, whole:)
        require "strscan" unless defined?(::StringScanner)
        @scanner = StringScanner.new(to_utf8(pattern))
        @whole = whole
        @program = []
        @emitted = @depth = 0
        emit(branches)
        @scanner.eos? || raise(Invalid)
        @program << nil
        @scanner = nil
      end

      def whole? = @whole

      private

      def to_utf8(pattern)
        text = pattern.encode(Encoding::UTF_8)
        text.valid_encoding? ? text : raise(Invalid)
      rescue EncodingError
        raise Invalid
      end

      def branches
        found = [branch]
        found << branch while @scanner.skip(/\|/)
        found.size == 1 ? found.first : [:either, *found]
      end

      def branch
        found = [:sequence]
        while (found_atom = atom)
          found << (@scanner.scan(QUANTIFIER) ? repeated(found_atom) : found_atom)
        end
        found
      end

      def repeated(atom)
        case @scanner[0]
        when "*" then [:repeat, atom, 0, nil]
        when "+" then [:repeat, atom, 1, nil]
        when "?" then [:repeat, atom, 0, 1]
        else
          least = count(@scanner[1])
          most = @scanner[2] ? @scanner[3] && count(@scanner[3]) : least
          raise Invalid if most && most < least

          [:repeat, atom, least, most]
        end
      end

      def count(digits)
        digits.sub!(/\A0+(?=.)/, "")
        digits.size > 6 ? too_large! : digits.to_i
      end

      # The next atom as a list, a CharacterSet or a Symbol, or nil.
      def atom
        if @scanner.skip(/\(/) then group
        elsif @scanner.skip(/\./) then ANY
        elsif @scanner.scan(/[$^]/) then ANCHORS[@scanner[0]]
        elsif @scanner.scan(ORDINARY) then single(@scanner[0].ord)
        elsif @scanner.scan(ESCAPED) then single(escaped)
        elsif @scanner.scan(PROPERTY) then CharacterSet.new([], [property], false)
        elsif @scanner.scan(/\[\^(?!\])|\[/) then character_class
        end
      end

      def group
        too_large! if (@depth += 1) > DEEPEST
        found = branches
        @scanner.skip(/\)/) || raise(Invalid)
        @depth -= 1
        found
      end

      def single(code) = CharacterSet.new([code..code], [], false)

      def escaped = CONTROLS.fetch(@scanner[1]) { @scanner[1].ord }

      def property = [/\p{#{@scanner[2]}}/, @scanner[1] == "P"]

      def character_class
        set = CharacterSet.new([], [], @scanner[0] == "[^")
        set.ranges << (45..45) if @scanner.skip(/-/)
        until @scanner.skip(/\]/)
          if @scanner.scan(PROPERTY) then set.properties << property
          elsif @scanner.skip(/-(?=\])/) then set.ranges << (45..45)
          else set.ranges << range
          end
        end
        raise Invalid if set.ranges.empty? && set.properties.empty?

        set
      end

      def range
        first = in_class
        return first..first unless @scanner.skip(/-(?!\])/)

        last = in_class
        first <= last ? first..last : raise(Invalid)
      end

      def in_class
        return escaped if @scanner.scan(ESCAPED)

        @scanner.scan(IN_CLASS)&.ord || raise(Invalid)
      end

      def emit(node)
        too_large! if (@emitted += 1) > LARGEST
        return @program << node unless node.is_a?(Array)

        case node.first
        when :sequence then node.drop(1).each { |part| emit(part) }
        when :either then either(node.drop(1))
        else repeat(*node.drop(1))
        end
      end

      def either(branches)
        @program << (choice = [])
        ends = branches.map do |branch|
          choice << @program.size
          emit(branch)
          @program << []
          @program.last
        end
        ends.each { |jump| jump << @program.size }
      end

      def repeat(node, least, most)
        least.times { emit(node) }
        return unlimited(node) unless most

        choices = Array.new(most - least) do
          @program << [@program.size + 1]
          choice = @program.last
          emit(node)
          choice
        end
        choices.each { |choice| choice << @program.size }
      end

      def unlimited(node)
        start = @program.size
        @program << (choice = [start + 1])
        emit(node)
        @program << [start]
        choice << @program.size
      end

      def too_large!
        raise QueryError, "the regular expression is too large"
      end
    end

    # Matches texts in linear time: it follows all alternatives of a regular expression
    # at once, and caches the sets of instructions that it reaches.
    class Matcher # :nodoc:
      LARGEST = 1000 # the number of sets that are kept
      private_constant :LARGEST

      # The instructions that match characters, true if the pattern is complete here,
      # true if it is complete at the end of the text, and the next set by character.
      Reached = Struct.new(:addresses, :complete, :complete_at_end, :following) # :nodoc:
      private_constant :Reached

      def initialize(expression)
        @program = expression.program
        @whole = expression.whole?
        @known = {}
        @first = reach([0], :beginning)
      end

      def match?(text)
        reached = @first
        text.each_codepoint do |code|
          return true if reached.complete && !@whole

          reached = reached.following[code] || follow(reached, code)
        end
        reached.complete_at_end
      end

      private

      # Empties the cache, whose sets refer to each other, beginning with the first one.
      def clear_cache
        @known.clear
        @first.following.clear
      end

      def follow(reached, code)
        addresses = reached.addresses.filter_map { |address| address + 1 if @program[address].include?(code) }
        addresses << 0 unless @whole
        clear_cache if @known.size > LARGEST
        reached.following[code] = reach(addresses)
      end

      # Returns the instructions that can be reached from some addresses without a
      # character. anchor: :beginning at the beginning of a text, or nil.
      def reach(addresses, anchor = nil)
        seen = closure(addresses, [anchor])
        at_end = closure(addresses, [anchor, :end])
        matching = seen.select { |address| @program[address].is_a?(RegularExpression::CharacterSet) }.sort
        complete, complete_at_end = [seen, at_end].map { |all| all.any? { |address| @program[address].nil? } }
        @known[[matching, complete, complete_at_end]] ||= Reached.new(matching, complete, complete_at_end, {})
      end

      # Returns the addresses that can be reached through choices and these anchors.
      def closure(addresses, anchors)
        rest = addresses.dup
        seen = {}
        while (address = rest.pop)
          next if seen.key?(address)

          seen[address] = true
          case (instruction = @program[address])
          when Array then rest.concat(instruction)
          when Symbol then rest << (address + 1) if anchors.include?(instruction)
          end
        end
        seen.keys
      end
    end
    private_constant :RegularExpression, :Matcher
  end
end
