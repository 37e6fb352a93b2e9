# frozen_string_literal: true

require_relative "suite_helper"
require "json"

class BenchReportsTest < Minitest::Test
  include SuiteHelper

  Reports = Bench::Reports

  def test_durations_have_three_digits
    assert_equal(["1.23 ns", "12.3 us", "123 ms", "1.50 s"],
                 [1.234, 12_345, 123_456_789, 1.5e9].map { |v| Reports::Format.duration(v) })
  end

  def test_table_shows_ratios_noise_and_missed_targets
    text = Reports::Table.new(sample_data).to_s

    assert_match(/small hash\s+200 ns\s+2\.20x ±2\.0%\s+noisy ±2%/, text)
    assert_match(%r{Short of the target: generate/small_hash \(2\.20 of 2\.5\)}, text)
  end

  def test_markdown_tables_have_equal_cells
    tables = Reports::Markdown.new(sample_data).to_s.scan(/(?:^\|.*\|$\n?)+/)

    refute_empty tables
    tables.each { |t| assert_equal 1, t.lines.map { |l| l.count("|") }.uniq.size, t }
  end

  def test_page_is_self_contained_and_escaped
    page = Reports::HTML.new(sample_data).to_s

    assert_includes page, "Generating &lt;fast&gt;"
    refute_match(/<script|<link|src=|@import|url\(/, page)
    assert_includes page, 'data-row="parse/twitter"'
  end

  def test_chart_puts_one_in_the_middle_of_half_and_twice
    data = sample_data
    svg = Reports::SVG.new(data, data["groups"][0]).standalone

    assert_includes svg, "2.20x"
    assert_includes svg, "noisy"
    assert_equal svg.scan("<text").size, svg.scan("</text>").size
    assert_includes Reports::SVG.summary(data), "generate small hash"
  end

  def test_a_library_has_one_colour_in_bars_and_curves
    points = [[1000, 5000.0], [10_000, 60_000.0]]
    sizes = %w[Json Jacinth Oj].map { |label| { "label" => label, "op" => "parse", "points" => points, "slope" => 1 } }
    data = sample_data.merge("scaling" => { "sizes" => sizes, "parallel" => [] })

    [data, data.merge("libraries" => data["libraries"].reverse)].each do |given|
      expected = { "Json" => ["var(--json)"], "Jacinth" => ["var(--jacinth)"], "Oj" => ["var(--oj)"] }

      assert_equal expected, colours(Reports::HTML.new(given).to_s)
    end
  end

  def test_the_published_page_has_one_colour_for_each_library
    page = File.read(File.join(Checkout::ROOT, "docs/performance.html"), encoding: Encoding::UTF_8)
    found = colours(page)

    assert_equal Reports::Colours.of("jacinth"), found.fetch("Jacinth").first
    assert_equal(found.values.map { |list| [list.first] }.uniq, found.values)
    assert_includes page, Reports::SVG::STYLE
  end

  def test_every_library_has_a_colour_of_its_own
    columns = Bench::Adapter.all.map(&:column).uniq
    light, dark = [false, true].map { |scheme| Reports::Colours.definitions(dark: scheme).split("; ") }

    [light, dark].each do |pairs|
      values = pairs.to_h { |pair| pair.delete_prefix("--").split(": ") }

      assert_empty columns - values.keys
      assert_equal values.size, values.values.uniq.size
    end
  end

  def test_losses_are_told_beyond_the_tolerance
    losses = Bench::Callgrind.losses({ "a" => 100, "b" => 100 }, { "a" => 103, "b" => 104 })

    assert_equal ["b: 100 -> 104 (+4.0 %)"], losses
  end

  def test_docs_hold_the_results
    Dir.mktmpdir do |dir|
      file = File.join(dir, "results.json")
      File.write(file, JSON.generate(sample_data))
      other = File.join(dir, "other.json")
      File.write(other, JSON.generate(sample_data.merge("machine" => { "ruby" => "ruby 9.9.9 (some day)" })))
      Bench::Docs.new(file, other, dir: dir).write
      page = File.read(File.join(dir, "performance.md"), encoding: Encoding::UTF_8)

      assert_equal 2, page.scan(/^## Results with ruby/).size
      assert_includes page, "## Results with ruby 9.9.9\n"

      assert_includes page, "| small hash |"
      refute_match(/<!-- (results|instructions) -->/, page)
      assert_path_exists File.join(dir, "performance.svg")
    end
  end

  # Label to the colours that stand beside it, in legends and at curves' ends.
  def colours(page)
    marks = page.scan(%r{<(?:polyline|rect)[^>]* (?:stroke|fill)="(var\(--\w+\))"[^>]*/><text[^>]*>([^<]+)</text>})
    names = page.scan(/<dd>([^<]+?) (?:[\d.]+|not )/).flatten | sample_data["libraries"].map { |one| one["label"] }
    marks = marks.select { |_, label| names.include?(label) }
    marks.group_by(&:last).transform_values { |list| list.map(&:first).uniq }
  end

  def test_list_names_rows_and_libraries
    out = StringIO.new

    assert_equal 0, Bench::CLI.new(%w[--list], out: out).run
    assert_includes out.string, "generate/small_mixed"
    assert_includes out.string, "yajl"
  end
end
