# frozen_string_literal: true

module Jacinth
  # The text around the place of an error: the elements of @context, whose names come
  # from ext/jacinth/parse/error_context.h. +bytes+ can be invalid UTF-8.
  ErrorContext = Struct.new(*ERROR_CONTEXT) do # :nodoc:
    def before = bytes.byteslice(0, at)
    def after = bytes.byteslice(at..)
    def open_character = (open.chr if open&.positive?)
    def json5? = relaxed == :json5
    def place = "line #{line} column #{column}"
    def open_place = ("line #{open_line} column #{open_column}" if open_line)

    # Returns the context if these bytes follow.
    def followed_by(others)
      self.class.new(*to_a.fill(bytes.b << others.b, 0, 1)).tap { |context| context.bytes.force_encoding(Encoding::UTF_8) }
    end
  end
  private_constant :ErrorContext
end
