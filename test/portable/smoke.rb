# frozen_string_literal: true

# ruby smoke.rb: tries the library without Minitest and other gems, for Rubies that have none:
# each row of the conformance set, the doubles and the documents of the tests, and the drop-in.
require "jacinth"
require_relative "../conformance/table"

module Smoke
  FOLDER = File.expand_path("..", __dir__)

  module_function

  def run
    @checks = 0
    tests = %i[rows numbers documents drop_in]
    tests.each { |name| __send__(name) }
    puts "backend: #{Jacinth.build_info[:backend]}", "#{tests.size} tests, #{@checks} assertions, 0 failures"
  end

  def check(expected, actual, title)
    @checks += 1
    abort "#{title}: expected #{expected.inspect}, got #{actual.inspect}" unless expected.eql?(actual) || expected == actual
  end

  def rows
    Conformance.rows.each do |row|
      check(row.accepted?, read?(row.source, row.options), row.title)
      next unless row.accepted?

      value = Jacinth.parse(row.source, **row.options)
      check(row.value.inspect, value.inspect, row.title)
      next if row.verdict == :malformed

      text = Jacinth.generate(value, allow_nan: true, max_nesting: 0)
      check(value.inspect, Jacinth.parse!(text).inspect, row.title)
    end
  end

  def read?(source, options)
    Jacinth.parse(source, **options)
    true
  rescue Jacinth::ParserError => e
    check(true, e.line.positive? && e.column.positive?, source)
    false
  end

  def numbers
    File.foreach(File.join(FOLDER, "numbers/doubles.txt"), chomp: true, encoding: "UTF-8") do |line|
      next if line.start_with?("#")

      bits, text = line.split
      number = Jacinth.parse(text)
      check(bits, [number].pack("G").unpack1("H*"), line)
      check(number, Jacinth.parse(Jacinth.generate(number, allow_nan: true), allow_nan: true), line)
    end
  end

  def documents
    Dir[File.join(FOLDER, "documents/*.json")].each do |path|
      value = Jacinth.load_file(path)
      check(value, Jacinth.parse(Jacinth.pretty_generate(value)), path)
      check(value, Jacinth.parse(Jacinth.generate(value, ascii_only: true, script_safe: true)), path)
    end
  end

  def drop_in
    require "jacinth/json"
    check(Jacinth, JSON, "JSON")
    check('{"a":[1,null,"b"]}', { a: [1, nil, :b] }.to_json, "to_json")
    check("1", JSON::Coder.new { |object, _| object.to_i }.dump(1r), "Coder")
    check("JSON::ParserError", JSON::ParserError.name, "name")
    check({ "a" => 1 }, JSON.parse(JSON.dump({ a: 1 })), "dump")
  end
end

Smoke.run
