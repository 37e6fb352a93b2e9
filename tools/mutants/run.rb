# frozen_string_literal: true

require "fileutils"
require "open3"
require "rbconfig"
require_relative "table"

module Mutants
  # Builds a copy of the checkout with each fault of the table and runs the
  # row's tests on it.
  #
  #     ruby tools/mutants/run.rb [NAME-PART...]
  class Run
    ROOT = File.expand_path("../..", __dir__)
    COPY = File.join(ROOT, "tmp", "mutants")
    SECONDS = 180 # for one row's tests; a fault that hangs is found, too
    # The rows that may go without being found, of the whole table.
    SPARED = 1

    def initialize(parts)
      @rows = TABLE.select { |row| parts.empty? || parts.any? { |part| row.name.include?(part) } }
    end

    def call
      copy
      build || abort("mutants: the sources do not compile")
      check_without_fault
      spared = @rows.reject { |row| try(row) }
      puts "#{@rows.size - spared.size} of #{@rows.size} faults found"
      abort "mutants: not found: #{spared.map(&:name).join('; ')}" if spared.size > SPARED
    end

    private

    def copy
      FileUtils.rm_rf(COPY)
      FileUtils.mkdir_p(File.join(COPY, "build"))
      files = IO.popen(%w[git ls-files -z --cached --others --exclude-standard], chdir: ROOT, &:read).split("\0")
      files.each do |path|
        next unless File.file?(File.join(ROOT, path))

        FileUtils.mkdir_p(File.dirname(File.join(COPY, path)))
        FileUtils.cp(File.join(ROOT, path), File.join(COPY, path))
      end
      Open3.capture2e(RbConfig.ruby, File.join(COPY, "ext/jacinth/extconf.rb"), chdir: File.join(COPY, "build"))
    end

    def build
      output, status = Open3.capture2e("make", "-s", "-j2", chdir: File.join(COPY, "build"))
      return warn(output.lines.last(5).join) unless status.success?

      FileUtils.mkdir_p(File.join(COPY, "lib/jacinth"))
      FileUtils.cp(File.join(COPY, "build", "jacinth.#{RbConfig::CONFIG['DLEXT']}"), File.join(COPY, "lib/jacinth"))
      true
    end

    # The tests of the table find nothing where nothing is wrong.
    def check_without_fault
      files = @rows.flat_map(&:tests).uniq
      verdict = files.find { |file| found_by(file) }
      abort "mutants: #{verdict} fails without a fault" if verdict
    end

    # What found the fault, or nil.
    def try(row)
      finder = with_fault(row) { build ? row.tests.find { |file| found_by(file) } : "the compiler" }
      puts "#{finder ? 'found' : 'NOT FOUND'}: #{row.name}#{" (#{finder})" if finder}"
      $stdout.flush
      finder
    end

    def with_fault(row)
      path = File.join(COPY, "ext/jacinth", row.file)
      text = File.read(path, encoding: Encoding::UTF_8)
      count = text.scan(row.from).size
      abort "mutants: #{row.name}: #{row.file} has its text #{count} times" unless count == 1

      File.write(path, text.sub(row.from) { row.to })
      yield
    ensure
      File.write(path, text)
      FileUtils.touch(Dir[File.join(COPY, "ext/jacinth/**/*.c")]) if row.file.end_with?(".h")
    end

    def found_by(file)
      pid = Process.spawn({ "JACINTH_TEST_SCALE" => "0.2" }, RbConfig.ruby, "-W0", "-Ilib", "-Itest", file,
                          chdir: COPY, out: File::NULL, err: File::NULL, pgroup: true)
      deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + SECONDS
      until Process.wait(pid, Process::WNOHANG)
        if Process.clock_gettime(Process::CLOCK_MONOTONIC) > deadline
          Process.kill("KILL", -pid)
          Process.wait(pid)
          break
        end
        sleep 0.05
      end
      !$?.success?
    end
  end
end

Mutants::Run.new(ARGV).call if $PROGRAM_NAME == __FILE__
