# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../support/compacting"

# The generator remembers keys by identity. Each test is a loop in a process of
# its own, in which objects move and are freed while documents are written that
# repeat their keys. `rake test:gc` runs them for JACINTH_GC_SECONDS each; the
# clock ends a loop, after one round at least, and decides nothing else.
class WrittenKeysGCTest < Minitest::Test
  SECONDS = Float(ENV.fetch("JACINTH_GC_SECONDS", "2"))

  # round.(i) writes one document and returns what it was made from, and the
  # text. New Strings for keys, in a new order each time, among garbage.
  PROGRAM = <<~'RUBY'
    require "jacinth"
    random = Random.new(Integer(ENV.fetch("SEED")))
    stop = Process.clock_gettime(Process::CLOCK_MONOTONIC) + Float(ENV.fetch("SECONDS"))
    rows = lambda do |run, kinds, tail = ""|
      keys = Array.new(3000) { |i| -"k#{i}r#{run}#{tail}" }
      drop = Array.new(3000) { +"ffff#{tail}" }
      made = Array.new(150) do
        keys.sample(random.rand(1..12), random: random).to_h { |key| [key, kinds.sample(random: random)] }
      end
      drop.map! { |text| text if random.rand < 0.7 }
      made
    end
    check = lambda do |run, given, text|
      abort "wrong in round #{run}" if Jacinth.parse(text) != given
    end
    run = 0
    loop do
      run += 1
      LOOP
      break if Process.clock_gettime(Process::CLOCK_MONOTONIC) > stop
    end
    print "ok"
  RUBY

  def loops(body, before: "")
    skip "this Ruby does not move objects" unless compaction?

    program = PROGRAM.sub("LOOP") { body }.sub("random =") { "#{before}\nrandom =" }
    env = { "SECONDS" => SECONDS.to_s, "SEED" => JacinthHelpers::SEED.to_s }

    assert_equal "ok", ruby!(program, env: env, args: ["-W:no-experimental"]), seed_note
  end

  { "keys" => '[1, nil, "text", "long " * 30]',
    "keys_next_to_bignums" => "[1, 1, 1, 1, 1 << 70, -(1 << 200)]" }.each do |name, values|
    define_method("test_#{name}_are_written_under_auto_compaction") do
      loops(<<~RUBY, before: "GC.auto_compact = true")
        given = rows.(run, #{values})
        GC.stress = true
        text = Jacinth.generate(given)
        GC.stress = false
        check.(run, given, text)
      RUBY
    end
  end

  # The order of repeated keys is cached by address. These keys are too long to be kept as written keys. A Coder
  # allocates nothing before the Bignums, so that objects move between the two halves of the document.
  def test_keys_are_sorted_under_auto_compaction
    loops(<<~RUBY, before: "GC.auto_compact = true; coder = Jacinth::Coder.new(sort_keys: true)")
      given = rows.(run, [1, nil], "long" * 10).flat_map { |row| [row, row.first(1).to_h] }
      given = [*given, *Array.new(5) { { "a" => 1 << 70 } }, *given]
      GC.stress = true
      text = coder.generate(given)
      GC.stress = false
      abort "wrong in round \#{run}" if text != Jacinth.generate(given.map { |row| row.sort.to_h })
    RUBY
  end

  def test_formatted_keys_are_written_to_an_io_under_auto_compaction
    loops(<<~RUBY, before: 'GC.auto_compact = true; require "stringio"')
      given = rows.(run, [1, 1, 1 << 70, "text"]).first(40)
      GC.stress = true
      texts = [Jacinth.pretty_generate(given), Jacinth.dump(given, StringIO.new).string]
      GC.stress = false
      texts.each { |text| check.(run, given, text) }
    RUBY
  end

  # No setting is touched in the Ractor that writes. A walk takes some 20 ms.
  def test_keys_are_written_while_another_ractor_compacts
    skip "Ractors and compaction do not go together before Ruby 3.3" if RUBY_VERSION < "3.3"

    loops(<<~RUBY, before: Compacting::RACTOR)
      drop = Array.new(3000) { +"ffff" }
      keys = Array.new(3000) { |i| -"k\#{i}r\#{run}" }
      given = Array.new(8000) do
        keys.sample(random.rand(1..12), random: random).to_h { |key| [key, random.rand < 0.5 ? 1 << 70 : 1] }
      end
      drop.map! { |text| text if random.rand < 0.5 }
      check.(run, given, Jacinth.generate(given))
    RUBY
  end

  # Ractors that write at once, each with a workspace of its own.
  def test_ractors_write_keys_while_one_compacts
    skip "Ractors and compaction do not go together before Ruby 3.3" if RUBY_VERSION < "3.3"

    loops(<<~RUBY, before: Compacting::RACTOR)
      writers = Array.new(2) do |i|
        Ractor.new(i, run) do |number, round|
          keys = Array.new(900) { |n| -"k\#{n}w\#{number}r\#{round}" }
          made = Array.new(60) { |n| keys.rotate(n * 7).first(9).to_h { |key| [key, n.even? ? 1 << 70 : n] } }
          Jacinth.parse(Jacinth.generate(made)) == made
        end
      end
      right = writers.map { |writer| writer.respond_to?(:value) ? writer.value : writer.take }
      abort "wrong in round \#{run}" unless right.all?
    RUBY
  end
end
