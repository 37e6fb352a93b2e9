# frozen_string_literal: true

require "fileutils"
require "open3"
require "rbconfig"

module Bench
  # Makes ready what a run needs: Jacinth and the floor built, the other libraries installed under tmp/bench, apart from
  # the user's own gems and from the bundle. A library that does not build is reported, not fatal.
  class Setup
    ROOT = File.expand_path("..", __dir__)
    # The name of the folder for this Ruby's binaries.
    RUBY_ID = "ruby-#{RUBY_VERSION}-#{RbConfig::CONFIG['arch']}".freeze
    GEMS = File.join(ROOT, "tmp", "bench", "gems", RUBY_ID)

    # A step that the run cannot do without failed.
    class Failed < StandardError; end

    # The allocator as in a process that has run for long. By default glibc hands freed memory back to the kernel and
    # faults it in again, as chance has it; that cost hides the libraries' own. Ruby's limit is the one that it comes to
    # by itself.
    WARM_MALLOC = { "MALLOC_MMAP_THRESHOLD_" => "33554432", "MALLOC_TRIM_THRESHOLD_" => "1073741824",
                    "MALLOC_TOP_PAD_" => "16777216", "RUBY_GC_MALLOC_LIMIT" => "33554432" }.freeze
    # Unsets the environment of `bundle exec`, in which a child finds the bundle's gems only, and `gem install` adds
    # to them.
    NO_BUNDLE = { "BUNDLE_GEMFILE" => nil, "BUNDLER_SETUP" => nil, "RUBYLIB" => nil }.freeze

    # The lines that single.rb says of these rows, run by the command +ruby+.
    def self.single(what, ids, load_path:, env:, ruby:)
      command = [*ruby, *load_path.flat_map { |path| ["-I", path] }, File.join(__dir__, "single.rb"), what, *ids]
      text, log, status = Open3.capture3(env, *command)
      return text.lines(chomp: true) if status.success?

      raise Failed, "#{what} of single.rb failed:\n#{log.lines.last(15).join}"
    end

    # +out+ gets the progress.
    def initialize(out: $stderr) = @out = out

    # Environment of a worker: these gems, no bundle.
    def env
      # A path that ends in a separator takes in the defaults.
      { "GEM_HOME" => GEMS, "GEM_PATH" => GEMS + File::PATH_SEPARATOR,
        "RUBYOPT" => ENV["RUBYOPT"].to_s.split.grep_v(/bundler/).join(" "),
        **NO_BUNDLE, **WARM_MALLOC }
    end

    # Installs the gems that +adapters+ need and are not here yet.
    def gems(adapters)
      adapters.filter_map(&:gem_name).uniq.each do |name|
        next if Dir.glob("specifications/#{name}-[0-9]*.gemspec", base: GEMS).any?

        @out.puts "installing #{name} into #{GEMS}"
        run(ROOT, RbConfig.ruby, "-S", "gem", "install", name, "--no-document", env: env)
      rescue Failed => e
        @out.puts e.message
      end
    end

    # Builds the extension of the tree at +tree+, with +flags+ for the compiler. Returns the folders of the load path.
    def jacinth(tree: ROOT, flags: nil)
      env = { "JACINTH_CFLAGS" => flags, "RUBY" => RbConfig.ruby,
              "BUNDLE_PATH" => ENV["BUNDLE_PATH"] || File.join(ROOT, "vendor", "bundle", RbConfig::CONFIG["arch"]) }
      @out.puts "building Jacinth#{" with #{flags}" if flags}"
      run(tree, "bin/setup", env: env)
      run(tree, RbConfig.ruby, "-r./tools/checkout", "-e", "puts Checkout.load_path", env: env).lines(chomp: true)
    end

    # Builds the baseline. Returns the folders of the load path.
    def floor
      folder = File.join(ROOT, "tmp", "bench", "floor", RUBY_ID)
      FileUtils.mkdir_p(folder)
      run(folder, RbConfig.ruby, File.join(__dir__, "floor", "extconf.rb"))
      run(folder, ENV.fetch("MAKE", "make"))
      [folder]
    end

    # The revision's files, in a worktree that stays for the next time.
    def checkout(revision)
      folder = File.join(ROOT, "tmp", "bench", "worktrees", revision)
      git("worktree", "prune")
      git("worktree", "add", "--detach", folder, revision) unless File.directory?(folder)
      folder
    end

    def git(*command) = run(ROOT, "git", *command).strip

    private

    def run(folder, *command, env: {})
      log, status = Open3.capture2e({ "RUBYOPT" => nil, **NO_BUNDLE, **env }, *command, chdir: folder)
      return log if status.success?

      raise Failed, "#{command.join(' ')} failed in #{folder}:\n#{log.lines.last(20).join}"
    end
  end
end
