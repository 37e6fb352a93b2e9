# frozen_string_literal: true

require "open3"
require "rbconfig"
require_relative "../checkout"
require_relative "table"

module Foreign
  # The output of a suite.
  Outcome = Struct.new(:output) do
    # The last line of a run, which counts its tests and failures; nil if none ran.
    def summary = output.scan(/^[1-9]\d* (?:runs|tests|examples), .*/).last

    # The names of tests that failed, as minitest, its reporters, test-unit and RSpec print them.
    def failed
      [/^ *\d+\) (?:Failure|Error):\n(.+?)(?: \[.+\])?:$/, /(?:FAIL|ERROR) +(\S+#test.+?) \([\d.]+s\)/,
       /^(?:Failure|Error): (test.*?\([A-Z][\w:]*\))/, /^rspec (\S+) #/].flat_map { |pattern| output.scan(pattern).flatten }
    end

    # Why the outcome cannot be compared, or nil.
    def fault(library)
      return "no test ran on #{library}\n#{output.lines.last(9).join}" unless summary

      failures = summary.scan(/(\d+) (?:failure|error)/).flatten.sum(&:to_i)
      "failures without a name on #{library}: #{summary}" if failures > failed.size
    end
  end

  # Runs the test suites of copies of other projects with the json gem, and with the
  # drop-in. A test that fails with the drop-in only is a fault, unless the table
  # lists it.
  #
  #     JACINTH_JSON="folders of json 3.1" ruby tools/foreign/run.rb FOLDER [PROJECT...]
  class Run
    # Ruby's options: what a suite finds loaded when it begins.
    JSON_GEM = [*ENV.fetch("JACINTH_JSON", "").split(File::PATH_SEPARATOR).map { |folder| "-I#{folder}" }, "-rjson"].freeze
    DROP_IN = Checkout.load_path.map { |folder| "-I#{folder}" }.freeze

    def initialize(folder, names, table = TABLE)
      @folder = File.expand_path(folder)
      @projects = table.select { |project| names.empty? || names.include?(project.folder) }
    end

    # True if at least one project is present, and none has a fault.
    def call
      here, missing = @projects.partition { |project| File.directory?(home(project)) }
      missing.each { |project| puts "no copy  #{project.name}" }
      here.map { |project| report(project) }.all? && here.any?
    end

    private

    def home(project) = File.join(@folder, project.path)

    def report(project)
      output, status = run(project, project.setup, nil)
      return fault(project, "the setup failed\n#{output.lines.last(9).join}") unless status.success?

      json, ours = [JSON_GEM, [*DROP_IN, "-r#{project.prelude}"]].map do |libraries|
        Outcome.new(run(project, project.test, libraries).first)
      end
      text = json.fault("json") || ours.fault("the drop-in")
      text ||= "fewer tests ran on the drop-in: #{ours.summary}; on json: #{json.summary}" if ours.summary.to_i < json.summary.to_i
      return fault(project, text) if text

      known, added = (ours.failed - json.failed).partition { |name| project.known.keys.any? { |pattern| pattern.match?(name) } }
      return fault(project, "fail on the drop-in only:\n  #{added.join("\n  ")}") unless added.empty?

      puts "same     #{project.name}: #{ours.summary} (on json: #{json.failed.size} fail; known: #{known.size})"
      true
    end

    def fault(project, text)
      puts "FAILED   #{project.name}: #{text}"
      false
    end

    # One command in the project's folder, with its own gems; its output and status.
    def run(project, command, libraries)
      env = { "RUBYOPT" => libraries && ["-W0", *libraries].join(" "), "RUBYLIB" => nil, "BUNDLE_GEMFILE" => nil,
              "BUNDLE_APP_CONFIG" => nil, "BUNDLE_FROZEN" => nil, "BUNDLE_WITHOUT" => nil, "LANG" => "C.UTF-8",
              "JACINTH_ADAPTER" => project.adapter,
              "BUNDLE_PATH" => ENV.fetch("FOREIGN_BUNDLE", File.join(@folder, ".bundle", RbConfig::CONFIG["ruby_version"])),
              "PATH" => [RbConfig::CONFIG["bindir"], ENV.fetch("PATH")].join(File::PATH_SEPARATOR) }
      output, status = Open3.capture2e(env, command, chdir: home(project))
      [output.scrub, status]
    end
  end
end

if $PROGRAM_NAME == __FILE__
  folder, *names = ARGV
  abort "usage: run.rb FOLDER [PROJECT...]" unless folder && File.directory?(folder)
  exit 1 unless Foreign::Run.new(folder, names).call
end
