# frozen_string_literal: true

require "English"

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

# Those that Debian does not have: unpacked by .ci/make-ruby.
unpacked = %w[4.0 4.1]

unpacked.each do |name|
  desc "Run the tests with Ruby #{name} (TEST=\"file…\" for some), where there is an archive of it"
  task "rubies:#{name}" do
    home = IO.popen([".ci/make-ruby", name], &:read).chomp
    raise "no Ruby #{name} to be had" unless $CHILD_STATUS.success?

    settings = { "PATH" => "#{home}/bin:#{ENV.fetch('PATH')}", "BUNDLE_PATH" => "#{home}/bundle",
                 "BUNDLE_WITHOUT" => "bench" }
    Bundler.with_unbundled_env { sh settings, "bin/test", *ENV.fetch("TEST", "").split, verbose: false }
  end
end

desc "Run the tests on every Ruby and processor that can be had"
task rubies: [*rubies.keys, *unpacked].map { |name| "rubies:#{name}" }
