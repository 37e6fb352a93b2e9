# frozen_string_literal: true

module Jacinth
  # Converts between the States of Jacinth and of the json gem in a program that uses
  # both, for a to_json of one of them that the other calls.
  module JsonGem # :nodoc:
    # Makes a State of the json gem report its changes.
    module ObservedState # :nodoc:
      def is_a?(type) = State.equal?(type) || super
      alias kind_of? is_a?

      # An option that the json gem does not have.
      attr_accessor :jacinth_enumerators

      # Omits the variables of this module, because to_h of json 2 makes an option of each.
      def instance_variables = super - %i[@jacinth_changed @jacinth_enumerators]

      # Called before each to_json that gets this State.
      def jacinth_enter(depth)
        return if frozen?

        self.jacinth_depth = depth
        @jacinth_changed = false
      end

      # Called after it. Returns the options to continue with, or nil if none was set.
      def jacinth_changes
        JsonGem.options(self) if @jacinth_changed
      end
    end

    # Options that the json gem does not have.
    OURS = %i[html_safe enumerators safe_integers invalid width omit_nil omit_empty rails types].freeze
    private_constant :OURS

    class << self
      # Returns given; but for a State of the json gem, a Hash of its options.
      def options(given)
        return given unless state_class && ::Object === given # rubocop:disable Style/CaseEquality -- a BasicObject
        return given unless given.is_a?(state_class)

        hash = options_of(given)
        hash = { script_safe: hash[:escape_slash], **hash } if hash.key?(:escape_slash)
        hash = hash.slice(*NAMES)
        hash[:enumerators] = given.jacinth_enumerators if given.respond_to?(:jacinth_enumerators)
        hash
      end

      # Returns to_h of a State. In json 2.10 to 2.18, to_h prints a deprecation warning for a
      # State with instance variables.
      def options_of(state)
        return state.to_h if state.instance_variables.empty?

        plain = state.dup
        added = plain.instance_variables.to_h { |name| [name[1..].to_sym, plain.remove_instance_variable(name)] }
        plain.to_h.merge(added)
      end

      # Returns the UnboundMethods to_json that the json gem gives to every object (one for
      # each core class before 3.0), without those that a program has replaced.
      def generic
        methods = state_class ? holders(json).map { |holder| holder.instance_method(:to_json) } : []
        methods.select! { |method| [nil, "common.rb"].include?(source_name(method)) }
        methods.freeze
      end

      # Returns the modules in which the json gem defines to_json: one in 3.x, one for each
      # core class in 2.x.
      def holders(json)
        parents = [json, (json.generator if json.respond_to?(:generator))].grep(Module)
        parents.select! { |parent| parent.const_defined?(:GeneratorMethods, false) }
        modules = parents.flat_map do |parent|
          methods = parent.const_get(:GeneratorMethods, false)
          [methods, *methods.constants.map { |name| methods.const_get(name) }].grep(Module)
        end
        modules.uniq.select { |holder| holder.method_defined?(:to_json, false) }
      end

      # Returns a State of the json gem with the options of state, except html_safe, which
      # is applied to the result of to_json. The gem does not have enumerators.
      def state(state)
        hash = state.to_h.except(*OURS)
        # json before 3.1; 3.0 refuses an option that it does not have
        hash.delete(:rfc8785) unless observed_state_class.method_defined?(:rfc8785=)
        # json before 2.7
        hash[:escape_slash] = hash[:script_safe] unless observed_state_class.method_defined?(:script_safe=)
        made = observed_state_class.new(hash)
        made.jacinth_enumerators = state.enumerators
        made
      end

      private

      # Returns the name of the file that defines the method, or nil for C.
      def source_name(method) = method.source_location&.then { |path, _| File.basename(path) }

      # Returns the json gem's module, or Jacinth if the gem was never loaded.
      def json = Jacinth.const_defined?(:REPLACED, false) ? REPLACED : ::JSON

      # Returns the json gem's State class if the gem is (or was) ::JSON, or nil.
      def state_class
        return if Object.autoload?(:JSON)

        json::State unless json.equal?(Jacinth)
      rescue NameError
        nil
      end

      def observed_state_class
        return OBSERVED_STATE if const_defined?(:OBSERVED_STATE, false) && OBSERVED_STATE.superclass.equal?(state_class)

        remove_const(:OBSERVED_STATE) if const_defined?(:OBSERVED_STATE, false)
        const_set(:OBSERVED_STATE, make_observed_state_class)
      end

      def make_observed_state_class
        Class.new(state_class) do
          include ObservedState

          setters = instance_methods.grep(/\w=\z/) | %i[configure merge []=]
          alias_method :jacinth_depth=, :depth= # does not report a change
          (setters & instance_methods).each do |name|
            define_method(name) do |*given|
              JsonGem.changed # the generator reads this flag without a method call
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
