# frozen_string_literal: true

module Jacinth
  module JsonReplacement # :nodoc:
    # Runs methods that other libraries defined in one of json's classes.
    #
    # Ruby runs such a method on instances of that class only. Therefore it runs on a
    # proxy: an instance of a subclass of that class. The proxy has the instance variables
    # of our object, and delegates every method of our class to our object. Singleton
    # methods of a class run on that subclass in the same way.
    module Proxy # :nodoc:
      OBJECT = :@jacinth_object
      private_constant :OBJECT

      class << self
        # Returns the subclass of theirs that represents instances of ours. bodies and
        # class_bodies: the names of the methods to run on it.
        def make(theirs, ours, bodies, class_bodies)
          subclass = Class.new(theirs)
          methods = visible(ours.ancestors - ::Object.ancestors) - bodies - %i[initialize initialize_copy]
          (methods | %i[class to_s inspect == eql? hash]).each { |name| delegate(subclass, name, OBJECT) }
          delegate(subclass, :method_missing, OBJECT, :public_send)
          JsonReplacement.define(subclass, :respond_to_missing?) { |name, _| @jacinth_object.respond_to?(name) }
          singles = visible([ours.singleton_class]) | [:new]
          { **variables(theirs), OBJECT => ours }.each { |name, value| put(subclass, name, value) }
          (singles - class_bodies - [:allocate]).each { |name| delegate(subclass.singleton_class, name, OBJECT) }
          subclass
        end

        # Calls the method on a proxy for object. subclass: the result of make.
        def call(subclass, object, name, *given, **options, &)
          method = Inherit.own_method(subclass.superclass, name)
          run_on(subclass.allocate, object, object, method, given, options, &)
        end

        # Calls a singleton method of the class theirs on the subclass.
        def call_class(subclass, ours, name, *given, **options, &)
          theirs = subclass.superclass
          run_on(subclass, ours, theirs, Inherit.own_method(theirs.singleton_class, name), given, options, &)
        end

        private

        def visible(modules)
          modules.flat_map { |mod| mod.instance_methods(false) | mod.private_instance_methods(false) }.uniq
        end

        def delegate(mod, name, variable, by = :__send__)
          JsonReplacement.define(mod, name) do |*given, **options, &block|
            given.unshift(name) unless name == :method_missing
            instance_variable_get(variable).__send__(by, *given, **options, &block)
          end
        end

        # proxy: the subclass, or an instance of it. store: the object whose instance variables
        # are copied to the proxy before the call, and back after it.
        def run_on(proxy, object, store, method, given, options, &)
          before = shared?(store) ? {} : variables(store)
          { **before, OBJECT => object }.each { |name, value| put(proxy, name, value) }
          proxy.freeze if object.frozen? && !proxy.is_a?(Module)
          result = method.bind_call(proxy, *given, **options, &)
          result.equal?(proxy) ? object : result
        ensure
          copy_back(proxy, store, before) unless store.frozen? || shared?(store)
        end

        def variables(store)
          store.instance_variables.to_h { |name| [name, store.instance_variable_get(name)] }
        end

        # Only the main Ractor can read and change the instance variables of a class.
        def shared?(store) = store.is_a?(Module) && !Ractor.current.equal?(Ractor.main)

        def copy_back(proxy, store, before)
          (proxy.instance_variables - [OBJECT]).each do |name|
            value = proxy.instance_variable_get(name)
            put(store, name, value) unless before.key?(name) && before[name].equal?(value)
          end
        end

        def put(object, name, value)
          return if object.instance_variable_defined?(name) && object.instance_variable_get(name).equal?(value)

          object.instance_variable_set(name, value)
        end
      end
    end
    private_constant :Proxy
  end
end
