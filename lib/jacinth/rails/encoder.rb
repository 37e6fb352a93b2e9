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
      # True if the generator in C is loaded, and Active Support's encoder calls no method that
      # the generator skips.
      NATIVE = OriginalEncoder::CODER && Jacinth.const_defined?(:RailsWalk, false)
      OPTION_ESCAPE = OriginalEncoder::ESCAPE
      OPTION_HTML = OriginalEncoder::ESCAPE_HTML
      SETTING_SEPARATORS = OriginalEncoder::SEPARATORS
      # Deeper data is written by Active Support's encoder, whose recursion has a limit.
      MAX_NESTING = OriginalEncoder::NESTING ? 100 : 500
      private_constant :CONVERTER, :AS_JSON, :OPTION_AS_JSON, :NATIVE, :OPTION_ESCAPE, :OPTION_HTML,
                       :SETTING_SEPARATORS, :MAX_NESTING

      # options: the options of to_json, for as_json; nil for none.
      #
      #   Jacinth::OnRails::Encoder.new(only: :a).encode({ a: 1, b: 2 }) # => "{\"a\":1}"
      def initialize(options = nil)
        @given = options
        if OPTION_ESCAPE && options.is_a?(Hash)
          @escape = options.fetch(:escape, true)
          @options = OriginalEncoder::CODER ? options.except(:escape).freeze : options
        else
          @escape = true
          @options = options || {}
        end
      end

      # The options for as_json: a Hash, or another given object.
      #
      #   Jacinth::OnRails::Encoder.new.options # => {}
      attr_reader :options

      # Returns value as JSON text. Raises the errors of Active Support's encoder.
      #
      #   Jacinth::OnRails::Encoder.new.encode([1r, nil, :a]) # => "[\"1/1\",null,\"a\"]"
      def encode(value)
        if NATIVE || Encoder.native?
          begin
            return walk(value) unless @given
            return @options.empty? ? walk(value) : walk_with_options(value) if @given.is_a?(Hash)
          rescue OriginalEncoderNeeded
            nil # its encoder is called outside of this clause: the cause of its errors is another one
          end
        end
        by_original_encoder(value)
      end

      class << self
        # The settings for one document, in the order of ext/jacinth/rails/active_support.h;
        # and true if Active Support's own encoder must write each value.
        def settings # :nodoc:
          [CONVERTER, OPTION_AS_JSON, html?, separators?, true, !native?]
        end

        # True unless a method is redefined that the generator does not call.
        def native? = NATIVE || MethodChecks.native? # :nodoc:

        # True if the characters of HTML are escaped.
        def html? = ActiveSupport::JSON::Encoding.escape_html_entities_in_json # :nodoc:

        # True if U+2028 and U+2029 are escaped.
        def separators? # :nodoc:
          !SETTING_SEPARATORS || ActiveSupport::JSON::Encoding.escape_js_separators_in_json
        end
      end

      private

      def by_original_encoder(value) = OriginalEncoder::CLASS.new(@given).encode(value)

      # options: the argument of as_json; nil for none. models: false if as_json has converted
      # the records in value.
      def walk(value, options = nil, models: true)
        if @escape
          html = Encoder.html?
          html = @options.fetch(:escape_html_entities, html) if @given && OPTION_HTML
          separators = Encoder.separators?
        end
        RailsWalk.generate(value, MAX_NESTING, options, CONVERTER, AS_JSON, html, separators, models)
      end

      # Hash#as_json and models use only: and except:; no other as_json of these objects
      # uses options. The check of that costs as much as the as_json of a small document,
      # for which as_json is called instead.
      def walk_with_options(value)
        options = OriginalEncoder::CODER ? @options : options_of_call
        unless RailsWalk.small?(value)
          records = Models.list(value, options) if !value.instance_of?(Hash) && OnRails.models?
          worth = records || !(options[:only] || options[:except])
          return walk(records || value, options) if worth && MethodChecks.core?
        end
        walk(value.as_json(options), models: false)
      end

      def options_of_call = OriginalEncoder::FROZEN ? @options.dup.freeze : @options.dup
    end
  end
end
