# frozen_string_literal: true

require_relative "autoloads"

module Jacinth
  Autoloads.add(self, DocumentStream: "stream")
  private_constant :DocumentStream

  class << self
    # Yields the documents of a source one after the other, in memory that does not
    # grow with the source. Returns nil; without a block, an Enumerator.
    # docs/streaming.md is the guide.
    #
    #   lines = %({"id": 1}\n{"id": 2}\n)
    #   Jacinth.each(lines) { |value| value["id"] }  # => nil
    #   Jacinth.each(lines).map { |value| value["id"] } # => [1, 2]
    #   Jacinth.each(["[1] [", "2]"]).to_a             # => [[1], [2]]
    #   Jacinth.each('{"items": [1, 2]}', at: "/items/*").to_a # => [1, 2]
    #
    # source: an IO, or an object with +readpartial+ or +read+; a Pathname, whose file is
    # opened and closed; a String, which is the text itself; or an Enumerable of Strings,
    # each of which can end anywhere in a document. An IO is read from its current
    # position, and not closed.
    #
    # Raises ParserError, whose line and column count from the beginning of the reading;
    # ArgumentError for an unknown option or value; TypeError for any other source; and
    # the errors of the source and of the block.
    #
    # [+format+] <tt>:lines</tt> (NDJSON, JSON Lines): each line is a document, empty
    #            lines are skipped. <tt>:sequence</tt>: RFC 7464.
    #            <tt>:concatenated</tt>: a document can span lines, and a line can contain
    #            several documents. <tt>:auto</tt> (the default): a sequence if the source
    #            begins with a record separator, else concatenated, which reads lines as
    #            well.
    # [+lines+] True to yield two values: the document, and the number of the line in
    #           which it begins, from 1.
    # [+on_error+] How text that is not JSON is treated. <tt>:raise</tt> (the default)
    #              raises ParserError. <tt>:skip</tt> skips the whole line or, in a
    #              sequence, the text up to the next record separator. An object with
    #              +call+ is called with the error, the line in which the invalid text
    #              begins, and that text, which is skipped. No value of an invalid line is
    #              yielded: values wait for the end of their line. Errors of callbacks, such
    #              as +on_load+, are raised, also ParserErrors.
    # [+at+] A JSON pointer: yields each value that it leads to in each document, and
    #        builds nothing else. The step <tt>*</tt> is every element or member.
    # [options] All those of Jacinth.parse, including +into+ and +only+.
    def each(source, format: :auto, lines: false, on_error: :raise, at: nil, **options, &block)
      DocumentStream.check(source) unless String === source # rubocop:disable Style/CaseEquality -- a BasicObject
      stream = DocumentStream.for(options, format, at, lines, on_error)
      return DocumentStream.enumerator(:each, source, format:, lines:, on_error:, at:, **options) unless block_given?

      stream.each(source, on_error, options[:invalid], &block)
      nil
    rescue ArgumentError => e
      OptionNames.reraise(e, method(:each), options)
    end

    # Calls the handler's methods as the source is read, in bounded memory:
    # <tt>start_document</tt>, <tt>end_document</tt>, <tt>start_object</tt>,
    # <tt>key(name)</tt>, <tt>end_object</tt>, <tt>start_array</tt>,
    # <tt>end_array</tt>, and <tt>value(object)</tt> for strings, numbers, true,
    # false and nil. A handler can lack any of them; those that it has at the beginning
    # must be public. Values are not built for a handler without +value+. Returns the
    # handler.
    #
    #   class Names
    #     def found = @found ||= []
    #     def key(name) = @wanted = name == "name"
    #     def value(object) = (found << object if @wanted)
    #   end
    #   Jacinth.events('[{"name": "Ada", "born": 1815}]', Names.new).found # => ["Ada"]
    #
    # source, format: those of each. options: those of Jacinth::ResumableParser;
    # +on_load+ is called with keys and values, but not with arrays and objects. The keys
    # of the open objects are kept in memory, to find duplicate keys, unless
    # +allow_duplicate_key+ is true. Raises the errors of each and of the handler.
    def events(source, handler, format: :auto, **options)
      DocumentStream.check(source) unless String === source # rubocop:disable Style/CaseEquality -- a BasicObject
      ResumableParser.new(**options) unless options.empty? # raises ArgumentError for unknown options
      DocumentStream.for(options, format).handle(handler).each(source, :raise, options[:invalid])
      handler
    rescue ArgumentError => e
      OptionNames.reraise(e, method(:events), options)
    end

    # The library calls these aliases: with the drop-in, a program can define its own JSON.valid?.
    %i[valid? at events].each { |name| private alias_method(:"_#{name}", name) }
  end
end
