# frozen_string_literal: true

require "open3"
require "rbconfig"
require_relative "../checkout"
require_relative "table"

module Foreign
  # Runs the test suites of other projects, of which copies are at hand, on the
  # json gem whose contract the drop-in follows, and on the drop-in. A test that
  # fails with the drop-in only, and is not known to, is a fault.
  #
  #     JACINTH_JSON="folders of json 3.1" ruby tools/foreign/run.rb FOLDER [PROJECT...]
  class Run
    # Ruby's options: what a suite finds loaded when it begins.
    JSON_GEM = [*ENV.fetch("JACINTH_JSON", "").split(File::PATH_SEPARATOR).map { |folder| "-I#{folder}" }, "-rjson"].freeze
    DROP_IN = [*Checkout.load_path.map { |folder| "-I#{folder}" }, "-r#{File.join(__dir__, 'prelude.rb')}"].freeze
    # The name of a test that failed, as runners print it.
    FAILED = [/^(\S+#.+?) = [\d.]+ s = [FE]$/, /^(?:Failure|Error): (test\S* ?.*\(.+?\))/, /^rspec (\S+) #/].freeze
    RAN = /^\d+ (?:runs|tests|examples), (?!0 )/

    def initialize(folder, names)
      @folder = File.expand_path(folder)
      @projects = TABLE.select { |project| names.empty? || names.include?(project.folder) }
    end

    # Whether no project at hand has a fault; none at hand is one.
    def call
      here, missing = @projects.partition { |project| File.directory?(home(project)) }
      missing.each { |project| puts "no copy  #{project.folder}" }
      here.map { |project| report(project) }.all? && here.any?
    end

    private

    def home(project) = File.join(@folder, project.folder, project.within.to_s)

    def report(project)
      output, status = run(project, project.setup, nil)
      return fault(project, "the setup failed\n#{output.lines.last(9).join}") unless status.success?

      alone, ours = [JSON_GEM, DROP_IN].map do |libraries|
        output, = run(project, project.test, libraries)
        output.match?(RAN) or return fault(project, "no test ran with #{libraries.last}\n#{output.lines.last(9).join}")
        [output[/^\d+ (?:runs|tests|examples), .*/], failed(output)]
      end
      known, added = (ours[1] - alone[1]).partition { |name| project.known.keys.any? { |pattern| pattern.match?(name) } }
      return fault(project, "fail on the drop-in only:\n  #{added.join("\n  ")}") unless added.empty?

      puts "same     #{project.folder}: #{ours[0]} (on json: #{alone[1].size} fail; known: #{known.size})"
      true
    end

    def fault(project, text)
      puts "FAILED   #{project.folder}: #{text}"
      false
    end

    def failed(output)
      FAILED.flat_map { |pattern| output.scan(pattern).flatten }.uniq
    end

    # One command in the project's folder, with its own gems; its output and status.
    def run(project, command, libraries)
      env = { "RUBYOPT" => libraries && ["-W0", *libraries].join(" "), "RUBYLIB" => nil, "BUNDLE_GEMFILE" => nil,
              "BUNDLE_APP_CONFIG" => nil, "BUNDLE_FROZEN" => nil, "BUNDLE_WITHOUT" => nil, "LANG" => "C.UTF-8",
              "BUNDLE_PATH" => ENV.fetch("FOREIGN_BUNDLE", File.join(@folder, ".bundle", RbConfig::CONFIG["ruby_version"])),
              "PATH" => [RbConfig::CONFIG["bindir"], ENV.fetch("PATH")].join(File::PATH_SEPARATOR) }
      Open3.capture2e(env, command, chdir: home(project))
    end
  end
end

if $PROGRAM_NAME == __FILE__
  folder, *names = ARGV
  abort "usage: run.rb FOLDER [PROJECT...]" unless folder && File.directory?(folder)
  exit 1 unless Foreign::Run.new(folder, names).call
end
