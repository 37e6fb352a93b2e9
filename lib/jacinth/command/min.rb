# frozen_string_literal: true

require_relative "layout"

module Jacinth
  module Command
    # jacinth min
    class Min < Layout # :nodoc:
      DESCRIPTION = <<~TEXT
        Writes each document in a line without white space. Numbers and strings stay as
        they are written.
      TEXT
      ARGUMENTS = "[FILE...]"
      OPTIONS = [IN_PLACE, Options::SORT_KEYS, *Options::READING].freeze
      PRETTY = false
    end
    private_constant :Min
  end
end
