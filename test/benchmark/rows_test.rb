# frozen_string_literal: true

require_relative "suite_helper"
require "json"

class BenchRowsTest < Minitest::Test
  # Read under valgrind or built from nothing but a seed; not the 30 MB ones.
  SMALL = Bench::Documents::VALUES.keys - %w[records_12 records_60 records_24_many records_8_many int64 sized_10000000]

  def test_ids_are_unique
    ids = Bench::ROWS.map(&:id)

    assert_equal ids.uniq, ids
  end

  def test_every_row_can_be_run_by_json_and_by_jacinth
    %w[json jacinth].each do |column|
      ops = Bench::Adapter.all.select { |a| a.column == column }.flat_map { |a| a.ops.keys }

      assert_empty Bench::ROWS.reject { |row| ops.include?(row.op) }.map(&:id), column
    end
  end

  def test_a_column_serves_an_operation_once
    Bench::Adapter.all.group_by(&:column).each do |column, adapters|
      ops = adapters.flat_map { |adapter| adapter.ops.keys }

      assert_equal ops.uniq, ops, column
    end
  end

  def test_counted_rows_exist_for_jacinth
    ops = Bench::Adapter.fetch("jacinth").ops
    Bench::Callgrind::ROWS.each do |id|
      row = Bench::ROWS.find { |r| r.id == id }

      assert row && ops.key?(row.op), id
    end
  end

  def test_switches_of_optimizations_exist
    switches = Bench::Prices::OPTIMIZATIONS.values
    flags = switches.filter_map { |switch| switch["flags"].to_s[/\A-D(\w+)=0\z/, 1] }
    names = switches.filter_map { |switch| switch.to_s[/"-(\w+)"/, 1] }
    code = Dir[File.expand_path("../../ext/jacinth/**/*.[ch]", __dir__)].map { |path| File.read(path, encoding: "UTF-8") }.join

    assert_empty flags - code.scan(/^#ifndef (JAC_\w+)$/).flatten
    assert_empty names.map(&:upcase) - code.scan(/^#define JAC_(\w+)_ROW/).flatten
  end

  def test_documents_are_the_same_each_time
    SMALL.each { |name| assert_equal Bench::Documents.text(name), Bench::Documents.text(name), name }
  end

  def test_documents_of_the_published_rows_have_their_size
    assert_equal '[1,"string",{"a":1,"b":2},[3,4,5]]', Bench::Documents.text("small_mixed")
    assert_equal 10_003 * 500, Bench::Documents.object("mixed_utf8").sum(&:bytesize)
    assert_equal 1001, Bench::Documents.object("integers").size
  end

  def test_bad_twitter_is_bad_at_its_end_only
    text = Bench::Documents.text("twitter_bad")

    assert_raises(JSON::ParserError) { JSON.parse(text) }
    assert JSON.parse(text.sub(/ oops\z/, "}"))
  end

  def test_stand_ins_have_the_size_and_the_shape_of_the_corpus
    Bench::Documents::CORPUS.each do |name|
      text = Bench::Synthetic.corpus(name)

      assert_in_delta 1, text.bytesize.fdiv(Bench::Synthetic::CORPUS[name][0]), 0.05, name
      assert_kind_of Hash, JSON.parse(text)
      assert_equal text, Bench::Synthetic.corpus(name)
    end
  end
end
