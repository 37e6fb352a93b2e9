# frozen_string_literal: true

desc "Build pkg/jacinth-VERSION.gem"
task :build do
  require "rubygems/package"

  spec = Gem::Specification.load("jacinth.gemspec") or abort "build: the gemspec does not load"
  mkdir_p "pkg", verbose: false
  Gem::DefaultUserInteraction.use_ui(Gem::SilentUI.new) do
    Gem::Package.build(spec, false, true, File.join("pkg", spec.file_name))
  end
  puts "pkg/#{spec.file_name}"
end
