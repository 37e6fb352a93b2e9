# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # The part of a document that has arrived: ext/jacinth/stream/growth.c.
    class Growth # :nodoc:
      ABSENT = Object.new.freeze
      private_constant :ABSENT

      # shown: the objects of the last result by their places, to use them again.
      def initialize(reader, options, shown)
        @reader = reader
        @options = options
        @shown = shown
        @frames = reader.frames
      end

      # True if steps lead to a value in a complete value.
      def self.inside?(value, steps)
        steps.each do |step|
          case value
          when ::Array
            return false unless step.index && step.index < value.size

            value = value[step.index]
          when ::Hash
            name = step.name
            names = name.valid_encoding? ? [name, name.to_sym] : [name]
            key = names.find { |one| value.key?(one) } or return false
            value = value[key]
          else return false
          end
        end
        true
      end

      def any? = @frames.any? { |frame| held?(frame) }

      def call(strings, numbers, reuse)
        @growing = strings || numbers || reuse
        return if !@growing && !any?

        @frames.each { |frame| check_duplicates(frame) }
        value = @growing ? open_value(strings, numbers, reuse) : ABSENT
        @frames.reverse_each { |frame| value = around(frame, value, reuse) }
        return if ABSENT.equal?(value)

        Jacinth.__send__(:_containers, value, Float::INFINITY).reverse_each(&:freeze) if @options.freezes
        value
      end

      # Returns the keys and indexes that lead to the innermost value that is open, or nil.
      def open_steps
        begun = begins_value?
        return if @frames.empty? && !begun

        steps = []
        @frames.each_with_index do |frame, i|
          if !frame.value.is_a?(::Array)
            break unless key?(frame)

            steps << frame.key
          elsif i + 1 < @frames.size || begun
            steps << frame.value.size
          end
        end
        steps
      end

      # True if the value that steps lead to is complete.
      def complete?(steps)
        @frames.each_with_index do |frame, i|
          return false if steps.size <= i

          step = steps[i]
          next if i + 1 < @frames.size && current?(frame, step)
          return false if key?(frame) && current?(frame, step)

          return Growth.inside?(frame.value, steps.drop(i))
        end
        false
      end

      private

      def current?(frame, step) = (frame.value.is_a?(::Array) || key?(frame)) && @reader.leads?(frame, step)

      # True if a key without a value yet has arrived.
      def key?(frame)
        return false if frame.value.is_a?(::Array) || frame.key.nil?

        !frame.equal?(@frames.last) || %i[colon value].include?(@reader.state)
      end

      def held?(frame) = !frame.value.empty? || key?(frame)

      def check_duplicates(frame)
        frame.duplicate ||= [frame.key] if key?(frame) && frame.value.key?(frame.key)
        @reader.refuse_open_duplicate(frame) if frame.duplicate
      end

      # Returns the value of a frame, to which the open value in it is added.
      def around(frame, inner, reuse)
        value = frame.value.dup
        if value.is_a?(::Array) then value << inner unless ABSENT.equal?(inner)
        elsif key?(frame) then value[frame.key] = ABSENT.equal?(inner) ? nil : inner
        end
        return @growing || @options.on_load.nil? ? value : @options.on_load.call(value) unless reuse

        place = frame.at + @reader.offset
        (@shown[place] ||= value.class.new).replace(value)
      end

      def begins_value?
        rest = @reader.text.byteslice(@reader.position..)
        @reader.state == :value && rest.match?(%r{\A[ \t\r\n]*[^\]/ \t\r\n]}n)
      end

      def open_value(strings, numbers, reuse)
        return ABSENT unless begins_value?

        at = @reader.text.index(/[^ \t\r\n]/n, @reader.position)
        rest = @reader.text.byteslice(at..)
        value = case rest[0]
                when "[" then []
                when "{" then {}
                when '"' then strings ? open_string(rest) : ABSENT
                when /[-0-9]/n then numbers ? open_number(rest) : ABSENT
                else ABSENT
                end
        value.freeze if @options.freezes && value.is_a?(::String)
        return value unless reuse && [::String, ::Array, ::Hash].include?(value.class)

        place = at + @reader.offset
        (@shown[place] ||= value.class.new).replace(value)
      end

      # Returns the text so far of a string, up to an unfinished escape or character.
      def open_string(rest)
        plain = @options.allow_control_characters ? /[^"\\]/n : /[^"\\\x00-\x1f]/n
        escape = @options.allow_invalid_escape ? /[^u]/n : %r{["\\/bfnrt]}n
        part = rest[/\A"(?:#{plain}++|\\(?:u\h{4}|#{escape}))*+/mn]
        part = part[0...-6] if part.match?(/(?<!\\)(?:\\\\)*\\u[dD][89abAB]\h\h\z/n)
        part.sub!(/(?:[\xC2-\xDF]|[\xE0-\xEF][\x80-\xBF]?|[\xF0-\xFF][\x80-\xBF]{0,2})\z/n, "")
        given = @options.to_h.slice(:allow_control_characters, :allow_invalid_escape, :invalid)
        text = Reader.new("#{part}\"", ParserOptions.new(given).owned_by(given)).document
        return text.dup if !@options.validate_encoding || text.valid_encoding?

        text.each_char.take_while(&:valid_encoding?).join("")
      rescue ParserError => e
        raise unless Jacinth.__send__(:_take_error, e, given)

        part = part[0...(part.rindex("\\") || part.size)]
        part.size > 1 ? part.delete_prefix('"').force_encoding(Encoding::UTF_8) : +""
      end

      def open_number(rest)
        text = rest[/\A[-+0-9.eE]*/n].sub(/[^0-9]+\z/n, "")
        given = @options.to_h.slice(:decimal_class)
        Reader.new(text, ParserOptions.new(given).owned_by(given)).document
      rescue ParserError => e
        raise unless Jacinth.__send__(:_take_error, e, given)

        ABSENT
      end
    end
  end
end
