# frozen_string_literal: true

require "set"
require_relative "support"
require_relative "../errors/error_kinds"

# The command in fresh processes. Each result equals that of a process in which the
# whole library is loaded.
class CommandProcessesTest < Minitest::Test
  include CommandSupport

  SUBCOMMANDS = [
    %w[fmt], %w[min --sort-keys], %w[check], %w[check --json], %w[check --lines], %w[get /a], %w[get --validate -p /a -p /b],
    %w[set /a 1], ["patch", '{"a":[1]}'], %w[lines], %w[lines --skip-bad -d], %w[lines --array], %w[bench --seconds=0]
  ].freeze

  # Documents that each subcommand gets, and options.
  DOCUMENTS = {
    **ErrorKinds::DOCUMENTS.first(6).to_h.transform_values { |text| [text, []] },
    "a lower limit" => ["[[1]]", ["--max-nesting=1"]], "no UTF-8" => ["[\"\xE9\"]", []], "gzip twice" => [Zlib.gzip(Zlib.gzip("[1]")), []],
    "two documents" => ["[1]\n[2]", ["--format=single"]],
    "relaxed" => ["[1,,]", ["--relaxed"]], "good" => ['{"a":1,"b":[2]}', []]
  }.freeze

  LIBRARY = File.join(Checkout::ROOT, "lib/")
  USAGE = [[], %w[--help], %w[--version], %w[help get], %w[fnt], %w[--hepl], %w[get], %w[get a], %w[fmt -i], %w[fmt --max-nesting=x],
           %w[fmt --color=alwas], %w[lines --at x], %w[check none.json], %w[bench --seconds=-1], %w[fmt --colour],
           %w[set], %w[set /a], %w[set /a {], %w[patch], %w[patch 1], %w[patch none.json]].freeze

  # Reads [argv, text] from the standard input, and runs the program for each in a child
  # that has loaded nothing of the library. The files are compiled once, for all children.
  DRIVER = <<~RUBY
    program, folder, *sources = ARGV
    COMPILED = sources.to_h { |path| [path, RubyVM::InstructionSequence.compile_file(path)] }
    def (RubyVM::InstructionSequence).load_iseq(path) = COMPILED[path]
    files = %w[in out err].map { |name| File.join(folder, name) }
    answers = Marshal.load($stdin.binmode).map do |argv, text|
      File.binwrite(files[0], text)
      pid = fork do
        $stdin.reopen(files[0], "rb")
        $stdout.reopen(files[1], "wb")
        $stderr.reopen(files[2], "wb")
        ARGV.replace(argv)
        load program
      end
      _, status = Process.wait2(pid)
      [status.exitstatus, File.binread(files[1]), File.binread(files[2])]
    end
    $stdout.binmode.write(Marshal.dump(answers))
  RUBY

  def setup
    skip "no fork here" unless Process.respond_to?(:fork)
    super
  end

  # The results in fresh processes, as Arrays of status, output and errors.
  def answers(runs)
    command = [ENVIRONMENT, RbConfig.ruby, "-w", "--disable=gems", *Checkout.load_path.flat_map { |one| ["-I", one] },
               "-e", DRIVER, "--", EXE, @folder, *Dir[File.join(Checkout::ROOT, "lib/**/*.rb")]]
    out, err, status = Open3.capture3(*command, stdin_data: Marshal.dump(runs), binmode: true)

    assert_equal [true, ""], [status.success?, err]
    Marshal.load(out).map { |code, *texts| [code, *texts.map { |text| text.force_encoding(Encoding::UTF_8) }] } # rubocop:disable Security/MarshalLoad -- its own child
  end

  # The methods that the block calls: those of the library, and of other classes such as StringScanner,
  # which need a require.
  def methods_called(&)
    called = Set.new
    trace = TracePoint.new(:call, :c_call) do |call|
      if call.event == :call then called << [call.path, call.lineno]
      elsif call.path.start_with?(LIBRARY) then called << call.defined_class
      end
    end
    trace.enable(&)
    called
  end

  # bench measures, so that only its status and errors are compared.
  def compare(runs)
    answers(runs).zip(runs) do |answer, (argv, text)|
      wanted = jacinth(*argv, input: text).to_a
      answer[1] = wanted[1] if argv.first == "bench"

      assert_equal wanted, answer, "jacinth #{argv.join(' ')} of #{text.byteslice(0, 80).inspect}"
      refute_match(/\.rb:\d|NameError|NoMethodError/, answer[2])
    end
  end

  def test_documents_of_all_kinds_have_the_results_of_the_method
    runs = SUBCOMMANDS.product(DOCUMENTS.values).map { |argv, (text, options)| [argv + options, text] }
    runs.reject! { |argv, _| argv.first == "lines" && argv.include?("--format=single") }

    compare(sampled(runs))
  end

  def test_a_distant_duplicate_key_is_reported_by_the_process
    name = file("a.json", "{\"a\":1,#{(0..99_999).map { |i| "\"k#{i}\":0" }.join(',')},\"a\":2}")

    compare([%w[check], %w[get --validate /b], %w[lines -d]].map { |argv| [[*argv, name], ""] })
  end

  # A process fails if it has not loaded a file that it needs. Documents for which the same methods are
  # called need the same files, so one of them is enough. It is given to check, and to one of the other
  # subcommands in turn.
  def test_broken_documents_are_reported_by_the_process
    others = SUBCOMMANDS.grep_v(%w[check])
    documents = [*BrokenDocuments::ROWS.map(&:source), *ErrorKinds::DOCUMENTS.values]
    documents.each { |text| jacinth("check", input: text) } # fills caches first
    documents = documents.uniq { |text| methods_called { jacinth("check", input: text) } }

    assert_operator documents.size, :>=, 50
    compare(sampled(documents).flat_map.with_index do |text, i|
      [%w[check], others[i % others.size]].map { |argv| [argv, text] }
    end)
  end

  def test_wrong_usage_is_reported_by_the_process
    compare(USAGE.map { |argv| [argv, "[1]"] })
  end

  # No file can be loaded for the message.
  def test_too_many_open_files_are_reported
    out = ruby!(<<~RUBY, argv: [file("a", "[1]")])
      require "jacinth/command"
      Jacinth::Command.subcommand("check")
      Process.setrlimit(Process::RLIMIT_NOFILE, 3)
      print Jacinth::Command.run(["check", *ARGV], errors: $stdout)
    RUBY

    assert_equal "#{path('a')}: error: Too many open files\n3", out
  end

  def test_the_next_file_is_read_after_an_error
    bad = file("a.json", '{"a":1,"a":2}')
    %w[fmt min].each do |name|
      good = file("b.json", "[1 ]")
      status, out, err = answers([[[name, "-i", bad, good], ""]]).first

      assert_equal [1, ""], [status, out]
      assert_match(/a\.json:1:8: error: duplicate key "a"/, err)
      refute_equal "[1 ]", File.read(good, encoding: "UTF-8")
      assert_equal '{"a":1,"a":2}', File.read(bad, encoding: "UTF-8")
    end
  end
end
