# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../../tools/injection/library"

# Small runs of tools/injection: some allocations of some operations, and some of the
# ways to leave callbacks, often enough to see leaks.
class InjectionTest < Minitest::Test
  # The library, compiled once for each run of the tests.
  def self.library
    @library ||= InjectionLibrary.path
  end

  def setup
    skip "another library is preloaded" if ENV["JACINTH_SANITIZE"] || ENV["JACINTH_VALGRIND"]
    skip "for Linux, with glibc" unless self.class.library
  end

  def run_program(program, *arguments, env: {})
    program = File.join(Checkout::ROOT, "tools", "injection", program)
    code = "$PROGRAM_NAME = #{program.dump}; load $PROGRAM_NAME"
    ran = run_ruby(code, args: ["-W0"], argv: arguments, env: env)

    assert_predicate ran, :success?, ran.stdout + ran.stderr
    ran.stdout
  end

  OPERATIONS = %w[parse/escapes parse/keys parse/classes resumable/pieces generate/strings generate/to_json dump/io
                  type/load document/lookup each/at writer/string writer/io].freeze

  # Ruby without memory differs from release to release; the places where it ends the
  # process are known for this one (rake test:injection).
  def test_failed_allocations_raise_no_memory_error
    skip "for Ruby 3.1" unless RUBY_VERSION < "3.2"

    library = self.class.library
    output = run_program("memory.rb", library, "5", *OPERATIONS, env: { "LD_PRELOAD" => library })

    assert_operator output.scan(/(\d+) NoMemoryError/).sum { |(count)| count.to_i }, :>, 20, output
  end

  FEW_ALLOCATIONS = %w[document/index writer/nesting writer/width].freeze

  def test_each_of_few_allocations_fails
    skip_in_debug_build # which ends if the copies of its VALUEs find no memory
    library = self.class.library
    output = run_program("memory.rb", library, "1", *FEW_ALLOCATIONS, env: { "LD_PRELOAD" => library })

    assert_operator output.scan(/(\d+) NoMemoryError/).flatten.map(&:to_i).min, :>, 5, output
  end

  def test_failed_writes_forks_and_threads_do_no_harm
    output = run_program("interruptions.rb", "60", JacinthHelpers::SEED.to_s)

    assert_match(/IO errors.*short writes.*forks.*ends at random/, output)
  end

  WAYS = %w[parse/on_load parse/object_class resumable each/block events/key type/scalar generate/to_json generate/key
            dump/write writer/write parse/duplicate type/all].freeze

  # (The Hash#merge of 4.1-dev leaks the table of its result.)
  def test_leaving_callbacks_leaks_nothing
    skip "for a Ruby without leaks of its own" if RUBY_VERSION >= "4.1"

    output = run_program("leaks.rb", self.class.library, "3200", *WAYS)

    assert_match(/have no leak/, output)
  end
end
