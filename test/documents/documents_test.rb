# frozen_string_literal: true

require "json"
require_relative "../parse/support"

# The documents of this folder, whose data are invented: read and written in each way,
# on each instruction set.
class DocumentsTest < Minitest::Test
  TEXTS = Dir[File.join(__dir__, "*.json")].to_h { |path| [File.basename(path), File.read(path, mode: "rb:UTF-8")] }.freeze
  DATA = TEXTS.transform_values { |text| JSON.parse(text) }.freeze

  def each_own = TEXTS.each { |name, text| yield name, text, DATA.fetch(name) }

  def test_documents_have_the_values_that_json_reads
    assert_equal 8, TEXTS.size
    each_own do |name, text, data|
      assert_equal ParserSupport.plain(data), ParserSupport.plain(Jacinth.parse(text)), name
    end
  end

  # Three times, because a document whose keys are known is read in another way.
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

    assert_equal DATA.values, values
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
