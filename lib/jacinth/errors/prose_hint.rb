# frozen_string_literal: true

module Jacinth
  # Hints about the output of a language model: JSON in a Markdown fence, or with
  # sentences before or after it.
  module ProseHint # :nodoc:
    FENCE = /^[ \t]*(?:```|~~~)/
    # Three words on a line; or a word with a mark after it, or on its own line, before a
    # document or another sentence.
    SENTENCE = /\A[[:alpha:]’']+(?:[,.!:]?(?:[ \t]+[^\s"\[\]{}]+){2}|[,.!:]\s+["\[{`[:upper:]]|\s*\n\s*[\[{`])/
    private_constant :FENCE, :SENTENCE

    private

    # Returns the hint if the place is outside of all arrays and objects.
    def prose_hint
      return if @context.open_character

      if @left.match?(/\A[\d.-]*\z/) then @context.begins ? prose_before : nil
      elsif @after.match?(/\A(?:```|~~~)/) then "Markdown fence after the document: parse only the text before it"
      end
    end

    def prose_before
      fences = @after.scan(FENCE).size
      return "several Markdown fences: parse the text inside of each by itself" if fences > 2
      return "Markdown fence around the document: parse the text inside of it" if @after.match?(/\A(?:```|~~~)/)
      return unless @left.empty? && @after.match?(SENTENCE)
      return "text and a Markdown fence before the document: parse the text inside of the fence" if fences.positive?

      place = document_place
      return "text before the document: parse from #{place} on" if place

      @context.ends ? "text, not JSON: write a string in double quotes" : "text before the document: remove it"
    end

    # The place of the first bracket after the text.
    def document_place
      before = @after[/\A[^\[{]*(?=[\[{]\s*(?:["\[{\]}]|-?\d))/] or return
      lines = before.split("\n", -1)
      column = lines.last.size + (lines.size == 1 ? @context.column : 1)
      "line #{@context.line + lines.size - 1} column #{column}"
    end
  end
  private_constant :ProseHint
end
