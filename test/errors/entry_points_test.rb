# frozen_string_literal: true

require "test_helper"
require_relative "entry_points"

# A process that has loaded the library by one of its entry points, and nothing else,
# has all that each kind of error and of hint needs. The entry point of Rails is tested
# with Rails.
class EntryPointsTest < Minitest::Test
  include EntryPoints

  def test_each_kind_of_error_works_after_the_library = check('require "jacinth"')

  def test_each_kind_of_error_works_after_the_drop_in = check('require "jacinth/json"')

  def test_each_kind_of_error_works_after_the_drop_in_replaced_json
    check('require "json"; class JSON::State; def written = 1; end; require "jacinth/json"')
  end

  def test_each_kind_of_error_works_after_an_autoloaded_constant
    names = autoloaded
    skip "Ruby #{RUBY_VERSION} loads no constant later" if names.empty? && RUBY_VERSION.to_f < 3.4

    refute_empty names
    # One process is enough for all kinds: the first test runs each kind in its own process.
    JacinthHelpers.sampled(names).each { |name| check_kinds("require \"jacinth\"; Jacinth::#{name}", TOGETHER, expected.keys) }
  end

  def test_each_class_of_errors_has_a_kind
    classes = ObjectSpace.each_object(Class).select { |type| type <= Jacinth::JSONError && type.name.to_s.start_with?("Jacinth::") }
    raised = expected.values.map(&:first)

    assert_empty classes.map(&:name).map { |name| name.sub("Jacinth", "JSON") } - raised
  end

  # Only Ruby's messages can be binary, and these are ASCII. Only a message that quotes invalid text can be invalid.
  def test_each_message_is_valid_text
    Dir.mktmpdir do |folder|
      ErrorKinds::ALL.each do |name, code|
        eval(code, binding) # rubocop:disable Security/Eval -- the code uses folder
      rescue Exception => e # rubocop:disable Lint/RescueException -- not all are StandardErrors
        refute_equal Encoding::BINARY, e.message.encoding, name if e.is_a?(Jacinth::JSONError)
        assert_predicate e.message.encode(Encoding::UTF_8), :valid_encoding?, name unless code.match?(/\\x[89A-F]/)
      end
    end
  end

  # A branch of the code of hints that no kind takes, and a file of which no kind calls a method.
  def test_each_hint_has_a_kind = assert_empty unused
end
