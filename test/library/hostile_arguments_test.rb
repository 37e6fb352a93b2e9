# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../support/public_modules"

# tools/fuzz/hostile_arguments.rb: each argument of each public method as an
# object whose conversions misbehave.
class HostileArgumentsTest < Minitest::Test
  include JacinthHelpers

  PROGRAM = File.join(Checkout::ROOT, "tools", "fuzz", "hostile_arguments.rb")
  # Methods of Struct, Ruby code that stores an object, and methods that only Ruby's own
  # part of the library calls.
  OTHERS = /\AJacinth\.(?:parser|generator|state)=|::Fault[.#]|Fragment\.\[\]|State\.options_hash|#_|\._/

  def rows
    @rows ||= ruby!(<<~RUBY, args: ["-W0"]).lines(chomp: true)
      require #{PROGRAM.dump}
      puts HostileArguments::ROWS.map(&:name)
    RUBY
  end

  def test_every_public_method_has_an_entry
    names = PublicModules.methods_by_name.reject { |name, method| method.arity.zero? || name.match?(OTHERS) }.map(&:first)

    assert_operator names.size, :>, 100
    assert_empty names - rows
  end

  # In parts, so that each ends in time on a busy machine.
  PARTS = 3

  PARTS.times do |part|
    define_method("test_no_argument_ends_the_process_#{part + 1}_of_#{PARTS}") do
      skip "no fork" unless Process.respond_to?(:fork)
      chosen = sampled(0...rows.size, 2).select { |index| index % PARTS == part }
      ran = run_ruby(<<~RUBY, args: ["-W0"])
        load #{PROGRAM.dump}
        HostileArguments::ROWS.replace(HostileArguments::ROWS.values_at(*#{chosen}))
        exit HostileArguments.run([])
      RUBY

      assert_predicate ran, :success?, "#{ran.stdout}\n#{ran.stderr[0, 5000]}"
      assert_equal "#{chosen.size} calls, 0 failed", ran.stdout.lines(chomp: true).last
    end
  end
end
