# frozen_string_literal: true

require_relative "../tools/checkout"
Checkout.use

require_relative "support/warnings"
require "jacinth"
require "minitest/autorun"
require_relative "support/helpers"
require_relative "support/internals"
