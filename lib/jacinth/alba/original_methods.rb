# frozen_string_literal: true

module Jacinth
  module OnAlba
    # Finds out if a class of resources uses Alba's own methods, whose rules are known.
    module OriginalMethods # :nodoc: all
      INSTANCE = ::Alba::Resource::InstanceMethods
      # Called by the compiled code, or replaced by it.
      NAMES = %i[
        initialize object params serialize as_json serializable_hash to_h serialize_with hash_from_traits
        serializable_hash_for_collection attributes_to_hash set_key_and_attribute_body_from do_select select
        handle_error transform_key fetch_attribute _fetch_attribute_from_object_first
        _fetch_attribute_from_resource_first nil_handler yield_if_within check_within hash_with_metadata
      ].freeze
      # The methods that find the root key.
      ROOT_KEY_METHODS = %i[fetch_key _key _key_for_collection transforming_root_key?].freeze
      METHODS = [*NAMES, *ROOT_KEY_METHODS.select { |name| INSTANCE.private_method_defined?(name) }]
                .to_h { |name| [name, INSTANCE.instance_method(name)] }.freeze
      FETCH = :fetch_attribute_from_object_and_resource
      FETCHES = { resource: FETCH, also_resource: :_fetch_attribute_from_resource_first,
                  object: :_fetch_attribute_from_object_first }
                .transform_values { |name| INSTANCE.instance_method(name).source_location }.freeze
      FOLDER = File.dirname(INSTANCE.instance_method(:serialize).source_location.first)

      class << self
        # Returns the name of a method that the class overrides, or nil.
        def overridden(klass)
          NAMES.find { |name| !original?(klass, name) } || (:encode unless default_encoder?(klass))
        end

        # True if Alba's own methods find the root key.
        def original_root_key?(klass) = ROOT_KEY_METHODS.all? { |name| METHODS.key?(name) && original?(klass, name) }

        # The receiver of the first call, object or resource: :object, :resource, or nil for a
        # method of the program.
        def fetch_order(klass)
          location = klass.instance_method(FETCH).source_location
          order, = FETCHES.find { |_, known| known == location }
          order == :object ? :object : (:resource if order)
        end

        # True if Alba defines the method. A method that is made of a Symbol has no location.
        def alba?(method) = method.source_location&.first.to_s.start_with?(FOLDER)

        private

        def original?(klass, name)
          method = klass.instance_method(name)
          method = method.super_method if method.owner.equal?(Serialization)
          method.owner.equal?(INSTANCE) && method.source_location == METHODS[name].source_location
        end

        # True if the class was given JSON.generate as its encoder.
        def default_encoder?(klass)
          klass.instance_method(:encode).source_location == ::Alba.__send__(:default_encoder).source_location &&
            alba?(klass.instance_method(:_setup))
        end
      end
    end
    private_constant :OriginalMethods
  end
end
