# frozen_string_literal: true

module Jacinth
  module OnJsonapiSerializer
    # Prepended to the class methods of serializers.
    module Records # :nodoc: all
      def record_hash(record, fieldset, includes_list, params = {})
        return super unless OnJsonapiSerializer.installed?

        code = Plan.of(self)&.code(fieldset)
        code ? code.record(record, params, includes_list) : super
      end
    end

    # Prepended to the instance methods: finds the code once for all objects of a document.
    module Collections # :nodoc: all
      def hash_for_collection
        return super if @includes.present? || !OnJsonapiSerializer.installed?

        code = Plan.of(self.class)&.ready(@fieldsets[self.class.record_type.to_sym]) or return super
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
