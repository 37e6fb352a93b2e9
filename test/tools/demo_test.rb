# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../../tools/demo"
require "stringio"
require "tempfile"

class DemoTest < Minitest::Test
  def demo(name = nil, libraries: Demo::LIBRARIES)
    Demo.new(name, seconds: 0.0, libraries: libraries)
  end

  def with_document(text)
    Tempfile.create(["document", ".json"]) do |file|
      file.write(text)
      file.close
      yield file.path
    end
  end

  def test_every_line_fits_80_columns
    lines = demo.lines

    assert_operator lines.size, :>=, 6
    lines.each { |line| assert_operator line.size, :<=, 80, line }
  end

  def test_the_table_names_every_library_with_its_version
    text = demo.lines.join("\n")

    assert_includes text, "jacinth #{Jacinth::VERSION}"
    assert_includes text, "json #{JSON::VERSION}"
    assert_includes text, "oj #{Oj::VERSION}" if defined?(Oj)
  end

  def test_times_are_above_zero_and_results_agree_with_json
    ours, json, = demo.measure

    assert_operator ours.parse, :>, 0
    assert_operator ours.generate, :>, 0
    assert_equal [%w[- -], ["same", "same bytes"]], [ours, json].map(&:agreement)
  end

  def test_a_library_that_writes_something_else_differs
    same = Demo::Library.new("pretty", JSON.method(:parse), JSON.method(:pretty_generate))
    other = Demo::Library.new("liar", ->(_) { [1] }, ->(_) { "[2]" })
    broken = Demo::Library.new("broken", ->(_) { [1] }, ->(_) { "[" })
    libraries = [Demo::LIBRARIES.first, same, other, broken]
    with_document('{"a":[1.5,"é"]}') do |path|
      lines = demo(path, libraries: libraries).lines

      assert_match(/^pretty .* same +same value$/, lines[4])
      assert_match(/^liar .* DIFFERS DIFFERS$/, lines[5])
      assert_match(/^broken .* DIFFERS DIFFERS$/, lines[6])
      assert_match(/\Abroken +\[\z/, lines[-2])
      assert_match(/\Ajacinth .* \{"a":\[1\.5,"é"\]\}\z/, lines[-1])
    end
  end

  def test_an_invalid_document_is_refused_with_its_position
    with_document("[1,\n2,]") do |path|
      error = assert_raises(Demo::Failure) { demo(path).lines }
      first, *rest = error.message.lines(chomp: true)

      assert_match(/jacinth .* rejects .*line 2 column 3/, first)
      assert_equal ["2 | 2,]", "  |   ^"], rest[0, 2]
      assert_match(/\Ahint: trailing comma/, rest[2])
    end
  end

  def test_a_missing_file_is_named
    error = assert_raises(Demo::Failure) { demo("no-such-thing") }

    assert_includes error.message, "no file no-such-thing"
  end

  def test_documents_are_found_by_name
    %w[records records.json harbour].each { |name| assert_heading name }
  end

  def test_the_corpus_is_found_by_name_and_by_a_names_first_word
    shared_path("corpus")
    %w[twitter twitter.json citm].each { |name| assert_heading name }
  end

  def assert_heading(name)
    assert_match(/\A#{name.delete_suffix('.json')}\S*: [\d,]{6,} bytes in/, demo(name).lines.first)
  end

  def test_the_steps_are_shown_with_the_time
    [false, true].each do |terminal|
      errors = StringIO.new
      errors.define_singleton_method(:tty?) { terminal }

      assert Demo.run([], out: StringIO.new, errors: errors, seconds: 0.0)
      first, second = errors.string.split(terminal ? "\r\e[K" : "\n").reject(&:empty?)

      assert_match(%r{\Abin/demo \d:\d\d: comparing the results of jacinth [\d.]+, json}, first)
      assert_match(%r{\Abin/demo \d:\d\d: timing \d calls, for about 0 s of the processor\z}, second)
      assert errors.string.end_with?(terminal ? "\r\e[K" : "processor\n")
    end
  end

  def test_failures_print_a_line_and_wrong_options_the_usage
    assert_output("", /\Ademo: no file/) { refute Demo.run(%w[no-such-thing]) }
    assert_output("", /usage/) { refute Demo.run(%w[--what]) }
    assert_output(/\Ausage: /, "") { assert Demo.run(%w[--help]) }
  end
end
