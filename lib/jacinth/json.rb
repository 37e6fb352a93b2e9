# frozen_string_literal: true

require "jacinth"
require_relative "json/replace"

module Jacinth
  # After this, ::JSON is Jacinth, every object has to_json, and a later
  # <tt>require "json"</tt> finds its work done.
  Replace.call

  # With the drop-in, the version of the json gem whose API this is: programs
  # look at JSON::VERSION to know what they may call.
  remove_const(:VERSION)
  VERSION = "3.1.0"
end
