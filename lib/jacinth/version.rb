# frozen_string_literal: true

module Jacinth
  # The version of the gem, by Semantic Versioning.
  VERSION = "0.1.0"
end
