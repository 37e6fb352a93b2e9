# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Reads the values that a pointer leads to, and skips the others: ext/jacinth/stream/descent.c.
    class PointedReader < ChunkedReader # :nodoc:
      # builds: false if the values are not built, because a Part reads them.
      def initialize(options, pointer, builds)
        @outer = options.checking(allow_duplicate_key: true)
        @inner = builds ? options : @outer
        @steps = pointer.steps
        super(@outer)
      end

      # Returns the value that was found, the index of its first byte, and its path.
      def take_found = @found.tap { @found = nil }

      def reset
        super
        use(@outer)
        @from = nil
      end

      private

      def read_value(byte)
        if @frames.size == @steps.size && byte != CLOSE_ARRAY && here?
          @from = @scanner.pos
          use(@inner)
        end
        super
      end

      # True if the pointer leads to the next value.
      def here? = @frames.zip(@steps).all? { |frame, step| step.any || leads?(frame, step) }

      def add(value)
        return super(@from ? value : nil) unless @from && @frames.size == @steps.size

        super(nil)
        use(@outer)
        @found = [value, @from, steps]
        @from = nil
      end
    end
  end
end
