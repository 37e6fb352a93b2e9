# frozen_string_literal: true

module Jacinth
  # Types whose values can be in a range.
  class Type
    class << self
      # :call-seq: integer(range = nil, multiple_of: nil, check: nil) -> type
      #
      # An Integer. range: a Range that it is in. multiple_of: a number that divides it evenly.
      # check: as for #with. Raises ArgumentError if range is not a Range of numbers, or
      # if multiple_of is not a number greater than 0.
      #
      #   Jacinth::Type.integer(1..).load("0") # raises Jacinth::ValidationError: expected Integer in 1..
      #   Jacinth::Type.integer(multiple_of: 5).load("7")
      #   # raises Jacinth::ValidationError: expected Integer, a multiple of 5, got 7
      def integer(range = nil, multiple_of: nil, check: nil, **unknown)
        refuse_keywords(:integer, unknown)
        numbers(range) if range
        limits = limited("Integer", range&.inspect, range, multiple_of)
        checked(check, :integer, **limits, **fixnums(range, multiple_of))
      end

      # :call-seq: float(range = nil, multiple_of: nil, check: nil) -> type
      #
      # A Float. An integer in the document becomes one; a number that is too large for
      # a Float is refused. range: a Range that it is in. multiple_of: a number that divides the
      # shortest decimal text of the Float evenly. check: as for #with. Raises ArgumentError as Type.integer does.
      #
      #   Jacinth::Type.float.load("1") # => 1.0
      #   Jacinth::Type.float(multiple_of: 0.01).load("19.99") # => 19.99
      def float(range = nil, multiple_of: nil, check: nil, **unknown)
        refuse_keywords(:float, unknown)
        numbers(range) if range
        checked(check, :float, **limited("Float", range&.inspect, range, multiple_of))
      end

      # :call-seq: time(range = nil, as: :iso8601, check: nil) -> type
      #
      # A Time. range: a Range of Times that it is in. as: its form in the document,
      # +:iso8601+ for a string, +:seconds+ or +:milliseconds+ for a number that counts
      # them since 1970; such a Time is in UTC. check: as for #with. Raises ArgumentError for any other range
      # or form.
      #
      #   time = Jacinth::Type.time(as: :milliseconds)
      #   time.load("1500.5").nsec         # => 500500000
      #   time.dump(Time.at(1, 500, :millisecond)) # => "1500"
      def time(range = nil, as: :iso8601, check: nil, **unknown)
        refuse_keywords(:time, unknown)
        units = { iso8601: nil, seconds: 1, milliseconds: 1000 }
        unit = units[ChoiceText.of("as", units.keys, as)]
        return within(:time, "a time (ISO 8601)", ::Time, range, check) unless unit

        within(:epoch, "a time in #{as} since 1970", ::Time, range, check, unit: unit)
      end

      # :call-seq: date(range = nil, check: nil) -> type
      #
      # A Date. range: a Range of Dates that it is in. check: as for #with. Raises ArgumentError
      # for any other range.
      #
      #   require "date"
      #   Jacinth::Type.date(Date.new(2000)..).load('"1999-12-31"')
      #   # raises Jacinth::ValidationError: expected a date (ISO 8601) in 2000-01-01.., got "1999-12-31"
      def date(range = nil, check: nil, **unknown)
        refuse_keywords(:date, unknown)
        require "date" unless defined?(::Date)
        within(:date, "a date (ISO 8601)", ::Date, range, check)
      end

      # :call-seq: decimal(range = nil, as: :string, multiple_of: nil, check: nil) -> type
      #
      # A BigDecimal with all its digits, from a number or a string that contains one.
      # dump writes a string or, with <tt>as: :number</tt>, a number. range: a Range of numbers
      # that it is in. multiple_of: a number that divides it evenly. check: as for #with. Requires
      # bigdecimal. Raises ArgumentError as Type.integer does.
      #
      #   Jacinth::Type.decimal.load("1.10").to_s("F") # => "1.1"
      #   Jacinth::Type.decimal.dump(BigDecimal("0.1")) # => "\"0.1\""
      #   Jacinth::Type.decimal(0..100).load('"100.01"')
      #   # raises Jacinth::ValidationError: expected a decimal number in 0..100, got "100.01"
      def decimal(range = nil, as: :string, multiple_of: nil, check: nil, **unknown)
        refuse_keywords(:decimal, unknown)
        ChoiceText.of("as", %i[string number], as)
        require "bigdecimal" unless defined?(::BigDecimal)
        checked(check, :decimal, klass: ::BigDecimal, number: as == :number,
                                 **limited("a decimal number", range && shown(range), range, multiple_of))
      end

      private

      def range(range)
        return time(range) if ends(range).any?(::Time)
        return date(range) if defined?(::Date) && ends(range).any?(::Date)

        return decimal(range) if defined?(::BigDecimal) && ends(range).any?(::BigDecimal)

        numbers(range).all?(::Integer) ? integer(range) : float(range)
      end

      def ends(range) = [range.begin, range.end].compact

      # Returns the ends of a range of numbers, without those that are open.
      def numbers(range)
        ends = range.is_a?(::Range) ? ends(range) : []
        nan = ends.any? { |number| number.respond_to?(:nan?) && number.nan? }
        return ends if ends.any? && ends.all?(::Numeric) && !nan

        raise ArgumentError, "expected a Range of numbers, got #{PathText.inspected(range)}"
      end

      # The text of a Range of numbers. Raises ArgumentError for any other range.
      def shown(range)
        numbers(range)
        "#{text(range.begin)}#{range.exclude_end? ? '...' : '..'}#{text(range.end)}"
      end

      def text(number)
        return number && PathText.inspected(number) unless defined?(::BigDecimal) && number.is_a?(::BigDecimal)

        number.exponent.abs < 100 ? number.to_s("F") : number.to_s
      end

      # The limits of a range of fixnums, which the extension compares by itself.
      def fixnums(range, multiple_of)
        ends = range && multiple_of.nil? ? ends(range) : []
        return {} unless ends.any? && ends.all? { |number| number.is_a?(::Integer) && number.abs < 2**62 }

        high = range.end && range.exclude_end? ? range.end - 1 : range.end
        { low: range.begin, high: high }
      end

      # The label and range of numbers. shown: the text of the range.
      def limited(label, shown, range, multiple_of)
        label = "#{label} in #{PathText.shown(shown)}" if range
        return { label: label, range: range } if multiple_of.nil?

        { label: "#{label}, a multiple of #{text(multiple_of)}", range: Multiples.new(range, multiple_of) }
      end

      # A type of a class whose objects a Range can limit.
      def within(kind, label, klass, range, check, **more)
        return checked(check, kind, label: label, klass: klass, **more) if range.nil?

        unless range.is_a?(::Range) && ends(range).any? && ends(range).all?(klass)
          raise ArgumentError, "expected a Range of #{PathText.shown(klass)}s, got #{PathText.inspected(range)}"
        end

        copy = ::Range.new(range.begin.dup, range.end.dup, range.exclude_end?)
        checked(check, kind, label: "#{label} in #{range}", klass: klass, range: Ractor.make_shareable(copy), **more)
      end
    end
  end
end
