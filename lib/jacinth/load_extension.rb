# frozen_string_literal: true

# Loads the extension or the portable backend, after the files with the constants that it uses.
require_relative "version"
require_relative "portable/without_ractor" unless defined?(Ractor)
require_relative "errors"
require_relative "migration"
require_relative "choice"
require_relative "option_names"
require_relative "key_order"
require_relative "fragment"
require_relative "generator"
require_relative "rails_option"
require_relative "conversions"
require_relative "backend"
require_relative "errors/error_context"

module Jacinth
  ##
  # :singleton-method: kernel
  # :call-seq: kernel -> string
  #
  # Returns the name of the kernels in use: "avx2", "sse2", "neon" or "swar". The
  # environment variable JACINTH_FORCE_ISA chooses them when the library is loaded.
  # Returns "ruby" with the portable backend.
  #
  #   Jacinth.kernel.frozen? # => true

  ##
  # :singleton-method: build_info
  # :call-seq: build_info -> hash
  #
  # Returns a frozen Hash that describes the build and the optimizations in use.
  #
  # [+backend+] "extension", or "portable" without it: see docs/portable.md.
  # [+kernel+] The same as Jacinth.kernel.
  # [+compiled_internals+] False if the library was built with --disable-internals.
  # [+internals+] The optimizations that depend on more than CRuby's public headers, by
  #               name. "on": in use. "off": switched off by the environment variable
  #               JACINTH_INTERNALS. "disabled": not compiled. "unverified": unknown
  #               version of Ruby. "unavailable": not possible on this platform.
  #               "unproved": a test failed when the library was loaded. Except for
  #               "on", the portable implementation is used: slower, with the same
  #               results.
  #
  #   Jacinth.build_info[:kernel] == Jacinth.kernel # => true
end
