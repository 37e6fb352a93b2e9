# frozen_string_literal: true

module Jacinth
  module Command
    # ParserError#hint speaks to programmers; these are the words of the command.
    module Hints # :nodoc:
      OPTIONS = {
        "allow_trailing_comma: true" => "--relaxed", "allow_comments: true" => "--relaxed",
        "relaxed: true" => "--relaxed", "allow_nan: true" => "--allow-nan",
        "allow_duplicate_key: true" => "--allow-duplicate-key", "max_nesting:" => "--max-nesting=N"
      }.freeze

      # What programs do otherwise, or the command has no option for.
      OTHERS = {
        Regexp.union(OPTIONS.keys) => OPTIONS,
        "lets the last one win" => "accepts that", # fmt, min and get take both, lines the last
        /, as (?:json 2 did|does the mode "[^"]*")/ => "",
        /; (?:allow_\w+|invalid): \S+ takes.*\z/ => "",
        /text\.force_encoding\(Encoding::UTF_(\w+)\) tells so/ => 'iconv -f UTF-\1 -t UTF-8 recodes it',
        /text\.force_encoding\("([\w-]+)"\) says so/ => 'iconv -f \1 -t UTF-8 recodes it',
        /Jacinth\.each reads one after the other/ => "jacinth lines reads them, jacinth check --lines checks them",
        /did you mean load_file\((.*)\)\?/ => 'give its name as an argument: \1'
      }.freeze
      private_constant :OPTIONS, :OTHERS

      # The hint of a ParserError, or nil.
      def self.of(error)
        OTHERS.reduce(error.hint) { |hint, (pattern, words)| hint&.gsub(pattern, words) }
      end
    end
    private_constant :Hints
  end
end
