# frozen_string_literal: true

module Jacinth
  module OnRails
    # The value of <tt>ActiveSupport::JSON::Encoding.json_encoder</tt> after
    # <tt>require "jacinth/rails"</tt>. It writes the same text as Active Support's own
    # encoder, but faster. In the cases in which that encoder raises an error, and in the
    # rare cases in which the result could differ, it calls that encoder.
    #
    #   Jacinth::OnRails::Encoder.new.encode({ a: "<b>" }) # => "{\"a\":\"\\u003cb\\u003e\"}"
    class Encoder
      CONVERTER = OriginalEncoder::CODER ? CoderConverter : GemConverter
      AS_JSON = CONVERTER::AS_JSON
      # AS_JSON for the option rails: the generator itself decides about text that is not UTF-8.
      OPTION_AS_JSON = lambda do |value, is_key|
        case value
        when String then is_key ? value.to_s : value
        else AS_JSON.call(value, is_key)
        end
      end
      OPTION_HTML = OriginalEncoder::ESCAPE_HTML
      SETTING_SEPARATORS = OriginalEncoder::SEPARATORS
      # Deeper data is written by Active Support's encoder, whose recursion has a limit.
      MAX_NESTING = OriginalEncoder::NESTING ? 100 : 500
      HTML = 1
      SEPARATORS = 2
      private_constant :CONVERTER, :AS_JSON, :OPTION_AS_JSON, :OPTION_HTML, :SETTING_SEPARATORS, :MAX_NESTING, :HTML,
                       :SEPARATORS

      # options: the options of to_json, for as_json; nil for none.
      #
      #   Jacinth::OnRails::Encoder.new(only: :a).encode({ a: 1, b: 2 }) # => "{\"a\":1}"
      def initialize(options = nil)
        @given = options
        @options = options || {}
        @escape = true
        @not_a_hash = !@options.is_a?(Hash)
        return if @not_a_hash || !options || !OriginalEncoder::ESCAPE

        @escape = options.fetch(:escape, true)
        @options = options.except(:escape).freeze if OriginalEncoder::CODER
      end

      # The options for as_json: a Hash, or another given object.
      #
      #   Jacinth::OnRails::Encoder.new.options # => {}
      attr_reader :options

      # Returns value as JSON text. Raises the errors of Active Support's encoder.
      #
      #   Jacinth::OnRails::Encoder.new.encode([1r, nil, :a]) # => "[\"1/1\",null,\"a\"]"
      def encode(value)
        return by_original_encoder(value) if @not_a_hash || !Encoder.native?

        @options.empty? ? walk(value, nil) : walk_with_options(value)
      rescue OriginalEncoderNeeded
        by_original_encoder(value)
      end

      class << self
        # The settings for one document, in the order of ext/jacinth/rails/active_support.h;
        # and true if Active Support's own encoder must write each value.
        def settings # :nodoc:
          [CONVERTER, OPTION_AS_JSON, escapes({}), digits, OnRails.models?, !native?]
        end

        # True unless a method is redefined that the generator does not call.
        def native? = OriginalEncoder::CODER || MethodChecks.native? # :nodoc:

        # The digits of a second's fraction; nil if as_json of times must be called.
        def digits # :nodoc:
          encoding = ActiveSupport::JSON::Encoding
          encoding.time_precision if encoding.use_standard_json_time_format
        end

        # options: those of to_json.
        def escapes(options) # :nodoc:
          encoding = ActiveSupport::JSON::Encoding
          html = encoding.escape_html_entities_in_json
          html = options.fetch(:escape_html_entities, html) if OPTION_HTML && !options.empty?
          separators = !SETTING_SEPARATORS || encoding.escape_js_separators_in_json
          return separators ? HTML | SEPARATORS : HTML if html

          separators ? SEPARATORS : 0
        end
      end

      private

      def by_original_encoder(value) = OriginalEncoder::CLASS.new(@given).encode(value)

      # models: false if value is the result of an as_json, which has converted records.
      def walk(value, options, models = OnRails.models?)
        escapes = @escape ? Encoder.escapes(@options) : 0
        RailsWalk.generate(value, MAX_NESTING, options, CONVERTER, AS_JSON, escapes, Encoder.digits, models)
      end

      # Hash#as_json and models use only: and except:; no other as_json of these objects
      # uses options. The check of that costs as much as the as_json of a small document,
      # for which as_json is called instead.
      def walk_with_options(value)
        options = OriginalEncoder::CODER ? @options : options_of_call
        narrow = options[:only] || options[:except]
        records = Models.list(value, options) if !value.instance_of?(Hash) && OnRails.models?
        worth = records || (!narrow && !RailsWalk.small?(value))
        worth && MethodChecks.core? ? walk(records || value, options) : walk(value.as_json(options), nil, false)
      end

      def options_of_call = OriginalEncoder::FROZEN ? @options.dup.freeze : @options.dup
    end
  end
end
