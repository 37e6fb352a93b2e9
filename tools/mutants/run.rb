# frozen_string_literal: true

require "digest"
require "fileutils"
require "open3"
require "rbconfig"
require_relative "../../test/tiers"
require_relative "../checkout"
require_relative "table"

module Mutants
  # Puts each fault of the table into a copy of the checkout, compiles what it
  # touches, and runs the row's tests, then all others that run the extension, up
  # to the first that fails. Prints the table of docs/internals/reliability.md.
  #
  #     bin/setup -- ruby tools/mutants/run.rb [NAME-PART...]
  class Run
    ROOT = File.expand_path("../..", __dir__)
    COPY = File.join(ROOT, "tmp", "mutants")
    BUILD = File.join(COPY, "build")
    # The objects without a fault, which come back after each one.
    WHOLE = File.join(COPY, "whole")
    LIBRARY = File.basename(Checkout.library)
    # For one file of tests, of the processor and of the clock: a fault that hangs
    # is found, too.
    SECONDS = 240
    PATIENCE = 1800
    # Debug assertions are part of the tests; optimized code keeps fewer VALUEs on
    # the stack, where the GC finds them, than other code.
    FLAGS = "-O1 -g0 -DJACINTH_DEBUG"
    # The folders of tests that run the extension. The one with the name of the fault's
    # folder goes first.
    FOLDERS = %w[core parse check generate errors conformance document query stream writer type ruby library gc].freeze

    def initialize(parts)
      rows = TABLE.reject { |row| row.ruby && row.ruby > RUBY_VERSION }
      @rows = rows.select { |row| parts.empty? || parts.any? { |part| row.name.include?(part) } }
      abort "mutants: no such row" if @rows.empty?
    end

    def call
      abort "mutants: tests that need Bundler would skip: use bin/setup -- rake mutants" unless defined?(Bundler)
      prepare
      puts "| Fault | Found by | Tier | Seconds |", "|---|---|---|---|"
      spared = @rows.reject { |row| try(row) }
      puts "", "#{@rows.size - spared.size} of #{@rows.size} faults found"
      abort "mutants: not found: #{spared.map(&:name).join('; ')}" if spared.any?
    end

    private

    # The objects of an earlier run are taken again where they are of these
    # sources.
    def prepare
      state = File.join(WHOLE, "state")
      known = File.exist?(state) && File.read(state, encoding: "UTF-8") == digest
      FileUtils.rm_rf(COPY) unless known
      copy
      return FileUtils.cp(Dir[File.join(WHOLE, "*.*")], BUILD, preserve: true) && place if known

      configure
      make || abort("mutants: the sources do not compile")
      FileUtils.mkdir_p(WHOLE)
      FileUtils.cp(Dir[File.join(BUILD, "*.o")] << File.join(BUILD, LIBRARY), WHOLE, preserve: true)
      File.write(state, digest)
    end

    # Of the extension's sources.
    def digest
      texts = Dir[File.join(ROOT, "ext/jacinth/**/*.{c,h,rb}")].map { |path| File.binread(path) }
      Digest::SHA256.hexdigest([RUBY_DESCRIPTION, FLAGS, *texts].join("\0"))
    end

    def copy
      FileUtils.mkdir_p(BUILD)
      files = IO.popen(%w[git ls-files -z --cached --others --exclude-standard], chdir: ROOT, &:read).split("\0")
      files.each do |path|
        next unless File.file?(File.join(ROOT, path))

        FileUtils.mkdir_p(File.dirname(File.join(COPY, path)))
        FileUtils.cp(File.join(ROOT, path), File.join(COPY, path), preserve: true)
      end
    end

    # -MMD notes the files that each object is made of.
    def configure
      Open3.capture2e({ "JACINTH_CFLAGS" => "#{FLAGS} -MMD", "JACINTH_DEBUG" => nil }, RbConfig.ruby,
                      File.join(COPY, "ext/jacinth/extconf.rb"), chdir: BUILD)
      # mkmf has every object made again for any header.
      makefile = File.join(BUILD, "Makefile")
      File.write(makefile, File.read(makefile, encoding: "UTF-8").sub(/^\$\(OBJS\): \$\(HDRS\).*/, ""))
    end

    def make
      output, status = Open3.capture2e("make", "-s", "-j2", chdir: BUILD)
      return warn(output.lines.last(5).join) unless status.success?

      place
      true
    end

    def place
      placed = File.join(COPY, "lib", Checkout.library)
      FileUtils.mkdir_p(File.dirname(placed))
      FileUtils.cp(File.join(BUILD, LIBRARY), placed)
    end

    # The objects that are made of a file.
    def objects(file)
      Dir[File.join(BUILD, "*.d")].select { |path| File.read(path, encoding: "UTF-8").include?("/#{file}") }
                                  .map { |path| path.sub(/\.d\z/, ".o") }
    end

    # Returns the test file that found the fault, or nil.
    def try(row)
      start = now
      finder = find(row)
      by = finder ? "`#{finder}`" : "nothing"
      tier = finder&.end_with?(".rb") ? Tiers.of(finder).join(", ") : "-"
      puts "| #{row.name} (`#{row.file}`) | #{by} | #{tier} | #{(now - start).round} |"
      $stdout.flush
      finder
    end

    # A file that fails without the fault, too, has not found it.
    def find(row)
      loop do
        finder = with_fault(row) { make ? (tests(row) - broken).find { |file| !passes?(file) } : "the compiler" }
        return finder if finder.nil? || !finder.end_with?(".rb") || passes_without_fault?(finder)

        warn "mutants: #{finder} fails without a fault"
        broken << finder
      end
    end

    # For each file, the tests run once.
    def passes_without_fault?(file)
      @without_fault ||= {}
      @without_fault.fetch(file) { @without_fault[file] = passes?(file) }
    end

    def broken = @broken ||= []

    def tests(row)
      folders = (FOLDERS & [row.file[/\w+/]]) | FOLDERS
      row.tests | folders.flat_map { |folder| tests_in(folder) }
    end

    def tests_in(folder)
      files = Dir["test/#{folder}/**/*_test.rb", base: COPY]
      files.empty? ? abort("mutants: no tests in test/#{folder}") : files
    end

    def with_fault(row)
      path = File.join(COPY, "ext/jacinth", row.file)
      text = File.read(path, encoding: Encoding::UTF_8)
      time = File.mtime(path)
      count = text.scan(row.from).size
      abort "mutants: #{row.name}: #{row.file} has its text #{count} times" unless count == 1

      File.write(path, text.sub(row.from) { row.to })
      touched = objects(row.file)
      FileUtils.rm_f(touched)
      yield
    ensure
      File.write(path, text)
      File.utime(time, time, path)
      FileUtils.cp(Dir[File.join(WHOLE, "*.*")], BUILD, preserve: true) && place if touched
    end

    def passes?(file)
      environment = { "JACINTH_TEST_SCALE" => "0.2", "JACINTH_SHARED" => nil, "JACINTH_CFLAGS" => FLAGS }
      environment.update(rails_gems) if Tiers.of(file) == %i[rails]
      pid = Process.spawn(environment, RbConfig.ruby, "-W0", "-Ilib", "-Itest", file,
                          chdir: COPY, out: File::NULL, err: File::NULL, pgroup: true, rlimit_cpu: SECONDS)
      status = wait(pid)
      status&.success?
    end

    # The environment for the gems of the newest Rails that this Ruby runs. Without BUNDLE_LOCKFILE
    # => nil, Bundler would write their versions to the checkout's own Gemfile.lock.
    def rails_gems
      @rails_gems ||= begin
        require "rake"
        load File.join(ROOT, "rakelib/rails.rake")
        release = RailsRun.releases.last
        environment = RailsRun.environment(release)
        Bundler.with_unbundled_env { RailsRun.install(environment, release) }
        environment.except("RUBYOPT").merge("BUNDLE_LOCKFILE" => nil)
      end
    end

    # nil: not done in time.
    def wait(pid)
      deadline = now + PATIENCE
      while now < deadline
        return Process.last_status if Process.wait(pid, Process::WNOHANG)

        sleep 0.05
      end
      Process.kill("KILL", -pid)
      Process.wait(pid)
      nil
    end

    def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end
end

Mutants::Run.new(ARGV).call if $PROGRAM_NAME == __FILE__
