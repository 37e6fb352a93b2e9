# frozen_string_literal: true

module Jacinth
  module OnRails
    # Active Support's own encoder, and what there is to know of its release:
    # found by asking it, since releases between are many.
    module OriginalEncoder # :nodoc: all
      # For the releases that pass quirks_mode: true, an option that json 3
      # does not know any more. All of them have no limit of nesting.
      module WithoutQuirks
        private

        def stringify(jsonified)
          ::JSON.generate(jsonified, max_nesting: false)
        end
      end

      GEM = ActiveSupport::JSON::Encoding::JSONGemEncoder

      begin
        GEM.new.encode(nil)
        QUIRKS = false
      rescue ArgumentError
        QUIRKS = true
        GEM.prepend(WithoutQuirks)
      end

      # The encoder that Active Support would use.
      CLASS =
        if defined?(ActiveSupport::JSON::Encoding::JSONGemCoderEncoder)
          ActiveSupport::JSON::Encoding::JSONGemCoderEncoder
        else
          GEM
        end

      # Whether that one is a JSON::Coder, which asks each class; the older one
      # asks by ===.
      CODER = !CLASS.equal?(GEM)

      # Whether it stops at 100 levels.
      NESTING = !QUIRKS

      # Whether escape: and escape_html_entities: of a call count, and whether a
      # Fragment is written as it is.
      ESCAPE = CLASS.new(escape: false).encode("<") == '"<"'
      ESCAPE_HTML = CLASS.new(escape_html_entities: false).encode("<") == '"<"'
      FRAGMENT = CLASS.new.encode(Fragment.new("1")) == "1"

      # Whether the separators have a setting.
      SEPARATORS = ActiveSupport::JSON::Encoding.respond_to?(:escape_js_separators_in_json)

      # Whether the options that as_json gets are frozen.
      FROZEN = begin
        asked = Object.new
        asked.define_singleton_method(:as_json) { |options = nil| options.frozen? }
        CLASS.new(asked: true).encode(asked) == "true"
      end
    end
    private_constant :OriginalEncoder
  end
end
