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

    # Prepended, too: a serializer that changes is compiled again.
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
    private_constant :Records, :Declarations

    if KNOWN
      ::FastJsonapi::SerializationCore::ClassMethods.prepend(Records)
      ::FastJsonapi::ObjectSerializer::ClassMethods.prepend(Declarations)
    end
    install
  end
end
