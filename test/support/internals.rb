# frozen_string_literal: true

# What of Ruby's insides the library under test uses (Jacinth.build_info).
module Internals
  module_function

  def states
    Jacinth.build_info[:internals]
  end

  # The pieces in use: Symbols.
  def names
    states.select { |_, state| state == "on" }.keys
  end

  def on?(name)
    states.fetch(name) == "on"
  end
end
