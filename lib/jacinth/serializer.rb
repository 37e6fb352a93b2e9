# frozen_string_literal: true

require_relative "type/row"

module Jacinth
  # The parts that the adapters of serializers share.
  module SerializerAdapter # :nodoc:
    # The methods of a class that Ruby or a program calls to change its methods.
    CHANGES = %i[method_added method_removed method_undefined include prepend].freeze

    KERNEL_CLASS = ::Kernel.instance_method(:class)
    private_constant :KERNEL_CLASS

    # Functions of the extension, or simpler ones without it:
    # - own_public_send?(object) is true if the object does not have Ruby's public_send. The
    #   simpler one is true only for a BasicObject.
    # - class_of(object) is the object's singleton class or, without one, its class. The simpler
    #   one is always its class.
    # - same_objects?(one, other) is true if two Arrays contain the same objects. The simpler one
    #   is also true for equal objects.
    FUNCTIONS = (BuilderMethods if Jacinth.const_defined?(:BuilderMethods, false)) || ::Module.new do
      def self.own_public_send?(object) = !(::Object === object) # rubocop:disable Style/CaseEquality -- a BasicObject
      def self.class_of(object) = KERNEL_CLASS.bind_call(object)
      def self.same_objects?(one, other) = one.eql?(other)
    end

    # Returns a module to prepend, with methods of these names. Each calls super and then
    # adapter.changed, even after an error.
    def self.reporter(adapter, names = CHANGES)
      ::Module.new do
        names.each do |name|
          define_method(name) do |*arguments|
            super(*arguments)
          ensure
            adapter.changed
          end
        end
      end
    end

    # Decides whether a class of the serializer, or a view of it, is compiled. The compiled form is
    # a copy of the plan, in which the code does not change while it writes a document.
    class Plan # :nodoc:
      # A class is compiled after it has serialized this number of objects. A class that is
      # made for one document, as Alba.serialize does with a block, is not worth it.
      OBJECTS = 20
      # A collection that is large enough to compile its class at once.
      ENOUGH = ::Array.new(OBJECTS).freeze
      # The number of documents that the serializer writes by itself after an error.
      PAUSE = 1000
      ROWS = Type.const_get(:Row).rows
      DOCUMENT = Type.hash(ROWS)
      private_constant :PAUSE, :ROWS, :DOCUMENT

      # The number of objects that an object or a collection counts as.
      def self.size(object)
        case object # a BasicObject has no instance_of?
        when ::Array then object.instance_of?(::Array) ? object.size : 1
        else 1
        end
      end

      # The names of the members, by how they are read. The keys are those of Check::LABELS.
      attr_reader :kinds

      # adapter: the module that counts the changes of classes.
      def initialize(klass, adapter)
        @klass = klass
        @adapter = adapter
        @plan = self
        @objects = 0
        @pause = 0
        # Ruby finds variables faster if all exist from the start.
        @changes = @compiled = @state = @refusal = @error = nil
      end

      # Returns the reason why the serializer itself writes the objects, or nil.
      def refusal
        @refusal || ("an error occurred: #{@error}; compiled again after #{@pause} documents" if paused?)
      end

      # True if the serializer writes the next documents because of an error.
      def paused? = @pause.positive?

      # True if this is the plan of the class: a copy of a class has the original's variables.
      def for?(klass) = @klass.equal?(klass)

      # Returns the JSON text of rows, or of a Hash that contains them; nil if JSON cannot
      # express a value.
      def text(value)
        (value.instance_of?(::Hash) ? DOCUMENT : ROWS).dump(value)
      rescue GeneratorError, NestingError => e
        raise unless Jacinth.__send__(:_take_error, e, value)

        @plan.failed(e)
      end

      protected

      # Counts an object or collection. From OBJECTS on, compiles the class, again only if
      # state_now has changed. If compiling raises, the serializer writes the objects, and
      # raises its own error.
      def decide(object)
        @pause -= 1 if paused?
        @objects += Plan.size(object)
        return if paused? || @objects < OBJECTS

        changes = @adapter.changes
        compiled = dup
        state = compiled.state_now
        unless @state == state
          @refusal = compiled.make
          @compiled = (compiled unless @refusal)
        end
        @state = state
        @changes = changes
      rescue ::StandardError => e
        @compiled = @state = nil
        @refusal = "it cannot be compiled: #{first_line(e)}"
        @changes = changes
      end

      # Lets the serializer write the next documents, which would probably fail, too. Returns
      # nil.
      def failed(error)
        @error = first_line(error)
        @pause = PAUSE
        @changes = nil
      end

      private

      # The copy does not keep earlier copies alive.
      def initialize_copy(_plan)
        @compiled = @state = nil
      end

      # Returns the first line of the error's message, or the error's class: a program's message
      # can raise an error, and can return any object.
      def first_line(error)
        error.message.lines("\n", chomp: true).first.to_s
      rescue ::StandardError
        error.class.to_s
      end
    end

    # The Ruby code that reads the values of an object: a module with the methods row (for
    # any object) and hash_row (for a Hash), which return a row.
    class Reader # :nodoc:
      PLAIN_NAME = /\A[a-z_][A-Za-z0-9_]*[?!]?\z/

      attr_reader :kinds, :code

      # public_send: true for the code that calls public_send for each value.
      def initialize(public_send: false)
        @public_send = public_send
        @kinds = ::Hash.new { |kinds, kind| kinds[kind] = [] }
        @code = ::Module.new
        @count = 0
      end

      private

      # Returns the code that calls a public method of the object o. The code is in a module,
      # so a direct call would also call a protected method of Object.
      def public_call(name)
        plain = !@public_send && plain_name?(name) && !::Module.protected_method_defined?(name)
        plain ? "o.#{name}" : public_send_call(name)
      end

      # True if the name can follow a dot in the code.
      def plain_name?(name) = name.to_s.ascii_only? && PLAIN_NAME.match?(name)

      # Returns the code of a Symbol or String. The code is in UTF-8, so a text in another encoding
      # is a constant.
      def literal(name) = name.to_s.ascii_only? ? name.inspect : constant(name)

      def public_send_call(name) = "o.public_send(#{constant(name)})"

      # Returns the name of a constant of the module that has this value.
      def constant(value) = constant_named("C#{@count += 1}", value)

      def constant_named(name, value)
        @code.const_set(name, value)
        name
      end
    end

    # The report of the method check of each adapter.
    module Check # :nodoc:
      LABELS = { read: "compiled", associations: "associations", blocks: "blocks", methods: "methods",
                 nested: "nested attributes", conditions: "conditions", original: nil }.freeze

      module_function

      # Returns the given classes; if there are none, all classes with a name that inherit
      # from a class or include a module. output: the IO of the report.
      def classes(given, parent, output)
        raise TypeError, "expected an IO, got #{PathText.inspected(output)}" unless output.respond_to?(:puts)

        if given.empty?
          return ObjectSpace.each_object(::Class).select { |klass| klass < parent && klass.name }.sort_by(&:name)
        end

        given.each do |klass|
          next if klass.is_a?(::Class) && klass <= parent

          relation = parent.is_a?(::Class) ? "inherits from" : "includes"
          raise ArgumentError, "expected a class that #{relation} #{PathText.shown(parent)}, " \
                               "got #{PathText.inspected(klass)}"
        end
      end

      # Prints a line to output, and returns true unless the serializer does all the work.
      # adapter: the module of the serializer's adapter; serializer: its name. refusal: why
      # nothing is compiled, or nil. The block returns the names of the members, by how they
      # are read. none: the text if there are none.
      def verdict(title, adapter, serializer, refusal, output, none: "nothing to compile")
        refusal ||= "the adapter is not installed" unless adapter.installed?
        kinds = yield unless refusal
        output.puts "#{title}: #{refusal ? "by #{serializer}: #{refusal}" : parts(kinds, serializer, none)}"
        !refusal && kinds.keys != [:original]
      end

      # The same for a plan; known: the plan, also if it cannot be used.
      def line(title, adapter, serializer, known, output)
        plan = known.compile(Plan::ENOUGH) unless known.nil? || known.paused? # it would count a document
        refusal = known ? known.refusal : "the class is frozen" unless plan
        verdict(title, adapter, serializer, refusal, output) { plan.kinds }
      end

      def parts(kinds, serializer, none)
        parts = LABELS.filter_map do |kind, label|
          "#{label || "by #{serializer}"}: #{kinds[kind].join(", ")}" if kinds.key?(kind)
        end
        parts.empty? ? none : parts.join("; ")
      end
    end
  end
  private_constant :SerializerAdapter
end
