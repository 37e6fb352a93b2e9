# frozen_string_literal: true

require_relative "document_lines"

module Jacinth
  module Command
    # An IO that takes documents, each on a line, and writes a row for each: the values
    # at some pointers, as CSV, as TSV, or as a JSON array.
    class Table < DocumentLines # :nodoc:
      ESCAPES = { "\t" => "\\t", "\n" => "\\n", "\r" => "\\r", "\\" => "\\\\" }.freeze # of TSV
      private_constant :ESCAPES

      # kind: :csv, :tsv or :ndjson. columns: Columns. json: the IO for JSON. output: the
      # Terminal::Output for CSV and TSV. options: those of Jacinth.parse.
      def initialize(kind, columns, json, output, options)
        super() { |text, _| row(text) }
        @kind = kind
        @columns = columns
        @json = json
        @output = output
        @options = options
        @empty = columns # those that had no value yet
        @rows = 0
      end

      # Writes the names of the columns.
      def header
        line(@columns.map { |column| column.name.b }) unless @kind == :ndjson
      end

      # The columns that had no value although there are rows.
      def empty_columns = @rows.zero? ? [] : @empty

      private

      def row(text)
        @rows += 1
        document = Document.new(text, **@options)
        values = @columns.map { |column| column.value(document) }
        found(values) if @empty.any?
        return line(values.map { |value| plain(value) }) unless @kind == :ndjson

        @json.write("[#{values.map { |value| json(value) }.join(',')}]\n")
      end

      def found(values)
        @empty -= @columns.zip(values).reject { |_, value| value.nil? || value == [] }.map(&:first)
      end

      # fields: Strings, or nil for no value.
      def line(fields) = @output.string("#{@kind == :csv ? csv(fields) : tsv(fields)}\n")

      # RFC 4180. An empty line would not be a row.
      def csv(fields)
        fields = [""] if fields == [nil]
        fields.map { |field| field&.match?(/[",\r\n]|\A\z/n) ? "\"#{field.gsub('"', '""')}\"" : field }.join(",")
      end

      # As PostgreSQL and jq write it: a row is always one line.
      def tsv(fields)
        fields.map { |field| field&.gsub(/[\t\n\r\\]/n, ESCAPES) }.join("\t")
      end

      def plain(value)
        case value.is_a?(Document) ? value.type : value
        when nil, :null then nil
        when :string then value.value.b
        else json(value).b
        end
      end

      def json(value)
        return "[#{value.map(&:raw).join(',')}]" if value.is_a?(Array)

        value ? value.raw : "null"
      end

      # The values at a JSON pointer, or of a JSONPath, in rows.
      class Column # :nodoc:
        attr_reader :pointer

        def initialize(pointer)
          @pointer = pointer
          @query = Query.new(pointer) if pointer.start_with?("$")
        end

        # The name in the header: the keys with slashes between them.
        def name
          return pointer if @query

          pointer.delete_prefix("/").gsub(/~[012]/, "~0" => "~", "~1" => "/", "~2" => "*")
        end

        # Returns the Document of the value in a row, an Array of Documents if the pointer
        # or path can lead to several values, or nil if there is none.
        def value(row)
          return row.at(pointer) unless @query

          found = row.query(@query)
          @query._singular? ? found.first : found
        end
      end
    end
    private_constant :Table
  end
end
