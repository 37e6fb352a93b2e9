# frozen_string_literal: true

require_relative "../tools/checkout"
Checkout.use
require "jacinth"
require "json"
require_relative "synthetic"
require_relative "typed"

# Types beside what they take the place of: json and new, json and to_h, and
# this library's own Hashes.
#
#     bin/setup -- ruby benchmark/types.rb [ROUNDS]
#
# Each round times every row once, in turns; the medians are shown, and what
# they are to the row of the type. The outcomes are compared first.
module TypesBenchmark
  RECORD = Bench::Typed::USER
  SMALL = Bench::Typed::SMALL
  LIST = Bench::Typed.list
  FOUR = Bench::Typed.small
  STATUSES = Bench::Typed.tweets

  module_function

  def groups
    list = Bench::Typed.users(Bench::Synthetic.users(10_000))
    text = LIST.dump(list)
    { "read 10,000 records" => reading(text), "write 10,000 records" => writing(list), "2,000 small objects" => small,
      "a few members of twitter.json" => twitter }.compact
  end

  def reading(text)
    { "type" => -> { LIST.load(text) },
      "json, new" => -> { JSON.parse(text, symbolize_names: true).map { |hash| RECORD.new(**hash) } },
      "Hashes" => -> { Jacinth.parse(text, symbolize_names: true) } }
  end

  def writing(list)
    hashes = list.map(&:to_h)
    { "type" => -> { LIST.dump(list) }, "json, to_h" => -> { JSON.generate(list.map(&:to_h)) },
      "Hashes" => -> { Jacinth.generate(hashes) } }
  end

  def small
    text = '{"a":1,"b":"xy","c":true,"d":2.5}'
    { "type" => -> { Array.new(2000) { FOUR.load(text) } },
      "json, new" => -> { Array.new(2000) { SMALL.new(**JSON.parse(text, symbolize_names: true)) } } }
  end

  def twitter
    path = Checkout.shared && File.join(Checkout.shared, "corpus/twitter.json")
    return unless path && File.exist?(path)

    text = File.read(path, encoding: Encoding::UTF_8)
    { "type" => -> { STATUSES.load(text) }, "Hashes" => -> { Jacinth.parse(text) } }
  end

  def check(group, rows)
    return if group.start_with?("a few")

    plain = rows.transform_values { |work| plain(work.call) }
    abort "#{group}: not the same: #{plain.keys}" if plain.values.uniq.size > 1
  end

  def plain(result)
    result.is_a?(Array) ? result.map { |one| one.respond_to?(:to_h) ? one.to_h : one } : JSON.parse(result)
  end

  def time
    before = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
    yield
    Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - before
  end

  def run(rounds)
    puts RUBY_DESCRIPTION
    groups.each do |group, rows|
      check(group, rows)
      times = Hash.new { |hash, name| hash[name] = [] }
      rounds.times { rows.each { |name, work| times[name] << time(&work) } }
      medians = times.transform_values { |list| list.sort[list.size / 2] }
      puts group
      medians.each do |name, took|
        puts format("  %-10<name>s %9.3<ms>f ms %6.2<ratio>fx", name:, ms: took * 1e3, ratio: took / medians["type"])
      end
    end
  end
end

TypesBenchmark.run(Integer(ARGV.fetch(0, 25))) if $PROGRAM_NAME == __FILE__
