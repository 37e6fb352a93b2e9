# frozen_string_literal: true

namespace :docs do
  desc "The site of the guides and of the API, by RDoc, into tmp/site"
  task :site do
    # RDoc is Ruby's own, or one that is installed; the bundle has none.
    Bundler.with_unbundled_env do
      ruby("tools/make_site.rb", File.join(Checkout::ROOT, "tmp", "site"), verbose: false) do |ok, _|
        ok or abort "docs:site: dead links, or RDoc is not installed (gem install rdoc)"
      end
    end
  end
end
