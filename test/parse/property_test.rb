# frozen_string_literal: true

require_relative "support"
require_relative "documents"

# Random documents, whole and damaged, under random options: as json 3.1.
class ParserPropertyTest < Minitest::Test
  include ParserDocuments

  def test_random_documents_are_read_as_by_json
    random = seeded
    scaled(1500).times { assert_same_as_json(document(random), seed_note) }
  end

  def test_random_documents_with_options_are_read_as_by_json
    random = seeded(SEED + 1)
    scaled(2000).times { assert_same_as_json(document(random), seed_note, **options(random)) }
  end

  def test_damaged_documents_with_options_are_read_as_by_json
    random = seeded(SEED + 2)
    scaled(4000).times { assert_same_as_json(damage(random, document(random)), seed_note, **options(random)) }
  end

  def test_random_chunks_are_read_as_by_json
    ParserSupport.json? or skip("json #{JSON::VERSION} is not the contract's 3.1")
    random = seeded(SEED + 3)
    scaled(500).times do
      source = Array.new(random.rand(1..3)) { document(random) }.join(SPACES.sample(random: random))
      source = damage(random, source) if random.rand(3).zero?
      size = random.rand(1..20)
      options = options(random).except(:object_class, :array_class, :on_load)

      expected = ParserSupport.chunked(JSON, source, size, **options)
      actual = ParserSupport.chunked(Jacinth, source, size, **options)
      expected.pop && actual.pop if expected[-1] == :none

      assert_equal expected.inspect, actual.inspect, "#{source.inspect} by #{size} #{options} #{seed_note}"
    end
  end
end
