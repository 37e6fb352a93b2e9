# frozen_string_literal: true

module Jacinth
  module OnJsonapiSerializer
    # Prepended to the class methods of serializers.
    module Records # :nodoc: all
      def record_hash(record, fieldset, includes_list, params = {})
        return super unless OnJsonapiSerializer.installed?

        code = jacinth_plan&.code(fieldset)
        code ? code.record(record, params, includes_list) : super
      end

      # Returns the plan of the serializer, or nil if it is frozen. Reads the variables of the
      # class, which takes less time than the gem's methods. The class itself is in the state,
      # because a copy of a class has the variable with the original's plan.
      def jacinth_plan
        state = [self, @record_type, @record_id, @meta_to_serialize, @attributes_to_serialize, @data_links,
                 @relationships_to_serialize, @attributes_to_serialize&.size, @data_links&.size,
                 @relationships_to_serialize&.size]
        plan = @jacinth_plan
        return plan if plan && Serializer::FUNCTIONS.same_objects?(plan.state, state)

        @jacinth_plan = Plan.new(self, state) unless frozen?
      end
    end

    # Prepended to the instance methods: finds the code once for all objects of a document.
    module Collections # :nodoc: all
      def hash_for_collection
        return super if @includes.present? || !OnJsonapiSerializer.installed?

        code = self.class.jacinth_plan&.ready(@fieldsets[self.class.record_type.to_sym]) or return super
        data = []
        @resource.each do |record| # rubocop:disable Style/MapIntoArray -- a resource can have no map
          data << code.record(record, @params, nil)
        end
        hash = { data: data }
        hash[:meta] = @meta if @meta.present?
        hash[:links] = @links if @links.present?
        hash
      end
    end

    # Prepended to the class methods, too: a serializer that changes is compiled again.
    module Declarations # :nodoc: all
      CALLS = %i[attributes attribute add_relationship link extend
                 singleton_method_added singleton_method_removed].freeze

      CALLS.each do |name|
        define_method(name) do |*arguments, **options, &block|
          super(*arguments, **options, &block)
        ensure
          @jacinth_plan = nil unless frozen?
        end
      end
    end
    private_constant :Records, :Collections, :Declarations

    if KNOWN
      ::FastJsonapi::SerializationCore::ClassMethods.prepend(Records)
      ::FastJsonapi::ObjectSerializer.prepend(Collections)
      ::FastJsonapi::ObjectSerializer::ClassMethods.prepend(Declarations)
    end
    install
  end
end
