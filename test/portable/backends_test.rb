# frozen_string_literal: true

require_relative "../test_helper"

# The portable backend against the extension.
class BackendsTest < Minitest::Test
  PROGRAM = File.join(__dir__, "outcomes.rb")
  PORTABLE = { "JACINTH_BACKEND" => "portable" }.freeze

  def setup
    skip "the extension is not there" if Jacinth.build_info[:backend] == "portable"
  end

  def outcomes(env)
    ruby!("load #{PROGRAM.inspect}", env: env, argv: [SEED.to_s, scaled(4000).to_s]).lines
  end

  def test_random_documents_and_options_have_the_same_results_and_errors
    outcomes({}).zip(outcomes(PORTABLE)) { |extension, portable| assert_equal extension, portable, seed_note }
  end

  def test_the_portable_backend_is_loaded_only_if_it_is_chosen
    code = 'require "jacinth"; print Jacinth.build_info[:backend], $LOADED_FEATURES.grep(%r{jacinth/portable/}).size'

    assert_equal "extension0", ruby!(code)
    assert_match(/\Aportable\d\d\z/, ruby!(code, env: PORTABLE))
  end
end
