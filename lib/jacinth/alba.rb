# frozen_string_literal: true

require "jacinth/json"
require "alba"

# The drop-in names constants as json does. json has no OnAlba, so this sets its name.
Jacinth.const_set(:OnAlba, Module.new) unless Jacinth.const_defined?(:OnAlba, false)
Jacinth.__send__(:_rename, Jacinth::OnAlba, "Jacinth::OnAlba")

module Jacinth
  # Loads the drop-in and compiles Alba's resources, which then write the same JSON without
  # building a Hash for each object. The guide is
  # https://github.com/jacinth-json/jacinth/blob/main/docs/serializers.md
  #
  #   require "jacinth/alba"
  #   class PointResource
  #     include Alba::Resource
  #     attributes :x, :y
  #   end
  #   Point = Struct.new(:x, :y)
  #   PointResource.new([Point.new(1, 2)]).serialize # => "[{\"x\":1,\"y\":2}]"
  #
  # Each class of resources is compiled to a Type and to Ruby code that reads the values,
  # after it has serialized some objects. Alba itself serializes a resource that uses an
  # unsupported feature: OnAlba.check lists the reasons.
  module OnAlba
    # True if this release of Alba is supported.
    KNOWN = Gem::Requirement.new(">= 3.11", "< 4.1.a").satisfied_by?(Gem::Version.new(::Alba::VERSION))
    private_constant :KNOWN

    class << self
      # Incremented when a class of resources, or a setting of Alba, changes.
      attr_reader :changes # :nodoc:

      # Lets Alba's resources be compiled; <tt>require "jacinth/alba"</tt> calls it.
      #
      #   Jacinth::OnAlba.install
      #   Jacinth::OnAlba.installed? # => true
      def install = @installed = KNOWN

      # Lets Alba serialize all resources by itself.
      #
      #   Jacinth::OnAlba.uninstall
      #   Jacinth::OnAlba.installed? # => false
      #   Jacinth::OnAlba.install
      def uninstall = @installed = false

      # True if resources are compiled.
      #
      #   Jacinth::OnAlba.installed? # => true
      def installed? = @installed

      # Notes that classes or settings changed.
      def changed = @changes += 1 # :nodoc:

      # Prints to +output+ how each class of resources is serialized: the compiled
      # attributes, those that Alba computes, or why Alba serializes the whole resource.
      # resources: classes; by default, all classes with a name that include
      # Alba::Resource. Returns false if Alba does all the work of a class. Raises
      # ArgumentError if an argument is not such a class, and TypeError if output is not
      # an IO.
      #
      #   require "stringio"
      #   class NameResource
      #     include Alba::Resource
      #     attributes :first, :last
      #     attribute(:full) { |name| "#{name.first} #{name.last}" }
      #   end
      #   output = StringIO.new
      #   Jacinth::OnAlba.check(NameResource, output: output) # => true
      #   output.string[/compiled.*/] # => "compiled: first, last; blocks: full"
      def check(*resources, output: $stdout)
        SerializerAdapter::Check.classes(resources, ::Alba::Resource, output).map do |klass|
          SerializerAdapter::Check.line(klass, self, "Alba", Plan.known(klass), output)
        end.all?
      end
    end

    @changes = 0
  end
end

require_relative "serializer"
require_relative "alba/original_methods"
require_relative "alba/nested"
require_relative "alba/reader"
require_relative "alba/plan"
require_relative "alba/hooks"
