# frozen_string_literal: true

namespace :docs do
  desc "Write the site of the guides and of the API into tmp/site (needs RDoc)"
  task :site do
    gems = %w[kramdown kramdown-parser-gfm rexml].flat_map { |name| Gem.loaded_specs.fetch(name).full_require_paths }
    # RDoc is Ruby's own, or one that is installed; the bundle has none.
    Bundler.with_unbundled_env do
      system(RbConfig.ruby, "-e", 'require "rdoc"', err: File::NULL) or
        abort "docs:site: RDoc is not installed (gem install rdoc)"
      ruby("-I#{gems.join(File::PATH_SEPARATOR)}", "tools/make_site.rb", "tmp/site", verbose: false) do |ok, _|
        ok or abort "docs:site: the pages have dead links, or could not be made: see above"
      end
    end
  end
end
