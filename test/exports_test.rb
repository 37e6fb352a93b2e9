# frozen_string_literal: true

require_relative "test_helper"

# Two extensions in one process share the names that they export: this one
# exports what Ruby calls, and nothing else.
class ExportsTest < Minitest::Test
  def test_init_jacinth_is_all_that_is_exported
    library = $LOADED_FEATURES.grep(%r{/jacinth\.(?:so|bundle)\z}).first
    output, status = Open3.capture2e("nm", "-D", "--defined-only", library)
    skip "nm cannot read it" unless status.success?

    assert_equal ["Init_jacinth"], output.lines.map { |line| line.split.last } - %w[_init _fini __bss_start _edata _end]
  rescue Errno::ENOENT
    skip "nm is not here"
  end
end
