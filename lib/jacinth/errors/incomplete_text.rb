# frozen_string_literal: true

module Jacinth
  # Hints about a text of which only the beginning has been read. A hint is given if
  # it is the same for each text that can follow.
  module IncompleteText # :nodoc:
    # One text for each difference that the patterns of hints can see.
    TEXTS = [
      " ", "\n", " a", "a", "e5", "x41", "0", "5", "_", "-", "-\n", "--\n", "- ", "+", ".", ".5", "..", ":", ": ", ":a",
      ",", ";", "]", "}", "[", "{", "(", ")", '"', "'", "\\", "/", "*", "=", ">", "#", "?", "]}'", "://a", "(1",
      "\0", "\0\0", "\0\0\0", "\0{\0", ".json", " a.json", "\\.json", "{", "\0{", "\0\0{", "\0\0\0{", "u0041",
      "\x8B", "\x9C", "\xFF", "\xFE", "\xB5/\xFD", "/\xFD", "\xFD", "\u00E9", "\u00A0",
      "`", "``", "```", "\n```\n", "\n```\n```\n```\n", "\u2026", " a b c", ". A", "\n{1", "\n[\"", "{\"", "1", "~~~",
      *%w[?xml NaN nan Infinity infinity].flat_map { |word| Array.new(word.size) { |at| word[at..] } }
    ].uniq.freeze
    Ractor.make_shareable(TEXTS)

    # An incomplete character at the end of a text.
    CUT = /(?:[\xC2-\xDF]|[\xE0-\xEF][\x80-\xBF]?|[\xF0-\xF4][\x80-\xBF]{0,2})\z/n
    private_constant :TEXTS, :CUT

    # Returns the hint of the block if it is the same for each text that can follow, or nil.
    def self.settled(context)
      context = without_cut_character(context)
      hint = yield context
      hint if hint && TEXTS.all? { |text| yield(context.followed_by(text)) == hint }
    end

    def self.without_cut_character(context)
      cut = context.after.b[CUT] or return context
      context.dup.tap { |known| known.bytes = known.bytes.byteslice(0, known.bytes.bytesize - cut.bytesize) }
    end
    private_class_method :without_cut_character
  end
  private_constant :IncompleteText
end
