# frozen_string_literal: true

# Gives random texts, most of them short, to Jacinth and to the json gem 3.1, and
# compares the outcomes, including the whole text of each error: each text as a
# whole, and a part of them in chunks, by the other readers, and generated again. A
# process without CRuby's internals and vector instructions repeats a part of them,
# and must have the same outcomes.
#
#     ruby tools/fuzz/differential.rb [SECONDS] [SEED]
#
# Each round of 5,000 texts has a seed. Stops at the first difference, and prints the
# shortest text that still has it. To repeat a round:
#
#     ruby tools/fuzz/differential.rb --seed SEED
#
# A difference that depends on the caches of earlier rounds is found again with the
# seed of the first round.

require "zlib"
require_relative "../checkout"
Checkout.use
require "jacinth"
require_relative "comparison"
require_relative "texts"
require_relative "workers"

# The parts of the fuzzer.
module DifferentialFuzzer
  # The texts of a seed, with options for each.
  class Round
    SIZE = 5_000

    def initialize(seed, size = SIZE)
      @random = Random.new(seed)
      @texts = FuzzTexts.new(@random)
      @size = size
    end

    # Yields a text, its options and its number. The block returns true to keep the
    # text, so that later texts are changes of it.
    def each
      @size.times do
        text = @texts.next
        kept = yield text, FuzzComparison::SETS[@random.rand(FuzzComparison::SETS.size)], @random.rand(1 << 20)
        @texts.keep(text) if kept
      end
    end
  end

  # The texts of a round, compared.
  class Trial
    # Further comparisons of a text, by the low four bits of its number.
    MORE = { 0 => :chunks, 1 => :verdict, 2 => :readers, 3 => :written }.freeze

    # distinct: what says of a text whether it is a new one.
    def initialize(seed, distinct, size = Round::SIZE)
      @seed = seed
      @distinct = distinct
      @size = size
      @comparison = FuzzComparison.new
    end

    # Returns the number of new texts, or nil after a difference.
    def run
      count = 0
      catch(:different) do
        Round.new(@seed, @size).each do |text, options, number|
          try(:whole, text, options, 0)
          parsed = @comparison.error.nil?
          more = MORE[number & 15]
          try(more, text, options, 1 + ((number >> 4) % 40)) if more && (options.plain || more == :chunks)
          count += 1 if @distinct.new?(text)
          parsed
        end
        return count
      end
      nil
    end

    private

    def try(way, text, options, size)
      difference = @comparison.send(way, text, options, size) or return

      report(way, text, options, size, difference)
      throw :different
    end

    def report(way, text, options, size, difference)
      shorter = shorten(text) { |part| @comparison.send(way, part, options, size) }
      puts "a difference in the round of seed #{@seed}, #{way}, options #{options.given}, number #{size}",
           "text:    #{text.inspect}", "json:    #{difference[0].inspect}", "jacinth: #{difference[1].inspect}"
      puts "shorter: #{shorter.inspect}" unless shorter == text
    end

    # The text without the bytes that the difference does not need.
    def shorten(text)
      size = text.bytesize / 2
      while size.positive?
        at = 0
        while at < text.bytesize
          part = +"" << text.byteslice(0, at) << text.byteslice(at + size, text.bytesize).to_s
          yield(part) ? text = part : at += size
        end
        size /= 2
      end
      text
    end
  end

  # Outcomes of a round without json, as one number for each text.
  module Outcomes
    def self.of(seed)
      comparison = FuzzComparison.new
      numbers = []
      Round.new(seed).each do |text, options, number|
        value = options.jacinth.parse(text)
        outcome = [ParserSupport.plain(value), FuzzComparison::STATES[number % 10][1].generate(value)]
        true
      rescue StandardError => e
        outcome = comparison.described(e)
        outcome << ParserSupport.plain(value) if value
        !value.nil?
      ensure
        numbers << Zlib.crc32(outcome.inspect)
      end
      numbers
    end

    # Writes the outcomes for each seed that is read.
    def self.serve
      while (line = $stdin.gets)
        $stdout.write(of(Integer(line)).pack("L*"))
        $stdout.flush
      end
    end
  end

  # A process without CRuby's internals and vector instructions.
  class PlainTwin
    ENVIRONMENT = { "JACINTH_INTERNALS" => "off", "JACINTH_FORCE_ISA" => "swar" }.freeze

    def initialize
      @process = IO.popen([ENVIRONMENT, *FuzzWorkers::RUBY, __FILE__, "--outcomes"], "r+b")
    end

    # True if the process has the same outcomes.
    def agrees?(seed)
      @process.puts(seed)
      @process.flush
      own = Outcomes.of(seed)
      others = @process.read(4 * own.size).unpack("L*")
      return true if own == others

      at = own.zip(others).index { |a, b| a != b }
      puts "in the round of seed #{seed}, text #{at} has another outcome with #{ENVIRONMENT}"
      false
    end
  end

  # A Bloom filter of the texts that a process has tried. It can count a new text as a
  # known one.
  class Distinct
    BITS = 1 << 30

    def initialize = @bytes = "\0".b * (BITS / 8)

    def new?(text)
      bit = text.hash % BITS
      byte = @bytes.getbyte(bit >> 3)
      mask = 1 << (bit & 7)
      @bytes.setbyte(bit >> 3, byte | mask)
      byte.nobits?(mask)
    end
  end

  # True if this seed finds no difference.
  def self.again?(seed) = Trial.new(seed, Distinct.new).run && PlainTwin.new.agrees?(seed)

  # The twin repeats one of this number of rounds.
  TWIN = 16

  # A worker, with the arguments after --work.
  def self.work(arguments)
    distinct = Distinct.new
    twin = nil
    FuzzWorkers.work(arguments) do |seed, step|
      count = Trial.new(seed, distinct).run
      count if count && ((seed / step % TWIN).positive? || (twin ||= PlainTwin.new).agrees?(seed))
    end
  end
end

if $PROGRAM_NAME == __FILE__
  case ARGV[0]
  when "--work" then DifferentialFuzzer.work(ARGV.drop(1))
  when "--outcomes" then DifferentialFuzzer::Outcomes.serve
  when "--seed"
    seed = Integer(ARGV[1])
    exit 1 unless DifferentialFuzzer.again?(seed)
  else
    seed = Integer(ARGV[1] || Random.new_seed % 1_000_000_000)
    FuzzWorkers.new(__FILE__, "documents").run(Float(ARGV[0] || 60), seed) or exit 1
  end
end
