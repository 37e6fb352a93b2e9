# frozen_string_literal: true

# The extension, and before it what it looks up when it is loaded. The rest of
# the library stands on this.
require_relative "version"
require_relative "errors"
require_relative "migration"
require_relative "choice"
require_relative "option_names"
require_relative "key_order"
require_relative "fragment"
require_relative "generator"
# A precompiled gem has an extension for each minor version of Ruby.
minor = RUBY_VERSION[/\A\d+\.\d+/]
require Dir.exist?(File.join(__dir__, minor)) ? "jacinth/#{minor}/jacinth" : "jacinth/jacinth"
