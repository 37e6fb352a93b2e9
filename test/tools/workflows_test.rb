# frozen_string_literal: true

require_relative "../test_helper"

# The workflows run code of other repositories only from a fixed commit.
class WorkflowsTest < Minitest::Test
  FILES = Dir[File.join(Checkout::ROOT, ".github/workflows/*.yml")].freeze

  def test_actions_are_pinned_by_commit
    uses = FILES.flat_map { |path| File.readlines(path, encoding: "UTF-8").grep(/\buses:/) }

    refute_empty uses
    uses.each { |line| assert_match(%r{uses: (?:\./\S+|[\w.-]+/[\w./-]+@\h{40} # v\d[\w.]*)$}, line) }
  end
end
