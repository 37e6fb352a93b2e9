# frozen_string_literal: true

module Jacinth
  # Reads documents that arrive in pieces, one after the other: from a socket,
  # or a file too large for memory. Each piece is read once, however small it
  # is; what is there of a document can be looked at before the rest arrives.
  #
  #   parser = Jacinth::ResumableParser.new
  #   found = []
  #   ['{"a":1}{"', 'b":2', "}"].each do |chunk|
  #     parser << chunk
  #     found << parser.value while parser.parse
  #   end
  #   found         # => [{"a" => 1}, {"b" => 2}]
  #   parser.empty? # => true
  class ResumableParser
    # How many bytes the present document has taken, whether its value is ready,
    # and whether there is text that is not parsed yet: never the text itself.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << "[1] [2"
    #   parser.parse
    #   parser.inspect # => "#<Jacinth::ResumableParser parsed_bytes: 3, value?: true, eos?: false>"
    def inspect
      Inspection.text(self, { parsed_bytes: parsed_bytes, value?: value?, eos?: eos? })
    rescue ArgumentError # asked by a callback, while this parses
      Inspection.text(self, { parsed_bytes: parsed_bytes })
    end
  end
end
