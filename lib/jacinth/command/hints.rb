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

      # Words that differ between the library's hints and those of the command.
      OTHERS = {
        /(?<=pass |a higher )(?:#{Regexp.union(OPTIONS.keys)})/ => OPTIONS,
        " to let the last one win" => "", # fmt, min and get write both, lines the last
        /, as json 2 did|, or read the file in mode "[^"]*"|, or read the part with \S+\z/ => "",
        /(?:, or|, and|:) pass (?:allow_\w+|invalid): \S+\z/ => "",
        /call text\.force_encoding\(Encoding::UTF_(\w+)\)/ => 'recode it with iconv -f UTF-\1 -t UTF-8',
        /call text\.force_encoding\("([\w-]+)"\)/ => 'recode it with iconv -f \1 -t UTF-8',
        "gzip data: parse Zlib.gunzip(text)" => "compressed by gzip twice: gunzip it once",
        "parse Zlib.inflate(text)" => "decompress it first",
        "read them with Jacinth.each" => "read them with --format=auto",
        /did you mean load_file\((.*)\)\?/ => 'give its name as an argument: \1'
      }.freeze

      # Without LE or BE, iconv removes the byte order mark.
      BYTE_ORDER = /(?<=iconv -f UTF-(?:16|32))(?:LE|BE)/
      BOM = /\A(?:\xFF\xFE|\xFE\xFF|\0\0\xFE\xFF)/n
      private_constant :OPTIONS, :OTHERS, :BYTE_ORDER, :BOM

      class << self
        # Returns the hint for a ParserError, or nil.
        def of(error)
          hint = OTHERS.reduce(error.hint) { |text, (pattern, words)| text&.gsub(pattern, words) }
          hint && bytes(error).match?(BOM) ? hint.sub(BYTE_ORDER, "") : hint
        end

        # True if the error is a duplicate key without the place of the first key, which
        # the stream does not keep.
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
