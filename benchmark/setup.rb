# frozen_string_literal: true

require "fileutils"
require "open3"
require "rbconfig"

module Bench
  # Makes ready what a run needs: Jacinth and the floor built, the other libraries installed, all under tmp/bench, apart
  # from the user's own gems and from the bundle. What does not build is reported, not fatal.
  class Setup
    # The project's root, what it makes, and a folder name that tells this Ruby's binaries from another's.
    ROOT = File.expand_path("..", __dir__)
    BASE = File.join(ROOT, "tmp", "bench")
    RUBY_ID = "ruby-#{RUBY_VERSION}-#{RbConfig::CONFIG['arch']}".freeze
    GEMS = File.join(BASE, "gems", RUBY_ID)

    # A step that the run cannot do without failed.
    class Failed < StandardError; end

    # The allocator as in a process that has run for long. By default glibc hands freed memory back to the kernel and
    # faults it in again, as chance has it; that cost hides the libraries' own. Ruby's limit is the one that it comes to
    # by itself.
    WARM_MALLOC = { "MALLOC_MMAP_THRESHOLD_" => "33554432", "MALLOC_TRIM_THRESHOLD_" => "1073741824",
                    "MALLOC_TOP_PAD_" => "16777216", "RUBY_GC_MALLOC_LIMIT" => "33554432" }.freeze
    # What `bundle exec` leaves to its children: each would find the bundle's gems only, and a `gem install` would put
    # its own among them.
    NO_BUNDLE = { "BUNDLE_GEMFILE" => nil, "BUNDLER_SETUP" => nil, "RUBYLIB" => nil }.freeze

    # What happens is said on +out+.
    def initialize(out: $stderr)
      @out = out
    end

    # Environment of a worker: these gems, no bundle.
    def env
      default_path = "" # a path that ends in a separator takes in the defaults
      { "GEM_HOME" => GEMS, "GEM_PATH" => [GEMS, default_path].join(File::PATH_SEPARATOR),
        "RUBYOPT" => ENV["RUBYOPT"].to_s.split.grep_v(/bundler/).join(" "),
        **NO_BUNDLE, **WARM_MALLOC }
    end

    # Installs the gems that +adapters+ need and are not here yet; one that failed before is not tried again.
    def gems(adapters)
      adapters.filter_map(&:gem_name).uniq.each do |name|
        marker = File.join(GEMS, "failed-#{name}.log")
        next if installed?(name) || File.file?(marker)

        @out.puts "installing #{name} into #{relative(GEMS)}"
        log, status = Open3.capture2e(env, RbConfig.ruby, "-S", "gem", "install", name, "--no-document")
        next if status.success?

        FileUtils.mkdir_p(GEMS)
        File.write(marker, log)
        @out.puts "#{name}: not built here, see #{relative(marker)}"
      end
    end

    # Builds the extension of the tree at +tree+, with +flags+ for the compiler; answers load path folders.
    def jacinth(tree: ROOT, flags: nil)
      dest = File.join(tree, "tmp", "bench", "build", [RUBY_ID, flags].compact.join)
      build(File.join(tree, "ext", "jacinth"), dest, "jacinth", flags)
      [dest, File.join(tree, "lib")]
    end

    # Builds the floor; answers load path folders.
    def floor
      dest = File.join(BASE, "floor", RUBY_ID)
      build(File.join(__dir__, "floor"), dest, nil)
      [dest]
    end

    private

    def installed?(name)
      Dir[File.join(GEMS, "specifications", "#{name}-*.gemspec")].any? { |f| File.basename(f).match?(/\A#{name}-\d/) }
    end

    # Runs extconf and make in a folder of their own, when a source is newer than what was built, and puts the library
    # below +dest+.
    def build(source, dest, subfolder, flags = nil)
      work = File.join(dest, "obj-#{File.basename(source)}")
      stamp = File.join(work, "built")
      return if fresh?(stamp, source)

      @out.puts "building #{relative(source)}"
      FileUtils.rm_rf(work)
      FileUtils.mkdir_p(work)
      run(work, RbConfig.ruby, File.join(source, "extconf.rb"), env: { "JACINTH_CFLAGS" => flags })
      run(work, ENV.fetch("MAKE", "make"), "-j2")
      deliver(work, [dest, subfolder].compact.join("/"))
      FileUtils.touch(stamp)
    end

    def deliver(work, folder)
      FileUtils.mkdir_p(folder)
      Dir[File.join(work, "*.#{RbConfig::CONFIG['DLEXT']}")].each do |library|
        # A new file, not new content: the old one may be mapped somewhere.
        FileUtils.rm_f(File.join(folder, File.basename(library)))
        FileUtils.cp(library, folder)
      end
    end

    def fresh?(stamp, source)
      return false unless File.file?(stamp)

      built = File.mtime(stamp)
      Dir[File.join(source, "**", "*.{c,h,rb}")].none? { |file| File.mtime(file) > built }
    end

    def run(dir, *command, env: {})
      log, status = Open3.capture2e({ "RUBYOPT" => nil, **NO_BUNDLE, **env }, *command, chdir: dir)
      return if status.success?

      raise Failed, "#{command.join(' ')} failed in #{relative(dir)}:\n#{log.lines.last(20).join}"
    end

    def relative(path)
      path.delete_prefix("#{ROOT}/")
    end
  end
end
