# frozen_string_literal: true

# The optimizations in use in the library under test (Jacinth.build_info).
module Internals
  module_function

  def states = Jacinth.build_info[:internals]

  # The optimizations in use: Symbols.
  def names = states.select { |_, state| state == "on" }.keys

  def on?(name) = Jacinth.build_info[:backend] == "extension" && states.fetch(name) == "on"
end
