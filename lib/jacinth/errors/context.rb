# frozen_string_literal: true

module Jacinth
  # What an error keeps of the text around its place: the fields of @context as
  # ext/jacinth/parse/error_context.h lists them. +bytes+ may be no valid UTF-8.
  # What is +open+ ("[", "{" or '"'), or the first of two equal keys, begins at
  # +open_line+, +open_column+. With +more+, text may follow that has not come yet.
  # With +relaxed+, a byte order mark at the beginning of the text was skipped, if
  # there was one.
  ErrorContext = Struct.new(:bytes, :at, :begins, :ends, :line, :column, :open, :open_line, :open_column,
                            :more, :relaxed) do # :nodoc:
    def before = bytes.byteslice(0, at)
    def after = bytes.byteslice(at..)
    def open_character = (open.chr if open&.positive?)
    def place = "line #{line} column #{column}"
    def open_place = ("line #{open_line} column #{open_column}" if open_line)

    # The same where these bytes have come, too.
    def followed_by(others)
      self.class.new(*to_a.fill(bytes.b << others.b, 0, 1)).tap { |context| context.bytes.force_encoding(Encoding::UTF_8) }
    end
  end
  private_constant :ErrorContext
end
