# frozen_string_literal: true

require_relative "document_lines"
require_relative "subcommand"

module Jacinth
  module Command
    # jacinth get
    class Get < Subcommand # :nodoc:
      DESCRIPTION = <<~TEXT
        Writes the values at a JSON pointer (RFC 6901) in each document: "" is the whole
        document, /users/0/name is the name of the first user. The step * stands for each
        element or member: /users/*/name writes all names, each on a line. In a key, ~1
        stands for a slash, ~0 for a tilde and ~2 for an asterisk.

        A POINTER that begins with $ is a JSONPath (RFC 9535): '$..id' writes the value of
        each id, and '$.users[?@.age > 30].name' the names of some users. Each document is
        read to its end, and held in memory, before its values are written.

        If a document has no value at a pointer, an error is reported and the exit status
        is 4. All documents are read to their end; with --format=single, reading stops
        after the last value that the pointers can lead to. If a document of more than
        64 kB is not JSON, values can be written before the error is found. With --validate
        or a second pointer, the values of a document are written after its end.

        With --csv, --tsv or --ndjson, each document is a row with a column for each POINTER;
        then all arguments that are "" or begin with / or $ are POINTERs, unless a file has that
        name. With --rows, each element of an array is a row. A missing value is an empty
        field, as null is; with --ndjson, it is null. The values at a pointer with * are an
        array. One row is in memory; with --validate, all rows of a document.

        If an object has duplicate keys, the first one is used. In a table, and with a
        JSONPath, they are an error; with --allow-duplicate-key, the last one is used.
      TEXT
      ARGUMENTS = "POINTER... [FILE...]"
      TABLES = %i[csv tsv ndjson].freeze
      OPTIONS = [
        Options.option(:pointers, "pointer",
                       "a pointer or JSONPath; can be given several times, then all arguments are FILEs",
                       short: "p", argument: "POINTER", repeated: true),
        Options.option(:raw, "raw", "write strings without quotes and escapes", short: "r"),
        Options.option(:pretty, "pretty", "format values as fmt does, instead of one value on a line"),
        Options.option(:validate, "validate", "write no value of a document with an error or a duplicate key"),
        Options.option(:csv, "csv", "write a row for each document: CSV with a header (RFC 4180)"),
        Options.option(:tsv, "tsv", "the same with tabs as separators, escaped as jq's @tsv does"),
        Options.option(:ndjson, "ndjson", "the same as arrays, each on a line, without a header"),
        Options.option(:header, "no-header", "write no names of columns", short: "H", value: false),
        Options.option(:rows, "rows", "write a row for each element of the array at this pointer, such as /items, or " \
                                      "for each value of a JSONPath", argument: "POINTER"),
        Options::FORMAT, *Options::READING
      ].freeze

      def run(arguments)
        @table = table_kind
        @pointers = @options.fetch(:pointers) { leading_pointers(arguments) }
        raise UsageError, "missing POINTER (usage: jacinth get POINTER... [FILE...])" if @pointers.first.nil?

        @pointers = @pointers.map { |text| pointer_or_path(text) }
        prepare_table if @table
        super.tap { note_pointer if @absent }
      end

      private

      def process(path)
        super
      rescue Errno::ENOENT
        @absent = path if path.match?(%r{\A[/$]}) && @table.nil? && !@options[:pointers]
        raise
      end

      # An argument after the POINTER is the name of a file, even if it looks like a pointer.
      def note_pointer
        @terminal.note("jacinth", "if #{@absent} is a pointer, put -p before each pointer; " \
                                  "--csv or --ndjson writes the values in a row")
      end

      # Returns one of TABLES, or nil.
      def table_kind
        kinds = @options.keys & TABLES
        raise UsageError, "--#{kinds[0]} and --#{kinds[1]} cannot be combined" if kinds.size > 1

        kind = kinds.first || (:ndjson if @options[:rows])
        return kind if kind || @options.fetch(:header, true)

        raise UsageError, "--no-header has no effect without --csv or --tsv"
      end

      # Removes the pointers from the arguments: one, or in a table several.
      def leading_pointers(arguments)
        count = @table ? arguments.take_while { |text| text.match?(%r{\A(?:[/$]|\z)}) && !file?(text) }.size : 1
        arguments.shift([count, 1].max)
      end

      def pointer_or_path(text) = text.start_with?("$") ? json_path(text) : pointer(text)

      def prepare_table
        if @options[:raw] || @options[:pretty]
          raise UsageError, "--raw and --pretty cannot be combined with --csv, --tsv, --ndjson and --rows"
        end

        require_relative "table"
        @rows = pointer_or_path(@options.fetch(:rows, ""))
        @array = @rows.delete_suffix("/*") if @options[:rows] && !@rows.start_with?("$")
        @rows = "#{@array}/*" if @array
        @columns = @pointers.map { |text| Table::Column.new(text) }
        table.header if @options.fetch(:header, true)
      end

      def table = Table.new(@table, @columns, output, @terminal.output, reading)

      # A JSONPath among the arguments, in UTF-8 whatever the locale.
      def json_path(text)
        Query.new(text.b).to_s
      rescue QueryError => e
        raise UsageError, "invalid JSONPath: #{e.message}"
      end

      def document(input)
        values = values_io
        wanted = @table ? [@rows] : @pointers
        held = @options[:validate] || wanted.size > 1
        selections = wanted.map { |pointer| selection(pointer, values, held) }
        search(input, selections, values)
        selections.each { |selection| report_missing(input.name, selection) }
        report_empty(input.name, values) if @table
      end

      # The IO that takes values, each on a line.
      def values_io
        return table if @table

        @options[:raw] ? UnquotedWriter.new(output, @terminal.output) : output
      end

      def selection(pointer, values, held)
        check = @options.fetch(:validate, false) || !@table.nil?
        Selection.new(pointer, values, held, pretty: @options.fetch(:pretty, false), format: document_format,
                                             check: check, elements: !@array.nil?, options: reading)
      end

      def search(input, selections, values)
        input.chunks do |text, last|
          take(selections, values) { |selection| selection.take(text, last) }
          return input.drain if selections.all?(&:exhausted?)
        end
        take(selections, values, &:finish)
      end

      # Yields each selection; the block reads text with it. Writes the values of the
      # complete documents, then raises the first error of a selection.
      def take(selections, values)
        errors = selections.filter_map do |selection|
          yield selection
          nil
        rescue ParserError, EncodingError => e
          selection.flush
          e
        end
        release(selections, values)
        raise errors.first unless errors.empty?
      end

      # Writes the values that are held of each document that all selections have read.
      def release(selections, values)
        complete = selections.map(&:held).min
        complete.times { selections.each { |selection| selection.release(values) } }
      end

      def report_missing(name, selection)
        missing, documents = selection.missing
        return if missing.zero?

        where = " in #{missing} of #{documents} documents" if documents > 1
        absent = @array ? "no array is at #{@array.empty? ? '""' : @array}" : "nothing is at #{selection.pointer}"
        # If a filter finds nothing in any document, the user probably wanted to select documents.
        if where && missing == documents && selection.pointer.start_with?("$[")
          advice = "; a JSONPath is applied to each document: jacinth lines --array makes one array of them"
        end
        failed(Status::NOTHING_FOUND) { @terminal.error(name, "#{absent}#{where}#{advice}") }
      end

      # A column without a value can be a mistake.
      def report_empty(name, table)
        empty = table.empty_columns.map(&:pointer)
        return if empty.empty?

        advice = "; --rows POINTER writes a row for each element of an array" unless @options[:rows]
        @terminal.note(name, "nothing is at #{empty.join(', ')} in any row#{advice}")
      end

      # The search for the values at one pointer, or of one JSONPath.
      class Selection # :nodoc:
        attr_reader :pointer

        # io: the IO to which the values are written. held: true to keep them until
        # release is called, a document at a time. details: of DocumentStream.select.
        def initialize(pointer, io, held, pretty:, check:, options:, **details)
          @pointer = pointer
          @documents = [] # for each document that is held, its values as Strings
          @values = HeldValues.new if held
          @query = QueryWriter.new(pointer, @values || io, pretty, options) if pointer.start_with?("$")
          @stream = DocumentStream.select(@query ? "" : pointer, @query || @values || io, pretty && !@query,
                                          check || !@query.nil?, Parser::Config.new(options), **details)
          @after_document = (proc { end_document } if held)
        end

        # Returns the number of documents without a value, and that of all documents.
        def missing = [@query ? @query.missing : @stream.missing, @stream.documents]

        # True if no more values will be found.
        def exhausted? = @stream.exhausted?

        def take(text, last)
          @stream.take(text, last: last, &@after_document) unless exhausted?
        end

        # Reads the rest. No text will follow.
        def finish
          @stream.finish.read(&@after_document) unless exhausted?
        end

        # After an error, writes the values of the documents before it.
        def flush
          @stream.flush unless @values
        end

        # The number of complete documents that are held.
        def held = @documents.size

        # Writes the values of the first held document.
        def release(io)
          @documents.shift.each { |text| io.write(text) }
        end

        private

        def end_document
          @documents << @values.dup
          @values.clear
        end
      end

      # An IO that keeps the text as an Array of Strings.
      class HeldValues < Array # :nodoc:
        def write(text)
          self << text
          text.bytesize
        end
      end

      # Writes the values that a JSONPath selects in documents.
      class QueryWriter < DocumentLines # :nodoc:
        # The number of documents without a value.
        attr_reader :missing

        # options: those of Jacinth.parse.
        def initialize(path, io, pretty, options)
          super() { |text, _| select(text) }
          @query = Query.new(path)
          @io = io
          @pretty = pretty
          @options = options
          @missing = 0
        end

        private

        def select(text)
          found = Document.new(text, **@options).query(@query)
          @missing += 1 if found.empty?
          found.each { |value| @io.write("#{@pretty ? Jacinth.reformat(value.raw, **@options) : value.raw}\n") }
        end
      end

      # An IO that takes values, each on a line, and writes strings without quotes and
      # escapes.
      class UnquotedWriter # :nodoc:
        # output: the IO for values. strings: the Terminal::Output for strings.
        def initialize(output, strings)
          @output = output
          @strings = strings
          @line = nil # the beginning of a string; false inside another value
        end

        def write(text)
          text.b.each_line { |part| take(part) }
          text.bytesize
        end

        private

        def take(part)
          @line = part.start_with?('"') && "".b if @line.nil?
          @line ? @line << part : @output.write(part)
          return unless part.end_with?("\n")

          @strings.string("#{Document.new(@line.force_encoding(Encoding::UTF_8)).value}\n") if @line
          @line = nil
        end
      end
      private_constant :Selection, :HeldValues, :QueryWriter, :UnquotedWriter
    end
    private_constant :Get
  end
end
