# frozen_string_literal: true

module Bench
  # Documents made from a fixed seed: the same on every machine.
  module Synthetic
    # Seed of every generator here.
    SEED = 42
    # Documents of the shared corpus: bytes, and spaces of indentation.
    CORPUS = { "activitypub" => [58_160, nil], "citm_catalog" => [1_727_204, 4], "twitter" => [631_514, 2],
               "ohai" => [32_444, 2], "canada" => [2_251_051, nil] }.freeze

    WORDS = %w[
      time year people way day man thing woman life child world school state family student group country problem hand
      part place case week company system program question work government number night point home water room mother
      area money story fact month lot right study book eye job word
    ].freeze
    KANJI = "日本語文字情報時間場所今日明日電車会社学校先生友達映画音楽写真".chars.freeze
    private_constant :WORDS, :KANJI

    module_function

    # Text of the stand-in for a corpus document: about its size, its layout and its mix of types, keys and scripts.
    def corpus(name)
      bytes, indent = CORPUS.fetch(name)
      few, more = [20, 40].map { |count| fill_in(name, count, indent).bytesize }
      fill_in(name, 20 + (20.0 * (bytes - few) / (more - few)).round, indent)
    end

    # The text of benchmark/corpus/NAME.json.in, what stands there between %{ and %} +count+ times. %w3 stands for three
    # words, %k9 for nine Japanese characters, %n50 for an integer and %f50 for a float below 50, %i for the number of
    # the item.
    def fill_in(name, count, indent)
      template = File.read(File.join(__dir__, "corpus", "#{name}.json.in"), encoding: Encoding::UTF_8)
      random = Random.new(SEED)
      items = template.gsub(/%\{(.*?)%\}/m) { |item| Array.new(count) { |i| fill(item[2..-3], i, random) }.join(",") }
      value = JSON.parse(fill(items, 0, random))
      indent ? JSON.pretty_generate(value, indent: " " * indent) : JSON.generate(value)
    end

    def fill(template, index, random)
      template.gsub(/%[wknfi]\d*/) do |mark|
        number = mark[2..].to_i
        case mark[1]
        when "w" then words(random, number)
        when "k" then kanji(random, number)
        when "n" then random.rand(number)
        when "f" then random.rand * number
        else 205_705_993 + (index * 7)
        end
      end
    end

    # Random floats in 0...1000, all digits used.
    def floats(count)
      random = Random.new(SEED)
      Array.new(count) { random.rand * 1000 }
    end

    # Integers over the whole 64-bit range.
    def int64(count)
      random = Random.new(SEED)
      Array.new(count) { random.rand(-(2**63)..((2**63) - 1)) }
    end

    # +count+ English words.
    def words(random, count)
      Array.new(count) { WORDS[random.rand(WORDS.size)] }.join(" ")
    end

    # +count+ Japanese characters.
    def kanji(random, count)
      Array.new(count) { KANJI[random.rand(KANJI.size)] }.join
    end

    # The object of Oj's own benchmarks: a bit of everything, nested.
    def oj_sample
      { "a" => "Alpha", "b" => true, "c" => 12_345,
        "d" => [true, [false, [-123_456_789, nil], 3.9676, ["Something else.", false], nil]],
        "e" => { "zero" => nil, "one" => 1, "two" => 2, "three" => [3], "four" => [0, 1, 2, 3, 4] }, "f" => nil,
        "h" => { "a" => { "b" => { "c" => { "d" => { "e" => { "f" => { "g" => nil } } } } } } },
        "i" => [[[[[[[nil]]]]]]] }
    end

    # Flat records of +fields+ fields each, the types taking turns.
    def records(count, fields)
      random = Random.new(SEED)
      names = Array.new(fields) { |i| field_name(i) }
      Array.new(count) do
        names.each_with_index.to_h { |n, i| [n, field_value(random, i)] }
      end
    end

    # Records, as many as fill +size+ bytes.
    def sized(size)
      records = records(200, 4)
      each = JSON.generate(records).bytesize / records.size
      Array.new([size / each, 1].max) { |i| records[i % records.size].dup }
    end

    # Users with the eight members of Typed::USER.
    def users(count)
      Array.new(count) do |i|
        { "id" => i, "name" => "Name #{i}", "email" => "user#{i}@example.com", "age" => i % 90, "score" => i * 0.37,
          "active" => i.odd?, "city" => %w[Oslo Rome Bern][i % 3], "created" => "2024-01-#{(i % 28) + 1}T12:00:00Z" }
      end
    end

    # Records that leave out each optional field one time in four.
    def optional_records(count)
      random = Random.new(SEED)
      records(count, 12).map { |record| record.reject { random.rand(4).zero? } }
    end

    # Records with their keys in varying order.
    def shuffled_records(count)
      random = Random.new(SEED)
      records(count, 8).map { |r| r.to_a.shuffle(random: random).to_h }
    end

    # Two record types, one after the other.
    def alternating_records(count)
      small = records(count / 2, 5)
      large = records(count / 2, 14).map { |record| record.transform_keys { |key| "order_#{key}" } }
      small.zip(large).flatten(1)
    end

    # Objects in which no key and no string comes twice.
    def unrepeated(count)
      random = Random.new(SEED)
      Array.new(count) do |i|
        Array.new(10) do |j|
          key = "#{WORDS[random.rand(WORDS.size)]}_#{i}_#{j}"
          [key, j.even? ? "#{key} #{random.rand(10**9)}" : (i * 10) + j]
        end.to_h
      end
    end

    # Strings of about +bytes+ in all in which every sixth or so character needs an escape.
    def escaped(bytes)
      random = Random.new(SEED)
      marks = ["\"", "\\", "\n", "\t", "\u0001", "/"]
      Array.new(bytes / 1000) do
        text = +""
        text << words(random, 1) << marks[random.rand(marks.size)] while text.bytesize < 850
        text
      end
    end

    # What a server logs: long strings, few keys.
    def log_lines(count)
      random = Random.new(SEED)
      Array.new(count) do |i|
        { "level" => %w[info warn error][random.rand(3)], "pid" => 4000 + i, "message" => words(random, 12),
          "duration" => random.rand.round(3) }
      end
    end

    # Lines of about 300 bytes.
    def ndjson(count)
      random = Random.new(SEED)
      lines = Array.new(1000) do |i|
        JSON.generate("id" => i, "name" => words(random, 3), "active" => i.even?, "score" => random.rand.round(6),
                      "tags" => words(random, 4).split,
                      "address" => { "street" => words(random, 3), "zip" => 10_000 + i },
                      "comment" => words(random, 22))
      end
      "#{Array.new(count) { |i| lines[i % lines.size] }.join("\n")}\n"
    end

    # Field names of records: like real ones, of 2 to 16 bytes.
    def field_name(index)
      base = %w[id name active price created_at customer_email tags_count city note country_code is_primary
                weight][index % 12]
      index < 12 ? base : "#{base}_#{index / 12}"
    end

    # A value for the field at +index+.
    def field_value(random, index)
      case index % 6
      when 0 then random.rand(10**6)
      when 1 then words(random, 2)
      when 2 then random.rand(2).zero?
      when 3 then (random.rand * 100).round(2)
      when 4 then words(random, 3)
      else random.rand(8).zero? ? nil : WORDS[random.rand(WORDS.size)]
      end
    end
  end
end
