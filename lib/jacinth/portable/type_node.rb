# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # A type in the form in which it is read and written: ext/jacinth/type/type.h.
    class TypeNode # :nodoc:
      # The value of a member that is not there.
      ABSENT = Object.new.freeze

      # A member of an object, a string of an enum, a tag, or a member of a variant. node: its type.
      Member = Struct.new(:node, :name, :text, :symbol, :hash_key, :slot, :read, :written, :optional, :deferred,
                          :omit_nil, :omit_default, :constant, :other, :fallback, :call) do
        def apart? = constant || other
        def optional? = optional || (deferred && node.target.kind == :optional) ? true : false
        def fallback? = !ABSENT.equal?(fallback)
      end

      # The kinds whose values are strings, numbers, true and false.
      SCALARS = %i[string integer float boolean symbol enum time epoch date decimal].freeze
      # The kinds whose values must be of one class to be written, and this class.
      CLASSES = { string: ::String, symbol: ::Symbol, integer: ::Integer, float: ::Float, array: ::Array,
                  tuple: ::Array, map: ::Hash }.freeze
      private_constant :SCALARS, :CLASSES

      attr_reader :type, :kind, :spec, :key, :members, :places, :alternatives, :by, :read, :write, :label, :klass,
                  :range, :pattern, :unique, :strip, :strict, :whole, :coerce, :build, :accepted

      class << self
        def of(type) = type&.__send__(:_node)
      end

      def initialize(type, kind, spec)
        @type = type
        # A Module, because make_shareable does not freeze its instance variables.
        @state = Module.new if spec[:pending]
        @kind = kind
        @spec = spec
        @label, @klass, @range, @pattern, @unique, @strip, @strict, @whole, @coerce, @build =
          spec.values_at(:label, :klass, :range, :pattern, :unique, :strip, :strict, :whole, :coerce, :build)
        @accepted = CLASSES.fetch(kind) { @klass if %i[time epoch date decimal set].include?(kind) }
        @scalar = SCALARS.include?(kind)
        @read = :"load_#{kind}"
        @write = :"dump_#{kind}"
        @length = (spec[:low] || 0)..spec[:high] if spec.key?(:low) && kind != :integer
        @constrained = [@range, @pattern, @length, @unique, @strip, @strict, *spec.values_at(:check, :required)].any?
        read_parts
      end

      def constrained? = @constrained
      def scalar? = @scalar

      # The type that a reference stands for.
      def target
        node = self
        node = node.of || raise(ArgumentError, "this type is not complete yet") while node.kind == :ref
        node
      end

      def of = @of || @state&.instance_variable_get(:@of)

      # Returns the type, after its references have targets.
      def ready
        if @state && !@state.instance_variable_get(:@ready)
          ready = @type.__send__(:_ready)
          @state.instance_variable_set(:@ready, true) if ready && Ractor.current.equal?(Ractor.main)
        end
        target
      end

      def resolve(node)
        raise ArgumentError, "a recursive type must contain itself within an array or an object" if node.leads_to?(self)

        return @state.instance_variable_set(:@of, node) if frozen?

        @of = node
        freeze
      end

      # True if reading this type can reach the reference again without consuming text.
      def leads_to?(reference, depth = 0)
        return true if equal?(reference) || depth > 1000

        case kind
        when :ref, :optional then of ? of.leads_to?(reference, depth + 1) : false
        when :union, :first then alternatives.any? { |node| node.leads_to?(reference, depth + 1) }
        else false
        end
      end

      def member(name)
        place = @places[name]
        place && @members[place]
      end

      # Returns the literal of an enum that equals a value, or ABSENT.
      def literal(value)
        found = @klass&.find { |one| one.equal?(value) || (number?(one) && number?(value) && one == value) }
        nil.equal?(found) && !(nil.equal?(value) && @klass&.include?(nil)) ? ABSENT : found
      end

      # True if a value of the right kind is within the limits of this type.
      def allows?(value)
        case value
        when ::Array, ::Hash then @length.nil? || @length.cover?(value.size)
        when ::String
          return false unless @length.nil? || @length.cover?(value.length)

          @pattern.nil? || (value.valid_encoding? && @pattern.match?(value))
        else
          return @length.nil? || @length.cover?(value.size) if @kind == :set

          @range.nil? || @range.cover?(value)
        end
      end

      # Returns the type of the values of a map for a key.
      def value_node(key)
        return @of if @alternatives.empty?

        key = key.name if ::Symbol === key
        places = @spec[:places].to_h
        place = places[key] and return @alternatives[place]

        place = @spec[:tests].index { |tests| tests.all? { |test| key.valid_encoding? && test.match?(key) } }
        place ? @alternatives[places.size + place] : @of
      end

      # Returns the keys that a Hash, whose keys can be texts instead of Symbols, lacks of those
      # that a map requires.
      def missing_keys(hash)
        pairs = @spec[:required].to_a.each_slice(2)
        pairs.select { |given, one| (given.nil? || key?(hash, given)) && !key?(hash, one) }.map(&:last).uniq
      end

      def length?(value) = @length.nil? || @length.cover?(value.length)

      private

      def number?(value) = ::Integer === value || ::Float === value

      def key?(hash, key) = hash.key?(key) || (::Symbol === key && hash.key?(key.name))

      def read_parts
        @of = @spec[:rows] ? self : TypeNode.of(@spec[:of])
        @key = TypeNode.of(@spec[:key])
        @alternatives = (@spec[@kind == :variant ? :marks : :alternatives] || []).map do |type|
          TypeNode.of(type)
        end.freeze
        @by = @spec[:by].to_h.transform_values { |type| TypeNode.of(type) }.freeze
        @members = (@spec[:members] || []).map { |member| read_member(member) }.freeze
        @places = {}
        @members.each_with_index { |member, place| @places[member.name] ||= place if member.name }
        @places.freeze
      end

      def read_member(spec)
        values = Member.members.drop(1).map { |name| spec.fetch(name) { name == :fallback ? ABSENT : nil } }
        values[0] = -values[0].dup.force_encoding(Encoding::UTF_8) if values[0]
        Member.new(TypeNode.of(spec[:type]), *values).freeze
      end
    end

    # Times and numbers in types: ext/jacinth/type/type_scalar.c.
    module TypeScalars # :nodoc:
      DATE = /\A([+-]?)([0-9]{4,9})-([0-9]{2})-([0-9]{2})\z/
      TIME = /\A([^Tt\ ]{10,})[Tt\ ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:[.,]([0-9]+))?
              (?:([Zz])|([+-])([0-9]{2}):?([0-9]{2}))\z/x
      NUMBER = /\A(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?\z/
      # The Times whose year has at most nine digits with any offset, in seconds.
      SECONDS = (-31_557_014_104_060_800..31_556_889_801_244_799)
      DAYS = [nil, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].freeze
      YES = %w[true 1 on t y yes].freeze
      NO = %w[false 0 off f n no].freeze
      private_constant(*constants(false))

      module_function

      # Returns year, month and day, or nil.
      def date_parts(text)
        match = DATE.match(text) or return
        year, month, day = match[2].to_i, match[3].to_i, match[4].to_i
        return if match[1] == "-" && year.zero?

        year = -year if match[1] == "-"
        leap = month == 2 && (year % 4).zero? && ((year % 100).positive? || (year % 400).zero?)
        [year, month, day] if month.between?(1, 12) && day.between?(1, leap ? 29 : DAYS[month])
      end

      # Returns the Time of a text, or ABSENT.
      def time(text)
        match = TIME.match(text)
        date = match && date_parts(match[1])
        return TypeNode::ABSENT unless date

        hour, minute, second = match.values_at(2, 3, 4).map(&:to_i)
        offset = offset_of(match)
        return TypeNode::ABSENT if hour > 23 || minute > 59 || second > 60 || offset.nil?

        seconds = ::Time.utc(*date, hour, minute).to_i + second - offset
        return TypeNode::ABSENT if second == 60 && !after_leap_second?(seconds)

        at(seconds, match[5].to_s[0, 9].ljust(9, "0").to_i, match[6] ? nil : offset)
      end

      def offset_of(match)
        return 0 if match[6]

        hours, minutes = match[8].to_i, match[9].to_i
        ((hours * 3600) + (minutes * 60)) * (match[7] == "-" ? -1 : 1) unless hours > 23 || minutes > 59
      end

      # True if a leap second can precede this second: there have been some since 1972, each at
      # the end of a month.
      def after_leap_second?(seconds)
        seconds > 63_072_000 && (seconds % 86_400).zero? && ::Time.at(seconds).utc.day == 1
      end

      def at(seconds, nanoseconds, offset)
        return TypeNode::ABSENT unless SECONDS.cover?(seconds)

        time = ::Time.at(seconds, nanoseconds, :nsec)
        offset ? time.localtime(offset) : time.utc
      end

      # True if a time or date, which was read from the text, is one of RFC 3339.
      def rfc3339?(text)
        return false if text.bytesize < 10 || !text.match?(/\A[0-9]/) || text[4] != "-"
        return true if text.bytesize == 10

        text[10] != " " && text.bytesize >= 20 && text[19] != "," && (text.match?(/[Zz]\z/) || text[-3] == ":")
      end

      # Returns the digits of a number without zeros around them, the exponent of ten, that in
      # the text, and true if it is negative.
      def digits(text)
        sign, whole, fraction, exponent = NUMBER.match(text).captures
        digits = "#{whole}#{fraction}".sub(/\A0+/, "")
        written = exponent.to_i
        power = written - fraction.to_s.size + digits[/0*\z/].size
        [digits.sub(/0+\z/, ""), power, written, sign == "-"]
      end

      def number?(text) = NUMBER.match?(text)

      # Returns the Integer of a number without a fraction, such as 1.0 or 1e3, or ABSENT.
      def whole(text)
        digits, exponent, written, negative = digits(text)
        return 0 if digits.empty?
        return TypeNode::ABSENT if exponent.negative? || written > 400

        number = digits.to_i * (10**exponent)
        negative ? -number : number
      end

      # Returns the Time of a number that counts units since 1970, or ABSENT.
      def epoch(text, unit)
        digits, exponent, _, negative = digits(text)
        point = digits.empty? ? 0 : digits.size + exponent - (unit == 1000 ? 3 : 0)
        return TypeNode::ABSENT if point > 17

        seconds = point.positive? ? digits[0, point].ljust(point, "0").to_i : 0
        fraction = point.negative? ? "#{'0' * [-point, 9].min}#{digits}" : digits[point..]
        nanoseconds = fraction.to_s[0, 9].ljust(9, "0").to_i
        at(*(negative ? (-(seconds * 1_000_000_000) - nanoseconds).divmod(1_000_000_000) : [seconds, nanoseconds]), nil)
      end

      def boolean(text)
        text = text.downcase(:ascii) if text.valid_encoding?
        YES.include?(text) || (NO.include?(text) ? false : TypeNode::ABSENT)
      end

      def strip(text)
        from = text.b.index(/[^\0\t\n\v\f\r ]/n) || text.bytesize
        to = text.b.rindex(/[^\0\t\n\v\f\r ]/n) || from - 1
        text.byteslice(from, to + 1 - from)
      end

      # Returns the nearest Float of an Integer.
      def float(integer)
        return Float::INFINITY * (integer <=> 0) if integer.bit_length > 1100

        integer.abs <= 2**53 ? integer.to_f : Numbers.float(integer.to_s)
      end

      # Returns the text that a Time is written as, or nil for a year of too many digits.
      def time_text(time)
        offset = time.utc_offset
        offset -= (offset.abs % 60) * (offset <=> 0)
        return unless SECONDS.cover?(time.to_i)

        shown = ::Time.at(time.to_i + offset).utc
        nanoseconds = time.nsec
        size = if nanoseconds.zero? then 0
               elsif (nanoseconds % 1_000_000).zero? then 3
               else (nanoseconds % 1000).zero? ? 6 : 9
               end
        fraction = ".#{format('%09d', nanoseconds)[0, size]}" if size.positive?
        zone = offset.zero? ? "Z" : format("%s%02d:%02d", offset.negative? ? "-" : "+", *(offset.abs / 60).divmod(60))
        "#{year(shown.year)}#{shown.strftime('-%m-%dT%H:%M:%S')}#{fraction}#{zone}"
      end

      def year(year)
        return format("%04d", year) if year.between?(0, 9999)

        format("%s%06d", year.negative? ? "-" : "+", year.abs)
      end

      def epoch_text(time, unit)
        return unless SECONDS.cover?(time.to_i)

        total = (time.to_i * 1_000_000_000) + time.nsec
        whole, rest = total.abs.divmod(unit == 1000 ? 1_000_000 : 1_000_000_000)
        fraction = ".#{rest.to_s.rjust(unit == 1000 ? 6 : 9, '0').sub(/0+\z/, '')}" unless rest.zero?
        "#{'-' if time.to_i.negative?}#{whole}#{fraction}"
      end

      # Returns the text of a Date, or nil for a year of too many digits.
      def date_text(date)
        date = date.gregorian if date.julian?
        text = date.iso8601
        sign = text.start_with?("-")
        size = text.bytesize - 6 - (sign ? 1 : 0)
        return if size > 9 || size < 4
        return text if !sign && size == 4

        "#{sign ? '-' : '+'}#{'0' * [6 - size, 0].max}#{text.delete_prefix('-')}"
      end
    end
  end
end
