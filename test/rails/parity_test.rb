# frozen_string_literal: true

require_relative "../test_helper"
require "active_support"
require "open3"

# Every case of answers.rb: the text of Active Support's own encoder on the json gem, and
# that of Jacinth, each in a process of its own.
class RailsParityTest < Minitest::Test
  FILE = File.join(__dir__, "answers.rb")
  SCALE = JacinthHelpers::SCALE.to_s
  SEED = JacinthHelpers::SEED.to_s

  def answers(which)
    output, errors, status = Open3.capture3(RbConfig.ruby, "-W0", FILE, which, SCALE, SEED, binmode: true)

    assert_predicate status, :success?, errors.lines.first(10).join
    Marshal.load(output) # rubocop:disable Security/MarshalLoad
  end

  # Keys in another encoding raise an error of json's Coder; they are transcoded here.
  OWN_RULES = /latin.* key|utf-16 key/
  # The rest of this error's message shows the Hash, in which Active Support's encoder has
  # converted the keys and values before.
  DUPLICATE = /\Adetected duplicate key ".*" in /

  def test_values_are_written_as_by_the_original_encoder
    different = different_from_own("jacinth")

    assert_empty different, "Active Support #{ActiveSupport::VERSION::STRING}, #{JacinthHelpers.seed_note}"
  end

  %w[generate coder type writer].each do |which|
    define_method("test_#{which}_with_the_option_rails_writes_as_the_original_encoder") do
      # max_nesting is the limit of nesting, as in the generator
      different = different_from_own(which) do |name, answers|
        !OWN_RULES.match?(name) && answers.none? { |answer, _| answer == "JSON::NestingError" } &&
          answers.map { |answer, text, *rest| [answer, text.to_s[DUPLICATE] || text, rest] }.uniq.size > 1
      end

      assert_empty different, "Active Support #{ActiveSupport::VERSION::STRING}, #{JacinthHelpers.seed_note}"
    end
  end

  private

  def own_answers = @@own_answers ||= answers("own") # rubocop:disable Style/ClassVars

  # Returns a line for each case that differs, at most 20; a block chooses the cases.
  def different_from_own(which, &chosen)
    own, ours = [Thread.new { own_answers }, Thread.new { answers(which) }].map(&:value)

    assert_operator own.size, :>=, 10_000
    if which != "jacinth" && JacinthHelpers::SCALE < 1
      assert_operator ours.size, :>=, own.size / 5
      assert_empty ours.keys - own.keys
    else
      assert_equal own.keys, ours.keys
    end
    different = ours.keys.map { |name| [name, [own[name], ours[name]]] }.reject { |_, answers| answers.uniq.one? }
    different.select!(&chosen) if chosen
    different.first(20).map do |name, answers|
      texts = answers.map { |answer| answer.inspect[0, 300] }
      "#{which} #{name}\n  own  #{texts[0]}\n  ours #{texts[1]}\n"
    end
  end
end
