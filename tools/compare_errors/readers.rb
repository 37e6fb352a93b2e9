# frozen_string_literal: true

require "json"
require "open3"
require "tmpdir"

class CompareErrors
  # The error of a reader for a document that it rejects: the text without the
  # place, the place, and the hint, which only Jacinth has. byte: an offset from 0,
  # if a reader reports it.
  Answer = Struct.new(:text, :line, :column, :byte, :hint) do
    # All that a person is shown.
    def all = [text, hint].compact.join("; ")
    def place? = !line.nil? && !column.nil?
  end

  # The places as the readers write them; what matches is no part of the text.
  PLACES = [
    /(?::| at)? line (?<line>\d+),? column (?<column>\d+)(?: \(char (?<byte>\d+)\))?/,
    /(?: \(byte (?<byte>\d+)\)| in position (?<byte>\d+)(?=:))/
  ].freeze

  # Parses the first line of a reader's text.
  def self.answer(text, hint = nil)
    first = utf8(text)
    pattern = PLACES.find { |place| place.match?(first) } or return Answer.new(first, nil, nil, nil, hint)
    found = first.match(pattern).named_captures
    Answer.new(first.sub(pattern, ""), *%w[line column byte].map { |name| found[name]&.to_i }, hint)
  end

  # The text with bytes that are no UTF-8 as <FF>.
  def self.utf8(text)
    text.b.force_encoding(Encoding::UTF_8).scrub { |bad| bad.bytes.map { |byte| format("<%02X>", byte) }.join }
  end

  # Jacinth and json: the rows' options are theirs.
  module Ours
    module_function

    def version = "#{Jacinth::VERSION}, Ruby #{RUBY_VERSION}"
    def name = "Jacinth"

    def answers(rows, _paths)
      rows.map do |row|
        Jacinth.parse(row.source, **row.options)
        nil
      rescue Jacinth::ParserError => e
        CompareErrors.answer(e.message, e.hint).tap { |answer| answer.line, answer.column = e.line, e.column }
      end
    end
  end

  module JsonGem
    module_function

    def version = JSON::VERSION
    def name = "json"

    def answers(rows, _paths)
      rows.map do |row|
        JSON.parse(row.source, **row.options.except(:validate_encoding, :relaxed))
        nil
      rescue JSON::ParserError => e
        CompareErrors.answer(e.message)
      end
    end
  end

  module Jq
    module_function

    def name = "jq"
    def version = Open3.capture2e("jq", "--version")[0][/[\d.]+/]

    def answers(_rows, paths)
      paths.map do |path|
        _, err, status = Open3.capture3("jq", ".", path, binmode: true)
        CompareErrors.answer(err.lines.first.chomp.sub("parse error: ", "")) unless status.success?
      end
    end
  end

  # A module of Python.
  class Python
    SCRIPT = <<~PYTHON
      import importlib, json, platform, sys
      module = importlib.import_module(sys.argv[1])
      if module is json:
          version, read = platform.python_version(), json.loads
      else:
          version, read = module.__version__, module.json.decode
      print(json.dumps(version))
      for path in sys.argv[2:]:
          with open(path, "rb") as file:
              data = file.read()
          try:
              read(data)
              print("null")
          except Exception as error:
              print(json.dumps(str(error)))
    PYTHON

    attr_reader :name

    # environment: for Python, in addition to that of this process.
    def initialize(name, modul, environment = {})
      @name = name
      @modul = modul
      @environment = environment
    end

    def version = run([]).first

    def answers(_rows, paths)
      run(paths).drop(1).map { |text| text && CompareErrors.answer(text.sub("JSON is malformed: ", "")) }
    end

    private

    def run(paths)
      out, err, status = Open3.capture3(@environment, ENV.fetch("PYTHON", "python3"), "-c", SCRIPT, @modul, *paths)
      raise Missing, err.lines.last.to_s.chomp unless status.success?

      out.lines.map { |line| JSON.parse(line) }
    end
  end

  # A program of a few lines, made by cargo in a temporary folder.
  class Serde
    MANIFEST = <<~TOML
      [package]
      name = "read"
      version = "0.1.0"
      edition = "2021"

      [dependencies]
      serde_json = "1"
    TOML

    PROGRAM = <<~RUST
      use serde_json::{from_slice, to_string, Value};

      fn main() {
          for path in std::env::args().skip(1) {
              let bytes = std::fs::read(path).unwrap();
              match from_slice::<Value>(&bytes) {
                  Ok(_) => println!("null"),
                  Err(error) => println!("{}", to_string(&error.to_string()).unwrap()),
              }
          }
      }
    RUST

    attr_reader :version

    def initialize(folder)
      @folder = folder
      build
      lock = File.read(File.join(folder, "Cargo.lock"), encoding: "UTF-8")
      @version = lock[/name = "serde_json"\nversion = "([^"]+)/, 1]
    end

    def name = "serde_json"

    def answers(_rows, paths)
      out, = Open3.capture2(File.join(@folder, "target", "release", "read"), *paths)
      out.lines.map { |line| text = JSON.parse(line) and CompareErrors.answer(text) }
    end

    private

    def build
      Dir.mkdir(File.join(@folder, "src"))
      File.write(File.join(@folder, "Cargo.toml"), MANIFEST)
      File.write(File.join(@folder, "src", "main.rs"), PROGRAM)
      out, status = Open3.capture2e("cargo", "build", "--quiet", "--release", *crates, chdir: @folder)
      raise Missing, out.lines.last.to_s.strip unless status.success?
    end

    # Options for a folder of crates in the place of the registry.
    def crates
      folder = ENV.fetch("CRATES") { return [] }
      ["--offline", "--config", 'source.crates-io.replace-with="folder"',
       "--config", "source.folder.directory=#{File.expand_path(folder).inspect}"]
    end
  end
end
