# frozen_string_literal: true

require_relative "../test_helper"

# Conversions of arguments, and calls of an IO, that return twice or change what the call
# has kept: each ended the process once. tools/fuzz/hostile_arguments.rb searches for more.
class DocumentConversionsTest < Minitest::Test
  include JacinthHelpers

  def test_a_second_conversion_of_a_pointer_can_be_shorter
    assert_equal "[[3, nil], [3, 3], [3, 3]]", ruby!(<<~'RUBY', args: ["-W0"])
      require "jacinth"
      require "continuation"
      class Pointer
        def to_str
          first = callcc { |continuation| $again = continuation } != :again
          first ? "/#{"b" * 100_000}" : "/b"
        end
      end
      found = []
      found << Jacinth::Document.new('{"a":[1,2],"b":3}').values_at("/b", Pointer.new)
      $again.call(:again) if found.size < 3
      print found.inspect
    RUBY
  end

  def test_a_conversion_can_empty_each_array_of_pointers
    assert_equal "[3, 3, 3, 3]", ruby!(<<~RUBY, args: ["-W0"])
      require "jacinth"
      class Pointer
        def to_str
          ObjectSpace.each_object(Array) do |array|
            array.clear if !array.frozen? && array.any? && array.all? { |item| item.is_a?(String) && item.start_with?("/b") }
          end
          "/b"
        end
      end
      print Jacinth::Document.new('{"a":[1,2],"b":3}').values_at("/b", "/b", Pointer.new, "/b").inspect
    RUBY
  end

  def test_a_write_that_returns_again_after_the_buffer_grew_is_refused
    assert_equal "a continuation returned into a call that has gone on since", ruby!(<<~'RUBY', args: ["-W0"])
      require "jacinth"
      require "continuation"
      class Output
        def write(text)
          $again ||= callcc { |continuation| continuation }
          text.bytesize
        end
      end
      text = "[#{"\"#{"x" * 1000}\"," * 200}\"#{"y" * 5_000_000}\"]"
      begin
        Jacinth.reformat(text, Output.new)
        $again.call($again)
      rescue RuntimeError => e
        print e.message
      end
    RUBY
  end
end
