# frozen_string_literal: true

# For programs of the tests in which objects move meanwhile.
module Compacting
  # Starts a Ractor that frees and allocates objects, so that each compaction moves
  # objects to other places.
  RACTOR = <<~'RUBY'
    Ractor.new do
      kept = []
      (1..).each do |turn|
        kept = Array.new(4000 * (1 + (turn % 4))) { |i| "x#{i}".then { |text| text if i % 3 == 0 } }
        GC.compact
      end
    end
  RUBY
end
