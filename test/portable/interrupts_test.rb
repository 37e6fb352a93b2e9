# frozen_string_literal: true

require_relative "../test_helper"

# A signal handler can run at each call of a Ruby method of the portable backend. Its errors are not those of the text
# or the value, even if they are of the same classes.
class PortableInterruptsTest < Minitest::Test
  CODE = <<~'RUBY'
    require "jacinth"
    require "jacinth/serializer"
    T = Jacinth::Type
    text_type, integers = T[{ a: String }], T[[Integer]]
    plan = Jacinth.const_get(:SerializerAdapter)::Plan.new(Object, nil)
    text = '{"a":[1,{"b":2.5}],"c":"d"}'
    cut = ->(part) { Jacinth::ResumableParser.new.tap { |parser| (parser << part) && parser.parse } }
    failure = ->(&read) { begin; read.call; rescue Jacinth::ParserError => e; raise unless e.message.match?(/"a"|'x/); end }
    CALLS = {
      "valid?" => -> { Jacinth.valid?(text) },
      "valid? json5" => -> { Jacinth.valid?("{a: 'b'}", json5: true) },
      "patch" => -> { Jacinth.patch({ "a" => 1.0 }, [{ "op" => "test", "path" => "/a", "value" => 1 }]) rescue raise unless Jacinth::PatchError === $! },
      "convert" => -> { text_type.convert({ a: :b }) },
      "serializer" => -> { plan.text([1, "a"]) },
      "invalid document" => -> { Jacinth::Document.new('[1,[2,}]').tap { |document| 3.times { document.at("/0") } } },
      "document" => -> { Jacinth::Document.new(text).tap { |document| 3.times { document.at("/c") } } },
      "duplicate key" => -> { failure.call { Jacinth.parse('{"a":1,"a":2}') } },
      "path" => -> { failure.call { Jacinth.at('{"a":[1,{"b":x}]}', "/a/1/b") } },
      "string" => -> { cut.call('["a\u00').partial_value(strings: true) },
      "number" => -> { cut.call("[12.").partial_value(numbers: true) },
      "stream" => -> { Jacinth.each("[1]\n[oops]\n[2]\n", on_error: :skip).to_a },
      "stream into" => -> { Jacinth.each("[1]\n[\"a\"]\n[2]\n", on_error: :skip, into: integers).to_a }
    }
    HANDLERS = [-> { Jacinth.parse("[") }, -> { Jacinth.generate([Float::NAN]) }, -> { Jacinth.generate([[]], max_nesting: 1) }]

    # Calls the block, in which the handler runs at the n-th call of a method. Returns true if there are so many.
    def interrupt(n, handler)
      raised = nil
      trace = TracePoint.new(:call) do |point|
        next if !point.path.include?("/lib/jacinth/") || point.method_id == :path_of # which ignores errors
        next unless (n -= 1) == 0
        begin
          handler.call
        rescue Jacinth::JSONError => e
          raised = e
          raise
        end
      end
      begin
        trace.enable { yield }
        caught = nil
      rescue Jacinth::JSONError => e
        caught = e
      end
      [raised, caught]
    end

    CALLS.each { |_, call| call.call }
    CALLS.to_a.product(HANDLERS) do |(name, call), handler|
      n = 0
      loop do
        raised, caught = interrupt(n += 1, handler) { call.call }
        raised.equal?(caught) or puts "#{name}: call #{n}: #{raised.message}, #{caught.inspect}"
        break unless raised
      end
      n > 3 or puts "#{name}: only #{n} calls"
    end
  RUBY

  def test_an_error_of_a_handler_is_raised
    assert_empty ruby!(CODE, env: { "JACINTH_BACKEND" => "portable" })
  end
end
