# frozen_string_literal: true

require_relative "examples"
require_relative "odd_objects"

# Tests and assertions for the serializers' adapters. A test that includes them has `adapter`, its module;
# `library`, the name of the serializer; `parent`, the class or module of its classes; and `sample`, which makes such
# a class.
module SerializerTests
  # Returns the result of check and its report, without the name of the class.
  def report(klass)
    output = StringIO.new
    [adapter.check(klass, output: output), output.string.sub(/\A\S+ /, "").chomp]
  end

  def test_check_refuses_other_objects
    relation = parent.is_a?(Class) ? "inherits from" : "includes"
    [String, 5, Comparable, *(parent unless parent.is_a?(Class))].each do |other|
      error = assert_raises(ArgumentError) { adapter.check(other) }

      assert_equal "expected a class that #{relation} #{parent}, got #{other.inspect}", error.message
    end
    error = assert_raises(TypeError) { adapter.check(output: nil) }

    assert_equal "expected an IO, got nil", error.message
  end

  def test_check_lists_the_named_classes
    self.class.const_set(:Shown, sample)
    output = StringIO.new
    adapter.check(output: output)

    assert_match(/^#{self.class}::Shown(?:, \w+)?: compiled: /, output.string)
  ensure
    self.class.__send__(:remove_const, :Shown)
  end

  def test_check_is_false_if_the_adapter_is_not_installed
    adapter.uninstall
    result, text = report(sample)

    refute result
    assert_match(/\A(?:default: )?by #{library}: the adapter is not installed\z/, text)
  end

  # Runs a program with the json gem and with a library, whose output must be the same.
  # ARGV of the program: the library, a seed, the number of classes.
  def assert_same_as_json(library, program)
    Array.new(2) { |i| Seeds::SEED + i }.each do |seed|
      json, ours = ["json", library].map do |name|
        ruby!("load ARGV.shift", args: ["-W0"], argv: [program, name, seed.to_s, scaled(150).to_s]).lines
      end

      json.zip(ours) { |expected, text| assert_equal expected, text, "seed #{seed}" }
    end
  end

  # Compares the documents of two Ractors, before and after the main one compiles, with that of the
  # serializer itself. program: defines a method document.
  def assert_same_in_ractors(adapter, program, least)
    texts = ractors!(<<~RUBY).lines
      #{program}
      first = Ractor.new { document }.value
      puts first, document, Ractor.new { document }.value
      #{adapter}.uninstall
      puts document
    RUBY

    assert_operator texts[0].size, :>, least
    assert_equal [texts[3]] * 3, texts.first(3)
  end

  # Compares the texts and errors of odd objects with the adapter, and without it. The block
  # gets the name of an attribute, and returns a Proc that serializes it for an Array of objects.
  def assert_same_text_of_odd_objects(adapter)
    # Without the extension, an overridden public_send is not noticed.
    objects = Jacinth.const_defined?(:BuilderMethods) ? OddObjects::ALL : OddObjects::ALL.except(:sending)
    OddObjects.shielding do
      OddObjects::NAMES.product(objects.to_a) do |name, (label, make)|
        write = yield name
        # Some adapters count one object for a document that raises.
        20.times { break if outcome { write.call(Array.new(20) { OddObjects::Missing.new }) }.instance_of?(String) }
        ours = texts_of(write, make)
        adapter.uninstall
        expected = texts_of(write, make)
        adapter.install

        assert_equal expected, ours, "#{name.inspect} of #{label}"
      end
    end
  end

  # The adapter compiles the code for objects with their own public_send when it gets the first
  # such object.
  # The block serializes Person objects.
  def assert_code_for_own_public_send_is_compiled_once
    return unless Jacinth.const_defined?(:BuilderMethods)

    person = ClassTests::Person.new(1, "Ada")
    sending = Class.new(ClassTests::Person) { def public_send(name) = "sent #{name}" }.new(1, "Ada")
    yield [person] * 20
    evaluations = [person, sending, sending].map { |object| evaluations { yield [object] } }

    assert_equal [0, true, 0], [evaluations[0], evaluations[1].positive?, evaluations[2]]
  end

  # Another thread changes a class during its compilation: at the first method call of the library, then a new class at
  # the second, and so on. change: a Proc that changes a class. The block serializes objects with a class.
  def assert_changes_while_compiling_are_seen(change)
    (0..).each do |number|
      klass = sample
      calls = 0
      thread = Thread.current
      trace = TracePoint.new(:call) do |point|
        next unless thread.equal?(Thread.current) && point.path.start_with?(File.join(Checkout::ROOT, "lib", "jacinth"))

        Thread.new { change.call(klass) }.join if calls == number
        calls += 1
      end
      trace.enable { yield klass }
      found = yield klass
      adapter.uninstall

      assert_equal (yield klass), found, "changed at call #{number}"
      adapter.install
      return assert_operator(number, :>, 20) if calls <= number
    end
  end

  # The number of Strings that the block evaluates as code.
  def evaluations(&)
    count = 0
    TracePoint.new(:script_compiled) { count += 1 }.enable(&)
    count
  end

  # The texts of an object in an Array, and of the object alone.
  def texts_of(write, make) = [[make.call], make.call].map { |object| outcome { write.call(object) } }

  def outcome
    yield
  rescue StandardError => e
    [e.class, e.message.lines.first.chomp.gsub(/0x\h+/, "")]
  end

  # Runs the rows of an adapter in tools/fuzz/hostile_calls.rb.
  def assert_hostile_arguments_are_survived(adapter)
    program = File.join(Checkout::ROOT, "tools", "fuzz", "hostile_arguments.rb")
    out = ruby!("load #{program.dump}; exit HostileArguments.run([#{adapter.dump}])", args: ["-W0"])

    assert_equal "2 calls, 0 failed\n", out
  end

  def assert_examples(*paths)
    paths.each do |path|
      faults, checked = Examples.run(File.join(Checkout::ROOT, path))

      assert_empty faults
      assert_operator checked, :>=, 3
    end
  end

  # The tests that Alba and Blueprinter share. A test that includes them also has `declare`, which makes a class of
  # these attributes; `change`, which changes the attribute id; `refuse`, which changes a class so that it cannot be
  # compiled; and `write`, which returns the text of objects by a class, also with options.
  module ClassTests
    include SerializerTests

    Person = Struct.new(:id, :name, :pet, :friends)

    def sample = declare(:id)

    def people
      [Person.new(1, "Ada", Person.new(3, "Cat"), [Person.new(4, "Bob")]), Person.new(2, nil, nil, [])]
    end

    # Writes so many objects that the class is compiled, and compares with the text that the
    # serializer writes by itself. Returns its value.
    def compiled(klass, object = people, **options)
      write(klass, Array.new(20) { people.first }, **options)
      adapter.uninstall
      expected = write(klass, object, **options)
      adapter.install

      assert_equal expected, write(klass, object, **options)
      JSON.parse(expected)
    end

    # The rest of the document is written by the code that was compiled before.
    def test_a_class_that_cannot_be_compiled_any_more_while_it_writes
      klass = declare(:id, :name)
      objects = people
      compiled(klass)
      test = self
      objects[0].define_singleton_method(:name) do
        test.refuse(klass) && test.write(klass, objects.last)
        "Ada"
      end

      assert_equal '[{"id":1,"name":"Ada"},{"id":2,"name":null}]', write(klass, objects)
      assert_match(/by #{library}: /, report(klass).last)
    end

    # The method message of an error can raise, and can return any object.
    def test_an_error_with_an_unusual_message
      messages = [-> {}, -> { raise "no message" }, -> { "text".encode("UTF-16LE") }]
      messages.product([JSON::NestingError, NoMethodError]) do |message, parent|
        error = Class.new(parent) { define_method(:message, &message) }
        klass = declare(:id)
        compiled(klass)
        written = Object.new
        written.define_singleton_method(:to_json) { |*| raise error }
        reading = Object.new
        reading.define_singleton_method(:id) { raise error }

        assert_raises(error) { write(klass, Person.new(written)) }
        assert_raises(error) { write(klass, reading) }
      end
    end

    # The number of Hashes that the block makes.
    def hashes
      GC.disable
      before = ObjectSpace.count_objects[:T_HASH]
      yield
      ObjectSpace.count_objects[:T_HASH] - before
    ensure
      GC.enable
    end

    def test_attributes_are_read_without_a_hash
      klass = declare(:id, :name)
      compiled(klass)
      objects = people * 50

      assert_operator hashes { write(klass, objects) }, :<, 50
    end

    def test_threads_that_compile_one_class
      klass = declare(:id, :name)
      texts = Array.new(4) { Thread.new { Array.new(20) { write(klass, people) } } }.flat_map(&:value)

      assert_equal ['[{"id":1,"name":"Ada"},{"id":2,"name":null}]'], texts.uniq
    end

    def test_a_class_that_another_thread_changes_while_it_is_compiled
      objects = people * 10
      assert_changes_while_compiling_are_seen(->(klass) { change(klass) }) { |klass| write(klass, objects) }
    end

    def test_uninstall_and_install
      klass = declare(:id)
      compiled(klass)
      adapter.uninstall

      refute_predicate adapter, :installed?
      assert_equal '{"id":1}', write(klass, people[0])
    end

    def test_nothing_is_installed_with_an_unsupported_release
      name = adapter.name.split("::On").last
      shown = ruby!(<<~RUBY)
        require "#{name.downcase}"
        require "#{name.downcase}/version"
        #{name}.__send__(:remove_const, :VERSION)
        #{name}::VERSION = "99.0"
        require "jacinth/#{name.downcase}"
        print #{adapter}.installed?, #{adapter}.install
      RUBY

      assert_equal "falsefalse", shown
    end
  end
end
