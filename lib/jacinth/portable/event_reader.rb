# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Calls a handler for the parts of documents.
    class EventReader < ChunkedReader # :nodoc:
      EVENTS = %i[start_document end_document start_object end_object start_array end_array key value].freeze
      private_constant :EVENTS

      def initialize(options, handler)
        super(options)
        @handler = handler
        @handles = EVENTS.select { |name| respond?(name) }
        @send = ::Kernel.instance_method(:public_send)
      end

      def resume(last)
        @last = last
        call(:start_document) if (started = !@started_document && begins?)
        @started_document ||= started
        value = super
        return value if MORE.equal?(value)

        @started_document = false
        call(:end_document)
        value
      end

      private

      def fail_end(from, open)
        call_start(@text.getbyte(from)) if from
        super
      end

      def call_start(byte) = call(byte == OPEN_ARRAY ? :start_array : :start_object)

      def respond?(name)
        @handler.respond_to?(name)
      rescue NoMethodError # of a BasicObject
        (class << @handler; self; end).public_method_defined?(name)
      end

      # True if a document begins in the text that has arrived.
      def begins?
        pos = @scanner.pos
        byte = next_byte
        @scanner.pos = pos
        !byte.nil? && !MORE.equal?(byte)
      end

      def call(name, *arguments) = (@send.bind_call(@handler, name, *arguments) if @handles.include?(name))

      def key_of(text) = super.tap { |key| call(:key, key) }

      def open_container(byte, closing)
        opened = super
        call_start(byte) if OPEN.equal?(opened)
        opened
      end

      # Called for scalars, and at the end of containers.
      def finish(value)
        if value.is_a?(::Array) || value.is_a?(::Hash)
          name = value.is_a?(::Array) ? :array : :object
          call(:"start_#{name}") unless @state == :comma || (@frame && @frame.value.equal?(value))
          call(:"end_#{name}")
          return nil
        end
        value = super
        call(:value, value)
        nil
      end
    end
  end
end
