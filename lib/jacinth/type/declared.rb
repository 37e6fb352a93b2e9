# frozen_string_literal: true

module Jacinth
  class Type
    using Inside

    class << self
      # :call-seq: data(parent = nil, **members) { ... } -> class
      #
      # Returns a new Data class (a Struct before Ruby 3.2) with these members, which has
      # the class methods +load+, +dump+ and so on of Type::Declared. Such a class is the
      # short form of its type. The block is the body of the class. parent: a class of this kind,
      # or a subclass of one, the members and rules of which come first. The new class is not a
      # subclass of it. It has the methods of its block, which is evaluated again, but not those that
      # are defined elsewhere, as in the body of such a subclass. Raises ArgumentError as Type.of does,
      # and without members.
      #
      #   User = Jacinth::Type.data(id: Integer, tags: Jacinth::Type.member([String], default: [])) do
      #     def tagged? = !tags.empty?
      #   end
      #   user = User.load('{"id": 1}')
      #   user.tagged?    # => false
      #   User.dump(user) # => "{\"id\":1,\"tags\":[]}"
      #   Admin = Jacinth::Type.data(User, level: Integer)
      #   admin = Admin.load('{"id": 1, "level": 2}')
      #   [admin.level, admin.tagged?] # => [2, false]
      def data(parent = nil, **members, &block)
        unless parent.nil? || parent.is_a?(Declared::ClassMethods)
          raise ArgumentError, "expected a class that Type.data made, got #{PathText.inspected(parent)}"
        end

        members = { **parent.json_members, **members } if parent
        unless members.any? && members.keys.all?(::Symbol)
          raise ArgumentError, "expected members with Symbols as names, got #{PathText.inspected(members.keys)}"
        end

        rules = parent ? parent.json_rules : {}
        klass = defined?(::Data.define) ? ::Data.define(*members.keys) : ::Struct.new(*members.keys, keyword_init: true)
        klass.include(Declared)
        klass.json_members(members)
        klass.json_rules(**rules)
        bodies = [*(bodies_of(parent) if parent), *block].freeze
        klass = with_bodies(klass, bodies)
        klass.instance_variable_set(:@json_bodies, bodies)
        klass.json_type
        klass
      end

      private

      # The blocks of a class that Type.data made, or of the nearest superclass that it made.
      def bodies_of(klass)
        klass = klass.superclass until klass.nil? || klass.instance_variable_defined?(:@json_bodies)
        klass&.instance_variable_get(:@json_bodies)
      end

      # Each body but the first has a class of its own, so that its methods can call those of the
      # parent with super.
      def with_bodies(klass, bodies)
        bodies.each_with_index do |body, i|
          klass = ::Class.new(klass) if i > 0
          klass.class_eval(&body)
        end
        klass
      end
    end

    # For a class whose objects are read from JSON and written as JSON: its members are
    # declared in the class itself. Type.data makes such a class.
    #
    #   class Song
    #     include Jacinth::Type::Declared
    #     json_members title: String, seconds: Integer
    #     attr_reader :title
    #   end
    #   song = Song.load('{"title": "One", "seconds": 60}')
    #   song.title      # => "One"
    #   Song.dump(song) # => "{\"title\":\"One\",\"seconds\":60}"
    #   Jacinth::Type[[Song]].load("[]") # => []
    module Declared
      def self.included(klass) # :nodoc:
        super
        klass.extend(ClassMethods)
      end
      private_class_method :included

      # The options of generate that Type#dump takes.
      WRITTEN = %i[indent space space_before object_nl array_nl ascii_only script_safe html_safe allow_nan max_nesting
                   depth allow_duplicate_key].freeze
      private_constant :WRITTEN

      # Returns this object as JSON text, for Jacinth.generate. opts: a Hash of its options,
      # or a State; those that Type#dump does not take have no effect. Raises GeneratorError
      # for a value that does not fit its type.
      #
      #   Point = Jacinth::Type.data(x: Integer)
      #   Jacinth.generate([Point.load('{"x": 1}')]) # => "[{\"x\":1}]"
      def to_json(opts = nil, *)
        type = self.class.json_type
        type.__send__(:_dump_by, self, opts) || type.dump(self, **opts.to_h.slice(*WRITTEN))
      end

      # The methods of a class that includes Declared. A subclass has the members and rules
      # of its superclass, and can add others.
      module ClassMethods
        # Adds members, and returns all of them: a Hash from the name of each member to its
        # type, as Type.of takes it. more: a Hash of further members. Raises ArgumentError if
        # the type of this class or of a subclass is already a part of another type.
        #
        #   class Shape
        #     include Jacinth::Type::Declared
        #     json_members name: String
        #   end
        #   class Disc < Shape
        #     json_members radius: Float
        #   end
        #   Disc.json_members.keys # => [:name, :radius]
        def json_members(more = nil, **members)
          given = { **more.to_h, **members }
          # An abstract subclass of Struct or Data has no members that Ruby stores.
          ObjectSpec.check_members(self, given.keys) if given.any? && respond_to?(:members) && ObjectSpec.record?(self)
          change { @json_members = { **@json_members.to_h, **given } } if given.any?
          superclass.is_a?(ClassMethods) ? { **superclass.json_members, **@json_members.to_h } : @json_members.to_h.dup
        end

        # Adds rules, those of Type#with, and returns all of them. Raises ArgumentError as
        # json_members does.
        #
        #   Strict = Jacinth::Type.data(first_name: String) { json_rules rename: :camel, unknown: :raise }
        #   Strict.json_rules # => {rename: :camel, unknown: :raise}
        #   Strict.load('{"firstName": "A"}').first_name # => "A"
        def json_rules(**rules)
          change { @json_rules = { **@json_rules.to_h, **rules } } if rules.any?
          superclass.is_a?(ClassMethods) ? { **superclass.json_rules, **@json_rules.to_h } : @json_rules.to_h.dup
        end

        # Returns the Type. The first call builds it and must run in the main Ractor; Type.data
        # builds it immediately. Members can be of the class itself, as in <tt>[Node]</tt> and
        # <tt>Type.optional(Node)</tt>.
        # Raises ArgumentError as Type.of and Type#with do.
        #
        #   Point = Jacinth::Type.data(x: Integer)
        #   Point.json_type.load('{"x": 1}').x # => 1
        def json_type
          @json_type || find_type
        end

        # The same as Type#load.
        #
        #   Jacinth::Type.data(x: Integer).load('{"x": 1}').x # => 1
        def load(source, **options) = json_type.load(source, **options)

        # The same as Type#load_file.
        #
        #   File.write("example.json", '{"x": 1}')
        #   Jacinth::Type.data(x: Integer).load_file("example.json").x # => 1
        def load_file(path, **options) = json_type.load_file(path, **options)

        # The same as Type#convert.
        #
        #   Jacinth::Type.data(x: Integer).convert({ "x" => 1 }).x # => 1
        def convert(object, **options) = json_type.convert(object, **options)

        # The same as Type#dump.
        #
        #   point = Jacinth::Type.data(x: Integer)
        #   point.dump(point.load('{"x": 1}')) # => "{\"x\":1}"
        def dump(object, ...) = json_type.dump(object, ...)

        # The same as Type#to_plain.
        #
        #   point = Jacinth::Type.data(x: Integer)
        #   point.to_plain(point.load('{"x": 1}')) # => {"x" => 1}
        def to_plain(object, **options) = json_type.to_plain(object, **options)

        # The same as Type#json_schema.
        #
        #   Jacinth::Type.data(x: Integer).json_schema["required"] # => ["x"]
        def json_schema = json_type.json_schema

        private

        def find_type # :nodoc:
          building = Thread.current[:jacinth_declared] ||= {}.compare_by_identity
          return building[self] if building.key?(self)

          type = build_type(building)
          # Another thread can have built the type, too. If another class refers to this one and
          # cannot be built, this type stays incomplete.
          @json_type ||= type if building.empty? && !frozen?
          @json_type || type
        end

        # Returns the type for another type, which does not follow later changes of this class. If it
        # has no members yet, that is a reference, which leads to them when the other type is used.
        def json_part # :nodoc:
          return json_final unless @json_type.nil? && !frozen? && json_members.empty?

          spec = { label: "Object", args: [], kinds: [:object], declared: self }
          @json_reference = Type.__send__(:build, :ref, spec) if @json_reference.nil?
          @json_reference
        end

        # Returns the type, after which the class cannot change.
        def json_final # :nodoc:
          type = json_type
          @json_part ||= type.leads_to._kind != :ref if !frozen? && Ractor.current.equal?(Ractor.main)
          type
        end

        # building: the classes whose types are being built => references to their types.
        def build_type(building) # :nodoc:
          Type.recursive do |reference|
            building[self] = reference
            type = Type.of(self, json_members)
            json_rules.empty? ? type : type.with(**json_rules)
          end
        ensure
          building.delete(self)
        end

        # Yields to change what is declared.
        def change # :nodoc:
          fixed = fixed_class
          if fixed
            name = equal?(fixed) ? to_s : "#{fixed}, which inherits from #{self},"
            reason = fixed.frozen? ? "is frozen and has its type" : "is already a part of another type"
            raise ArgumentError, "#{name} #{reason}, which would not change: declare all members first"
          end
          yield
          forget_type
        end

        # Returns this class or the subclass whose type cannot follow a change of this class. nil if there is none.
        def fixed_class # :nodoc:
          return self if @json_part || (frozen? && @json_type)

          subclasses.each do |klass|
            fixed = klass.__send__(:fixed_class)
            return fixed if fixed
          end
          nil
        end

        def forget_type # :nodoc:
          @json_type = nil
          subclasses.each { |klass| klass.__send__(:forget_type) unless klass.frozen? }
        end
      end
    end
  end
end
