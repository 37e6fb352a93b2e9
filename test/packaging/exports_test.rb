# frozen_string_literal: true

require_relative "../test_helper"

# Two extensions in one process share the names that they export: this one
# exports what Ruby calls, and nothing else.
class ExportsTest < Minitest::Test
  # Ruby's own headers export the last of these while a Ruby is in development,
  # so that it loads no extension of another day's.
  OTHERS = %w[_init _fini __bss_start _edata _end ruby_abi_version].freeze

  def test_only_init_jacinth_is_exported
    library = $LOADED_FEATURES.grep(%r{/jacinth\.(?:so|bundle)\z}).first
    output, status = Open3.capture2e("nm", "-D", "--defined-only", library)
    skip "nm cannot read it" unless status.success?

    assert_equal ["Init_jacinth"], output.lines.map { |line| line.split.last } - OTHERS
  rescue Errno::ENOENT
    skip "nm is not here"
  end
end
