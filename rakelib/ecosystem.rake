# frozen_string_literal: true

desc "Run programs of other gems with and without the drop-in (PROGRAM=name)"
task "test:ecosystem" => :compile do
  require_relative "../test/ecosystem/runner"
  runner = EcosystemRunner.new
  runner.install
  runner.run(ENV.fetch("PROGRAM", "").split) || abort("rake: ecosystem tests failed")
end

desc "Run test:ecosystem and write the table of docs/ecosystem.md"
task "ecosystem:table" => :compile do
  require_relative "../test/ecosystem/runner"
  runner = EcosystemRunner.new
  runner.install
  runner.run([], write: true) || abort("rake: ecosystem tests failed")
end
