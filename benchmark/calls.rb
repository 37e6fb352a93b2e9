# frozen_string_literal: true

require "pathname"
require "stringio"

# What the expressions of adapters call, where one line does not do.
module Bench
  # What rows that look values up in a text look for.
  module Lookup
    # The names of two members of each record: an early and a late one.
    def self.keys(text)
      JSON.parse(text)[0].keys.values_at(3, 17)
    end

    # The number of elements of an array: the document, or its member +name+.
    def self.size(text, name = nil)
      name ? JSON.parse(text)[name].size : JSON.parse(text).size
    end
  end

  # An Array of Hashes written a record or a member at a time. What generate makes of it at once is the outcome to come
  # to.
  module Pieces
    module_function

    def records(writer, records)
      writer.array { records.each { |record| writer << record } }
    end

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

  # Reading a stream of documents, the way each library offers it. Every way answers the number of documents and the
  # last one.
  module Stream
    module_function

    # A file of lines, each parsed by itself.
    def foreach(path)
      count = 0
      last = nil
      File.foreach(path, encoding: Encoding::UTF_8) do |line|
        last = yield(line)
        count += 1
      end
      [count, last]
    end

    def each(path)
      count = 0
      last = nil
      Jacinth.each(Pathname(path)) do |value|
        last = value
        count += 1
      end
      [count, last]
    end

    # json's and Jacinth's ResumableParser: feed, then take what is ready.
    def resumable(parser_class, chunks)
      parser = parser_class.new
      count = 0
      last = nil
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
      count = 0
      last = nil
      Oj.load(StringIO.new(chunks.join)) do |value|
        last = value
        count += 1
      end
      [count, last]
    end
  end

  # What the rows of types read into and write from: classes of the program, and the types that say what is in them.
  # The json gem, which has no types, gets the classes.
  module Typed
    MAKE = defined?(Data.define) ? Data.method(:define) : ->(*names) { Struct.new(*names, keyword_init: true) }
    USER = MAKE.call(:id, :name, :email, :age, :score, :active, :city, :created)
    SMALL = MAKE.call(:a, :b, :c, :d)
    private_constant :MAKE

    module_function

    # The type of a list of users.
    def list
      type = Jacinth::Type
      type[[type.of(USER, id: Integer, name: String, email: String, age: Integer, score: Float, active: type.boolean,
                          city: String, created: String)]]
    end

    # The type of an object of four members.
    def small
      Jacinth::Type.of(SMALL, a: Integer, b: String, c: Jacinth::Type.boolean, d: Float)
    end

    # The type of the few members of twitter.json that a program wants.
    def tweets
      Jacinth::Type[{ statuses: [{ text: String, user: { name: String, screen_name: String, id: Integer } }] }]
    end

    # The same from all of it.
    def pick_tweets(twitter)
      { statuses: twitter[:statuses].map do |status|
        { text: status[:text], user: status[:user].slice(:name, :screen_name, :id) }
      end }
    end

    # The users of a document.
    def users(records)
      records.map { |record| USER.new(**record.transform_keys(&:to_sym)) }
    end
  end
end
