# frozen_string_literal: true

module Jacinth
  # Jacinth and the json gem in one program, each with a State of its own: what
  # a to_json of the one needs when the other calls it.
  module JsonGem # :nodoc:
    # What makes a State of the json gem one that tells its changes back.
    module ToldChanges # :nodoc:
      def is_a?(type) = State.equal?(type) || super
      alias kind_of? is_a?

      # An option that the json gem has not.
      attr_accessor :jacinth_enumerators

      # Before each to_json that this State is handed to.
      def jacinth_enter(depth)
        return if frozen?

        self.jacinth_depth = depth
        @jacinth_changed = false
      end

      # After it: the options to go on with, or nil where none was set.
      def jacinth_changes
        JsonGem.options(self) if @jacinth_changed
      end
    end

    class << self
      # given, where it is a State of the json gem, as a Hash of our options.
      def options(given)
        return given unless state_class && given.is_a?(state_class)

        hash = given.to_h
        hash = { script_safe: hash[:escape_slash], **hash } if hash.key?(:escape_slash)
        hash = hash.slice(*NAMES)
        hash[:enumerators] = given.jacinth_enumerators if given.respond_to?(:jacinth_enumerators)
        hash
      end

      # The to_json that every object has from the json gem (one for each core
      # class, before 3.0), as UnboundMethods. One that somebody has put in its
      # place is not among them.
      def generic
        methods = state_class ? holders(json).map { |holder| holder.instance_method(:to_json) } : []
        methods.select! { |method| [nil, "common.rb"].include?(source_name(method)) }
        methods.freeze
      end

      # The modules in which json, the json gem's, defines to_json: one in 3.x,
      # one for each core class in 2.x.
      def holders(json)
        parents = [json, (json.generator if json.respond_to?(:generator))].grep(Module)
        parents.select! { |parent| parent.const_defined?(:GeneratorMethods, false) }
        modules = parents.flat_map do |parent|
          methods = parent.const_get(:GeneratorMethods, false)
          [methods, *methods.constants.map { |name| methods.const_get(name) }].grep(Module)
        end
        modules.uniq.select { |holder| holder.method_defined?(:to_json, false) }
      end

      # A State of the json gem with the options of state; without html_safe,
      # which is done to the text that comes back. That gem has no enumerators.
      def state(state)
        hash = state.to_h.except(:html_safe, :enumerators, :safe_integers, :invalid, :width)
        # json before 2.7
        hash[:escape_slash] = hash[:script_safe] unless told_state_class.method_defined?(:script_safe=)
        made = told_state_class.new(hash)
        made.jacinth_enumerators = state.enumerators
        made
      end

      private

      # The name of the file that defines the method, or nil where it is C.
      def source_name(method) = method.source_location&.then { |path, _| File.basename(path) }

      # The json gem's module, or ours where that gem was never loaded.
      def json = Jacinth.const_defined?(:REPLACED, false) ? REPLACED : ::JSON

      # The json gem's State class, where that gem is (or was) ::JSON.
      def state_class
        return if Object.autoload?(:JSON)

        json::State unless json.equal?(Jacinth)
      rescue NameError
        nil
      end

      def told_state_class
        return TOLD_STATE if const_defined?(:TOLD_STATE, false) && TOLD_STATE.superclass.equal?(state_class)

        remove_const(:TOLD_STATE) if const_defined?(:TOLD_STATE, false)
        const_set(:TOLD_STATE, make_told_state_class)
      end

      def make_told_state_class
        Class.new(state_class) do
          include ToldChanges

          setters = instance_methods.grep(/\w=\z/) | %i[configure merge []=]
          alias_method :jacinth_depth=, :depth= # which tells nobody
          (setters & instance_methods).each do |name|
            define_method(name) do |*given|
              JsonGem.changed # told to the walk without a method call
              @jacinth_changed = true
              super(*given)
            end
          end
        end
      end
    end

    NAMES = State.new.to_h.keys.freeze
    private_constant :NAMES
  end
  private_constant :JsonGem
end
