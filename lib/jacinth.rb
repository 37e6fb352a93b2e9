# frozen_string_literal: true

# JSON for Ruby: a generator and a parser in C, with the methods, options,
# answers and error texts of the json gem 3.1.
#
#   data = Jacinth.parse('{"name": "Ada", "born": 1815}')
#   data["born"] # => 1815
#   Jacinth.generate(data) # => "{\"name\":\"Ada\",\"born\":1815}"
#
# [Reading] Jacinth.parse, which lists the parser's options, Jacinth.parse! and,
#           for what Jacinth.dump wrote, Jacinth.load; Jacinth.load_file for
#           files. Jacinth::ResumableParser takes documents in pieces.
# [Writing] Jacinth.generate, which lists the generator's options,
#           Jacinth.pretty_generate for people, and Jacinth.dump for files and
#           other IOs. Jacinth::Writer writes documents piece by piece.
#           Jacinth::State keeps options for many calls,
#           Jacinth::Fragment is text that is written as it is.
# [Both] Jacinth::Coder has its options fixed once, and a block for objects that
#        JSON has no type for.
# [Errors] Every one is a Jacinth::JSONError: Jacinth::ParserError for a text
#          that is not JSON, Jacinth::GeneratorError for an object that JSON
#          cannot show, Jacinth::NestingError for data that is too deep. They say
#          where it was.
#
# <tt>require "jacinth"</tt> defines this module and touches nothing else.
# <tt>require "jacinth/json"</tt> puts it in the place of the json gem: +JSON+ is
# Jacinth then, every object has +to_json+ (see Jacinth::GeneratorMethods), and a
# later <tt>require "json"</tt> does nothing.
module Jacinth
  # As much as the rest together, and most programs do not use it. Before Ruby
  # 3.4, no Ractor but the main one could load it later.
  autoload :Type, File.join(__dir__, "jacinth/type") if RUBY_VERSION.to_f >= 3.4
end

require_relative "jacinth/load_extension"
require_relative "jacinth/state"
require_relative "jacinth/inspection"
require_relative "jacinth/parser"
require_relative "jacinth/load"
require_relative "jacinth/resumable_parser"
require_relative "jacinth/document"
require_relative "jacinth/patch"
require_relative "jacinth/diff"
require_relative "jacinth/document/edit"
require_relative "jacinth/stream"
require_relative "jacinth/engines"
require_relative "jacinth/coder"
require_relative "jacinth/writer"
require_relative "jacinth/json_gem"
require_relative "jacinth/signatures"
require_relative "jacinth/type" unless Jacinth.autoload?(:Type)
require_relative "jacinth/query" if RUBY_VERSION.to_f < 3.4
