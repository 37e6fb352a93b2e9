# frozen_string_literal: true

require "fileutils"
require "open3"
require "rbconfig"

module Bench
  # Makes ready what a run needs: Jacinth and the floor built, the other
  # libraries installed, all under tmp/bench, apart from the user's own gems
  # and from the bundle. What does not build is reported, not fatal.
  class Setup
    # The project's root.
    ROOT = File.expand_path("..", __dir__)
    # Folder name that tells this Ruby's binaries from another's.
    RUBY_ID = "ruby-#{RUBY_VERSION}-#{RbConfig::CONFIG['arch']}".freeze

    # A step that the run cannot do without failed.
    class Failed < StandardError; end

    # The allocator as in a process that has run for long. By default glibc
    # hands freed memory back to the kernel and faults it in again, as chance
    # has it; that cost hides the libraries' own (bin/bench --malloc system
    # shows it). Ruby's limit is the one that it comes to by itself.
    WARM_MALLOC = { "MALLOC_MMAP_THRESHOLD_" => "33554432",
                    "MALLOC_TRIM_THRESHOLD_" => "1073741824",
                    "MALLOC_TOP_PAD_" => "16777216",
                    "RUBY_GC_MALLOC_LIMIT" => "33554432" }.freeze

    # What `bundle exec` leaves to its children: each would find the bundle's
    # gems only, and a `gem install` would put its own among them.
    NO_BUNDLE = { "BUNDLE_GEMFILE" => nil, "BUNDLER_SETUP" => nil, "RUBYLIB" => nil }.freeze
    private_constant :NO_BUNDLE

    # Results go below +base+; what happens is said on +out+.
    def initialize(base: File.join(ROOT, "tmp", "bench"), malloc: "warm",
                   out: $stderr)
      @base = base
      @malloc = malloc
      @out = out
    end

    # Environment of a worker: these gems, no bundle. Memory is measured with
    # the allocator as it is, since a warm one grows no more.
    def env(purpose = :time)
      default_path = "" # a path that ends in a separator takes in the defaults
      { "GEM_HOME" => gem_dir,
        "GEM_PATH" => [gem_dir, default_path].join(File::PATH_SEPARATOR),
        "RUBYOPT" => ENV["RUBYOPT"].to_s.split.grep_v(/bundler/).join(" "),
        **NO_BUNDLE,
        **(@malloc == "warm" && purpose == :time ? WARM_MALLOC : {}) }
    end

    # Installs the gems that +adapters+ need and are not here yet.
    def gems(adapters)
      adapters.filter_map(&:gem_name).uniq.each { |name| install(name) }
    end

    # Installs the gem called +name+ unless it is here, or has failed before.
    def install(name)
      marker = File.join(gem_dir, "failed-#{name}.log")
      return if installed?(name) || File.file?(marker)

      @out.puts "installing #{name} into #{relative(gem_dir)}"
      log, status = Open3.capture2e(env, *gem_command, "install", name,
                                    "--no-document")
      return if status.success?

      FileUtils.mkdir_p(gem_dir)
      File.write(marker, log)
      @out.puts "#{name}: not built here, see #{relative(marker)}"
    end

    # Builds the extension of the tree at +tree+, with +flags+ for the compiler;
    # answers load path folders.
    def jacinth(tree: ROOT, flags: nil)
      source = File.join(tree, "ext", "jacinth")
      dest = File.join(tree == ROOT ? @base : File.join(tree, "tmp", "bench"),
                       "build", [RUBY_ID, flags].compact.join)
      build(source, dest, "jacinth", flags)
      [dest, File.join(tree, "lib")]
    end

    # Builds the floor; answers load path folders.
    def floor
      dest = File.join(@base, "floor", RUBY_ID)
      build(File.join(__dir__, "floor"), dest, nil)
      [dest]
    end

    private

    def gem_dir
      File.join(@base, "gems", RUBY_ID)
    end

    def gem_command
      [RbConfig.ruby, "-S", "gem"]
    end

    def installed?(name)
      Dir[File.join(gem_dir, "specifications", "#{name}-*.gemspec")]
        .any? { |f| File.basename(f).match?(/\A#{name}-\d/) }
    end

    # Runs extconf and make in a folder of their own, when a source is newer
    # than what was built, and puts the library below +dest+.
    def build(source, dest, subfolder, flags = nil)
      work = File.join(dest, "obj-#{File.basename(source)}")
      stamp = File.join(work, "built")
      return if fresh?(stamp, source)

      @out.puts "building #{relative(source)}"
      FileUtils.rm_rf(work)
      FileUtils.mkdir_p(work)
      run(work, RbConfig.ruby, File.join(source, "extconf.rb"), env: { "JACINTH_CFLAGS" => flags })
      run(work, *make)
      deliver(work, [dest, subfolder].compact.join("/"))
      FileUtils.touch(stamp)
    end

    def make
      [ENV.fetch("MAKE", "make"), "-j2"]
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
      Dir[File.join(source, "**", "*.{c,h,rb}")].none? do |file|
        File.mtime(file) > built
      end
    end

    def run(dir, *command, env: {})
      log, status = Open3.capture2e({ "RUBYOPT" => nil, **NO_BUNDLE, **env },
                                    *command, chdir: dir)
      return if status.success?

      raise Failed, "#{command.join(' ')} failed in #{relative(dir)}:\n" \
                    "#{log.lines.last(20).join}"
    end

    def relative(path)
      path.delete_prefix("#{ROOT}/")
    end
  end
end
