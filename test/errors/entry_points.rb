# frozen_string_literal: true

require "open3"
require "tmpdir"
require_relative "error_kinds"

# Runs each kind of error in a process that has loaded the library by an entry point,
# and compares what it says with what a process that has loaded everything says.
module EntryPoints
  # Reads Ruby for the entry point and the kinds from the standard input. Each kind is the
  # first that its process does.
  DRIVER = <<~RUBY
    entry, facts, kinds, folder = Marshal.load($stdin.binmode)
    eval(entry)
    eval(facts)
    answers = kinds.transform_values do |code|
      reader, writer = IO.pipe(binmode: true)
      pid = fork do
        reader.close
        writer.write(Marshal.dump(facts(code, folder)))
        writer.close
        exit!(0)
      end
      writer.close
      answer = reader.read
      Process.wait(pid)
      answer.empty? ? ["no answer"] : Marshal.load(answer)
    end
    $stdout.binmode.write(Marshal.dump(answers))
  RUBY

  # The same as DRIVER, but all kinds run in one process.
  TOGETHER = <<~RUBY
    entry, facts, kinds, folder = Marshal.load($stdin.binmode)
    eval(entry)
    eval(facts)
    $stdout.binmode.write(Marshal.dump(kinds.transform_values { |code| facts(code, folder) }))
  RUBY

  # Runs all kinds, and prints what of the library they leave unused.
  COVERAGE = <<~'RUBY'
    require "coverage"
    Coverage.start(branches: true, methods: true)
    entry, facts, kinds, folder = Marshal.load($stdin.binmode)
    eval(entry)
    eval(facts)
    kinds.each_value { |code| facts(code, folder) }
    Coverage.result.each do |path, found|
      name = path[%r{/lib/(jacinth/(?!ruby/).*)}, 1] or next # gems can be in a folder of that name, too
      puts name if found[:methods].any? && found[:methods].values.all?(&:zero?)
      next unless name.start_with?("jacinth/errors/")

      lines = File.readlines(path, encoding: "UTF-8")
      found[:branches].each do |node, arms|
        arms.each { |arm, count| puts "#{name}:#{arm[2]}: #{lines[arm[2] - 1].strip}" if count.zero? && arm[2..] != node[2..] }
      end
    end
  RUBY

  # Checks all kinds in one process, and then some in a process of their own: all of them at
  # a scale of 0.5 or more.
  def check(entry)
    check_kinds(entry, TOGETHER, expected.keys)
    check_kinds(entry, DRIVER, JacinthHelpers.sampled(expected.keys, 2))
  end

  def check_kinds(entry, driver, names)
    skip "no fork here" unless Process.respond_to?(:fork)
    answers = Marshal.load(run_driver(driver, entry, ErrorKinds::ALL.slice(*names))) # rubocop:disable Security/MarshalLoad -- its own child
    differences = names.reject { |name| answers[name] == expected[name] }

    assert_empty differences.map { |name| "#{name}:\n  #{expected[name]}\n  #{answers[name]}" }.join("\n"), entry
  end

  def unused = run_driver(COVERAGE, 'require "jacinth"').lines(chomp: true)

  # The constants that are loaded when they are first used.
  def autoloaded
    skip "no fork here" unless Process.respond_to?(:fork)
    entry = 'require "jacinth"; puts Jacinth.constants.select { |name| Jacinth.autoload?(name) }'
    run_driver("eval(Marshal.load($stdin.binmode).first)", entry).split
  end

  # Returns the errors with the whole library loaded.
  def expected
    @expected ||= Dir.mktmpdir do |folder|
      object = Object.new
      object.instance_eval(ErrorKinds::FACTS)
      ErrorKinds::ALL.transform_values { |code| object.facts(code, folder) }
    end
  end

  def run_driver(driver, entry, kinds = ErrorKinds::ALL)
    Dir.mktmpdir do |folder|
      command = [{ "RUBYOPT" => nil, "RUBYLIB" => nil }, RbConfig.ruby, "-w", *load_path.flat_map { |one| ["-I", one] }, "-e", driver]
      input = Marshal.dump([entry, ErrorKinds::FACTS, kinds, folder])
      out, err, status = Open3.capture3(*command, stdin_data: input, binmode: true)

      assert_predicate status, :success?, err
      out
    end
  end

  def load_path = Checkout.load_path
end
