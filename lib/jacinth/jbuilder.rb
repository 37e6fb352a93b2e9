# frozen_string_literal: true

require "jacinth/json"
require "jbuilder"

# The drop-in renames only constants that json has, so OnJbuilder gets its name here.
Jacinth.const_set(:OnJbuilder, Module.new) unless Jacinth.const_defined?(:OnJbuilder, false)
Jacinth.__send__(:_rename, Jacinth::OnJbuilder, "Jacinth::OnJbuilder")

module Jacinth
  # Loads the drop-in and compiles the lists of attributes that jbuilder extracts, which
  # then write the same JSON in less time. The guide is
  # https://github.com/jacinth-json/jacinth/blob/main/docs/jbuilder.md
  #
  #   require "jacinth/jbuilder"
  #   Point = Struct.new(:x, :y)
  #   Jbuilder.encode { |json| json.array! [Point.new(1, 2)], :x, :y } # => "[{\"x\":1,\"y\":2}]"
  #
  # Each list of attributes is compiled to Ruby code after it has been extracted from some
  # objects. jbuilder itself extracts for a class of builders that overrides its methods:
  # OnJbuilder.check lists the reasons.
  module OnJbuilder
    # True if this release of jbuilder is supported.
    KNOWN = Gem::Requirement.new(">= 2.14", "< 2.16.a").satisfied_by?(Gem::Version.new(::Jbuilder::VERSION))
    # The methods of builders in the extension, or nil.
    EXTENSION = (BuilderMethods if Jacinth.const_defined?(:BuilderMethods, false))
    private_constant :KNOWN, :EXTENSION

    class << self
      # Incremented when the methods of a class of builders change, and by install and uninstall.
      attr_reader :changes # :nodoc:

      # Switches the adapter on; <tt>require "jacinth/jbuilder"</tt> calls it.
      #
      #   Jacinth::OnJbuilder.install
      #   Jacinth::OnJbuilder.installed? # => true
      def install = switch(KNOWN)

      # Lets jbuilder build all documents by itself.
      #
      #   Jacinth::OnJbuilder.uninstall
      #   Jacinth::OnJbuilder.installed? # => false
      #   Jacinth::OnJbuilder.install
      def uninstall = switch(false)

      # True if the adapter is on.
      #
      #   Jacinth::OnJbuilder.installed? # => true
      def installed? = @installed

      # Notes that methods of a class of builders changed.
      def changed # :nodoc:
        @changes += 1
        EXTENSION&.forget
      end

      # Prints to +output+ whether each class of builders uses compiled lists of
      # attributes, or why jbuilder extracts them. builders: classes; by default, Jbuilder
      # and all classes with a name that inherit from it. Returns true if all use them.
      # Raises ArgumentError if an argument is not such a class, and TypeError if output is
      # not an IO.
      #
      #   require "stringio"
      #   class LoudBuilder < Jbuilder
      #     def _key(key) = key.to_s.upcase
      #   end
      #   output = StringIO.new
      #   Jacinth::OnJbuilder.check(LoudBuilder, output: output) # => false
      #   output.string[/by.*/] # => "by jbuilder: _key is overridden"
      def check(*builders, output: $stdout)
        classes = SerializerAdapter::Check.classes(builders, ::Jbuilder, output)
        classes.unshift(::Jbuilder) if builders.empty?
        classes.map do |klass|
          SerializerAdapter::Check.verdict(klass, self, "jbuilder", OriginalMethods.refusal(klass), output) do
            { read: ["lists of attributes"] }
          end
        end.all?
      end

      private

      def switch(on)
        define_methods if on && @installed == false # nil: they are defined, while the adapter is loaded
        remove_methods if !on && @installed
        @installed = on
        changed
        on
      end
    end

    @changes = 0
  end
end

require_relative "serializer"
require_relative "jbuilder/original_methods"
require_relative "jbuilder/attribute_list"
require_relative "jbuilder/hooks"
