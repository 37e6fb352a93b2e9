# frozen_string_literal: true

desc "Put faults into the C, one at a time: the tests must find them (tools/mutants/table.rb)"
task :mutants do
  ruby "tools/mutants/run.rb", verbose: false
end
