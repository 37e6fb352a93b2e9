# frozen_string_literal: true

require "json"
require_relative "callgrind"

module Bench
  # The instructions of calls with the smallest documents, and the ceilings that CI compares them with (calls.json).
  # An option, limit or hook that is not used adds nothing to them.
  module CallCosts
    FILE = File.expand_path("calls.json", __dir__)
    IDS = YAML.load_file(File.join(__dir__, "callgrind.yml")).fetch("calls").keys.freeze
    # Counts of one build that differ by this part or less are equal. On another machine, or after other calls, Ruby's
    # tables of methods have other contents: calls that are mostly Ruby code differed by up to 1.6 %.
    NOISE = 0.02
    # valgrind has AVX2 if the processor has it, so the library and the C library use what each x86-64 processor has.
    PINNED = { "JACINTH_FORCE_ISA" => ("sse2" if RbConfig::CONFIG["host_cpu"] == "x86_64"),
               "GLIBC_TUNABLES" => "glibc.cpu.hwcaps=-AVX2,-AVX_Fast_Unaligned_Load,-ERMS" }.compact.freeze

    module_function

    # The ceilings: "ruby VERSION ARCH KERNEL COMPILER" => call => instructions.
    def stored = File.file?(FILE) ? JSON.parse(File.read(FILE, encoding: Encoding::UTF_8)) : {}

    def store(key, counts) = File.write(FILE, "#{JSON.pretty_generate(stored.merge(key => counts).sort.to_h)}\n")

    # The calls that cost more than their ceilings, and those that cost less, as lines of text. A call without a
    # ceiling costs more.
    def differences(ceilings, counts)
      ceilings = counts.to_h { |id, _| [id, ceilings.fetch(id, 0)] }
      counts.reject { |id, count| (count - ceilings[id]).abs <= ceilings[id] * NOISE }
            .partition { |id, count| count > ceilings[id] }
            .map { |changed| Callgrind.lines(ceilings, changed.to_h) }
    end

    # The name of the ceilings of this Ruby and compiler, and the counts: call => instructions.
    def count
      setup = Setup.new
      key, counts = Callgrind.new(load_path: setup.floor + setup.jacinth, env: setup.env.merge(PINNED)).count(IDS)
      compiler = RbConfig::CONFIG["CC"].split.first
      ["#{key} #{compiler} #{`#{compiler} -dumpfullversion`.chomp}", counts]
    end
  end
end
