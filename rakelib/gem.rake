# frozen_string_literal: true

# Gems: of the sources, and precompiled for a platform.
class NativeGem
  FOLDER = File.join(Checkout::ROOT, "tmp", "native")

  # By platform and minor version: the Rubies of .ci/with-ruby that compile it.
  RUBIES = {
    "x86_64-linux" => { "3.3" => "ruby-3.3-amd64", "3.4" => "ruby-3.4-amd64", "4.0" => "ruby-4.0" },
    "aarch64-linux" => { "3.3" => "ruby-3.3-arm64", "3.4" => "ruby-3.4-arm64" }
  }.freeze

  # The version of the Ruby that runs this.
  MINOR = RUBY_VERSION[/\A\d+\.\d+/]

  # The platform of the Ruby that runs this. Of its version, only the C library makes extensions differ.
  def self.own
    Gem::Platform.local.then { |local| [local.cpu, local.os, *local.version&.slice(/musl|ucrt/)].join("-") }
  end

  def initialize(platform = NativeGem.own)
    @platform = platform
    @folder = File.join(FOLDER, platform)
  end

  def rubies = RUBIES.fetch(@platform, {})

  def library(version)
    File.join(@folder, "lib", "jacinth", version, "jacinth.#{RbConfig::CONFIG['DLEXT']}")
  end

  # Keeps a compiled extension.
  def place(from, version)
    FileUtils.mkdir_p(File.dirname(library(version)))
    FileUtils.cp(from, library(version))
    # debug information is nine tenths of it
    ["#{@platform[/[^-]+/]}-linux-gnu-strip", "strip"].any? do |strip|
      Kernel.system(strip, "-S", library(version), err: File::NULL)
    end
  end

  # The versions of the kept extensions.
  def versions = Dir.children(File.join(@folder, "lib", "jacinth"))

  # Says which Rubies the gem would be installed on, and not work with.
  def warn_of_gaps(versions)
    gaps = %w[3.1 3.2 3.3 3.4 4.0] - versions
    gaps.select! { |gap| gap > versions.min && gap < versions.max }
    warn "gem:native: without Ruby #{gaps.join(', ')}: not to be published" if gaps.any?
  end

  # Compiles the extension with a Ruby: one of .ci/with-ruby, or the folder with its bin/ruby.
  def compile(version, ruby)
    abort "gem:native: no Ruby #{version} for #{@platform} is installed" unless ruby
    folder = File.join(@folder, "objects", version)
    FileUtils.rm_rf(folder)
    FileUtils.mkdir_p(folder)
    script = "Dir.chdir(ARGV[0]); [[RbConfig.ruby, ARGV[1]], %w[make -s]].each { |line| " \
             "system(*line, out: File::NULL) or exit(1) }"
    command = ruby.start_with?("/") ? [File.join(ruby, "bin", "ruby")] : [".ci/with-ruby", ruby, "ruby"]
    built = Kernel.system({ "RUBYOPT" => nil, "BUNDLE_GEMFILE" => nil }, *command, "-e", script, folder,
                          File.join(Checkout::ROOT, "ext/jacinth/extconf.rb"))
    abort "gem:native: Ruby #{version} could not compile it" unless built
    place(File.join(folder, "jacinth.#{RbConfig::CONFIG['DLEXT']}"), version)
  end

  # The specification of a gem with the extensions of these Rubies.
  def specification(versions)
    warn_of_gaps(versions)
    spec = Gem::Specification.load("jacinth.gemspec").dup
    spec.platform = Gem::Platform.new(@platform)
    # Older ones would install it with glibc.
    spec.required_rubygems_version = ">= 3.3.22" if @platform.end_with?("musl")
    spec.extensions = []
    last = versions.max_by { |version| Gem::Version.new(version) }
    spec.required_ruby_version = [">= #{versions.min_by { |version| Gem::Version.new(version) }}",
                                  "< #{Gem::Version.new("#{last}.0").bump}.dev"]
    libraries = versions.map { |version| library(version).delete_prefix("#{@folder}/") }
    spec.files = spec.files.grep_v(%r{\Aext/}) + libraries
    spec
  end

  # Builds the gem with the extensions of these Rubies.
  def pack(versions)
    spec = specification(versions)
    stage = File.join(@folder, "stage") # just the files of the gem
    FileUtils.rm_rf(stage)
    spec.files.each do |path|
      source = [File.join(@folder, path), File.join(Checkout::ROOT, path)].find { |file| File.file?(file) }
      FileUtils.mkdir_p(File.dirname(File.join(stage, path)))
      FileUtils.cp(source, File.join(stage, path))
    end
    target = File.join(Checkout::ROOT, "pkg", spec.file_name)
    Dir.chdir(stage) { NativeGem.build(spec, target) }
  end

  def self.build(spec, target)
    require "rubygems/package"

    FileUtils.mkdir_p(File.dirname(target))
    Gem::DefaultUserInteraction.use_ui(Gem::SilentUI.new) { Gem::Package.build(spec, false, true, target) }
    puts target.delete_prefix("#{Checkout::ROOT}/")
  end
end

desc "Build pkg/jacinth-VERSION.gem"
task :build do
  spec = Gem::Specification.load("jacinth.gemspec") or abort "build: the gemspec does not load"
  NativeGem.build(spec, File.join(Checkout::ROOT, "pkg", spec.file_name))
end

namespace :gem do
  desc "Build pkg/jacinth-VERSION-java.gem, without the extension, for JRuby"
  task :java do
    spec = Gem::Specification.load("jacinth.gemspec").dup
    spec.platform = "java"
    spec.extensions = []
    spec.files = spec.files.grep_v(%r{\Aext/})
    NativeGem.build(spec, File.join(Checkout::ROOT, "pkg", spec.file_name))
  end

  desc "Build a gem with the compiled extension for the installed Rubies (or those named) and this platform " \
       "(or another): [3.3 3.4,aarch64-linux], [3.3=/opt/ruby-with-musl,x86_64-linux-musl]"
  task :native, %i[versions platform] do |_, arguments|
    gem = NativeGem.new(*arguments[:platform])
    own = arguments[:platform].nil? ? [NativeGem::MINOR] : []
    named = arguments[:versions]&.split || [*own, *gem.rubies.keys].uniq
    rubies = named.to_h { |name| [name[/[^=]+/], name[/=(.*)/, 1]] }
    Rake::Task["gem:native:extension"].invoke if rubies.keys.intersect?(own)
    rubies.except(*own).each { |version, ruby| gem.compile(version, ruby || gem.rubies[version]) }
    gem.pack(rubies.keys)
  end

  namespace :native do
    desc "Compile the extension with this Ruby and keep it for gem:native:pack"
    task extension: :compile do
      NativeGem.new.place(File.join(Checkout.build_dir, "lib", Checkout.library), NativeGem::MINOR)
    end

    desc "Build the gem from the extensions that gem:native:extension kept"
    task :pack do
      NativeGem.new.then { |gem| gem.pack(gem.versions) }
    end
  end
end
