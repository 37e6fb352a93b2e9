# frozen_string_literal: true

require "jacinth/json"
require "blueprinter"
require "blueprinter/version"
require "blueprinter/configuration"

# The drop-in names constants as json does. json has no OnBlueprinter, so this sets its name.
Jacinth.const_set(:OnBlueprinter, Module.new) unless Jacinth.const_defined?(:OnBlueprinter, false)
Jacinth.__send__(:_rename, Jacinth::OnBlueprinter, "Jacinth::OnBlueprinter")

module Jacinth
  # Loads the drop-in and compiles blueprints, which then render the same JSON without
  # building a Hash for each object. The guide is
  # https://github.com/jacinth-json/jacinth/blob/main/docs/serializers.md
  #
  #   require "jacinth/blueprinter"
  #   class PointBlueprint < Blueprinter::Base
  #     fields :x, :y
  #   end
  #   Point = Struct.new(:x, :y)
  #   PointBlueprint.render([Point.new(1, 2)]) # => "[{\"x\":1,\"y\":2}]"
  #
  # Each view of a blueprint is compiled to a Type and to Ruby code that reads the values,
  # after it has rendered some objects. Blueprinter itself renders a view that uses an
  # unsupported feature: OnBlueprinter.check lists the reasons.
  module OnBlueprinter
    # True if this release of Blueprinter is supported.
    KNOWN = Gem::Requirement.new(">= 1.3", "< 1.4.a").satisfied_by?(Gem::Version.new(::Blueprinter::VERSION))
    private_constant :KNOWN

    class << self
      # Incremented when the methods of a blueprint change.
      attr_reader :changes # :nodoc:

      # Lets blueprints be compiled; <tt>require "jacinth/blueprinter"</tt> calls it.
      #
      #   Jacinth::OnBlueprinter.install
      #   Jacinth::OnBlueprinter.installed? # => true
      def install = @installed = KNOWN

      # Lets Blueprinter render all blueprints by itself.
      #
      #   Jacinth::OnBlueprinter.uninstall
      #   Jacinth::OnBlueprinter.installed? # => false
      #   Jacinth::OnBlueprinter.install
      def uninstall = @installed = false

      # True if blueprints are compiled.
      #
      #   Jacinth::OnBlueprinter.installed? # => true
      def installed? = @installed

      # Notes that methods of a blueprint changed.
      def changed = @changes += 1 # :nodoc:

      # Prints to +output+ how each view of each blueprint is rendered: the compiled fields,
      # those that Blueprinter extracts, or why Blueprinter renders the whole view.
      # blueprints: classes; by default, all blueprints with a name. Returns false if
      # Blueprinter does all the work of a view. Raises ArgumentError if an argument is not
      # a blueprint, and TypeError if output is not an IO.
      #
      #   require "stringio"
      #   class NameBlueprint < Blueprinter::Base
      #     fields :first, :last
      #     field(:full) { |name| "#{name.first} #{name.last}" }
      #   end
      #   output = StringIO.new
      #   Jacinth::OnBlueprinter.check(NameBlueprint, output: output) # => true
      #   output.string[/default.*/] # => "default: compiled: first, last; blocks: full"
      def check(*blueprints, output: $stdout)
        SerializerAdapter::Check.classes(blueprints, ::Blueprinter::Base, output).flat_map do |klass|
          (klass.view_collection.views.keys - [:identifier]).map do |view|
            SerializerAdapter::Check.line("#{klass}, #{view}", self, "Blueprinter", Plan.known(klass, view), output)
          end
        end.all?
      end
    end

    @changes = 0
  end
end

require_relative "serializer"
require_relative "blueprinter/original_methods"
require_relative "blueprinter/nested"
require_relative "blueprinter/reader"
require_relative "blueprinter/plan"
require_relative "blueprinter/hooks"
