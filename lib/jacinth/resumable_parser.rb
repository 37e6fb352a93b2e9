# frozen_string_literal: true

# What a ResumableParser does with text is in C.
module Jacinth
  class ResumableParser
    # How many bytes the present document has taken, whether its value is ready,
    # and whether there is text that is not parsed yet: never the text itself.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << "[1] [2"
    #   parser.parse
    #   parser.inspect # => "#<Jacinth::ResumableParser parsed_bytes: 3, value?: true, eos?: false>"
    def inspect
      Inspection.text(self, { parsed_bytes: parsed_bytes, "value?": value?, "eos?": eos? })
    rescue ArgumentError # asked by a callback, while this parses
      Inspection.text(self, { parsed_bytes: parsed_bytes })
    end
  end
end
