# frozen_string_literal: true

# The tests on other Rubies and processors (.ci/with-ruby).
rubies = {
  "3.3" => "ruby-3.3-amd64",
  "3.4" => "ruby-3.4-amd64",
  "4.0" => "ruby-4.0",
  "4.1" => "ruby-4.1",
  "i386" => "ruby-3.3-i386",
  "arm64" => "ruby-3.3-arm64",
  "s390x" => "ruby-3.3-s390x"
}

rubies.each do |name, ruby|
  desc "Run the tests with #{ruby} (TEST=\"file…\" for some)"
  task "rubies:#{name}" do
    Bundler.with_unbundled_env do
      sh ".ci/with-ruby", ruby, "BUNDLE_WITHOUT=bench", "bin/test", *ENV.fetch("TEST", "").split, verbose: false
    end
  end
end

desc "Run the tests on every Ruby and processor that can be had"
task rubies: rubies.keys.map { |name| "rubies:#{name}" }
