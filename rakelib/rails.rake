# frozen_string_literal: true

# The tests of jacinth/rails, and of the adapters of serializers that need Active Support,
# each release of it with gems of its own.
module RailsRun
  FOLDER = File.join(Checkout::ROOT, "test", "rails")
  # Release => the Ruby that it needs, by minor version.
  RELEASES = { "7.1" => "2.7", "7.2" => "3.1", "8.0" => "3.2", "8.1" => "3.2" }.freeze
  # Releases that do not know what later Rubies changed.
  LAST = { "7.1" => "3.4", "7.2" => "3.4" }.freeze

  module_function

  def releases
    ruby = Gem::Version.new(RUBY_VERSION)
    RELEASES.keys.select do |release|
      ruby >= Gem::Version.new(RELEASES.fetch(release)) && ruby < Gem::Version.new(LAST.fetch(release, "99")).bump
    end
  end

  # Returns true if all tests passed. more: additional environment variables.
  def call(release, files, more = {})
    env = environment(release)
    Bundler.with_unbundled_env do
      install(env, release)
      puts "Active Support #{release}, Ruby #{RUBY_VERSION}"
      # Each folder in a process of its own: an adapter loads its serializer.
      files.group_by { |file| File.dirname(file) }.values.map do |together|
        Suite.run_together(together, env: env.merge(more), under: %w[bundle exec])
      end.all?
    end
  end

  # Prints the options for the load path of Active Support and the gems that it needs.
  def print_load_path(release)
    env = environment(release)
    Bundler.with_unbundled_env do
      install(env, release)
      system(env, "bundle", "exec", RbConfig.ruby, "-e", <<~RUBY, exception: true)
        names = ["activesupport"]
        names.each { |name| names.concat(Gem.loaded_specs[name].runtime_dependencies.map(&:name) - names) }
        puts names.flat_map { |name| Gem.loaded_specs[name].full_require_paths }.map { |path| "-I\#{path}" }.join(" ")
      RUBY
    end
  end

  def bench(release, program)
    env = environment(release)
    Bundler.with_unbundled_env do
      install(env, release)
      system(env, "bundle", "exec", RbConfig.ruby, "-W0", program) || abort("rake: the benchmark failed")
    end
  end

  def install(env, release)
    # Tasks that run at the same time share the gems: one installs them, the others wait.
    FileUtils.mkdir_p(env.fetch("BUNDLE_PATH"))
    File.open(File.join(env.fetch("BUNDLE_PATH"), "lock"), "w") do |lock|
      lock.flock(File::LOCK_EX)
      quiet = { out: File::NULL, err: File::NULL }
      system(env, "bundle", "check", **quiet) || system(env, "bundle", "install", "--quiet", "--jobs", "2") ||
        abort("rake: the gems of Active Support #{release} cannot be installed")
    end
  end

  def environment(release)
    abi = [RbConfig::CONFIG["arch"], RbConfig::CONFIG["ruby_version"]].join("-")
    {
      "BUNDLE_GEMFILE" => File.join(FOLDER, "gemfiles", "rails_#{release}.gemfile"), "BUNDLE_FROZEN" => nil,
      "BUNDLE_PATH" => ENV.fetch("RAILS_BUNDLE", File.join(Checkout::ROOT, "vendor", "rails", abi)),
      "BUNDLE_APP_CONFIG" => File.join(Checkout::ROOT, "tmp", "rails", "#{abi}-#{release}"), "RUBYOPT" => nil,
      "PATH" => [RbConfig::CONFIG["bindir"], ENV.fetch("PATH")].join(File::PATH_SEPARATOR)
    }
  end
end

desc "Test jacinth/rails and adapters of serializers with each Active Support that this Ruby runs (RELEASE=8.1)"
task "test:rails" => :compile do
  files = ENV["TEST"] ? Suite.files(ENV["TEST"].split) : Tiers.files(:rails)
  releases = ENV["RELEASE"] ? ENV["RELEASE"].split : RailsRun.releases
  failed = releases.reject { |release| RailsRun.call(release, files) }
  abort "rake: tests with Active Support #{failed.join(', ')} failed" if failed.any?
end

desc "Print the load path of Active Support as options for a Ruby without the bundle's gems (RELEASE=7.2)"
task "test:rails_path" do
  RailsRun.print_load_path(ENV.fetch("RELEASE", "7.2"))
end

desc "Time Active Support's encoder, jacinth/rails and Oj (RELEASE=8.1, YJIT=1)"
task "bench:rails" => :compile do
  RailsRun.bench(ENV.fetch("RELEASE", "8.1"), "benchmark/rails.rb")
end
