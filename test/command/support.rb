# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../support/resident"
require "jacinth/command"
require "stringio"
require "tmpdir"
require "zlib"
begin
  require "pty"
rescue LoadError
  nil # Windows
end

# Runs the command in this process, and in others.
module CommandSupport
  Answer = Struct.new(:status, :out, :err)

  # A StringIO that says it is a terminal.
  class Screen < StringIO
    def tty? = true
  end

  EXE = File.join(Checkout::ROOT, "exe/jacinth")
  ENVIRONMENT = { "RUBYOPT" => nil, "RUBYLIB" => nil, "NO_COLOR" => nil, "TERM" => "xterm" }.freeze

  # Each test has a folder of its own, in which a name is a path.
  def setup
    super
    @folder = Dir.mktmpdir
  end

  def teardown
    FileUtils.rm_rf(@folder)
    super
  end

  # A container without devpts has none.
  def terminals?
    defined?(PTY) && PTY.open { true }
  rescue RuntimeError # can't get Master/Slave device
    false
  end

  def path(name) = File.join(@folder, name)

  # Writes a file and returns its path.
  def file(name, text)
    File.binwrite(path(name), text)
    path(name)
  end

  def jacinth(*argv, input: "", out: StringIO.new, err: StringIO.new, env: {})
    argv.freeze
    status = Jacinth::Command.run(argv, input: StringIO.new(input.b), output: out, errors: err, env: env)
    Answer.new(status, *[out, err].map { |io| io.string.dup.force_encoding(Encoding::UTF_8) })
  end

  # An input in chunks of this number of bytes.
  class Dripping
    def initialize(text, size = 1)
      @text = text.b
      @size = size
    end

    def readpartial(_length) = @text.empty? ? raise(EOFError) : @text.slice!(0, @size)
  end

  # Runs a program that measures its memory, and returns the numbers that it prints. It can call written(argv, texts),
  # which runs the command on an input of these Strings, and returns the size of the output.
  def measured(program)
    reason = Resident.unknown and skip(reason)
    ruby!(<<~RUBY + program).split.map { |number| Integer(number) }
      require #{File.expand_path('../support/resident', __dir__).dump}
      require "jacinth/command"
      class Text
        def initialize(pieces) = @pieces = pieces.each
        def readpartial(_) = (@pieces.next rescue raise(EOFError)).dup
      end
      class Nowhere
        attr_reader :size
        def write(text) = (@size = @size.to_i + text.bytesize; text.bytesize)
        def flush = self
        def tty? = false
      end
      def written(argv, texts)
        out = Nowhere.new
        Jacinth::Command.run(argv, input: Text.new(texts), output: out)
        out.size
      end
    RUBY
  end

  # Runs jacinth, which must succeed. Returns its output.
  def jacinth!(*argv, **options)
    answer = jacinth(*argv, **options)

    assert_equal [0, ""], [answer.status, answer.err]
    answer.out
  end

  # The arguments of spawn for the command in a process of its own.
  def process(*argv)
    [ENVIRONMENT, RbConfig.ruby, "-w", "--disable=gems", *Checkout.load_path.flat_map { |one| ["-I", one] }, EXE, *argv]
  end
end
