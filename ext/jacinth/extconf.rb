# frozen_string_literal: true

# Builds jacinth/MAJOR.MINOR/jacinth from the sources in this folder and its subfolders, so
# that Rubies of several minor versions can share a folder of gems.
#
# Environment:
#   CC=clang           another compiler than that of Ruby
# and for developers:
#   JACINTH_DEBUG=1    enables debug assertions, disables optimization
#   JACINTH_WERROR=1   warnings are errors
#   JACINTH_CFLAGS=…   more flags for compiler and linker (sanitizers, -O0, -g, …)
#
# Option, also for users (gem install jacinth -- --disable-internals):
#   --disable-internals   uses only the public headers of Ruby
#
# Never uses -march=native or a global -mavx2, because the gem can run on another
# machine than the one that built it. core/cpu.c chooses an instruction set at run time.

# Writes a Makefile that compiles nothing: the library then uses its backend in plain Ruby.
without_extension = lambda do |reason|
  warn "jacinth: the extension is not compiled: #{reason}. The portable backend will be used, which is slower. " \
       "See https://github.com/jacinth-json/jacinth/blob/main/docs/installation.md"
  File.write("Makefile", "all install clean distclean:\n")
  exit
end

without_extension.call("#{RUBY_ENGINE} does not load it") unless RUBY_ENGINE == "ruby"
begin
  require "etc"
  require "mkmf"
rescue LoadError, SystemExit # without headers, mkmf ends the process
  without_extension.call("Ruby's headers are missing")
end
RbConfig.fire_update!("CC", ENV.fetch("CC")) unless ENV.fetch("CC", "").empty?

# mkmf's own message for a missing compiler speaks of libraries and options.
compiles = begin
  try_compile("#include <ruby.h>")
rescue RuntimeError
  false
end
compiler = RbConfig::CONFIG["CC"]
without_extension.call("no working C compiler (#{compiler}; its message is in mkmf.log)") unless compiles

debug = ENV["JACINTH_DEBUG"].to_s != ""
extra = ENV.fetch("JACINTH_CFLAGS", "")

# Ruby's flags can enable warnings of C90; the sources are C99.
$warnflags = $warnflags.to_s.gsub(/-Wdeclaration-after-statement|-Wlong-long/, "")

if RbConfig::CONFIG["GCC"] == "yes" || try_cflags("-fvisibility=hidden")
  append_cflags(["-std=gnu99", "-fvisibility=hidden", debug ? "-O0" : "-O3", "-fno-strict-aliasing"])
  append_cflags(["-mno-outline"]) # Apple's clang moves parts of hot loops into functions
  append_cflags(["-g1"]) unless debug # functions and lines; variables would make the library three times as large
  append_cflags(["-Wall", "-Wextra", "-Wno-unused-parameter"])
  append_cflags(["-Werror=implicit-function-declaration"]) # the default of newer compilers
  append_cflags(["-Werror"]) if ENV["JACINTH_WERROR"].to_s != ""
end
$defs << "-DJACINTH_DEBUG" if debug

# The CRuby-internals layer (docs/internals/ruby-objects.md).
if enable_config("internals", true)
  # libruby exports it, but no public header declares it.
  have_func("rb_hash_stlike_foreach")
else
  $defs << "-DJAC_INTERNALS_DISABLED=1"
end
# Development versions of Ruby are separate entries in ruby/verified.h.
$defs << "-DJAC_RUBY_IS_DEV" if RbConfig::CONFIG["PATCHLEVEL"].to_i.negative?

# Defines HAVE_NAME if this Ruby's headers declare the function and its library exports it.
try_declared = lambda do |name, header|
  declared = checking_for("#{name}() in #{header}") do
    try_compile("#include <ruby.h>\n#include <#{header}>\nvoid *jac_probe(void) { return (void *)#{name}; }")
  end
  declared && have_func(name, header)
end

# Missing in the oldest supported Ruby.
try_declared.call("rb_hash_new_capa", "ruby.h")
have_const("RUBY_TYPED_EMBEDDABLE", "ruby.h")

unless extra.empty?
  $CFLAGS << " " << extra
  $LDFLAGS << " " << extra
end

# Object files share one folder, so the base names of sources must differ.
source = File.expand_path(__dir__)
folders = Dir["*/", base: source].map { |folder| folder.delete_suffix("/") }.sort
$VPATH.concat(folders.map { |folder| "$(srcdir)/#{folder}" })
$INCFLAGS << " -I$(srcdir)"
$srcs = Dir["*.c", "{#{folders.join(",")}}/*.c", base: source].map { |path| File.basename(path) }.sort
# $(srcdir) is relative; make would split an absolute path at its spaces.
$headers = Dir["*.h", "{#{folders.join(",")}}/*.h", base: source].map { |path| "$(srcdir)/#{path}" }

$distcleanfiles << "GNUmakefile"
create_makefile("jacinth/#{RUBY_VERSION[/\A\d+\.\d+/]}/jacinth")

# GNU make prefers this file to Makefile. It sets the number of jobs, which RubyGems does only from version 4 on.
# The first word can be a group of single-letter options without a dash, or set a variable. Some letters take the rest
# of the word as their argument. --just-print does not set the number of jobs.
flags = ENV["MAKEFLAGS"].to_s.split.take_while { |word| word != "--" }
flags[0] = "-#{flags[0]}" if flags[0]&.match?(/\A[^-=]+\z/)
if flags.any? { |word| word.match?(/\A-(?:[^-CEfIloOW=][^CEfIloOW=]*)?j|\A--job/) }
  FileUtils.rm_f("GNUmakefile")
else
  File.write("GNUmakefile", "MAKEFLAGS += -j#{[Etc.nprocessors, 8].min}\ninclude Makefile\n")
end
