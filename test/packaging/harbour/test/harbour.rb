# frozen_string_literal: true

# The tests of the gem, without Minitest, which an empty GEM_HOME does not have.
require "harbour"

module HarbourTest
  TEXT = '[{"name":"Æolus","meters":40.5},{"name":"Jo","meters":9}]'

  module_function

  def check(expected, actual)
    @assertions = @assertions.to_i + 1
    abort "expected #{expected.inspect}, got #{actual.inspect}" unless expected == actual
  end

  def test_ships_are_read = check([["Æolus", 40.5], ["Jo", 9]], Harbour.load(TEXT).ships.map(&:to_a))
  def test_ships_are_written = check(TEXT, Harbour.load(TEXT).dump)
  def test_a_report_has_a_line_for_each_ship = check(%({\n  "Æolus": 40.5,\n  "Jo": 9\n}), Harbour.load(TEXT).report)

  def test_a_patch_changes_the_ships
    check(["Jo"], Harbour.load(TEXT).patch([{ "op" => "remove", "path" => "/0" }]).ships.map(&:name))
  end

  def test_invalid_text_is_an_error_of_the_gem
    Harbour.load("[1,\n?]")
  rescue Harbour::Invalid => e
    check("line 2, column 1", e.message)
  end

  def test_json_is_not_replaced = check(nil, defined?(JSON))

  def run
    tests = singleton_methods.grep(/\Atest_/)
    tests.each { |test| __send__(test) }
    puts "backend: #{Jacinth.build_info[:backend]}", "#{tests.size} tests, #{@assertions} assertions, 0 failures"
  end
end

HarbourTest.run
