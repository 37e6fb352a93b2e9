# frozen_string_literal: true

require "date"
require "digest"
require "fileutils"
require "tempfile"
require_relative "synthetic"

module Bench
  # The documents that rows name. Each is either the text of a file (of the shared corpus, of +--corpus DIR+, or
  # generated with a fixed seed) or a Ruby value; text becomes a value, and a value text, with whatever JSON module the
  # process has.
  module Documents
    # Text that a result is written to lives under here.
    SCRATCH = File.expand_path("../tmp/bench", __dir__)

    # A value with a #to_json that only hands over ready text.
    Literal = Struct.new(:text) do
      def to_json(*)
        text
      end
    end

    # A value known to JSON by its #to_s alone.
    class Plain
      def to_s
        "#<Plain>"
      end
    end

    # A value that writes itself as a hash, as models do.
    Point = Struct.new(:x, :y) do
      def to_json(state = nil)
        { x: x, y: y }.to_json(state)
      end

      def as_json(*)
        { x: x, y: y }
      end
    end

    # Documents of the corpus, each with a stand-in by Synthetic.
    CORPUS = Synthetic::CORPUS.keys.freeze

    # Ruby values, by name. The small ones to literal_to_json are the rows of json's own suite, :oj_sample is the object
    # of Oj's; the other values are Synthetic's, by method and arguments.
    VALUES = {
      "small_mixed" => -> { [1, "string", { a: 1, b: 2 }, [3, 4, 5]] },
      "small_nested_array" => -> { [[1, 2, 3, 4, 5]] * 10 },
      "small_hash" => -> { { "username" => "jhawthorn", "id" => 123, "event" => "wrote json serializer" } },
      "mixed_utf8" => -> { ["#{'a' * 5000}€#{'a' * 5000}"] * 500 },
      "mostly_utf8" => -> { ["€" * 3333] * 500 },
      "integers" => -> { (1_000_000..1_001_000).to_a },
      "many_to_json" => lambda {
        [{ object: Plain.new, int: 12, float: 54.3, class: Float, time: Time.at(1_700_000_000).utc,
           date: Date.new(2026, 1, 31) }] * 20
      },
      "literal_to_json" => -> { Array.new(1000) { |i| Literal.new(i.to_s) } },
      "points_to_json" => -> { Array.new(1000) { |i| Point.new(i, -i) } },
      "four_members" => -> { { "a" => 1, "b" => "xy", "c" => true, "d" => 2.5 } },
      "escaped_text" => -> { Synthetic.escaped(1_000_000).join },
      **{
        "floats" => [:floats, 1000], "oj_sample" => [:oj_sample], "int64" => [:int64, 100_000],
        "records_3" => [:records, 20_000, 3], "records_8" => [:records, 10_000, 8],
        "records_8_many" => [:records, 100_000, 8], "records_12" => [:records, 10_000, 12],
        "records_24" => [:records, 3_000, 24], "records_24_many" => [:records, 10_000, 24],
        "records_60" => [:records, 1_000, 60], "users" => [:users, 10_000],
        "records_optional" => [:optional_records, 8_000], "records_shuffled" => [:shuffled_records, 8_000],
        "records_two_types" => [:alternating_records, 8_000], "no_repetition" => [:unrepeated, 3_000],
        "escaped" => [:escaped, 1_000_000], "log_lines" => [:log_lines, 5_000]
      }.transform_values { |call| -> { Synthetic.public_send(*call) } },
      **[100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000]
             .to_h { |size| ["sized_#{size}", -> { Synthetic.sized(size) }] }
    }.freeze

    # Texts made from another document.
    TEXTS = {
      "twitter_pretty" => -> { JSON.pretty_generate(object("twitter")) },
      "twitter_compact" => -> { JSON.generate(object("twitter")) },
      "twitter_bad" => -> { "#{text('twitter').rstrip.chomp('}')} oops" },
      "ndjson" => -> { Synthetic.ndjson(100_000) },
      "ndjson_short" => -> { Synthetic.ndjson(10_000) }
    }.freeze

    # What the texts that are made here depend on.
    SOURCES = Dir[File.join(__dir__, "{documents.rb,synthetic.rb,corpus/*}")].freeze
    # How much of a stream arrives at once.
    CHUNK = 65_536

    class << self
      # A folder of the user's own documents (--corpus), or nil.
      attr_accessor :folder

      # The document as a Ruby value.
      def object(name)
        return VALUES.fetch(name).call if VALUES.key?(name)

        lines?(name) ? text(name).lines.map { |line| JSON.parse(line) } : JSON.parse(text(name))
      end

      # The document as JSON text.
      def text(name)
        File.read(file(name), encoding: "UTF-8")
      end

      # The file of the document's text.
      def file(name)
        return name.delete_prefix("user:") if name.start_with?("user:")
        return File.join(shared, "#{name}.json") if shared && CORPUS.include?(name)

        made(name)
      end

      # The document as the chunks in which a socket would deliver it.
      def chunks(name)
        whole = File.binread(file(name))
        (0...whole.bytesize).step(CHUNK).map { |at| whole.byteslice(at, CHUNK).force_encoding(Encoding::UTF_8) }
      end

      # Names of the documents in +folder+.
      def user_names
        folder ? Dir[File.join(folder, "*.{json,ndjson}")].map { |path| "user:#{path}" } : []
      end

      # Whether a document is one JSON text a line.
      def lines?(name)
        name.end_with?(".ndjson") || name.start_with?("ndjson")
      end

      # Where the corpus documents come from, for the report's header.
      def origin
        shared ? "shared corpus" : "generated, seed #{Synthetic::SEED}"
      end

      # A file to write results to.
      def scratch_file
        FileUtils.mkdir_p(SCRATCH)
        Tempfile.create("out", SCRATCH).tap { |file| File.unlink(file.path) }
      end

      # Writes the stand-ins of missing corpus documents.
      def ensure_corpus
        CORPUS.each { |name| file(name) }
      end

      private

      def shared
        root = ENV.fetch("JACINTH_SHARED") { File.expand_path("../../shared", __dir__) }
        dir = File.join(root, "corpus")
        dir if CORPUS.all? { |name| File.file?(File.join(dir, "#{name}.json")) }
      end

      # Texts are made once and then read, so that a process that is timed has no traces of the making. The file is
      # written whole or not at all: several processes may ask.
      def made(name)
        path = File.join(made_folder, "#{name}.json")
        return path if File.file?(path)

        FileUtils.mkdir_p(made_folder)
        File.write("#{path}.#{Process.pid}", make(name))
        File.rename("#{path}.#{Process.pid}", path)
        path
      end

      def make(name)
        return JSON.generate(VALUES.fetch(name).call) if VALUES.key?(name)

        TEXTS.key?(name) ? TEXTS.fetch(name).call : Synthetic.corpus(name)
      end

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
