# frozen_string_literal: true

require_relative "../test_helper"

# tools/fuzz/hostile_program.rb: its hostile arguments have the methods that they claim to have.
class HostileProgramTest < Minitest::Test
  include JacinthHelpers

  PROGRAM = File.join(Checkout::ROOT, "tools", "fuzz", "hostile_program.rb")

  # Makes all arguments of a call hostile, then each one alone. The arguments perform no actions.
  def test_no_conversion_of_an_argument_ends_in_a_no_method_error
    out = ruby!(<<~RUBY, args: ["-W0"])
      require #{PROGRAM.dump}
      HostileArguments::ROWS.each do |row|
        count = HostileArguments::Trial.new(row).send(:count_arguments)
        [0...count, *0...count].each do |hostile|
          number = -1
          row.call.call(proc do |value|
            next value unless hostile === (number += 1)

            HostileArguments::Argument.new(value, HostileProgram::Conversions.new)
          end)
        rescue NoMethodError => e
          puts "\#{row.name}: \#{e.message.lines.first} \#{e.backtrace.first}"
        rescue *HostileArguments::EXPECTED
          next
        end
      end
    RUBY

    assert_empty out
  end
end
