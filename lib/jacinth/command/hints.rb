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
        /(--[\w-]+) takes it/ => '\1 allows it',
        "this is no UTF-8" => "this is not valid UTF-8",
        "lets the last one win" => "accepts that", # fmt, min and get take both, lines the last
        /, as (?:json 2 did|does the mode "[^"]*")/ => "",
        /; (?:allow_\w+|invalid): \S+ (?:takes|allows|accepts|reads).*\z/ => "",
        /text\.force_encoding\(Encoding::UTF_(\w+)\) tells so/ => 'iconv -f UTF-\1 -t UTF-8 recodes it',
        /text\.force_encoding\("([\w-]+)"\) says so/ => 'iconv -f \1 -t UTF-8 recodes it',
        /compressed by gzip: .*/ => "compressed by gzip twice: gunzip it once", # what is so once was decompressed
        /compressed by zlib: .*/ => "compressed by zlib: decompress it first",
        /Jacinth\.each reads one after the other/ => "jacinth lines reads them, jacinth check --lines checks them",
        /did you mean load_file\((.*)\)\?/ => 'give its name as an argument: \1'
      }.freeze

      # With the byte order left to the mark, iconv takes the mark away.
      MARKED = /(?<=iconv -f UTF-(?:16|32))(?:LE|BE)/
      MARK = /\A(?:\xFF\xFE|\xFE\xFF|\0\0\xFE\xFF)/n
      private_constant :OPTIONS, :OTHERS, :MARKED, :MARK

      class << self
        # The hint of a ParserError, or nil.
        def of(error)
          hint = OTHERS.reduce(error.hint) { |text, (pattern, words)| text&.gsub(pattern, words) }
          hint && bytes(error).match?(MARK) ? hint.sub(MARKED, "") : hint
        end

        # Whether it says of a key that is there twice only in which object: that began too long ago.
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
