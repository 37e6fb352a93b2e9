# frozen_string_literal: true

require "rake/clean"

CLEAN.include("tmp/build")
CLOBBER.include("lib/jacinth/[0-9]*", "tmp")

lock = nil # held until the extension is compiled

# Copies a library by a rename, and only if it changed: another process may load it.
place = proc do |built, placed|
  next if File.exist?(placed) && FileUtils.identical?(built, placed)

  FileUtils.mkdir_p(File.dirname(placed))
  FileUtils.cp(built, "#{placed}.#{Process.pid}")
  File.rename("#{placed}.#{Process.pid}", placed)
end

# A Makefile names the sources there were when it was made.
desc "Wait for other processes that compile; delete the Makefile if a source was added or removed"
task "compile:sources" do
  mkdir_p Checkout.build_dir, verbose: false
  lock = File.new(File.join(Checkout.build_dir, "lock"), "w")
  lock.flock(File::LOCK_EX)
  list = File.join(Checkout.build_dir, "sources")
  names = Dir["ext/jacinth/{,*/}*.{c,h}"].join("
")
  next if File.exist?(list) && File.binread(list) == names.b

  rm_f Dir.glob(File.join(Checkout.build_dir, "objects/**/Makefile")), verbose: false
  File.write(list, names)
end

# make prints the files that it installs; `rake --silent` applies to make, too.
ENV["MAKEFLAGS"] = "#{ENV.fetch('MAKEFLAGS', nil)} -s".strip if Rake.application.options.silent

begin
  require "rake/extensiontask"

  # Objects and library go to the folder of this Ruby and these flags.
  extension = Rake::ExtensionTask.new("jacinth") do |ext|
    folder = Checkout.build_dir.delete_prefix("#{Checkout::ROOT}/")
    ext.lib_dir = File.dirname("#{folder}/lib/#{Checkout.library}")
    ext.tmp_dir = "#{folder}/objects"
    ext.source_pattern = "{,*/}*.{c,h}"
  end
  library = File.join(extension.lib_dir, File.basename(Checkout.library))
  built = File.join(extension.tmp_dir, extension.platform, "jacinth", RUBY_VERSION, File.basename(library))
  # instead of `make install`, which always writes the file anew
  Rake::Task["copy:jacinth:#{extension.platform}:#{RUBY_VERSION}"].clear_actions.enhance do
    place.call(built, library)
  end
  Rake::Task[:compile].prerequisites.unshift("compile:sources")
  Rake::Task[:compile].enhance do
    # A plain build also serves `ruby -Ilib`.
    place.call(library, File.join(Checkout::ROOT, "lib", Checkout.library)) unless Checkout.variant
    lock.close
  end
rescue LoadError
  task(:compile) { abort "rake: rake-compiler is not installed: run bin/setup" }
end

desc "Compile the extension with gcc and clang; warnings are errors"
task "compile:strict" do
  Lint.compilers.each do |cc|
    folder = File.join(Checkout::ROOT, "tmp", "strict", "#{RbConfig::CONFIG['arch']}-#{cc}")
    rm_rf folder, verbose: false
    mkdir_p folder, verbose: false
    # Ruby's own headers have unused parameters. clang has no warnings that need optimization.
    env = { "CC" => cc, "JACINTH_WERROR" => "1", "JACINTH_DEBUG" => nil,
            "JACINTH_CFLAGS" => "-Wall -Wextra -Wno-unused-parameter#{" -O0" if cc == "clang"}" }
    Dir.chdir(folder) do
      sh env, RbConfig.ruby, "#{Checkout::ROOT}/ext/jacinth/extconf.rb", verbose: false, out: File::NULL
      sh env, "make", "-s", verbose: false, out: File::NULL
    end
  end
end
