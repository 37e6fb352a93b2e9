# frozen_string_literal: true

module Jacinth
  # Declares the parameters of methods that are written in C.
  #
  # Without this, Jacinth.method(:parse) would show <tt>parse(*)</tt>. A Ruby method around
  # each C method would make a small document take a fifth longer (decision 0071).
  # Therefore the modules below declare the parameters, and the Methods and UnboundMethods
  # that Jacinth and its classes return show them.
  #
  #   Jacinth.method(:at).parameters # => [[:req, :text], [:req, :pointer], [:opt, :default], [:keyrest, :options]]
  module MethodSignatures # :nodoc:
    # Functions of Jacinth.
    module Functions # :nodoc:
      def at(text, pointer, default = nil, **options); end
      def dump(obj, io = nil, limit = nil, opts = nil); end
      def generate(obj, opts = nil); end
      def load(source, proc = nil, allow_blank: true, **options); end
      def parse(source, **options); end
      def parse!(source, **options); end
      def pretty_generate(obj, opts = nil); end
      def valid?(text, **options); end
    end

    module CoderMethods # :nodoc:
      def dump(object, io = nil); end
      def generate(object, io = nil); end
      def load(source); end
      def parse(source); end
    end

    module StateMethods # :nodoc:
      def generate(obj, io = nil); end
    end

    module StateFunctions # :nodoc:
      def from_state(opts); end
      def generate(obj, opts, io); end
    end

    module ParserFunctions # :nodoc:
      def parse(source, options); end
    end

    module ConfigMethods # :nodoc:
      def initialize(options = nil); end
      def parse(source); end
    end

    module ResumableParserMethods # :nodoc:
      def initialize(options = nil); end
      def <<(chunk); end
      def complete?(pointer); end
      def partial_value(strings: false, numbers: false, reuse: false); end
    end

    module DocumentMethods # :nodoc:
      def [](key, length = nil); end
      def at(pointer); end
      def dig(key, *keys); end
      def exist?(pointer); end
      def values_at(*pointers); end
    end

    module TypeMethods # :nodoc:
      def dump(object, io = nil, **options); end
      def load(source, errors: :first, **options); end
    end

    module WriterMethods # :nodoc:
      def <<(object); end
      def []=(key, object); end
      def array(key = nil); end
      def key(key); end
      def object(key = nil); end
      def pair(key, object); end
      def raw(text, validate: true, **unknown); end
      def value(object); end
    end

    # The parameter of attribute writers.
    module Setter # :nodoc:
      def set(value); end
    end

    # A Method, or UnboundMethod, that shows the parameters of another.
    module Named # :nodoc:
      def parameters = @declared.parameters
      def inspect = super.sub(/\([^()]*\)>\z/, "#{@declared.inspect[/\([^()]*\)/]}>")
      alias to_s inspect

      # Ruby compares the singleton classes of Methods, too, and each Method here has its own. The
      # hash is that of the receiver and the function.
      def ==(other)
        case other
        when ::Method, ::UnboundMethod then [hash, name, owner] == [other.hash, other.name, other.owner]
        else false
        end
      end
      alias eql? ==

      def unbind = MethodSignatures.show(super, @declared)
    end

    # Replaces the methods of Object that return Methods, for a module or for the objects
    # of a class.
    module MethodLookup # :nodoc:
      def method(name) = MethodSignatures.declare(super)
      def public_method(name) = MethodSignatures.declare(super)
      def singleton_method(name) = MethodSignatures.declare(super)
    end

    # The same for a class and the methods of its objects.
    module InstanceMethodLookup # :nodoc:
      def instance_method(name) = MethodSignatures.declare(super)
      def public_instance_method(name) = MethodSignatures.declare(super)
    end

    # The declarations by the owner of a method: a class, or the singleton class of a
    # module. The drop-in renames some of them.
    DECLARED = Ractor.make_shareable({
      Jacinth.singleton_class => Functions, Coder => CoderMethods,
      State => StateMethods, State.singleton_class => StateFunctions,
      Parser.singleton_class => ParserFunctions, Parser::Config => ConfigMethods,
      ResumableParser => ResumableParserMethods, Document => DocumentMethods, Writer => WriterMethods
    }.compare_by_identity)
    TYPE = "Jacinth::Type" # the class is loaded later

    class << self
      # Makes the methods of a class and of its objects show their declarations.
      def of(type)
        type.include(MethodLookup)
        type.extend(MethodLookup, InstanceMethodLookup)
      end

      # Returns the method with its declared parameters, or unchanged if it has none.
      def declare(method)
        return method if method.source_location || !(declared = declared_for(method))

        show(method, declared)
      end

      def show(method, declared)
        method.instance_variable_set(:@declared, declared)
        method.extend(Named)
      end

      private

      def declared_for(method)
        owner = method.owner
        from = DECLARED.fetch(owner) { TypeMethods if owner.inspect == TYPE } or return
        name = method.name
        return from.instance_method(name) if from.method_defined?(name) || from.private_method_defined?(name)

        Setter.instance_method(:set) if name.end_with?("=") && method.arity == 1
      end
    end

    Jacinth.singleton_class.include(MethodLookup)
    [Coder, State, Parser, Parser::Config, ResumableParser, Document, Writer].each { |type| of(type) }
  end
  private_constant :MethodSignatures
end
