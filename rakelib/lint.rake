# frozen_string_literal: true

require "tmpdir"

module Lint
  C_FILES = "{ext/jacinth,ext/jacinth/core,test/core,tools,benchmark}/**/*.{c,h}"

  GENERATED = ["ext/jacinth/core/tables.c"].freeze

  module_function

  def c_files
    Dir.chdir(Checkout::ROOT) { Dir.glob(C_FILES).uniq.sort - GENERATED }
  end

  def installed?(command)
    folders = ENV.fetch("PATH").split(File::PATH_SEPARATOR)
    folders.any? { |folder| File.executable?(File.join(folder, command)) }
  end

  def compilers
    found = %w[gcc clang].select { |cc| tool?(cc) }
    found.empty? ? abort("rake: neither gcc nor clang is installed") : found
  end

  # True if a tool is installed. In CI it must be; elsewhere a warning names it.
  def tool?(command)
    return true if installed?(command)

    abort "lint: #{command} is not installed" if ENV["CI"]
    warn "lint: #{command} is not installed: skipped"
  end
end

desc "Check the style of Ruby, C and shell, and the layers"
task lint: %w[lint:ruby lint:c lint:layers lint:english lint:shell core:check]

namespace :lint do
  desc "Run rubocop (bin/setup lint installs it)"
  task :ruby do
    sh "rubocop", "--format", "quiet", verbose: false do |ok, _|
      ok or abort "lint: rubocop found offenses, or is not installed (bin/setup lint)"
    end
  end

  desc "Check the C sources with clang-format"
  task :c do
    next unless Lint.tool?("clang-format")

    sh "clang-format", "--dry-run", "-Werror", *Lint.c_files, verbose: false do |ok, _|
      ok or abort "lint: run rake format for the C sources"
    end
  end

  desc "Check the layers, file sizes and columns of the C sources"
  task :layers do
    ruby("tools/lint_layers.rb", verbose: false) { |ok, _| ok or abort "lint: mend the files above" }
  end

  desc "Check the words of comments and errors"
  task :english do
    ruby("tools/lint_english.rb", verbose: false) { |ok, _| ok or abort "lint: reword the texts above" }
  end

  desc "Run shellcheck"
  task :shell do
    scripts = Dir.glob(["bin/*", ".ci/*"], File::FNM_DOTMATCH).select { |path| File.file?(path) }
    scripts.select! { |path| File.open(path, encoding: "UTF-8", &:gets).to_s.match?(/\A#!.*\b(?:ba)?sh\b/) }
    sh "shellcheck", *scripts, verbose: false if Lint.tool?("shellcheck")
  end
end

desc "Run clang-format and rubocop's corrections"
task :format do
  sh "clang-format", "-i", *Lint.c_files, verbose: false
  sh "rubocop", "--autocorrect", "--format", "quiet", verbose: false
end

namespace :core do
  desc "Compile core/ alone: C99, no Ruby headers, warnings are errors"
  task :check do
    Dir.mktmpdir do |folder|
      Lint.compilers.product([[], ["-DJACINTH_DEBUG"]]).each do |cc, flags|
        flags += %w[-std=c99 -O2 -Wall -Wextra -Werror -pedantic -c]
        Dir["ext/jacinth/core/*.c"].each do |file|
          sh cc, *flags, file, "-o", File.join(folder, "core.o"), verbose: false
        end
      end
    end
  end
end

namespace :types do
  desc "Validate sig/, compare it with the library, check the guides' examples by it (bin/setup types first)"
  task check: :compile do
    # Without the drop-in's signatures, as with the gem, and with them.
    ["sig/jacinth.rbs", "sig"].each do |path|
      sh "rbs", "-I", path, "validate", verbose: false, out: File::NULL
    end
    ruby("tools/check_types.rb", verbose: false) { |ok, _| ok or abort "types: sig/ differs from the library" }
    ruby("-W0", "tools/check_examples.rb", verbose: false) { |ok, _| ok or abort "types: an example does not fit sig/" }
    ruby("tools/write_examples.rb", verbose: false)
    sh("steep", "check", "--jobs=2", verbose: false) { |ok, _| ok or abort "types: tmp/examples does not fit sig/" }
  end
end
