# frozen_string_literal: true

module Jacinth
  module OnRails
    # Active Support's own encoder, and the differences between its releases, which are
    # determined by calling it.
    module OriginalEncoder # :nodoc: all
      # For the releases that pass quirks_mode: true, an option that json 3 does not have.
      # None of them limits the nesting.
      module WithoutQuirks
        private

        def stringify(jsonified) = ::JSON.generate(jsonified, max_nesting: false)
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

      # True if that encoder is a JSON::Coder, which compares classes; the older one uses
      # ===.
      CODER = !CLASS.equal?(GEM)

      # True if it raises an error beyond 100 levels.
      NESTING = !QUIRKS

      # True if the options escape: and escape_html_entities: of a call have an effect, and
      # if a Fragment is written unchanged.
      ESCAPE = CLASS.new(escape: false).encode("<") == '"<"'
      ESCAPE_HTML = CLASS.new(escape_html_entities: false).encode("<") == '"<"'
      FRAGMENT = CLASS.new.encode((defined?(::JSON::Fragment) ? ::JSON::Fragment : Fragment).new("1")) == "1"

      # True if there is a setting for the separators U+2028 and U+2029.
      SEPARATORS = ActiveSupport::JSON::Encoding.respond_to?(:escape_js_separators_in_json)

      # True if the options for as_json are frozen.
      FROZEN = begin
        probe = Object.new
        probe.define_singleton_method(:as_json) { |options = nil| options.frozen? }
        CLASS.new(probe: true).encode(probe) == "true"
      end
    end
    private_constant :OriginalEncoder
  end
end
