# frozen_string_literal: true

require_relative "jacinth/autoloads"

# JSON for Ruby: a generator and a parser in C, with the methods, options, results and
# error texts of the json gem 3.1.
#
#   data = Jacinth.parse('{"name": "Ada", "born": 1815}')
#   data["born"] # => 1815
#   Jacinth.generate(data) # => "{\"name\":\"Ada\",\"born\":1815}"
#
# [Reading] Jacinth.parse, which lists the options of the parser, and Jacinth.parse!.
#           Jacinth.load reads documents that Jacinth.dump wrote, Jacinth.load_file reads
#           files. Jacinth::ResumableParser reads documents in chunks.
# [Writing] Jacinth.generate, which lists the options of the generator,
#           Jacinth.pretty_generate for people, and Jacinth.dump for files and other IOs.
#           Jacinth::Writer writes documents value by value. Jacinth::State has options
#           for many calls. Jacinth::Fragment is text that is written unchanged.
# [Both] Jacinth::Coder has fixed options, and a block for objects that JSON has no type
#        for.
# [Errors] All errors are Jacinth::JSONErrors: Jacinth::ParserError for a text that is
#          not JSON, Jacinth::GeneratorError for an object that JSON cannot express,
#          Jacinth::NestingError for data that is too deep. They have the place of the
#          fault.
#
# <tt>require "jacinth"</tt> defines this module and changes nothing else.
# <tt>require "jacinth/json"</tt> replaces the json gem: +JSON+ is then Jacinth, every
# object has +to_json+ (see Jacinth::GeneratorMethods), and a later
# <tt>require "json"</tt> does nothing.
module Jacinth
  Autoloads.add(self, Type: "type", Json5Text: "json5")
  private_constant :Json5Text
end

require_relative "jacinth/load_extension"
require_relative "jacinth/state"
require_relative "jacinth/inspection"
require_relative "jacinth/parser"
require_relative "jacinth/load"
require_relative "jacinth/resumable_parser"
require_relative "jacinth/document"
require_relative "jacinth/patch_and_diff"
require_relative "jacinth/document/edit"
require_relative "jacinth/each_and_events"
require_relative "jacinth/engines"
require_relative "jacinth/coder"
require_relative "jacinth/writer"
require_relative "jacinth/json_gem"
require_relative "jacinth/signatures"

Jacinth.const_get(:Autoloads).load_all if RUBY_VERSION.to_f < 3.4
