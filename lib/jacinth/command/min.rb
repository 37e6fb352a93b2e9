# frozen_string_literal: true

require_relative "layout"

module Jacinth
  module Command
    # jacinth min
    class Min < Layout # :nodoc:
      DESCRIPTION = <<~TEXT
        Writes each document on one line, without white space. Numbers and strings stay
        as they are written.
      TEXT
      PRETTY = false
    end
    private_constant :Min
  end
end
