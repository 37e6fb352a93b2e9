# frozen_string_literal: true

require_relative "layout"

module Jacinth
  module Command
    # jacinth fmt
    class Fmt < Layout # :nodoc:
      DESCRIPTION = <<~TEXT
        Writes each document with one member or element on each line, indented by two
        spaces a level. Numbers and strings stay as they are written.
      TEXT
      PRETTY = true
    end
    private_constant :Fmt
  end
end
