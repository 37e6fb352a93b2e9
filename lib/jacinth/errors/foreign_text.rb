# frozen_string_literal: true

module Jacinth
  # Recognizes texts in other formats than JSON, by their first bytes.
  module ForeignText # :nodoc:
    UTF16 = "UTF-16 text: call text.force_encoding(Encoding::UTF_16%s)"
    UTF32 = "UTF-32 text: call text.force_encoding(Encoding::UTF_32%s)"
    COMPRESSED = "compressed data (%s): decompress it"
    BOM = "byte order mark: pass relaxed: true, or read the file in mode \"r:BOM|UTF-8\""
    ZLIB = "zlib data: parse Zlib.inflate(text)"

    # Formats that the first bytes show, for any error.
    BYTES = {
      /\A\x00\x00(?:\xFE\xFF|\x00[^\x00])/n => format(UTF32, "BE"),
      /\A(?:\xFF\xFE|[\s"\[{\w-]\x00)\x00\x00/n => format(UTF32, "LE"),
      /\A(?:\xFE\xFF|\x00[^\x00])/n => format(UTF16, "BE"),
      /\A(?:\xFF\xFE|[\s"\[{\w-]\x00(?:[^\x00]\x00|\z))/n => format(UTF16, "LE"),
      /\A\x1F\x8B/n => "gzip data: parse Zlib.gunzip(text)",
      /\A\x78[\x01\x5E\x9C\xDA]/n => ZLIB,
      /\A\x28\xB5\x2F\xFD/n => format(COMPRESSED, "Zstandard"),
      /\ABZh[1-9]/n => format(COMPRESSED, "bzip2"),
      /\A\xFD7zXZ\x00/n => format(COMPRESSED, "xz"),
      /\APK\x03\x04/n => format(COMPRESSED, "a ZIP archive"),
      /\A\x1E/n => "record separators between documents (RFC 7464): read them with Jacinth.each",
      /\A\x00+\z/n => "only NUL bytes: check how the text was read"
    }.freeze

    # Formats that the text shows if the error is at its first token.
    TEXTS = {
      /\A\uFEFF/ => :bom,
      /\A<\?xml/i => "XML, not JSON: use an XML parser",
      /\A</ => "HTML, not JSON: check if it is a server's error page",
      %r{\Ahttps?://\S+\z}i => "URL, not JSON: fetch it, and parse the response",
      %r<\A(?:(?:~|\.{0,2})/(?![/*])|[A-Za-z]:\\)[^\n"\[{]*[^\s"\[{]\z> => :path,
      /\A[^\s"<>\[\]{}:*?][^\n"<>\[\]{}*?]*\.(?:json|jsonl|ndjson|geojson|jsonc|json5|txt)\z/i => :path,
      /\A\)\]\}'/ => "script guard )]}' before the document: remove it",
      /\A(?:---|%YAML)(?:\s|\z)/ => "YAML, not JSON: use a YAML parser",
      /\A(?:data|event|id|retry): ?/ => "server-sent events: parse the text after each \"data:\"",
      /\A[A-Za-z_$][\w$.]*\s*\(/ => "JSONP, not JSON: parse the text in the parentheses",
      /\A[A-Za-z_][\w.-]*:\s(?!\s*(?:[\[{]|```))/ =>
        "members without an object: write { } around them and double quotes around the keys; or use a YAML parser"
    }.freeze
    [BYTES, TEXTS].each { |hints| Ractor.make_shareable(hints) }
    private_constant :UTF16, :UTF32, :COMPRESSED, :ZLIB, :BOM, :BYTES, :TEXTS

    class << self
      # Returns the hint for the format that the first bytes of the text have, or nil.
      def bytes(context)
        return unless context.begins && context.at <= 3

        bytes = context.bytes.b
        hint = BYTES.find { |pattern, _| pattern.match?(bytes) }&.last
        hint unless hint == ZLIB && plain?(context.bytes)
      end

      # Returns the hint for the format of the text, or nil. Only a number can be before
      # the place of the error.
      def text(context)
        return unless context.begins && context.before.b.match?(/\A\s*[\d.-]*\z/n)

        text = context.bytes.scrub("?")
        text = context.ends ? text.strip : "#{text}…\n"
        _, hint = TEXTS.find { |pattern, _| pattern.match?(text) }
        case hint
        when :path then path(text)
        when :bom then bom(context)
        else hint
        end
      end

      private

      # True if the text cannot be compressed data.
      def plain?(text) = text.valid_encoding? && !text.match?(/[\x00-\x08\x0E-\x1F\x7F]/)

      def bom(context)
        BOM if context.at.zero? && !context.relaxed
      end

      def path(text) = "path, not JSON: did you mean load_file(#{text.inspect})?"
    end
  end
  private_constant :ForeignText
end
