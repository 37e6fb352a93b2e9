# frozen_string_literal: true

module Jacinth
  module OnRails
    # What <tt>ActiveSupport::JSON::Encoding.json_encoder</tt> is then: it gives
    # the text that Active Support's own encoder gives, in one walk. Where that
    # one would raise an error, and in the rare cases of which the walk is not
    # sure, that one is asked.
    #
    #   Jacinth::OnRails::Encoder.new.encode({ a: "<b>" }) # => "{\"a\":\"\\u003cb\\u003e\"}"
    class Encoder
      CONVERTER = Own::CODER ? CoderConverter : GemConverter
      # Deeper data without a limit takes the long way: its recursion has one.
      MAX_NESTING = Own::NESTING ? 100 : 500
      HTML = 1
      SEPARATORS = 2
      # With only: or except:, models that cost less than to find out whether a
      # short cut is right; and without.
      FEW_NARROW = 8
      FEW = 5
      private_constant :CONVERTER, :MAX_NESTING, :HTML, :SEPARATORS, :FEW, :FEW_NARROW

      # options: as to_json has them, for as_json; nil for none.
      #
      #   Jacinth::OnRails::Encoder.new(only: :a).encode({ a: 1, b: 2 }) # => "{\"a\":1}"
      def initialize(options = nil)
        @given = options
        @options = options || {}
        @escape = true
        @odd = !@options.is_a?(Hash)
        return if @odd || !options || !Own::ESCAPE

        @escape = options.fetch(:escape, true)
        @options = options.except(:escape) if Own::CODER
      end

      # The options for as_json: a Hash, or what else was given.
      #
      #   Jacinth::OnRails::Encoder.new.options # => {}
      attr_reader :options

      # value as JSON text. Raises what Active Support's encoder raises.
      #
      #   Jacinth::OnRails::Encoder.new.encode([1r, nil, :a]) # => "[\"1/1\",null,\"a\"]"
      def encode(value)
        return long_way(value) if @odd || !(Own::CODER || Known.native?)

        @options.empty? ? walk(value, nil) : walk_with_options(value)
      rescue GeneratorError, NestingError, LongWay
        long_way(value)
      end

      private

      def long_way(value) = Own::ENCODER.new(@given).encode(value)

      def walk(value, options)
        encoding = ActiveSupport::JSON::Encoding
        digits = encoding.time_precision if encoding.use_standard_json_time_format
        known = Models.paid(value) if OnRails.models?
        RailsWalk.generate(value, CONVERTER, CONVERTER::AS_JSON, escapes(encoding), MAX_NESTING, digits, options, known)
      end

      # Hash#as_json and models know only: and except:, no other as_json of what
      # is written here knows any option. To find out whether that is so costs as
      # much as the as_json of a small document, which is called then.
      def walk_with_options(value)
        options = @options.dup
        options.freeze if Own::FROZEN
        models = Models.list(value) if OnRails.models?
        narrow = options[:only] || options[:except]
        return walk(value.as_json(options), nil) if models ? few?(models, narrow) : narrow || RailsWalk.small?(value)
        return walk(models || value, options) if Known.core?

        walk(value.as_json(options), nil)
      end

      def few?(models, narrow) = !models.is_a?(Array) || models.size < (narrow ? FEW_NARROW : FEW)

      def escapes(encoding)
        return 0 unless @escape

        html = encoding.escape_html_entities_in_json
        html = @options.fetch(:escape_html_entities, html) if Own::ESCAPE_HTML
        separators = !Own::SEPARATORS || encoding.escape_js_separators_in_json
        (html ? HTML : 0) | (separators ? SEPARATORS : 0)
      end
    end
  end
end
