# frozen_string_literal: true

require_relative "rewriting"

module Jacinth
  module Command
    # Writes documents with a change. The subclass has edit(document), which returns the
    # changed Document.
    class Edit < Rewriting # :nodoc:
      OPTIONS = [IN_PLACE, Options::FORMAT, *Options::READING].freeze
      NOTE = <<~TEXT

        All other bytes of a document are kept, including comments (with --relaxed). Those
        of several documents are kept if each document is on its own line; otherwise each
        is written on one line, without white space and comments. If the change cannot be
        made, an error is reported, the exit status is 4, and the file is not changed.
      TEXT

      def run(arguments)
        require "jacinth"
        super
      end

      private

      # The next argument. usage: its name.
      def take(arguments, usage)
        arguments.shift or raise UsageError, "missing #{usage} (usage: #{self.class.usage})"
      end

      # Reports a change that cannot be made.
      def attempt(path)
        super do
          yield
        rescue PatchError => e
          failed(Status::NOTHING_FOUND) { @terminal.error(name_of(path), e.message) }
        end
      end

      def write(input, io)
        text = input.read.force_encoding(Encoding::UTF_8)
        documents = single_document(text)&.then { |document| [document] } || documents_on_lines(text)
        return write_each(text, io) unless documents

        documents.each { |document| io.write(document.is_a?(String) ? document : edit(document).to_s) }
      end

      # Returns nil if the text is not one document.
      def single_document(text)
        Document.new(text, validate: true, **reading)
      rescue ParserError
        raise if document_format == :single
      end

      # Returns the Document of each line, or its text if it is blank; nil if a line is
      # not one document.
      def documents_on_lines(text)
        text.lines.map { |line| line.b.match?(/[^ \t\r\n]/n) ? Document.new(line, validate: true, **reading) : line }
      rescue ParserError
        nil
      end

      def write_each(text, io)
        lines = DocumentLines.new do |line, separator|
          io.write("#{separator}#{edit(Document.new(line.chomp, **reading))}\n")
        end
        stream = layout(lines, pretty: false)
        stream.take(text, last: true)
      rescue ParserError, EncodingError
        stream.flush
        raise
      end
    end
    private_constant :Edit
  end
end
