# frozen_string_literal: true

require_relative "../tools/checkout"
Checkout.use

require_relative "support/warnings"
require "jacinth"
require "minitest/autorun"
require_relative "support/helpers"
require_relative "support/internals"
require_relative "support/portable"

# Set by tools/suite for a process of its own.
if (events = ENV.delete("JACINTH_TEST_EVENTS"))
  require_relative "../tools/suite/events"
  SuiteEvents.install(events)
end
