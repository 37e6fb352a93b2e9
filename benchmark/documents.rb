# frozen_string_literal: true

require "date"
require "digest"
require "fileutils"
require "tempfile"
require "yaml"

module Bench
  # Documents made from a fixed seed: the same on every machine.
  module Synthetic
    SEED = 42
    # Documents of the shared corpus: bytes, and spaces of indentation.
    CORPUS = { "activitypub" => [58_160, nil], "citm_catalog" => [1_727_204, 4], "twitter" => [631_514, 2],
               "ohai" => [32_444, 2], "canada" => [2_251_051, nil] }.freeze

    WORDS = File.read(File.join(__dir__, "corpus", "words.txt"), encoding: Encoding::UTF_8).split.freeze
    KANJI = "日本語文字情報時間場所今日明日電車会社学校先生友達映画音楽写真".chars.freeze
    private_constant :WORDS, :KANJI

    module_function

    # Text of the stand-in for a corpus document: about its size, its layout and its mix of types, keys and scripts.
    def corpus(name)
      bytes, indent = CORPUS.fetch(name)
      few, more = [20, 40].map { |count| fill_in(name, count, indent).bytesize }
      fill_in(name, 20 + (20.0 * (bytes - few) / (more - few)).round, indent)
    end

    # The text of benchmark/corpus/NAME.json.in, with the part between %{ and %} +count+ times. %w3 stands for three
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

    # Calls the block with a Random and a number, +count+ times. Returns its results.
    def draw(count)
      random = Random.new(SEED)
      Array.new(count) { |i| yield(random, i) }
    end

    def words(random, count) = Array.new(count) { WORDS[random.rand(WORDS.size)] }.join(" ")
    def kanji(random, count) = Array.new(count) { KANJI[random.rand(KANJI.size)] }.join

    # Flat records of +fields+ fields each, the types taking turns.
    def records(count, fields)
      names = Array.new(fields) { |i| field_name(i) }
      draw(count) { |random| names.each_with_index.to_h { |name, i| [name, field_value(random, i)] } }
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

    # Objects in which no key and no string comes twice.
    def unrepeated(count)
      draw(count) do |random, i|
        Array.new(10) do |j|
          key = "#{WORDS[random.rand(WORDS.size)]}_#{i}_#{j}"
          [key, j.even? ? "#{key} #{random.rand(10**9)}" : (i * 10) + j]
        end.to_h
      end
    end

    # Strings of about +bytes+ in total, in which about every sixth character needs an escape.
    def escaped(bytes)
      marks = ["\"", "\\", "\n", "\t", "\u0001", "/"]
      draw(bytes / 1000) do |random|
        text = +""
        text << words(random, 1) << marks[random.rand(marks.size)] while text.bytesize < 850
        text
      end
    end

    # Log lines of a server: long strings, few keys.
    def log_lines(count)
      draw(count) do |random, i|
        { "level" => %w[info warn error][random.rand(3)], "pid" => 4000 + i, "message" => words(random, 12),
          "duration" => random.rand.round(3) }
      end
    end

    def ndjson(count)
      lines = draw(1000) do |random, i|
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

  # The documents that rows name. Each is either the text of a file (of the shared corpus, or generated with a fixed
  # seed) or a Ruby value; text becomes a value, and a value text, with whatever JSON module the process has.
  module Documents
    # Text that a result is written to lives under here.
    SCRATCH = File.expand_path("../tmp/bench", __dir__)

    # A value whose #to_json returns a prepared text.
    Literal = Struct.new(:text) do
      def to_json(*) = text
    end

    # A value known to JSON by its #to_s alone.
    class Plain
      def to_s = "#<Plain>"
    end

    # A value that writes itself as a hash, as models do.
    Point = Struct.new(:x, :y) do
      def to_json(state = nil) = { x: x, y: y }.to_json(state)
      def as_json(*) = { x: x, y: y }
    end

    # Documents of the corpus, each with a stand-in by Synthetic.
    CORPUS = Synthetic::CORPUS.keys.freeze

    VALUES, TEXTS = YAML.load_file(File.join(__dir__, "documents.yml")).values_at("values", "texts")

    # The files on which the generated texts depend.
    SOURCES = Dir[File.join(__dir__, "{documents.{rb,yml},corpus/*}")].freeze
    # The size of a stream's chunks.
    CHUNK = 65_536

    class << self
      def object(name) = VALUES.key?(name) ? made_by(VALUES[name]) : JSON.parse(text(name))

      def text(name) = File.read(file(name), encoding: "UTF-8")
      def file(name) = shared && CORPUS.include?(name) ? File.join(shared, "#{name}.json") : made(name)

      # The document as the chunks in which a socket would deliver it.
      def chunks(name)
        whole = File.binread(file(name))
        (0...whole.bytesize).step(CHUNK).map { |at| whole.byteslice(at, CHUNK).force_encoding(Encoding::UTF_8) }
      end

      # The source of the corpus documents, for the report's header.
      def origin = shared ? "shared corpus" : "generated, seed #{Synthetic::SEED}"

      def scratch_file
        FileUtils.mkdir_p(SCRATCH)
        Tempfile.create("out", SCRATCH).tap { |file| File.unlink(file.path) }
      end

      # Writes the stand-ins of missing corpus documents.
      def ensure_corpus = CORPUS.each { |name| file(name) }

      private

      def shared
        root = ENV.fetch("JACINTH_SHARED") { File.expand_path("../../shared", __dir__) }
        dir = File.join(root, "corpus")
        dir if CORPUS.all? { |name| File.file?(File.join(dir, "#{name}.json")) }
      end

      # Texts are made once and then read, so that a process that is timed has no traces of the making. The file is
      # written whole or not at all, because several processes can make them.
      def made(name)
        path = File.join(made_folder, "#{name}.json")
        return path if File.file?(path)

        FileUtils.mkdir_p(made_folder)
        File.write("#{path}.#{Process.pid}", make(name))
        File.rename("#{path}.#{Process.pid}", path)
        path
      end

      def make(name)
        return JSON.generate(object(name)) if VALUES.key?(name)

        TEXTS.key?(name) ? made_by(TEXTS[name]) : Synthetic.corpus(name)
      end

      def made_by(code) = Documents.module_eval(code, __FILE__, __LINE__)

      # Another folder whenever a text might be another.
      def made_folder
        @made_folder ||= begin
          key = [shared.to_s.b, *SOURCES.map { |path| File.binread(path) }].join
          File.join(SCRATCH, "documents-#{Digest::SHA256.hexdigest(key)[0, 12]}")
        end
      end
    end
  end
end
