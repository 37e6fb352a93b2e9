# frozen_string_literal: true

namespace :bench do
  desc "Count the instructions of small calls; fail if one costs more than calls.json accepts"
  task :calls do
    require_relative "../benchmark/call_costs"
    skip_calls("valgrind is not installed") unless Bench::Callgrind.available?
    key, counts = Bench::CallCosts.count
    ceilings = Bench::CallCosts.stored[key] or skip_calls("no ceilings for #{key} yet: .ci/stage accept-calls")
    more, less = Bench::CallCosts.differences(ceilings, counts)
    puts "#{counts.size} calls, #{key}"
    puts "Cheaper than benchmark/calls.json says; .ci/stage accept-calls lowers the ceilings:", less if less.any?
    abort <<~MESSAGE if more.any?
      Calls that need more instructions than benchmark/calls.json accepts:
      #{more.join("\n")}
      If the change is worth it, .ci/stage accept-calls makes the new counts the ceilings.
    MESSAGE
  end

  desc "Write the instruction counts of small calls with this Ruby into benchmark/calls.json"
  task :calls_store do
    require_relative "../benchmark/call_costs"
    Bench::CallCosts.store(*Bench::CallCosts.count)
  end

  desc "Measure the gain of each optimisation, into tmp/bench/prices-RUBY.json (TIME=rounds: by time, too)"
  task :prices do
    require_relative "../benchmark/callgrind"
    require_relative "../benchmark/cli"
    setup = Bench::Setup.new
    setup.gems([Bench::Adapter.fetch("json")])
    Bench::Documents.ensure_corpus
    prices = Bench::Prices.new(setup)
    found = {}
    found["instructions"] = prices.instructions unless ENV["ONLY_TIME"]
    if (rounds = ENV["TIME"]&.to_i)
      found["time"] = prices.times(rounds: rounds)
      found["time, YJIT"] = prices.times("--yjit", rounds: rounds) if RUBY_VERSION >= "3.3"
    end
    File.write("tmp/bench/prices-#{RUBY_VERSION}.json", JSON.pretty_generate(found))
  end

  desc "Write docs/**/performance*.md and docs/performance.svg from benchmark/results"
  task :docs do
    require_relative "../benchmark/docs"
    Bench::Docs.new.write
  end
end

desc "Time serializers with json, with their adapter of Jacinth, and with Oj (YJIT=1, ROWS=regexp)"
task "bench:serializers" => :compile do
  ruby "-W0", "benchmark/serializers.rb"
  RailsRun.bench(ENV.fetch("RELEASE") { RailsRun.releases.last }, "benchmark/serializers.rb")
end

# Ends as a stage of .ci/run that cannot run.
def skip_calls(reason)
  puts reason
  exit 78
end
