# frozen_string_literal: true

desc "Run the tests of other projects with the drop-in, from copies in the folder (PROJECT=\"jwt json\")"
task "test:foreign", [:folder] => :compile do |_, arguments|
  folder = arguments[:folder] or abort "rake: test:foreign[folder] needs the folder of the copies"
  json = Gem::Specification.find_by_name("json", "~> 3.1").full_require_paths.join(File::PATH_SEPARATOR)
  names = ENV.fetch("PROJECT", "").split
  Bundler.with_unbundled_env do
    system({ "JACINTH_JSON" => json }, RbConfig.ruby, "-W0", "tools/foreign/run.rb", folder, *names) ||
      abort("rake: tests of other projects failed")
  end
end
