# frozen_string_literal: true

require_relative "support"

# Continuations out of each callback: they may return into a parse that has
# moved on, or is over, and that must be refused.
class ParserContinuationTest < Minitest::Test
  SETUP = <<~'RUBY'
    Warning[:deprecated] = false
    $VERBOSE = nil
    require "continuation"
    require "jacinth"

    # A key that hands out the continuation of its own hash, eql? or inspect.
    class Key
      attr_reader :name
      def initialize(name) = @name = name
      def hash = Key.trap(:hash, @name.hash)
      def eql?(other) = Key.trap(:eql, @name == other.name)
      def inspect = Key.trap(:inspect, @name.inspect)
      class << self
        attr_accessor :wanted, :count, :saved
        def trap(kind, value)
          return value unless kind == wanted && (self.count += 1) == 2
          callcc { |c| Key.saved = c }
          value
        end
      end
    end

    # Runs the block, then once more from the continuation that it saved; prints
    # how it ended each time.
    def twice
      ends = []
      begin
        ends << yield
      rescue RuntimeError, Jacinth::ParserError => e
        ends << e.message
      end
      # other parses use the stacks meanwhile, and make them move
      Jacinth.parse("[" + (["[1,\"x\"]"] * 5000).join(",") + "]")
      GC.start
      if (saved = Key.saved)
        Key.saved = nil
        saved.call
      end
      p ends
      # no session is shared
      inner = nil
      outer = Jacinth.parse('{"a":[1,{"b":2}]}', on_load: ->(v) { inner = Jacinth.parse('{"c":[3,[4,5]]}', on_load: ->(w) { Jacinth.parse("[[6],7]"); w }); v })
      p outer == { "a" => [1, { "b" => 2 }] } && inner == { "c" => [3, [4, 5]] }
    end
  RUBY

  MOVED = "a continuation returned into a call that has gone on since"

  def key_run(kind, text, options = "")
    ruby!(SETUP + <<~RUBY)
      Key.wanted = #{kind.inspect}
      Key.count = 0
      keys = ->(value) { value.is_a?(String) ? Key.new(value) : value }
      twice { Jacinth.parse(#{text.inspect}, on_load: keys #{options}).size }
    RUBY
  end

  # In 3.1 and later Hashes of up to eight are lists, larger ones tables.
  def test_a_second_return_into_the_hash_of_a_key_raises
    small = '{"a":1,"b":2,"c":3}'
    large = "{#{Array.new(40) { |i| %("k#{i}":#{i}) }.join(",")}}"

    assert_equal [[3, MOVED].inspect, "true"], key_run(:hash, small).lines.map(&:chomp)
    assert_equal [[40, MOVED].inspect, "true"], key_run(:hash, large).lines.map(&:chomp)
    assert_equal [[1, MOVED].inspect, "true"], key_run(:hash, "[#{large}]").lines.map(&:chomp)
  end

  def test_a_second_return_into_the_hash_of_a_duplicate_key_raises
    text = '{"a":1,"a":2,"b":3,"a":4}'

    %i[hash eql].each do |kind|
      first, last = key_run(kind, text, ", allow_duplicate_key: true").lines.map(&:chomp)

      assert_equal [[2, MOVED].inspect, "true"], [first, last], kind
      first, last = key_run(kind, text).lines.map(&:chomp)

      assert_match(/\A\["duplicate key .*", "#{MOVED}"\]\z/o, first)
      assert_equal "true", last
    end
  end

  # The parse is over then; the same error comes a second time.
  def test_a_second_return_into_inspect_raises_the_same_error
    first, last = ruby!(SETUP + <<~RUBY).lines.map(&:chomp)
      Key.wanted = :inspect
      Key.count = 1
      keys = ->(value) { value.is_a?(String) ? Key.new(value) : value }
      twice { Jacinth.parse('{"a":1,"a":2}', on_load: keys) }
    RUBY

    assert_equal [(["duplicate key \"a\" at line 1 column 1"] * 2).inspect, "true"], [first, last]
  end

  # Every callback of a parser in chunks, in the middle of a parse and of a
  # partial_value.
  def test_a_second_return_into_a_callback_of_a_resumable_parser_raises
    (1..6).each do |n|
      text = ruby!(SETUP + <<~RUBY)
        count = 0
        reader = Jacinth::ResumableParser.new(on_load: lambda { |value|
          callcc { |c| Key.saved = c } if (count += 1) == #{n}
          value
        })
        reader << '{"a":[1,[2]]}'
        twice { reader.parse && reader.value }
        p reader.empty?
        reader << "[4] "
        p reader.parse && reader.value
        reader << "[5, 6] [7"
        p reader.parse && reader.value
      RUBY

      assert_equal "[#{{ 'a' => [1, [2]] }.inspect}, #{MOVED.inspect}]\ntrue\ntrue\n[4]\n[5, 6]\n", text, n
    end
  end

  def test_a_second_return_into_partial_value_raises
    text = ruby!(SETUP + <<~RUBY)
      count = 0
      reader = Jacinth::ResumableParser.new(on_load: lambda { |value|
        callcc { |c| Key.saved = c } if value.is_a?(Array) && (count += 1) == 1
        value
      })
      reader << '{"a":[1,[2'
      reader.parse
      twice { reader.partial_value }
      reader << "]]} "
      p reader.parse && reader.value
    RUBY

    assert_equal "[#{{ 'a' => [1, []] }.inspect}, #{MOVED.inspect}]\ntrue\n#{{ 'a' => [1, [2]] }.inspect}\n", text
  end

  def test_a_second_return_into_a_key_of_a_growing_value_raises
    text = ruby!(SETUP + <<~RUBY)
      Key.wanted = :hash
      Key.count = 0
      reader = Jacinth::ResumableParser.new(on_load: ->(value) { value.is_a?(String) ? Key.new(value) : value })
      reader << '{"a":[1],"b":[2'
      reader.parse
      twice { reader.partial_value(strings: true, reuse: true).size }
      p reader.partial_value(strings: true, reuse: true).size
    RUBY

    assert_equal "[2, #{MOVED.inspect}]\ntrue\n2\n", text
  end

  def test_a_second_return_into_a_class_option_raises
    ["decimal_class: Trap", "array_class: Trap", "object_class: Trap"].each do |option|
      text = ruby!(SETUP + <<~RUBY)
        class Trap
          def self.try_convert(text) = trap(text)
          def self.new = trap([])
          def self.trap(value)
            @count = (@count || 0) + 1
            callcc { |c| Key.saved = c } if @count == 2
            value.is_a?(String) ? value : TARGETS.shift
          end
          TARGETS = Array.new(20) { "#{option}".start_with?("object") ? {} : [] }
        end
        twice { Jacinth.parse('[[1.5,[]],{"a":[2.5,{"b":[3.5]}]}]', #{option}).size }
      RUBY

      assert_equal [[2, MOVED].inspect, "true"], text.lines.map(&:chomp), option
    end
  end
end
