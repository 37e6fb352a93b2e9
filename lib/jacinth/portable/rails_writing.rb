# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # The option rails: Active Support's own encoder writes each value.
    module RailsWriting # :nodoc:
      CHANGES = %i[@ascii_only @script_safe @html_safe @sort_keys @omit_nil @omit_empty @safe_integers].freeze
      LEVELS = 100 # the limit of Active Support's own encoder
      private_constant :CHANGES, :LEVELS

      private

      # Writes the text of that encoder. If other options change the text, parses it and writes
      # the result.
      def walk_rails(value, base)
        kept = [@rails, @strict, @whole]
        value = with_valid_texts(value.as_json) if @state.invalid
        text = RailsOption.original_text(value, nil) { |error| find_error(value, base, error) }
        before = @out.bytesize
        walk_data(RailsOption.data(text), base)
        @out.replace(@out.byteslice(0, before) << text) if unchanged?
      rescue SystemStackError
        limit = @state.max_nesting
        fail_nesting((limit.between?(1, LEVELS) ? limit : LEVELS) + 1)
      ensure
        @rails, @strict, @whole = kept
      end

      # Writes the data to find the path of an error of that encoder. The data can contain
      # objects that the encoder would have converted: after an error about one of them, the
      # encoder's own error is raised, without a path.
      def find_error(value, base, error)
        walk_data(value.as_json, base)
        fail_nesting(LEVELS + 1) if error.is_a?(::JSON::NestingError)
      rescue GeneratorError => e
        raise if e.message == error.message || !e.message.match?(/ not allowed (?:as object key )?in JSON\z/)
      end

      def walk_data(data, base)
        @rails, @strict, @whole = false, true, true
        walk(data, false, base)
      end

      # Returns data in which U+FFFD replaces invalid bytes.
      def with_valid_texts(data)
        case data
        when ::Hash then data.to_h { |key, value| [with_valid_texts(key), with_valid_texts(value)] }
        when ::Array then data.map { |value| with_valid_texts(value) }
        when ::String then text?(data) ? data : replaced(data)
        else data
        end
      end

      def unchanged? = !@lines && @colon == ":" && CHANGES.none? { |name| @state.instance_variable_get(name) }

      def rails_escapes
        Regexp.union([escapes_of(@state), (/[<>&]/ if OnRails::Encoder.html?),
                      (/[\u2028\u2029]/ if OnRails::Encoder.separators?)].compact)
      end
    end
  end
end
