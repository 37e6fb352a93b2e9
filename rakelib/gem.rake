# frozen_string_literal: true

# Gems: of the sources, and precompiled for this platform.
module NativeGem
  FOLDER = File.join(Checkout::ROOT, "tmp", "native")

  # By minor version: the Rubies of .ci/with-ruby, which are not the host's.
  RUBIES = { "3.3" => "ruby-3.3-amd64", "3.4" => "ruby-3.4-amd64", "4.0" => "ruby-4.0" }.freeze

  module_function

  def minor
    RUBY_VERSION[/\A\d+\.\d+/]
  end

  def library(version)
    File.join(FOLDER, "lib", "jacinth", version, "jacinth.#{RbConfig::CONFIG['DLEXT']}")
  end

  # The extension of the Ruby that runs this, as it is compiled already.
  def place(from, version)
    FileUtils.mkdir_p(File.dirname(library(version)))
    FileUtils.cp(from, library(version))
    # debug information is nine tenths of it
    Kernel.system("strip", "-S", library(version), err: File::NULL)
  end

  # Says which Rubies the gem would be installed on, and not work with.
  def warn_of_gaps(versions)
    gaps = %w[3.1 3.2 3.3 3.4 4.0] - versions
    gaps.select! { |gap| gap > versions.min && gap < versions.max }
    warn "gem:native: without Ruby #{gaps.join(', ')}: not to be published" if gaps.any?
  end

  def compile(version)
    ruby = RUBIES[version] || abort("gem:native: no Ruby #{version} is at hand")
    folder = File.join(FOLDER, "objects", version)
    FileUtils.rm_rf(folder)
    FileUtils.mkdir_p(folder)
    script = "Dir.chdir(ARGV[0]); [[RbConfig.ruby, ARGV[1]], %w[make -s]].each { |line| " \
             "system(*line, out: File::NULL) or exit(1) }"
    built = Kernel.system({ "RUBYOPT" => nil, "BUNDLE_GEMFILE" => nil }, ".ci/with-ruby", ruby,
                          "ruby", "-e", script, folder, File.join(Checkout::ROOT, "ext/jacinth/extconf.rb"))
    abort "gem:native: Ruby #{version} could not compile it" unless built
    place(File.join(folder, "jacinth.#{RbConfig::CONFIG['DLEXT']}"), version)
  end

  # The specification of a gem with the extensions of these Rubies.
  def specification(versions)
    warn_of_gaps(versions)
    spec = Gem::Specification.load("jacinth.gemspec").dup
    spec.platform = Gem::Platform.new([Gem::Platform.local.cpu, Gem::Platform.local.os].join("-"))
    spec.extensions = []
    last = versions.max_by { |version| Gem::Version.new(version) }
    spec.required_ruby_version = [">= #{versions.min_by { |version| Gem::Version.new(version) }}",
                                  "< #{Gem::Version.new("#{last}.0").bump}.dev"]
    spec.files = spec.files.grep_v(%r{\Aext/}) + versions.map { |version| library(version).delete_prefix("#{FOLDER}/") }
    spec
  end

  # The package of a folder that holds just what the gem does.
  def pack(spec)
    stage = File.join(FOLDER, "stage")
    FileUtils.rm_rf(stage)
    spec.files.each do |path|
      source = [File.join(FOLDER, path), File.join(Checkout::ROOT, path)].find { |file| File.file?(file) }
      FileUtils.mkdir_p(File.dirname(File.join(stage, path)))
      FileUtils.cp(source, File.join(stage, path))
    end
    target = File.join(Checkout::ROOT, "pkg", spec.file_name)
    Dir.chdir(stage) { build(spec, target) }
  end

  def build(spec, target)
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

  desc "Build a gem for this platform with the extension inside, for the Rubies at hand (or those named: 3.1 4.0)"
  task :native, [:versions] => "native:extension" do |_, arguments|
    versions = arguments[:versions]&.split || [NativeGem.minor, *NativeGem::RUBIES.keys]
    (versions - [NativeGem.minor]).each { |version| NativeGem.compile(version) }
    NativeGem.pack(NativeGem.specification(versions.uniq))
  end

  namespace :native do
    desc "Compile the extension with this Ruby and keep it for gem:native:pack"
    task extension: :compile do
      name = "jacinth.#{RbConfig::CONFIG['DLEXT']}"
      NativeGem.place(File.join(Checkout.build_dir, "lib", "jacinth", name), NativeGem.minor)
    end

    desc "Build the gem of what gem:native:extension kept, one Ruby after the other"
    task :pack do
      versions = Dir.children(File.join(NativeGem::FOLDER, "lib", "jacinth"))
      NativeGem.pack(NativeGem.specification(versions))
    end
  end
end
