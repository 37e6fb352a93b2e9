# frozen_string_literal: true

module Jacinth
  # The part of Hint that is about text behind a document, where nothing is open.
  module BehindHint # :nodoc:
    # Behind the document's end.
    def behind
      StartHint.text(@context) || comment_hint || no_document || space || several
    end

    private

    # Whether something is before the place, but nothing is open there.
    def behind_document?
      !@context.open_character && !@left.empty?
    end

    # What cannot be a document behind another one.
    def no_document
      case @after
      when /\A[\]}]/ then "there is a closing '#{@after[0]}' too many"
      when /\A\0/ then "NUL bytes follow the document: cut them off"
      when /\A:(?!\d)/ then "an object needs braces around its members"
      when /\A;/ then "remove the semicolon"
      when /\A,/ then "a comma behind the document: several documents need [ ] around them"
      else joined
      end
    end

    # More than one document, or other text behind one.
    def several
      return unless @after.match?(/\A["\[{\w-]/)
      return prose if @word && !%w[null true false].include?(@word)

      unless @before[/\s*\z/].include?("\n")
        return "there are several documents: Jacinth.each reads one after the other"
      end

      "there are several documents, one a line (NDJSON): Jacinth.each reads one after the other"
    end

    def prose
      return "this is a text, not JSON: a string needs double quotes" if @left.match?(/\A\s*[-\d.]+\z/)

      "what follows the document is no JSON: remove it"
    end
  end
  private_constant :BehindHint
end
