# frozen_string_literal: true

require "rake/clean"

CLEAN.include("tmp/build")
CLOBBER.include("lib/jacinth/jacinth.*", "tmp")

# A plain build also serves `ruby -Ilib`.
place_library = proc do
  next if Checkout.variant

  name = "jacinth.#{RbConfig::CONFIG['DLEXT']}"
  built = File.join(Checkout.build_dir, "lib", "jacinth", name)
  placed = File.join(Checkout::ROOT, "lib", "jacinth", name)
  next if File.exist?(placed) && FileUtils.identical?(built, placed)

  FileUtils.cp(built, "#{placed}.#{Process.pid}")
  File.rename("#{placed}.#{Process.pid}", placed)
end

# A Makefile names the sources there were when it was made.
desc "Forget the Makefile if a source came or went"
task "compile:sources" do
  list = File.join(Checkout.build_dir, "sources")
  names = Dir["ext/jacinth/{,*/}*.{c,h}"].join("
")
  next if File.exist?(list) && File.binread(list) == names.b

  rm_f Dir.glob(File.join(Checkout.build_dir, "objects/**/Makefile")), verbose: false
  mkdir_p Checkout.build_dir, verbose: false
  File.write(list, names)
end

# make prints the files that it installs; `rake --silent` applies to make, too.
ENV["MAKEFLAGS"] = "#{ENV.fetch('MAKEFLAGS', nil)} -s".strip if Rake.application.options.silent

begin
  require "rake/extensiontask"

  # Objects and library go to the folder of this Ruby and these flags.
  Rake::ExtensionTask.new("jacinth") do |ext|
    folder = Checkout.build_dir.delete_prefix("#{Checkout::ROOT}/")
    ext.lib_dir = "#{folder}/lib/jacinth"
    ext.tmp_dir = "#{folder}/objects"
    ext.source_pattern = "{,*/}*.{c,h}"
  end
  Rake::Task[:compile].enhance(&place_library).prerequisites.unshift("compile:sources")
rescue LoadError
  task(:compile) { abort "rake: rake-compiler is not installed: run bin/setup" }
end

desc "Compile the extension with each compiler here, warnings being errors"
task "compile:strict" do
  Lint.compilers.each do |cc|
    folder = File.join(Checkout::ROOT, "tmp", "strict", "#{RbConfig::CONFIG['arch']}-#{cc}")
    rm_rf folder, verbose: false
    mkdir_p folder, verbose: false
    # Ruby's own headers have unused parameters.
    env = { "CC" => cc, "JACINTH_WERROR" => "1", "JACINTH_DEBUG" => nil,
            "JACINTH_CFLAGS" => "-Wall -Wextra -Wno-unused-parameter" }
    Dir.chdir(folder) do
      sh env, RbConfig.ruby, "#{Checkout::ROOT}/ext/jacinth/extconf.rb", verbose: false, out: File::NULL
      sh env, "make", "-s", "CC=#{cc}", verbose: false, out: File::NULL
    end
  end
end
