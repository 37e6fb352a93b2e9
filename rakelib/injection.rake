# frozen_string_literal: true

require_relative "../tools/injection/library"

# Runs the programs of tools/injection.
module InjectionRun
  FOLDER = File.join(Checkout::ROOT, "tools", "injection")

  module_function

  # Runs a program of tools/injection in a Ruby of its own.
  def run(env, program, *arguments)
    folders = Checkout.load_path.map { |folder| "-I#{folder}" }
    Bundler.with_unbundled_env do
      system(env, RbConfig.ruby, "-W0", *folders, File.join(FOLDER, program), *arguments) ||
        abort("rake: tools/injection/#{program} found something")
    end
  end

  def memory(step, *names)
    path = InjectionLibrary.path or return puts("failures of memory need Linux with glibc")
    run({ "LD_PRELOAD" => path }, "memory.rb", path, step.to_s, *names)
  end
end

desc "Inject failures: into each allocation (STEP=7: each seventh), IO, forks, and at random (OPERATION=\"parse type\")"
task "test:injection" => :compile do
  names = ENV.fetch("OPERATION", "").split
  InjectionRun.memory(ENV.fetch("STEP", "1"), *names)
  InjectionRun.run({}, "interruptions.rb", ENV.fetch("ROUNDS", "3000"), ENV.fetch("JACINTH_TEST_SEED", "20261123"))
end

desc "Leave each callback by raise, throw and break, 100,000 times: no memory may leak (ENTRY=\"parse\")"
task "test:leaks", [:times] => :compile do |_, arguments|
  path = InjectionLibrary.path || "-"
  InjectionRun.run({}, "leaks.rb", path, arguments[:times] || "100000", *ENV.fetch("ENTRY", "").split(","))
end

desc "Time each method and many kinds of input at n, 2n and 4n (ROW=\"part of a name\")"
task "test:linear" => :compile do
  parts = ENV.fetch("ROW", "").split(",")
  Bundler.with_unbundled_env do
    system(RbConfig.ruby, "-W0", File.join(Checkout::ROOT, "tools", "linear.rb"), *parts) ||
      abort("rake: tools/linear.rb found something")
  end
end
