# frozen_string_literal: true

# The tests on other Rubies and processors, in Debian roots (.ci/make-root).
rubies = {
  "3.3" => "ruby-3.3-amd64",
  "3.4" => "ruby-3.4-amd64",
  "i386" => "ruby-3.3-i386",
  "arm64" => "ruby-3.3-arm64"
}

rubies.each do |name, root|
  desc "Run the tests in the root #{root} (TEST=\"file…\" for some); only for root, on Debian"
  task "rubies:#{name}" do
    sh ".ci/make-root", root, out: File::NULL, verbose: false
    sh ".ci/in-root", root, "env", "BUNDLE_PATH=/var/lib/jacinth", "BUNDLE_WITHOUT=bench",
       "bin/test", *ENV.fetch("TEST", "").split, verbose: false
  end
end

desc "Run the tests on every Ruby and processor there is a root for"
task rubies: rubies.keys.map { |name| "rubies:#{name}" }
