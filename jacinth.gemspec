# frozen_string_literal: true

# Read, not loaded: with the drop-in Jacinth::VERSION is the json gem's.
version = File.read(File.join(__dir__, "lib/jacinth/version.rb"), encoding: "UTF-8")[/VERSION = "(.+)"/, 1]

Gem::Specification.new do |spec|
  spec.name = "jacinth"
  spec.version = version
  spec.authors = ["Jacinth developers"]
  spec.summary = "JSON for Ruby, as the json gem does it, only faster"
  spec.description = <<~TEXT
    A JSON generator and parser in C with the API of the json gem 3.1. Use it as Jacinth beside
    json, or require "jacinth/json" and it takes json's place in a program that stays as it is.
  TEXT
  spec.homepage = "https://github.com/jacinth-json/jacinth"
  spec.license = "MIT"
  spec.required_ruby_version = ">= 3.1"

  spec.metadata = {
    "rubygems_mfa_required" => "true",
    "source_code_uri" => spec.homepage,
    "changelog_uri" => "#{spec.homepage}/blob/main/CHANGELOG.md",
    "bug_tracker_uri" => "#{spec.homepage}/issues",
    "documentation_uri" => "https://rubydoc.info/gems/jacinth"
  }

  # The files that a user needs to build and read the gem. Tests, benchmarks and tools stay in the repository. In a
  # clone, only files that git tracks are packed.
  spec.files = Dir.chdir(__dir__) do
    packed = Dir["lib/**/*.rb", "ext/**/*.{c,h,rb}", "sig/**/*.rbs", "exe/*", "man/*", "completions/*",
                 "LICENSE", "README.md", "CHANGELOG.md"]
    tracked = File.exist?(".git") ? IO.popen(%w[git ls-files -z], err: File::NULL, &:read).split("\0") : []
    tracked.empty? ? packed : packed & tracked
  rescue Errno::ENOENT
    packed # git is not installed
  end
  spec.bindir = "exe"
  spec.executables = ["jacinth"]
  spec.extensions = ["ext/jacinth/extconf.rb"]
  spec.require_paths = ["lib"]
  spec.extra_rdoc_files = ["README.md", "CHANGELOG.md"]
  # Files without public names. ri shows the classes in them in spite of :nodoc:. Methods in C are documented in lib/.
  internal = "ext/jacinth/|lib/jacinth/(?:command|diff|json)/|" \
             "lib/jacinth/(?:backend|choice|conversions|diff|inspection|key_order|later|migration|patch|serializer|" \
             "steps|stream)\\.rb|" \
             "lib/jacinth/document/(?:editor|edited_value|gap)\\.rb|" \
             "lib/jacinth/errors/(?:\\w+_)?(?:hint|excerpt)\\.rb|" \
             "lib/jacinth/type/(?:class_suggestion|expectation|json_kinds|key_patterns|kind_union|length|member|" \
             "object_spec|pattern|properties|references|row|schema_[luw]\\w+|signature|tagged_union)\\.rb|" \
             "lib/jacinth/(?:alba|blueprinter|jbuilder|jsonapi_serializer|portable)/|" \
             "lib/jacinth/query/|" \
             "lib/jacinth/rails/(?:cast_kinds|clock|converter|method_checks|model_\\w+|models|" \
             "original_encoder|replaced_encoder)\\.rb"
  spec.rdoc_options = ["--main", "README.md", "--title", "Jacinth", "--exclude", internal]
end
