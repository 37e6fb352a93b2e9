# frozen_string_literal: true

module Jacinth
  # What a text is that is no JSON from its first bytes on.
  module StartHint # :nodoc:
    UTF16 = "the text is UTF-16: text.force_encoding(Encoding::UTF_16%s) tells so"
    UTF32 = "the text is UTF-32: text.force_encoding(Encoding::UTF_32%s) tells so"
    COMPRESSED = "the text is compressed (%s): decompress it first"
    MARK = "the text begins with a byte order mark: relaxed: true skips it, as does the mode \"r:BOM|UTF-8\""
    ZLIB = "the text is compressed by zlib: Zlib.inflate(text) gives the document"

    # What the first bytes tell, wherever in them the fault is.
    BYTES = {
      /\A\x00\x00(?:\xFE\xFF|\x00[^\x00])/n => format(UTF32, "BE"),
      /\A(?:\xFF\xFE|[\s"\[{\w-]\x00)\x00\x00/n => format(UTF32, "LE"),
      /\A(?:\xFE\xFF|\x00[^\x00])/n => format(UTF16, "BE"),
      /\A(?:\xFF\xFE|[\s"\[{\w-]\x00(?:[^\x00]\x00|\z))/n => format(UTF16, "LE"),
      /\A\x1F\x8B/n => "the text is compressed by gzip: Zlib.gunzip(text) gives the document",
      /\A\x78[\x01\x5E\x9C\xDA]/n => ZLIB,
      /\A\x28\xB5\x2F\xFD/n => format(COMPRESSED, "Zstandard"),
      /\ABZh[1-9]/n => format(COMPRESSED, "bzip2"),
      /\A\xFD7zXZ\x00/n => format(COMPRESSED, "xz"),
      /\APK\x03\x04/n => format(COMPRESSED, "a ZIP archive"),
      /\A\x1E/n => "record separators are between the documents (RFC 7464): Jacinth.each reads one after the other",
      /\A\x00+\z/n => "the text is nothing but NUL bytes"
    }.freeze

    # What the text looks like where its first token is the fault.
    TEXTS = {
      /\A\uFEFF/ => :mark,
      /\A<\?xml/i => "this is XML, not JSON",
      /\A</ => "this looks like HTML, not JSON: perhaps a server's error page",
      %r{\Ahttps?://\S+\z}i => "this is a URL: fetch it, and parse what comes back",
      %r<\A(?:(?:~|\.{0,2})/(?![/*])|[A-Za-z]:\\)[^\n"\[{]*[^\s"\[{]\z> => :path,
      /\A[^\s"<>\[\]{}:*?][^\n"<>\[\]{}*?]*\.(?:json|jsonl|ndjson|geojson|jsonc|json5|txt)\z/i => :path,
      /\A\)\]\}'/ => "a server's guard against scripts, )]}', stands before the document: remove it",
      /\A(?:---|%YAML)(?:\s|\z)/ => "this looks like YAML, not JSON",
      /\A(?:data|event|id|retry): ?/ => "these are server-sent events: parse what follows each \"data:\"",
      /\A[A-Za-z_$][\w$.]*\s*\(/ => "this looks like JSONP: the document is what stands in the parentheses",
      /\A[A-Za-z_][\w.-]*:\s/ => "an object needs braces, and its keys double quotes; or this is YAML, not JSON"
    }.freeze
    [BYTES, TEXTS].each { |hints| Ractor.make_shareable(hints) }
    private_constant :UTF16, :UTF32, :COMPRESSED, :ZLIB, :MARK, :BYTES, :TEXTS

    class << self
      # What the first bytes tell of an error with this context, or nil.
      def bytes(context)
        return unless context.begins && context.at <= 3

        bytes = context.bytes.b
        hint = BYTES.find { |pattern, _| pattern.match?(bytes) }&.last
        hint unless hint == ZLIB && plain?(context.bytes)
      end

      # What the text looks like, where nothing but a number is before the place.
      def text(context)
        return unless context.begins && context.before.b.match?(/\A\s*[\d.-]*\z/n)

        text = context.bytes.scrub("?")
        text = context.ends ? text.strip : "#{text}…\n"
        _, hint = TEXTS.find { |pattern, _| pattern.match?(text) }
        case hint
        when :path then path(text)
        when :mark then mark(context)
        else hint
        end
      end

      private

      # What compressed bytes are not.
      def plain?(text) = text.valid_encoding? && !text.match?(/[\x00-\x08\x0E-\x1F\x7F]/)

      def mark(context)
        MARK if context.at.zero? && !context.relaxed
      end

      def path(text)
        "this looks like a path: did you mean load_file(#{text.inspect})?"
      end
    end
  end
  private_constant :StartHint
end
