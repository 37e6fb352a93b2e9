# frozen_string_literal: true

require "pathname"
require "stringio"

# The timing loop for the expressions of adapters, and the methods that longer expressions call.
module Bench
  # The pointers of rows that look up values in a text.
  module Lookup
    # The names of two members of each record: an early and a late one.
    def self.keys(text) = JSON.parse(text)[0].keys.values_at(3, 17)

    # The number of elements of an array: the document, or its member +name+.
    def self.size(text, name = nil) = (name ? JSON.parse(text)[name] : JSON.parse(text)).size
  end

  # An Array of Hashes written one record or one member at a time. The outcome must be that of generate.
  module Pieces
    module_function

    def records(writer, records) = writer.array { records.each { |record| writer << record } }

    def members(writer, records)
      writer.array do
        records.each do |record|
          writer.object
          record.each_pair { |key, value| writer.pair(key, value) }
          writer.end
        end
      end
    end

    def oj_records(writer, records)
      writer.push_array
      records.each { |record| writer.push_value(record) }
      writer.tap(&:pop)
    end

    def oj_members(writer, records)
      writer.push_array
      records.each do |record|
        writer.push_object
        record.each_pair { |key, value| writer.push_value(value, key) }
        writer.pop
      end
      writer.tap(&:pop)
    end
  end

  # Reads a stream of documents, as each library offers it. Methods return the number of documents and the last one.
  module Stream
    module_function

    # A file of lines, each parsed by itself.
    def foreach(path)
      count, last = 0
      File.foreach(path, encoding: Encoding::UTF_8) do |line|
        last = yield(line)
        count += 1
      end
      [count, last]
    end

    def each(path)
      count, last = 0
      Jacinth.each(Pathname(path)) do |value|
        last = value
        count += 1
      end
      [count, last]
    end

    # json's and Jacinth's ResumableParser: feeds a chunk, then takes the complete documents.
    def resumable(parser_class, chunks)
      parser = parser_class.new
      count, last = 0
      chunks.each do |chunk|
        parser << chunk
        while parser.parse
          last = parser.value
          count += 1
        end
      end
      [count, last]
    end

    def oj(chunks)
      count, last = 0
      Oj.load(StringIO.new(chunks.join)) do |value|
        last = value
        count += 1
      end
      [count, last]
    end
  end

  # The classes and types of the rows that read and write by types. The json gem, which has no types, gets the classes.
  module Typed
    MAKE = defined?(Data.define) ? Data.method(:define) : ->(*names) { Struct.new(*names, keyword_init: true) }
    MEMBERS = { id: Integer, name: String, email: String, age: Integer, score: Float, active: nil, city: String,
                created: String }.freeze
    USER = MAKE.call(*MEMBERS.keys)
    SMALL = MAKE.call(:a, :b, :c, :d)
    private_constant :MAKE, :MEMBERS

    module_function

    def list = Jacinth::Type[[Jacinth::Type.of(USER, **MEMBERS, active: Jacinth::Type.boolean)]]

    def small = Jacinth::Type.of(SMALL, a: Integer, b: String, c: Jacinth::Type.boolean, d: Float)

    # The few members of twitter.json that a program wants: their type, and how to pick them from all.
    def tweets
      Jacinth::Type[{ statuses: [{ text: String, user: { name: String, screen_name: String, id: Integer } }] }]
    end

    def pick_tweets(twitter)
      { statuses: twitter[:statuses].map do |status|
        { text: status[:text], user: status[:user].slice(:name, :screen_name, :id) }
      end }
    end

    def users(records) = records.map { |record| USER.new(**record.transform_keys(&:to_sym)) }
  end

  # The timing loop around one expression: compiled as source, so that the call is the user's own line, and unrolled,
  # so that the loop itself costs about a nanosecond a call.
  class Loop
    # Copies of the expression in the loop's body.
    UNROLL = 16

    def initialize(expression)
      # rubocop:disable-next Style/DocumentDynamicEvalDefinition -- see the class's comment
      singleton_class.class_eval(<<~RUBY, __FILE__, __LINE__ + 1)
        def once(input, tool)
          #{expression}
        end

        def repeat(count, input, tool)
          whole, rest = count.divmod(#{UNROLL})
          while whole > 0
            #{Array.new(UNROLL, expression).join("\n")}
            whole -= 1
          end
          while rest > 0
            #{expression}
            rest -= 1
          end
        end
      RUBY
    end

    # Runs it +count+ times. Returns nanoseconds of CPU time, of the process and of the kernel for it. Collections are
    # neither forced nor prevented: the process runs only this row and collects its garbage, as a server does.
    def sample(count, input, tool)
      started = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
      repeat(count, input, tool)
      Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond) - started
    end
  end
end
