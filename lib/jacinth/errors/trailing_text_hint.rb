# frozen_string_literal: true

module Jacinth
  # Hints about text after a complete document.
  module TrailingTextHint # :nodoc:
    # Returns the hint for text after the document's end.
    def trailing_text
      ForeignText.text(@context) || prose_hint || comment_hint || not_a_document || space || several_documents
    end

    private

    # True if the place is after a complete value that is not inside another one.
    def after_document? = !@context.open_character && !@left.empty?

    # Text that cannot begin another document.
    def not_a_document
      case @after
      when /\A[\]}]/ then unopened
      when /\A\0/ then "NUL bytes after the document: remove them"
      when /\A:(?!\d)/ then "members without an object: write { } around them"
      when /\A;/ then "semicolon after the document: remove it"
      when /\A,/ then "comma after the document: remove it, or write [ ] around several documents"
      else dots? ? "dots after the document: remove them" : after_scalar
      end
    end

    def several_documents
      return unless @after.match?(/\A["\[{\w-]/)
      return other_text if @word && !keyword?(@word)

      per_line = ", one per line (NDJSON)" if @before[/\s*\z/].include?("\n")
      "several documents#{per_line}: read them with Jacinth.each"
    end

    def other_text
      return "text, not JSON: write a string in double quotes" if @left.match?(/\A\s*[-\d.]+\z/)

      "text after the document: remove it"
    end
  end
  private_constant :TrailingTextHint
end
