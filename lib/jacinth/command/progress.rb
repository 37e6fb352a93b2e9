# frozen_string_literal: true

module Jacinth
  module Command
    # A line on a terminal that shows how much of long inputs was read: a bar if the
    # size is known, files, bytes, bytes per second, and the remaining time. It appears
    # after half a second. It contains no text from outside.
    class Progress # :nodoc:
      DELAY = 0.5 # seconds until it is shown
      EVERY = 0.1 # seconds between two drawings
      LARGEST_BAR = 40
      UNITS = %w[B kB MB GB TB].freeze
      private_constant :DELAY, :EVERY, :LARGEST_BAR, :UNITS

      # io: a terminal, or nil for none. columns: returns the terminal's width; it is
      # called at each drawing. clock: returns seconds.
      def initialize(io, columns: -> { 80 }, clock: -> { Process.clock_gettime(Process::CLOCK_MONOTONIC) })
        @io = io
        @columns = columns
        @clock = clock
        @shown = false
        @before = @bytes = 0
        @began = @clock.call if io
        @next = @began + DELAY if io
        inputs(0, 1)
      end

      # Sets the number of inputs that were read, and the number of all inputs.
      def inputs(done, count)
        @done = done
        @count = count
      end

      # Begins the next input. size: its size in bytes, or nil if it is unknown.
      def start(size)
        @size = size
        @before += @bytes
        @bytes = 0
      end

      # Sets the number of bytes of the input that were read.
      def update(bytes)
        @bytes = bytes
        return unless @io && (now = @clock.call) >= @next

        @next = now + EVERY
        draw(line(@before + bytes, now - @began))
      end

      # Removes the line, so that other text can be written.
      def clear
        draw("") if @shown
        @shown = false
      end

      # Returns a number of bytes as text: 1234567 is "1.2 MB".
      def self.bytes(count)
        power = 0
        while count >= 1000 && power < UNITS.size - 1
          count /= 1000.0
          power += 1
        end
        format(power.zero? || count >= 9.95 ? "%.0f %s" : "%.1f %s", count, UNITS[power])
      end

      private

      # Sets @shown first, because an interrupt can come at any time.
      def draw(text)
        @shown = true
        @io.write("\r#{text}\e[K")
        @io.flush
      rescue SystemCallError, IOError
        @io = nil
      end

      # bytes: of all inputs.
      def line(bytes, seconds)
        columns = @columns.call
        text = @count > 1 ? " #{@done} of #{@count} files  " : +" "
        text << self.class.bytes(bytes)
        text << " of #{self.class.bytes(@size)}" if @size && @count == 1
        text << "  #{self.class.bytes((bytes / seconds).round)}/s"
        part = part_read or return "#{text}  #{time(seconds)}".slice(0, columns - 1)

        text << "  #{time(seconds * (1 - part) / part)} left" if part.positive?
        "#{format('%3d%%', part * 100)} #{bar(part, text, columns)}#{text}".slice(0, columns - 1)
      end

      # Returns the part of the inputs that was read, from 0 to 1, or nil if it is unknown.
      def part_read
        part = [@bytes.fdiv(@size), 1.0].min if @size&.positive?
        @count > 1 ? (@done + part.to_f) / @count : part
      end

      def bar(part, text, columns)
        width = [columns - text.size - 10, LARGEST_BAR].min
        return "" if width < 5

        full = (part * width).floor
        "[#{'#' * full}#{'.' * (width - full)}]"
      end

      def time(seconds)
        minutes, seconds = seconds.ceil.divmod(60)
        return format("%d:%02d", minutes, seconds) if minutes < 60

        format("%d:%02d:%02d", *minutes.divmod(60), seconds)
      end
    end
    private_constant :Progress
  end
end
