# frozen_string_literal: true

require_relative "proxy"

module Jacinth
  module JsonReplacement # :nodoc:
    # Copies additions to the json gem's module to Jacinth if the gem was loaded first:
    # constants, modules and methods that other libraries added to it and to its classes.
    # Code that already refers to its classes and methods keeps working.
    module Inherit # :nodoc:
      METHODS = %i[
        [] parse parse! load unsafe_load load_file load_file! generate pretty_generate dump
      ].freeze
      private_constant :METHODS

      # A strict State that json made before the drop-in generates by Jacinth, because its
      # as_json block can return a JSON::Fragment: that class is now Jacinth's, and json
      # refuses it.
      module KeptState # :nodoc:
        def generate(object, io = nil)
          return super unless strict?

          State.new(JsonGem.options(self)).generate(object, io)
        end
      end

      # The same for a Coder.
      module KeptCoder # :nodoc:
        def dump(object, io = nil)
          @jacinth_state ||= State.new(JsonGem.options(@state)).freeze unless frozen?
          (@jacinth_state || @state).generate(object, io)
        end
        alias generate dump
      end
      private_constant :KeptState, :KeptCoder

      class << self
        def call(before)
          Jacinth.const_set(:REPLACED, before) unless Jacinth.const_defined?(:REPLACED, false)
          Jacinth.private_constant :REPLACED
          @folder = json_folder(before)
          @own = before.singleton_class
          pairs = pairs(before, Jacinth)
          pairs.each { |theirs, ours| take(theirs, ours) }
          take_to_json(before)
          pairs.each { |theirs, ours| equate(theirs, ours) }
          redirect(before)
          # json before 2.10, or only one of json's files, such as json/common
          return unless %i[Coder State].all? { |name| before.const_defined?(name, false) }

          before::Coder.prepend(KeptCoder)
          before::State.prepend(KeptState)
        end

        # True if others have redefined json's Kernel#JSON.
        def written_conversion?
          @folder && own_method?(::Kernel, :JSON) &&
            others?(::Kernel.instance_method(:JSON).source_location&.first)
        end

        # Returns the method that mod itself defines, not a prepended one; or nil.
        def own_method(mod, name)
          method = mod.instance_method(name)
          method = method.super_method until method.nil? || method.owner.equal?(mod)
          method
        end

        private

        # Returns the folder of json's own files, json.rb and json/. nil if JSON was not
        # defined by json, but by a library that copies it, such as yajl/json_gem.
        def json_folder(before)
          file, = before.const_source_location(:VERSION, false) if before.const_defined?(:VERSION, false)
          File.dirname(file, 2) if file
        end

        def json_file?(file)
          return file.match?(%r{/json(?:\.rb|/\w+(?:\.rb|/))}) unless @folder

          file == "#{@folder}/json.rb" || file.start_with?("#{@folder}/json/")
        end

        def others?(file) = file && !json_file?(file)

        # Returns a Hash from each module of theirs to our module with the same name, the
        # outer ones first.
        def pairs(theirs, ours, found = {}.compare_by_identity)
          return found if found.key?(theirs) || theirs.equal?(ours) || theirs.class != ours.class

          found[theirs] = ours
          (ours.constants(false) & theirs.constants(false)).each do |name|
            next if theirs.autoload?(name, false)

            inner = [theirs, ours].map { |mod| mod.const_get(name, false) }
            pairs(*inner, found) if inner.all?(Module)
          end
          found
        end

        def take(theirs, ours)
          take_constants(theirs, ours)
          take_included(theirs, ours)
          take_included(theirs.singleton_class, ours.singleton_class)
          take_methods(theirs, ours)
          take_prepended(theirs, ours)
          take_prepended(theirs.singleton_class, ours.singleton_class)
        end

        def take_constants(theirs, ours)
          theirs.constants(false).each do |name|
            next if ours.const_defined?(name, false) # a private one, too

            path = theirs.autoload?(name, false)
            next ours.autoload(name, path) if path

            file, = theirs.const_source_location(name, false)
            ours.const_set(name, theirs.const_get(name, false)) if others?(file)
          end
        end

        # ours is the same kind of module as theirs, or its singleton class.
        def take_included(theirs, ours)
          ancestors = theirs.ancestors
          inherited = theirs.is_a?(Class) ? theirs.superclass.ancestors : []
          added = ancestors.drop(ancestors.index(theirs) + 1) - inherited
          added.reverse_each { |mod| ours.include(mod) unless mod.is_a?(Class) }
        end

        def take_prepended(theirs, ours)
          ancestors = theirs.ancestors
          ancestors.take(ancestors.index(theirs)).reverse_each { |mod| ours.prepend(mod) }
        end

        # The methods of a module can be moved. Those of a class run on a proxy, and those
        # of the json module itself stay there.
        def take_methods(theirs, ours)
          bodies = bodies(theirs, ours)
          class_bodies = bodies(theirs.singleton_class, ours.singleton_class)
          return take_module_methods(theirs, ours, bodies, class_bodies) unless theirs.is_a?(Class)
          return if bodies.empty? && class_bodies.empty?

          subclass = Proxy.make(theirs, ours, bodies, class_bodies)
          prepend_methods(theirs, ours, bodies) do |name|
            proc { |*given, **options, &block| Proxy.call(subclass, self, name, *given, **options, &block) }
          end
          prepend_methods(theirs.singleton_class, ours.singleton_class, class_bodies) do |name|
            proc { |*given, **options, &block| Proxy.call_class(subclass, self, name, *given, **options, &block) }
          end
        end

        def take_module_methods(theirs, ours, bodies, single_bodies)
          bodies.each do |name|
            ours.__send__(:remove_method, name) if own_method?(ours, name)
            ours.define_method(name, own_method(theirs, name))
            ours.__send__(:private, name) if theirs.private_method_defined?(name, false)
          end
          prepend_methods(theirs.singleton_class, ours.singleton_class, single_bodies) do |name|
            proc do |*given, **options, &block|
              method = Inherit.own_method(theirs.singleton_class, name)
              method.bind_call(theirs, *given, **options, &block)
            end
          end
        end

        # Prepends methods with these names to ours.
        def prepend_methods(theirs, ours, names)
          return if names.empty?

          ours.prepend(Module.new do
            names.each do |name|
              body = yield(name)
              JsonReplacement.define(self, name, &body)
              private name if theirs.private_method_defined?(name)
            end
          end)
        end

        # Returns the names of the methods that other libraries defined in theirs. Their
        # aliases of json's own methods become aliases of our methods. Methods that were
        # defined before json was loaded are replaced by json's, and so by ours.
        def bodies(theirs, ours)
          names = theirs.instance_methods(false) | theirs.private_instance_methods(false)
          methods = names.filter_map { |name| own_method(theirs, name) }
          written, json = methods.partition { |method| added?(theirs, ours, method) }
          written.reject! { |method| own_method?(ours, method.name) } unless @folder
          json.each { |method| take_alias(theirs, ours, method.name, method.original_name) }
          written.map(&:name)
        end

        # True if code other than json's defined the method. json defines the methods of JSON
        # itself in Ruby. One in C is Oj's, and is an addition unless Jacinth has it, too.
        def added?(theirs, ours, method)
          file, = method.source_location
          file ? others?(file) : theirs.equal?(@own) && !defined_in?(ours, method.name)
        end

        def take_alias(theirs, ours, name, original)
          return if name == original || MigrationHints.method_hint(name)
          return if defined_in?(ours, name) || !defined_in?(ours, original)

          ours.alias_method(name, original)
          ours.__send__(:private, name) if theirs.private_method_defined?(name)
        end

        def own_method?(mod, name) = mod.method_defined?(name, false) || mod.private_method_defined?(name, false)

        def defined_in?(mod, name) = mod.method_defined?(name) || mod.private_method_defined?(name)

        # Replaces json's to_json by ours. A to_json that others wrote into one of
        # json's modules stays, and becomes ours if it is the one for every object.
        def take_to_json(before)
          JsonGem.holders(before).each do |holder|
            file, = own_method(holder, :to_json).source_location
            next take_place(holder, others?(file)) if ::Object.include?(holder)

            holder.__send__(:remove_method, :to_json) unless others?(file)
          end
        end

        # Includes GeneratorMethods in holder, json's module with the to_json of every
        # object, and not in Object: modules that were included after json's, such as
        # Active Support's, keep their precedence.
        def take_place(holder, written)
          take_methods(holder, GeneratorMethods) if written
          names = holder.instance_methods(false) & GeneratorMethods.instance_methods(false)
          names.each { |name| holder.__send__(:remove_method, name) }
          holder.include(GeneratorMethods)
        end

        # Makes a module of json equal to the module of Jacinth with the same name, because
        # Active Support looks for JSON in a list that it made earlier. For classes, `===`
        # (called by `rescue` and `case`) also accepts instances of the other class. A
        # subclass equals only itself and accepts only its own instances.
        def equate(theirs, ours)
          [[ours, theirs], [theirs, ours]].each do |type, other|
            comparison = Module.new
            JsonReplacement.define(comparison, :==) { |object| super(object) || (equal?(type) && other.equal?(object)) }
            if type.is_a?(Class)
              JsonReplacement.define(comparison, :===) do |object|
                super(object) || (equal?(type) && ::Kernel.instance_method(:is_a?).bind_call(object, other))
              end
            end
            type.singleton_class.prepend(comparison)
          end
        end

        # Redirects calls of the old module itself (`Codec = JSON`) to Jacinth.
        def redirect(before)
          names = @own.instance_methods(false).select do |name|
            method = own_method(@own, name)
            aliased = method && Jacinth.respond_to?(name) && METHODS.include?(method.original_name)
            aliased && !others?(method.source_location&.first)
          end
          @own.prepend(Module.new do
            (names | METHODS.select { |name| before.respond_to?(name) && !names.include?(name) }).each do |name|
              JsonReplacement.define(self, name) do |*given, **options, &block|
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
