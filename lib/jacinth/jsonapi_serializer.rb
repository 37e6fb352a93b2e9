# frozen_string_literal: true

require "jacinth/json"
require "active_support" # the gem needs these, and does not require them
require "active_support/core_ext/object/blank"
require "active_support/core_ext/object/try"
require "jsonapi/serializer"
require "jsonapi/serializer/version"

# The drop-in renames only constants that json has, so OnJsonapiSerializer gets its name here.
Jacinth.const_set(:OnJsonapiSerializer, Module.new) unless Jacinth.const_defined?(:OnJsonapiSerializer, false)
Jacinth.__send__(:_rename, Jacinth::OnJsonapiSerializer, "Jacinth::OnJsonapiSerializer")

module Jacinth
  # Loads the drop-in and compiles the serializers of the gem jsonapi-serializer, whose
  # serializable_hash then returns the same Hash in less time. The guide is
  # https://github.com/jacinth-json/jacinth/blob/main/docs/jsonapi-serializer.md
  #
  #   require "jacinth/jsonapi_serializer"
  #   class PointSerializer
  #     include JSONAPI::Serializer
  #     set_id :x
  #     attributes :x, :y
  #   end
  #   Point = Struct.new(:x, :y)
  #   PointSerializer.new([Point.new(1, 2)]).serializable_hash.to_json
  #   # => "{\"data\":[{\"id\":\"1\",\"type\":\"point\",\"attributes\":{\"x\":1,\"y\":2}}]}"
  #
  # Each serializer is compiled to Ruby code after it has serialized some objects. The gem's
  # own code runs for a serializer that has a cache store or overrides the gem's class
  # methods: OnJsonapiSerializer.check prints the reason.
  module OnJsonapiSerializer
    # True if this release of jsonapi-serializer is supported.
    KNOWN = Gem::Requirement.new("~> 2.2.0").satisfied_by?(Gem::Version.new(::JSONAPI::Serializer::VERSION))
    private_constant :KNOWN

    class << self
      # Lets serializers be compiled; <tt>require "jacinth/jsonapi_serializer"</tt> calls it.
      #
      #   Jacinth::OnJsonapiSerializer.install
      #   Jacinth::OnJsonapiSerializer.installed? # => true
      def install = @installed = KNOWN

      # Lets jsonapi-serializer serialize all objects by itself.
      #
      #   Jacinth::OnJsonapiSerializer.uninstall
      #   Jacinth::OnJsonapiSerializer.installed? # => false
      #   Jacinth::OnJsonapiSerializer.install
      def uninstall = @installed = false

      # True if serializers are compiled.
      #
      #   Jacinth::OnJsonapiSerializer.installed? # => true
      def installed? = @installed

      # Prints to +output+ what is compiled of each serializer, or why the gem itself
      # serializes. serializers: classes; by default, all classes with a name that include
      # JSONAPI::Serializer. Returns false if the gem does all the work of a class. Raises
      # ArgumentError if an argument is not such a class, and TypeError if output is not
      # an IO.
      #
      #   require "stringio"
      #   class NameSerializer
      #     include JSONAPI::Serializer
      #     attributes :first, :last
      #     attribute(:full) { |name| "#{name.first} #{name.last}" }
      #   end
      #   output = StringIO.new
      #   Jacinth::OnJsonapiSerializer.check(NameSerializer, output: output) # => true
      #   output.string[/compiled.*/] # => "compiled: id, type, first, last; blocks: full"
      def check(*serializers, output: $stdout)
        always = { read: %i[id type] }
        SerializerAdapter::Check.classes(serializers, ::FastJsonapi::ObjectSerializer, output).map do |klass|
          SerializerAdapter::Check.verdict(klass, self, "jsonapi-serializer", Plan.new(klass).refusal, output) do
            always.merge(Code.new(klass, nil).kinds) { |_, first, second| first + second }
          end
        end.all?
      end
    end
  end
end

require_relative "serializer"
require_relative "jsonapi_serializer/code"
require_relative "jsonapi_serializer/plan"
require_relative "jsonapi_serializer/hooks"
