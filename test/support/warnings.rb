# frozen_string_literal: true

require_relative "../../tools/checkout"

# Makes a warning that one of the project's own files causes fail the run.
# Warnings of other files are only printed.
module OwnWarnings
  ALIENS = %r{\A(?:vendor|tmp)/}

  @found = []

  class << self
    attr_reader :found

    def own?(message)
      path = message[/\A(.+?):\d+: /, 1] or return false
      path = File.expand_path(path)
      inside = path.delete_prefix("#{Checkout::ROOT}/")
      inside != path && !inside.match?(ALIENS)
    end

    # Yields and returns the warnings of the block, which then fail nothing.
    def capture
      outer = @found
      captured = @found = []
      yield
      captured
    ensure
      @found = outer
    end
  end

  def warn(message, **)
    OwnWarnings.own?(message) ? OwnWarnings.found << message : super
  end
end

$VERBOSE = true
Warning[:deprecated] = true
Warning.extend(OwnWarnings)

at_exit do
  next if OwnWarnings.found.empty?

  puts "", "Warnings are errors here:", *OwnWarnings.found.uniq
  exit 1
end
