# frozen_string_literal: true

require_relative "layout"

module Jacinth
  module Command
    # jacinth fmt
    class Fmt < Layout # :nodoc:
      DESCRIPTION = <<~TEXT
        Writes each document with a member or element a line, two spaces a level.
        Numbers and strings stay as they are written.
      TEXT
      ARGUMENTS = "[FILE...]"
      OPTIONS = [IN_PLACE, Options::SORT_KEYS, *Options::READING].freeze
      PRETTY = true
    end
    private_constant :Fmt
  end
end
