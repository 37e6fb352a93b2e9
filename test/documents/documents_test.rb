# frozen_string_literal: true

require_relative "../parse/support"
require_relative "../../tools/make_documents"

# The documents here, which tools/make_documents.rb writes: read and written in
# each way, on each instruction set, beside the data that they were made of.
class DocumentsTest < Minitest::Test
  def each_own
    Documents::FILES.each_key { |name| yield name, text(name), data.fetch(name) }
  end

  def text(name)
    File.read(File.join(Documents::FOLDER, "#{name}.json"), mode: "rb:UTF-8")
  end

  def data
    @data ||= Documents::FILES.to_h { |name, _| [name, Documents.new.public_send(name)] }
  end

  def test_the_committed_files_are_what_the_tool_writes
    assert_equal Documents::FILES.size, Dir[File.join(Documents::FOLDER, "*.json")].size
    each_own do |name, text, data|
      assert_includes 2_000..60_000, text.bytesize, name
      assert_equal data, Jacinth.parse(text), name
      assert_equal ParserSupport.plain(JSON.parse(text)), ParserSupport.plain(Jacinth.parse(text)), name
    end
  end

  # Thrice, for a document is read another way once it is known.
  def test_documents_are_read_again_with_the_same_values
    options = [{}, { symbolize_names: true }, { freeze: true }, { validate_encoding: true }, { object_class: Hash }]
    each_own do |name, text, data|
      options.each do |option|
        expected = option[:symbolize_names] ? JSON.parse(text, **option) : data
        3.times { assert_equal expected, Jacinth.parse(text, **option), "#{name} #{option}" }
      end
    end
  end

  def test_documents_in_a_stream_are_read
    parser = Jacinth::ResumableParser.new
    values = []
    each_own do |_, text, _|
      text.b.scan(/.{1,61}/mn) do |chunk|
        parser << chunk
        values << parser.value while parser.parse
      end
    end

    assert_equal data.values, values
  end

  def test_documents_are_written_and_read_again
    styles = [{}, { ascii_only: true }, { script_safe: true }, { sort_keys: true }, { indent: "  ", object_nl: "\n", array_nl: "\n" }]
    each_own do |name, _, data|
      styles.each do |style|
        written = Jacinth.generate(data, style)

        assert_equal data, Jacinth.parse(written), "#{name} #{style}"
        assert_equal data, JSON.parse(written), "#{name} #{style}"
      end
    end
  end

  SUMS = <<~RUBY
    require "digest"
    require "jacinth"
    texts = ARGV.map { |file| File.read(file, mode: "rb:UTF-8") }
    sums = texts.flat_map do |text|
      value = Jacinth.parse(text)
      [value.inspect, Jacinth.generate(value), Jacinth.pretty_generate(value, ascii_only: true)]
    end
    puts Digest::SHA256.hexdigest(sums.join), Jacinth.kernel
  RUBY

  def test_every_instruction_set_gives_the_same_results
    results = %w[swar sse2 avx2 neon].to_h do |isa|
      ruby!(SUMS, env: { "JACINTH_FORCE_ISA" => isa }, argv: Checkout.documents.values).split.reverse
    end

    assert_includes results, "swar"
    assert_equal 1, results.values.uniq.size
  end
end
