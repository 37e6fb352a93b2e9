# frozen_string_literal: true

require_relative "jacinth/version"
require_relative "jacinth/errors"
require_relative "jacinth/canonical"
require_relative "jacinth/fragment"
require_relative "jacinth/generator"
require "jacinth/jacinth"
require_relative "jacinth/state"
require_relative "jacinth/parser"
require_relative "jacinth/ext"
require_relative "jacinth/coder"
require_relative "jacinth/habits"
require_relative "jacinth/beside"
