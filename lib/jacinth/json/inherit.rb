# frozen_string_literal: true

module Jacinth
  module Replace # :nodoc:
    # What the json gem's module leaves to Jacinth when it was loaded first:
    # constants and methods that others put there, and the names by which
    # running code already knows its errors and methods.
    module Inherit # :nodoc:
      ERRORS = %i[JSONError ParserError NestingError GeneratorError].freeze
      METHODS = %i[
        [] parse parse! load unsafe_load load_file load_file! generate pretty_generate dump
      ].freeze
      private_constant :ERRORS, :METHODS

      class << self
        def call(before)
          Jacinth.const_set(:REPLACED, before) unless Jacinth.const_defined?(:REPLACED, false)
          Jacinth.private_constant :REPLACED
          remove_to_json(before)
          equate_errors(before)
          take_constants(before)
          take_modules(before)
          take_methods(before)
          redirect(before)
        end

        private

        def remove_to_json(before)
          Beside.holders(before).each { |holder| holder.__send__(:remove_method, :to_json) }
        end

        # `rescue` asks the class that it names, by ===: a class of one library
        # answers for its namesake of the other. A class that inherits from it
        # answers for itself only.
        def equate_errors(before)
          ERRORS.each do |name|
            next unless before.const_defined?(name, false)

            ours = Jacinth.const_get(name)
            theirs = before.const_get(name)
            equate(ours, theirs)
            equate(theirs, ours)
          end
        end

        def equate(type, other)
          type.singleton_class.prepend(Module.new do
            define_method(:===) { |error| super(error) || (equal?(type) && error.is_a?(other)) }
          end)
        end

        def take_constants(before)
          (before.constants(false) - Jacinth.constants(false)).each do |name|
            path = before.autoload?(name, false)
            next Jacinth.autoload(name, path) if path

            file, = before.const_source_location(name, false)
            Jacinth.const_set(name, before.const_get(name, false)) if file && !json_file?(file)
          end
        end

        def take_modules(before)
          ancestors = before.singleton_class.ancestors
          own = ancestors.index(before.singleton_class)
          ancestors.take(own).reverse_each { |mod| Jacinth.singleton_class.prepend(mod) }
          (ancestors.drop(own + 1) - Module.ancestors).reverse_each { |mod| Jacinth.extend(mod) }
        end

        def take_methods(before)
          (before.singleton_methods(false) - Jacinth.singleton_methods).each do |name|
            method = before.method(name)
            file, = method.source_location
            Jacinth.define_singleton_method(name, &method) if file && !json_file?(file)
          end
        end

        def json_file?(file)
          file.match?(%r{/json(?:\.rb|/(?:common|version|ext|generic_object|pure|add)(?:\.rb|/))})
        end

        # Who kept the module itself (`Codec = JSON`) gets to Jacinth, too.
        def redirect(before)
          names = METHODS.select { |name| before.respond_to?(name) }
          before.singleton_class.prepend(Module.new do
            names.each do |name|
              define_method(name) do |*given, **options, &block|
                Jacinth.public_send(name, *given, **options, &block)
              end
            end
          end)
        end
      end
    end
    private_constant :Inherit
  end
end
