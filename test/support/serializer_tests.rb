# frozen_string_literal: true

require_relative "examples"

# The assertions that the tests of the serializers' adapters share.
module SerializerTests
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
end
