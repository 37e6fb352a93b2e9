# frozen_string_literal: true

require "jacinth"
require_relative "json/replace"

module Jacinth
  # After this, ::JSON is Jacinth, every object has to_json, and a later
  # <tt>require "json"</tt> does nothing.
  JsonReplacement.call

  # With the drop-in, the version of the json gem whose API this is: programs check
  # JSON::VERSION before they call newer methods.
  remove_const(:VERSION)
  VERSION = "3.1.0"
end
