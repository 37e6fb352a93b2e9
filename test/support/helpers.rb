# frozen_string_literal: true

require "open3"
require "pathname"
require "rbconfig"
require "tempfile"
require_relative "seeds"

# Helpers of all tests.
module JacinthHelpers
  SEED = Seeds::SEED
  SCALE = Seeds::SCALE
  # Not Gem.win_platform?, because ruby.wasm has no RubyGems.
  WINDOWS = RUBY_PLATFORM.match?(/mswin|mingw/)

  Ran = Struct.new(:stdout, :stderr, :status) { def success? = status.success? }

  module_function

  # How often a property is tried: JACINTH_TEST_SCALE=0.1 is a tenth as often.
  def scaled(count) = [(count * SCALE).round, 1].max

  # Returns a random scalar, or an Array or Hash of at most some levels.
  def random_value(random, scalars, keys, levels)
    case random.rand(levels.zero? ? 1 : 3)
    when 0 then scalars.sample(random: random)
    when 1 then Array.new(random.rand(6)) { random_value(random, scalars, keys, levels - 1) }
    else keys.sample(random.rand(keys.size + 1), random: random).to_h { |key| [key, random_value(random, scalars, keys, levels - 1)] }
    end
  end

  # Returns as many of the elements as the scale says, all of them by default. times
  # multiplies that number.
  def sampled(list, times = 1) = list.to_a.sample(scaled(list.size * times), random: seeded)

  # For tests that a debug build's own work makes slow, or whose memory it needs.
  def skip_in_debug_build
    skip "a debug build" if ENV["JACINTH_DEBUG"] || ENV["JACINTH_CFLAGS"].to_s.include?("-DJACINTH_DEBUG")
  end

  # Random numbers of a fixed seed, which a failure prints: give this to
  # +assert+ as message. JACINTH_TEST_SEED tries another one.
  def seeded(seed = SEED) = Random.new(seed)

  def seed_note(seed = SEED)
    "with JACINTH_TEST_SEED=#{seed}"
  end

  # The path of a file or folder in the shared folder; skips where there is none.
  def shared_path(*names)
    wanted = names.join("/")
    folder = Checkout.shared or skip("no ../shared (or $JACINTH_SHARED): #{wanted} not tested")
    path = File.join(folder, *names)
    File.exist?(path) ? path : skip("#{wanted} is not in the shared folder")
  end

  # Yields the name and the text (UTF-8) of each document: the repository's own,
  # and those of the shared corpus where it is there.
  def each_document(*names)
    documents = Checkout.documents
    # The backend in plain Ruby takes seconds for a megabyte.
    documents = documents.select { |_, path| File.size(path) < 100_000 } if Jacinth.build_info[:backend] == "portable"
    documents = documents.slice(*names) unless names.empty?
    raise "no documents" if documents.empty?

    documents.each { |name, path| yield name, File.read(path, encoding: Encoding::UTF_8) }
  end

  # Runs code, which is UTF-8 in any locale, in another Ruby with the same load
  # path, warnings on. Bundler is not there unless the code loads it; env and
  # Ruby's own options may be given.
  def run_ruby(code, env: {}, args: [], argv: [], chdir: Dir.pwd)
    skip "another JVM takes seconds" if RUBY_ENGINE == "jruby"
    paths = $LOAD_PATH.flat_map { |folder| ["-I", folder] }
    env = { "RUBYOPT" => nil, "RUBYLIB" => nil, "BUNDLER_SETUP" => nil }.merge(env)
    code = "# encoding: utf-8\n#{code}"
    # Windows passes arguments in its own encoding.
    code = "eval(['#{code.unpack1('H*')}'].pack('H*'), TOPLEVEL_BINDING, '-e')" if WINDOWS && !code.ascii_only?
    command = [RbConfig.ruby, "-w", *paths, *args, "-e", code, "--", *argv]
    *texts, status = Open3.capture3(env, *command, chdir: chdir)
    Ran.new(*texts.map { |text| text.force_encoding(Encoding::UTF_8) }, status)
  end

  # As run_ruby; a failure of the other Ruby fails the test. Returns stdout.
  def ruby!(code, **options)
    ran = run_ruby(code, **options)

    assert_predicate ran, :success?, "#{ran.stderr}\n#{ran.stdout}"
    ran.stdout
  end

  # True if the code, which loads the library and recurses without an end, raises
  # SystemStackError. It runs in a process of its own with a small VM stack, whose end Ruby
  # checks: at the end of the machine's stack, perhaps inside malloc, a lock can stay taken.
  def overflows?(code)
    code = "require \"jacinth\"; begin; #{code}\nrescue SystemStackError\n print \"too deep\"\nend"
    ruby!(code, env: { "RUBY_THREAD_VM_STACK_SIZE" => "131072" }) == "too deep"
  end

  # Before Ruby 4.0, Ractor#take is what has been Ractor#value since.
  RACTOR_VALUE = "Ractor.alias_method(:value, :take) unless Ractor.method_defined?(:value);"

  # As ruby!, for code that calls Ractor#value.
  def ractors!(code)
    ruby!("#{RACTOR_VALUE}#{code}", args: ["-W:no-experimental"])
  end

  # Asserts that the block raises an error of a class, whose message equals the String or matches
  # the Regexp, and whose json_path is `path` if that is given. Returns the error.
  def assert_error(type, message, note = nil, path: nil, &block)
    error = assert_raises(type, *note&.to_s, &block)
    message.is_a?(Regexp) ? assert_match(message, error.message, note) : assert_equal(message, error.message, note)
    assert_equal path, error.json_path, note if path
    error
  end

  # Yields the path of a temporary file with these bytes.
  def with_file(text)
    Tempfile.create(%w[jacinth .json]) do |file|
      file.close
      File.binwrite(file.path, text)
      yield file.path
    end
  rescue Errno::EACCES
    raise unless WINDOWS # it does not delete files that the test has left open
  end

  # Returns the ParserError that the block raises, or nil.
  def error_of
    yield
    nil
  rescue Jacinth::ParserError => e
    e
  end

  # The warnings of the block; they do not fail the run.
  def capture_warnings(&) = OwnWarnings.capture(&)

  # The objects that the block allocates: the fewest of some rounds, for the
  # first ones fill caches, Ruby's and ours.
  def allocated(rounds: 8, &work)
    skip "this Ruby does not count objects" unless GC.stat.key?(:total_allocated_objects)
    Array.new(rounds) { allocated_once(&work) }.min
  end

  def allocated_once
    disabled = GC.disable
    before = GC.stat(:total_allocated_objects)
    yield
    GC.stat(:total_allocated_objects) - before
  ensure
    GC.enable unless disabled
  end

  # Yields while each allocation starts a collection. It is a minor one, which takes a fiftieth
  # of the time and frees all that is young and not marked, or kept without a write barrier.
  # With JACINTH_GC_STRESS, as `rake test:gc_stress` sets it, each collection is a full one.
  def with_gc_stress
    before = GC.stress
    GC.stress = ENV["JACINTH_GC_STRESS"] ? true : 1
    yield
  ensure
    GC.stress = before
  end

  # Yields with the objects moving at every major collection, where Ruby can.
  def with_auto_compaction
    return yield unless compaction?

    before = GC.auto_compact
    begin
      GC.auto_compact = true
      yield
    ensure
      GC.auto_compact = before
    end
  end

  # Calls the block before and after all objects moved, and returns both results. Objects
  # also move at each major collection meanwhile.
  def results_while_objects_move
    with_auto_compaction { [yield.tap { compact! }, yield] }
  end

  # Moves all objects that can move, and has Ruby check every reference.
  def compact!
    return GC.start unless compaction?

    GC.verify_compaction_references(toward: :empty, expand_heap: true)
  end

  # False on Ruby 3.1: there, in two of some 150 runs of test/gc, compaction met the freed name of a class (its
  # __classpath__, which only Ruby keeps), and the process died without a message.
  def compaction? = GC.respond_to?(:verify_compaction_references) && RUBY_VERSION >= "3.2"
end

Minitest::Test.include(JacinthHelpers)
Minitest.after_run do
  puts "no ../shared (or $JACINTH_SHARED): its corpus, conformance and numbers were not tested" unless Checkout.shared
  puts "properties: #{Seeds.note}"
end
