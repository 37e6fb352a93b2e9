# frozen_string_literal: true

require_relative "suite_helper"
require "json"

class BenchReportsTest < Minitest::Test
  include SuiteHelper

  Reports = Bench::Reports
  RUBIES = %w[4.0.5 3.4.11 3.3.8].freeze

  def runs = RUBIES.map { |ruby| sample_data(ruby: ruby) }

  def picture(data = runs) = Reports::Summary.new(data).picture

  def test_numbers_have_three_digits
    assert_equal(["1.23 ns", "12.3 us", "123 ms", "1.50 s"],
                 [1.234, 12_345, 123_456_789, 1.5e9].map { |time| Reports::Format.duration(time) })
    assert_equal "2.3 MB", Reports::Format.bytes(2_251_051)
    assert_equal "395 MB/s", Reports::Format.rate(631_514, 1_600_000)
  end

  def test_the_terminal_shows_ratios_intervals_and_missed_targets
    text = Reports::Table.new(sample_data).to_s

    assert_match(/small hash +\| +195 ns \| +2\.20x ±2\.0% \| +0\.90x ±15\.0%/, text)
    assert_match(/wrong result/, text)
    assert_match(%r{Short of the target: generate/small_hash \(2\.20x of 2\.5\)}, text)
  end

  def test_a_wide_interval_makes_a_bar_pale_and_keeps_its_figure
    assert_match(%r{data-library="oj" class="pale"/><line [^>]*class="err"/><text[^>]*>0\.90x}, picture)
    assert_match(%r{data-library="jacinth"/><line [^>]*class="err"/><text[^>]*>2\.20x · 733 MB/s}, picture)
  end

  def test_an_interval_is_drawn_from_its_low_end_to_its_high
    row = ["x", { "jacinth" => cell(1, 2.0, width: 0.25) }, {}]
    bar = Reports::Chart.bars("x", [row], %w[jacinth])
    width, low, high = [/rect x="0" [^>]*width="([\d.]+)%"/, /x1="([\d.]+)%"[^>]*class="err"/,
                        /x2="([\d.]+)%"[^>]*class="err"/].map { |pattern| bar[pattern, 1].to_f }

    assert_in_delta 0.75, low / width, 0.01
    assert_in_delta 1.25, high / width, 0.01
  end

  # Time saved and its share follow from one ratio, which is named.
  def test_the_summary_for_an_app_follows_from_its_ratio
    first, second = Reports::Summary.new(runs).app
    ratio = first[/Jacinth takes .*: ([\d.]+) times as fast\.\z/, 1]

    assert_includes second, "becomes #{ratio} times as fast"
    assert_includes second, " #{(50 * (1 - (1 / ratio.to_f))).round} % less time."
  end

  def test_documents_of_growing_size_are_called_by_their_size
    data = runs.first
    row = { **data["rows"].first, "id" => "grow_parse/x", "group" => "grow_parse", "title" => "100 B", "bytes" => 71 }
    run = Reports::Run.new({ **data, "rows" => [row] })

    assert_equal "71 B", run.row("grow_parse/x")["title"]
    assert_equal ["71 B"], run.bars(run.rows("grow_parse"), []).map(&:first)
  end

  def test_a_library_has_one_colour_in_bars_and_legends
    [runs, runs.map { |data| data.merge("libraries" => data["libraries"].reverse) }].each do |data|
      drawn = picture(data).scan(/(?:fill|stroke)="var\(--(\w+)\)" data-library="(\w+)"/)

      assert_equal %w[jacinth json oj], drawn.map(&:last).uniq.sort
      drawn.each { |colour, library| assert_equal library, colour }
    end
  end

  def test_every_library_has_a_colour_of_its_own_in_both_schemes
    columns = Bench::Adapter.all.map(&:column).uniq
    schemes = Reports::Chart::STYLE.scan(/--jacinth.*$/)

    assert_equal 2, schemes.size
    schemes.each do |scheme|
      colours = scheme.scan(/--(\w+): (#\h+)/).to_h

      assert_empty columns - colours.keys
      assert_equal colours.size, colours.values.uniq.size
    end
  end

  def test_a_call_differs_from_its_ceiling_by_more_than_two_percent
    ceilings = { "a" => 500, "b" => 500, "c" => 500, "d" => 500 }
    now = { "a" => 511, "b" => 510, "c" => 489, "d" => 490, "new" => 1 }
    more, less = Bench::CallCosts.differences(ceilings, now)

    assert_equal ["a: 500 -> 511 (+2.2 %)", "new: 0 -> 1 (+Inf %)"], more
    assert_equal ["c: 500 -> 489 (-2.2 %)"], less
  end

  def test_each_counted_call_has_a_ceiling
    Bench::CallCosts.stored.each { |key, ceilings| assert_equal Bench::CallCosts::IDS, ceilings.keys, key }
  end

  def test_results_survive_their_file
    data = sample_data

    assert_equal data, JSON.parse(Bench::Results.dump(data))
    Dir.mktmpdir do |dir|
      files = [["3.4.11", "off"], ["4.0.5", "on"], ["4.0.5", "off"], ["3.10.0", "off"]].map.with_index do |(ruby, yjit), i|
        File.join(dir, "#{i}.json").tap { |f| File.write(f, Bench::Results.dump(sample_data(ruby: ruby, yjit: yjit))) }
      end
      names = Bench::Results.stored(files).map { |one| Reports::Run.new(one).name }

      assert_equal ["Ruby 4.0.5", "Ruby 4.0.5 with YJIT", "Ruby 3.10.0", "Ruby 3.4.11"], names
    end
  end

  def test_the_published_pages_are_made_from_the_stored_results
    Bench::Docs.new.files.each do |name, text|
      published = File.read(File.join(Bench::Docs::FOLDER, name), encoding: Encoding::UTF_8)

      assert_equal published, text, "docs/#{name} is not what `rake bench:docs` makes"
    end
  end

  def test_pages_are_filled_between_their_marks
    files = Bench::Docs.new(runs).files

    assert_match(/<!-- made: headline -->\n\*\*Jacinth writes JSON 2\.2 times/, files["performance.md"])
    assert_match(%r{\| generate/canada +\| +Ruby 3\.3\.8 \| +2\.20x \(2\.16–2\.24\) \| +2\.5 \|},
                 files["internals/performance-shortfalls.md"])
    assert_operator files["performance.md"].split("<details>").first.scan(/\w+/).size, :<, 700
  end

  def test_the_picture_stands_alone
    svg = picture

    assert_includes svg, Reports::Chart::STYLE
    assert_equal svg.scan("<svg").size, svg.scan("</svg>").size
  end

  def test_list_names_rows_and_libraries
    out = StringIO.new

    assert_equal 0, Bench::CLI.new(%w[--list], out: out).run
    assert_includes out.string, "generate/small_mixed"
    assert_includes out.string, "oj_parser"
  end
end
