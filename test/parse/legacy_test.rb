# frozen_string_literal: true

require_relative "support"

# Options of json 2.x that mean nothing any more, by keywords and in a Hash;
# and those that meant something.
class ParserLegacyTest < Minitest::Test
  MOOT = [
    { quirks_mode: true }, { quirks_mode: false }, { quirks_mode: nil }, { create_additions: false },
    { create_additions: nil }, { escape: false }, { escape: nil }, { create_additions: false, quirks_mode: true, freeze: true }
  ].freeze
  MEANT = [
    { create_additions: true }, { create_id: "json_class" }, { match_string: {} }, { quirks_mode: true, foo: 1 },
    { symbolize_keys: true }, { escape: true }, { "quirks_mode" => true }, { "create_additions" => false }
  ].freeze

  def ways(source, options, &block)
    with_file(source) do |path|
      [-> { Jacinth.parse(source, options) }, -> { Jacinth.parse(source, **options) },
       -> { Jacinth.parse!(source, options) }, -> { Jacinth.parse!(source, **options) },
       -> { Jacinth.load(source, nil, **options) }, -> { Jacinth.unsafe_load(source, nil, **options) },
       -> { Jacinth.load_file(path, **options) }, -> { Jacinth.load_file!(path, **options) },
       -> { Jacinth[source, options] }, -> { Jacinth[source, **options] },
       -> { Jacinth::Parser.new(source, options).parse }, -> { Jacinth::Parser.new(source, **options).parse },
       -> { Jacinth::Parser.parse(source, options) }, -> { Jacinth::Parser::Config.new(options).parse(source) },
       -> { resumable(Jacinth::ResumableParser.new(options), source) },
       -> { resumable(Jacinth::ResumableParser.new(**options), source) }].each(&block)
    end
  end

  def resumable(parser, source)
    parser << source
    parser.finish && parser.value
  end

  def test_options_of_json_2_without_effect_are_accepted
    MOOT.each do |options|
      ["[1]", "2"].each do |source|
        ways(source, options) { |way| assert_equal Jacinth.parse(source), way.call, options.inspect }
      end
    end
  end

  def test_options_of_json_2_with_an_effect_are_refused
    MEANT.each do |options|
      ways("[1]", options) do |way|
        assert_error(ArgumentError, /\Aunknown keywords?: #{(options.keys - [:quirks_mode])[0]}/, options.inspect, &way)
      end
    end
  end

  # Active Support before 7.2.4 writes with it, too.
  def test_generate_accepts_quirks_mode
    assert_equal "2", Jacinth.generate(2, quirks_mode: true, max_nesting: nil)
    assert_equal "2", Jacinth.generate(2, { quirks_mode: true })
    assert_equal "2", Jacinth::State.new(quirks_mode: true).generate(2)
    assert_raises(ArgumentError) { Jacinth.generate(2, create_additions: false) }
  end

  def test_a_config_can_be_made_without_options
    assert_equal [1], Jacinth::Parser::Config.new.parse("[1]")
    assert_equal [1], Jacinth::Parser::Config.new(nil).parse("[1]")
    assert_raises(ArgumentError) { Jacinth::Parser::Config.new({}, {}) }
    assert_raises(TypeError) { Jacinth::Parser::Config.new(1) }
  end
end
