# frozen_string_literal: true

require "json"
require "objspace"

module ObjectFacts
  # The properties of an object by the GC and by its own methods.
  def facts(object)
    dump = JSON.parse(ObjectSpace.dump(object))
    dump.slice("type", "shape_id", "slot_size", "class", "length", "embedded", "fstring", "bytesize", "value",
               "encoding", "coderange", "memsize", "frozen").merge("protected" => dump.dig("flags", "wb_protected"))
  end
end
