# frozen_string_literal: true

module Jacinth
  module OnRails
    # ActiveSupport::JSON.decode calls JSON.parse, which is Jacinth's. In the releases that
    # pass quirks_mode: true, which json 3 does not have, decode is replaced.
    module DecodeWithoutQuirksMode # :nodoc:
      def decode(json)
        data = ::JSON.parse(json)
        ActiveSupport.parse_json_times ? convert_dates_from(data) : data
      end
      alias load decode

      begin
        ActiveSupport::JSON.decode("null")
      rescue ArgumentError
        ActiveSupport::JSON.singleton_class.prepend(self)
      end
    end
    private_constant :DecodeWithoutQuirksMode
  end
end
