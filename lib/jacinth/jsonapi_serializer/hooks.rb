# frozen_string_literal: true

module Jacinth
  module OnJsonapiSerializer
    # Prepended to the class methods of serializers.
    module Records # :nodoc: all
      def record_hash(record, fieldset, includes_list, params = {})
        code = jacinth_plan&.code(fieldset) if OnJsonapiSerializer.installed?
        code ? code.record(record, params, includes_list) : super
      end

      # Returns the plan of the serializer. Returns nil if the serializer is frozen, and in Ractors
      # other than the main one.
      def jacinth_plan
        plan = @jacinth_plan
        return plan if plan&.current?(self)
        return if frozen? || !Ractor.current.equal?(Ractor.main)

        singleton_class.prepend(Writers) unless singleton_class.include?(Writers)
        @jacinth_plan = Plan.new(self)
      rescue Ractor::IsolationError # only the main Ractor can read it
        nil
      end
    end

    # Prepended to the instance methods: finds the code once for all objects of a document.
    module Collections # :nodoc: all
      def hash_for_collection
        return super if @includes.present? || !OnJsonapiSerializer.installed?
        return super if SerializerAdapter::Plan.size(@resource).zero?

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

    # Returns a module with class methods of these names, which call super and discard the
    # plans: the serializer has changed, and is compiled again.
    def self.discarding(names)
      ::Module.new do
        names.each do |name|
          define_method(name) do |*arguments, **options, &block|
            super(*arguments, **options, &block)
          ensure
            OnJsonapiSerializer.discard(self)
          end
        end
      end
    end
    private_class_method :discarding

    # Discards the plans of a serializer and of the classes that inherit from it.
    def self.discard(serializer) # :nodoc:
      serializer.instance_variable_set(:@jacinth_plan, nil) unless serializer.frozen?
      return unless serializer.is_a?(::Class)

      ::Class.instance_method(:subclasses).bind_call(serializer).each { |subclass| discard(subclass) }
    end

    # Prepended to the class methods of serializers.
    Declarations = discarding(%i[attributes attribute add_relationship link extend
                                 singleton_method_added singleton_method_removed])
    # Prepended to the singleton class of a serializer, where the gem defines these writers.
    Writers = discarding(Plan::VARIABLES.map { |name| :"#{name}=" })
    private_constant :Records, :Collections, :Declarations, :Writers

    if KNOWN
      ::FastJsonapi::SerializationCore::ClassMethods.prepend(Records)
      ::FastJsonapi::ObjectSerializer.prepend(Collections)
      ::FastJsonapi::ObjectSerializer::ClassMethods.prepend(Declarations)
    end
    install
  end
end
