# frozen_string_literal: true

module Jacinth
  module OnJbuilder
    # Finds out if a class of builders uses jbuilder's own methods, whose rules are known.
    module OriginalMethods # :nodoc: all
      # The methods that hooks.rb and the extension replace or do not call. jbuilder 2.14 does
      # not have all of them.
      NAMES = %i[_array _map_collection _scope _extract _extract_hash_values _extract_method_values _set _set_value
                 _key _format_keys _blank? _is_collection? _merge_block _merge_values].select do |name|
        ::Jbuilder.private_method_defined?(name)
      end.freeze
      # Jbuilder itself must have its original methods of these names. A subclass can
      # override them.
      ENTRY_METHODS = %i[set! method_missing].freeze
      FILES = Ractor.make_shareable([::Jbuilder.instance_method(:target!).source_location.first,
                                     File.join(__dir__, "hooks.rb")])
      CLASS_OF = ::Kernel.instance_method(:class)

      class << self
        # True if the adapter is installed, and the class of a builder, which is a BasicObject,
        # has jbuilder's methods.
        def original?(builder) = original_class?(CLASS_OF.bind_call(builder))

        # The same for a class of builders.
        def original_class?(klass)
          changes, refusal = klass.instance_variable_get(:@jacinth_builder)
          changes == OnJbuilder.changes ? refusal.nil? : decide(klass)
        end

        # Returns the reason for which jbuilder extracts the attributes, or nil.
        def refusal(klass)
          return "jbuilder #{::Jbuilder::VERSION} is not supported" unless KNOWN
          return "the adapter is not installed" unless OnJbuilder.installed?
          return "the class is frozen" if klass.frozen?

          overridden = NAMES.find { |name| !klass.private_method_defined?(name) } ||
                       NAMES.find { |name| !original_method?(klass.instance_method(name)) } ||
                       ENTRY_METHODS.find { |name| !original_method?(::Jbuilder.instance_method(name)) }
          "#{overridden} is overridden" if overridden
        end

        # Returns the class of key formatters if their method is the extension's, or nil.
        def formatter
          klass = ::Jbuilder::KeyFormatter
          klass if klass.method_defined?(:format) && klass.instance_method(:format).owner.equal?(EXTENSION::Formatting)
        end

        # True if key formatters have jbuilder's method.
        def original_formatter?
          file = ::Jbuilder::KeyFormatter.instance_method(:format).source_location&.first
          file == File.join(File.dirname(FILES.first), "jbuilder", "key_formatter.rb")
        end

        private

        def decide(klass)
          return false if klass.frozen?

          verdict = Ractor.make_shareable([OnJbuilder.changes, refusal(klass)])
          klass.instance_variable_set(:@jacinth_builder, verdict) if Ractor.current.equal?(Ractor.main)
          verdict.last.nil?
        end

        def original_method?(method)
          # A method in C has no location.
          location = method.source_location
          return false unless location ? FILES.include?(location.first) : method.owner.equal?(EXTENSION)

          above = method.super_method
          above.nil? || above.owner.equal?(::BasicObject) || original_method?(above)
        end
      end
    end
    private_constant :OriginalMethods
  end
end
