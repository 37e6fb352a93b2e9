# frozen_string_literal: true

module Jacinth
  module Command
    # Translates ParserError#hint, which names options of Jacinth.parse, to options of
    # the command.
    module Hints # :nodoc:
      OPTIONS = {
        "allow_trailing_comma: true" => "--relaxed", "allow_comments: true" => "--relaxed",
        "relaxed: true" => "--relaxed", "allow_nan: true" => "--allow-nan",
        "allow_duplicate_key: true" => "--allow-duplicate-key", "max_nesting:" => "--max-nesting=N"
      }.freeze

      # Hints for programs, and for options that the command does not have.
      OTHERS = {
        Regexp.union(OPTIONS.keys) => OPTIONS,
        /(--[\w-]+) takes it/ => '\1 allows it',
        "this is no UTF-8" => "this is not valid UTF-8",
        "lets the last one win" => "accepts that", # fmt, min and get take both values, lines takes the last
        /, as (?:json 2 did|does the mode "[^"]*")/ => "",
        /; (?:allow_\w+|invalid): \S+ (?:takes|allows|accepts|reads).*\z/ => "",
        /text\.force_encoding\(Encoding::UTF_(\w+)\) tells so/ => 'iconv -f UTF-\1 -t UTF-8 recodes it',
        /text\.force_encoding\("([\w-]+)"\) says so/ => 'iconv -f \1 -t UTF-8 recodes it',
        /compressed by gzip: .*/ => "compressed by gzip twice: gunzip it once", # one layer was decompressed already
        /compressed by zlib: .*/ => "compressed by zlib: decompress it first",
        /Jacinth\.each reads one after the other/ => "--format=auto reads them",
        /did you mean load_file\((.*)\)\?/ => 'give its name as an argument: \1'
      }.freeze

      # iconv removes the byte order mark if it is not told the byte order.
      MARKED = /(?<=iconv -f UTF-(?:16|32))(?:LE|BE)/
      MARK = /\A(?:\xFF\xFE|\xFE\xFF|\0\0\xFE\xFF)/n
      private_constant :OPTIONS, :OTHERS, :MARKED, :MARK

      class << self
        # Returns the hint for a ParserError, or nil.
        def of(error)
          hint = OTHERS.reduce(error.hint) { |text, (pattern, words)| text&.gsub(pattern, words) }
          hint && bytes(error).match?(MARK) ? hint.sub(MARKED, "") : hint
        end

        # True if the error is a duplicate key without the place of the first one, which the
        # stream does not keep.
        def vague?(error)
          error.line && error.message.b.start_with?("duplicate key") && !error.hint.to_s.include?(" and again at ")
        end

        private

        def bytes(error) = error.__send__(:context)&.bytes.to_s.b
      end
    end
    private_constant :Hints
  end
end
