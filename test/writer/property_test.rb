# frozen_string_literal: true

require_relative "../test_helper"
require "stringio"

# A value written in any parts has the text of generate.
class WriterPropertyTest < Minitest::Test
  KEYS = ["a", "b", :s, "é", "with \"", "a long key of more than thirty-two bytes", "k\n", 7, nil, 1.5, :"two words"].freeze
  SCALARS = [0, -1, 2**62, 2**80, 1.5, -0.0, 1e300, true, false, nil, "", "text", "é\u2028</script>", "x" * 40, "\\\"" * 100,
             "long é " * 300, :symbol].freeze
  OPTIONS = [{}, { indent: "  ", space: " ", object_nl: "\n", array_nl: "\n" }, { ascii_only: true }, { script_safe: true },
             { html_safe: true, indent: " " }, { array_nl: "\n" }, { space: " " * 20 }, { indent: "\t" * 70, object_nl: "\n" },
             { depth: 2, indent: "  ", object_nl: "\r\n" }, { sort_keys: true }, { strict: true }, { space_before: " " }].freeze

  # Writes the value in random parts, or at once.
  def write(writer, value, random)
    return writer.value(value) if random.rand(3) == 0

    case value
    when Hash then random.rand(2) == 0 ? writer.object { members(writer, value, random) } : members(writer.object, value, random).end
    when Array
      writer.array
      value.each { |element| write(writer, element, random) }
      random.rand(2) == 0 ? writer.end : writer.end_array
    else random.rand(5) == 0 ? writer.raw(Jacinth.generate(value, writer_options)) : writer << value
    end
  end

  attr_reader :writer_options

  def members(writer, hash, random)
    hash.each do |key, value|
      case random.rand(4)
      when 0 then writer.pair(key, value)
      when 1 then writer[key] = value
      when 2
        next write(writer.key(key), value, random) unless value.is_a?(Hash)

        writer.object(key) { members(writer, value, random) }
      else write(writer.key(key), value, random)
      end
    end
    writer
  end

  # In strict mode keys are Strings and Symbols; sorted, those written one by
  # one must be in order already.
  def fit(value, options)
    case value
    when Hash
      pairs = value.to_h { |key, member| [options[:strict] || options[:sort_keys] ? key.to_s : key, fit(member, options)] }
      options[:sort_keys] ? pairs.sort.to_h : pairs
    when Array then value.map { |element| fit(element, options) }
    else value
    end
  end

  def test_values_in_parts_are_written_as_by_generate
    random = seeded
    scaled(1500).times do |i|
      @writer_options = OPTIONS[i % OPTIONS.size]
      value = fit(random_value(random, SCALARS, KEYS, 5), writer_options)
      wanted = Jacinth.generate(value, writer_options)
      io = StringIO.new
      [Jacinth::Writer.new(nil, **writer_options),
       Jacinth::Writer.new(io, chunk_size: 1 + random.rand(3000), **writer_options)].each do |writer|
        write(writer, value, random)
        written = writer.close
        written = written.string if written.equal?(io)

        assert_equal wanted, written, seed_note
        assert_equal [wanted.ascii_only?, true], [written.ascii_only?, written.valid_encoding?] unless written.equal?(io.string)
      end
    end
  end

  def test_documents_are_written_in_each_format
    random = seeded
    scaled(100).times do
      values = Array.new(random.rand(30)) { random_value(random, SCALARS, KEYS, 5) }
      @writer_options = {}
      { ndjson: values.map { |value| "#{Jacinth.generate(value)}\n" }.join,
        json_seq: values.map { |value| "\x1E#{Jacinth.generate(value)}\n" }.join }.each do |format, wanted|
        io = StringIO.new
        writer = Jacinth::Writer.new(io, format: format, chunk_size: 1 + random.rand(500))
        values.each { |value| write(writer, value, random) }
        writer.close

        assert_equal wanted, io.string, seed_note
      end
    end
  end

  FAILING = Object.new
  def FAILING.to_json(*) = raise("no")

  # Any calls in any order: an error changes nothing, and the result is JSON.
  CALLS = [[:value, 1], [:value, [1, { "a" => "é" }]], [:value, Float::NAN], [:value, [[Float::INFINITY]]],
           [:key, "a"], [:key, "b"], [:key, "\xFF"], [:pair, "c", 1], [:pair, "d", [Float::NAN]],
           [:object], [:array], [:object, "e"], [:array, "f"], [:end], [:end_object], [:end_array], [:close],
           [:raw, "[1,"], [:raw, '{"z":0}'], [:value, FAILING]].freeze

  def test_a_refused_call_changes_nothing
    random = seeded
    scaled(2000).times do
      writer = Jacinth::Writer.new
      60.times do
        before = [writer.to_s, writer.depth, writer.path]
        begin
          writer.public_send(*CALLS.sample(random: random))
        rescue Jacinth::JSONError, RuntimeError
          assert_equal before, [writer.to_s, writer.depth, writer.path], seed_note
        rescue IOError
          assert_predicate writer, :closed?
        end
      end
      next if writer.closed?

      begin
        writer.end
      rescue Jacinth::GeneratorError
        writer.value(0) rescue break # rubocop:disable Style/RescueModifier
      end while writer.depth > 0 # rubocop:disable Lint/Loop
      writer.value(0) if writer.to_s.empty?

      assert Jacinth.valid?(writer.close), seed_note
    end
  end
end
