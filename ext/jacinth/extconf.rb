# frozen_string_literal: true

# Builds jacinth/jacinth from the sources in this folder and its subfolders.
#
# Environment, for developers:
#   JACINTH_DEBUG=1    enables debug assertions, disables optimization
#   JACINTH_WERROR=1   warnings are errors
#   JACINTH_CFLAGS=…   more flags for compiler and linker (sanitizers, -O0, …)
#
# Option, also for users (gem install jacinth -- --disable-internals):
#   --disable-internals   uses only the public headers of Ruby
#
# Never uses -march=native or a global -mavx2, because the gem can run on another
# machine than the one that built it. core/cpu.c chooses an instruction set at run time.

require "mkmf"

# mkmf's own message for a missing compiler speaks of libraries and options.
compiles = begin
  try_compile("#include <ruby.h>")
rescue RuntimeError
  false
end
unless compiles
  abort "jacinth: no working C compiler (#{RbConfig::CONFIG["CC"]}; its message is in mkmf.log). " \
        "See https://github.com/jacinth-json/jacinth/blob/main/docs/installation.md"
end

debug = ENV["JACINTH_DEBUG"].to_s != ""
extra = ENV.fetch("JACINTH_CFLAGS", "")

# Ruby's flags can enable warnings of C90; the sources are C99.
$warnflags = $warnflags.to_s.gsub(/-Wdeclaration-after-statement|-Wlong-long/, "")

if RbConfig::CONFIG["GCC"] == "yes" || try_cflags("-fvisibility=hidden")
  append_cflags(["-std=gnu99", "-fvisibility=hidden", debug ? "-O0" : "-O3", "-fno-strict-aliasing"])
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
$headers = Dir["*.h", "{#{folders.join(",")}}/*.h", base: source].map { |path| File.join(source, path) }

create_makefile("jacinth/jacinth")
