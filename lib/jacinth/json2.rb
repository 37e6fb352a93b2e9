# frozen_string_literal: true

require "jacinth/json"
require_relative "json2/deprecation"
require_relative "json2/additions"
require_relative "json2/load_and_dump"
require_relative "json2/names"

module Jacinth
  # Loads the drop-in with the API of json 2, for programs that use methods, options or
  # constants that json 3 removed. Require it instead of "jacinth/json".
  #
  # - The parser accepts duplicate keys, comments and unknown escapes such as <tt>"\q"</tt>;
  #   the generator accepts duplicate keys, and BINARY strings that are valid UTF-8. These
  #   become the defaults of all methods of Jacinth. All methods ignore unknown options.
  # - The methods, options and constants that json 3 removed work: fast_generate, restore,
  #   create_id, load_default_options, State#[], UnparserError and so on. Each prints a
  #   deprecation warning, with the call to write instead, once for each line of the program.
  #   Ruby prints such warnings only with <tt>ruby -w</tt>, <tt>ruby -W:deprecated</tt> or
  #   <tt>Warning[:deprecated] = true</tt>.
  # - Objects are made of <tt>"json_class"</tt> members only with
  #   <tt>create_additions: true</tt>, and by unsafe_load.
  module Json2 # :nodoc:
    # The release of json 2 whose API this is: programs check JSON::VERSION before they call
    # newer methods. Ruby 3.4 has this release.
    VERSION = "2.9.1"
    private_constant :VERSION

    class << self
      def install
        Jacinth.__send__(:_use_json2_defaults)
        Jacinth.__send__(:remove_const, :VERSION)
        Jacinth.const_set(:VERSION, VERSION)
        OptionNames.singleton_class.prepend(IgnoredOptions)
        extend_module(Calls)
        extend_module(LoadAndDump)
        Jacinth.singleton_class.prepend(Settings, Removed)
        Constants.define
        ::Warning.singleton_class.prepend(ConstantWarnings)
        Parser.prepend(ParserOptions)
        Parser.singleton_class.prepend(ParserCalls)
        State.prepend(StateNames)
        ::Kernel.include(Printing)
        ::Class.include(Creatable)
        ::String.include(RawStrings)
        ::String.extend(RawString)
      end

      private

      # Makes the methods of calls public methods of JSON, and private methods of modules
      # that include JSON.
      def extend_module(calls)
        Jacinth.singleton_class.prepend(calls)
        names = calls.instance_methods(false)
        Jacinth.prepend(calls.dup.module_eval { private(*names) && self })
      end
    end
  end
  private_constant :Json2

  Json2.install
end
