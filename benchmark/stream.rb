# frozen_string_literal: true

require "pathname"
require "stringio"

module Bench
  # Reading a stream of documents, the way each library offers it. Every way
  # answers the number of documents and the last one.
  module Stream
    # A file of lines, each parsed by itself.
    def self.foreach(path)
      count = 0
      last = nil
      File.foreach(path, encoding: Encoding::UTF_8) do |line|
        last = yield(line)
        count += 1
      end
      [count, last]
    end

    # The same by Jacinth.each.
    def self.each(path)
      count = 0
      last = nil
      Jacinth.each(Pathname(path)) do |value|
        last = value
        count += 1
      end
      [count, last]
    end

    # json's and Jacinth's ResumableParser: feed, then take what is ready.
    def self.resumable(parser_class, chunks)
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

    # Oj reads from an IO and yields each document.
    def self.oj(chunks)
      count = 0
      last = nil
      Oj.load(StringIO.new(chunks.join)) do |value|
        last = value
        count += 1
      end
      [count, last]
    end

    # yajl calls back for each document.
    def self.yajl(chunks)
      count = 0
      last = nil
      parser = Yajl::Parser.new
      parser.on_parse_complete = lambda do |value|
        last = value
        count += 1
      end
      chunks.each { |chunk| parser << chunk }
      [count, last]
    end
  end
end
