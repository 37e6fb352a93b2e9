# frozen_string_literal: true

# Parses random documents, whole and damaged, under random options, with
# Jacinth and with the json gem 3.1, at once and in chunks, and compares the
# outcomes to the last word of each error:
#
#     ruby -Ilib tools/fuzz/differential.rb [SECONDS] [SEED]
#
# Stops at the first difference and prints what makes it again.

require_relative "../checkout"
Checkout.use
require "jacinth"
require_relative "../../test/parser/outcomes"
require_relative "../../test/parser/documents"

class ParserFuzzer
  include ParserDocuments

  # Zero with an exponent of 2^31 and more: Infinity to json (decision 0033).
  HUGE_ZERO = /0[eE]\+?\d{10}/

  def initialize(seconds, seed)
    @until = Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds
    @seed = seed
    @random = Random.new(seed)
    @tried = 0
    @pool = corpus
  end

  # True when no difference was found.
  def run
    while Process.clock_gettime(Process::CLOCK_MONOTONIC) < @until
      source = source()
      next if source.b.match?(HUGE_ZERO)

      options = options(@random)
      return false unless whole(source, options) && pieces(source, options)

      @tried += 1
    end
    puts "#{@tried} documents, no difference (seed #{@seed})"
    true
  end

  private

  # Excerpts of real documents, to damage.
  def corpus
    cases = Checkout.shared ? Dir[File.join(Checkout.shared, "conformance", "test_parsing", "*.json")] : []
    (Checkout.documents.values + cases).map { |path| File.read(path, encoding: Encoding::UTF_8) }
  end

  def source
    return damaged(document(@random)) if @pool.empty? || @random.rand(4) > 0

    text = @pool.sample(random: @random)
    from = @random.rand([text.bytesize - 3000, 1].max)
    damaged(text.byteslice(@random.rand(2) * from, @random.rand(3000) + 1).to_s.scrub("?"))
  end

  def damaged(text)
    @random.rand(3).zero? ? text : damage(@random, text)
  end

  def whole(source, options)
    expected, actual = [JSON, Jacinth].map { |library| ParserSupport.outcome(library, source, **options) }
    ParserSupport.same_outcome(expected, actual) || report(source, options, expected, actual)
  end

  def pieces(source, options)
    options = options.except(:object_class, :array_class, :on_load)
    size = @random.rand(1..40)
    expected, actual = [JSON, Jacinth].map { |library| ParserSupport.chunked(library, source, size, **options) }
    expected.pop && actual.pop if expected[-1] == :none
    expected.inspect == actual.inspect || report(source, options.merge(chunks: size), expected, actual)
  end

  def report(source, options, expected, actual)
    puts "seed #{@seed}, document #{@tried}", source.inspect, options.inspect, "json:    #{expected.inspect}",
         "jacinth: #{actual.inspect}"
    false
  end
end

seed = Integer(ARGV[1] || Random.new_seed % 1_000_000)
ParserFuzzer.new(Float(ARGV[0] || 60), seed).run or exit 1
