# frozen_string_literal: true

# Builds jacinth/jacinth from the sources in this folder and in its subfolders.
#
# Environment, for developers:
#   JACINTH_DEBUG=1    compile the debug assertions in, without optimizing
#   JACINTH_WERROR=1   warnings are errors
#   JACINTH_CFLAGS=…   further flags, last (sanitizers, -O0, …); also for the link
#
# Option, also for users (gem install jacinth -- --disable-internals):
#   --disable-internals   nothing of Ruby but its public headers
#
# Never -march=native and never a global -mavx2: the gem runs on the machine it
# is installed on, which is not always the one that built it. Instruction sets
# are chosen at run time (core/cpu.c).

require "mkmf"

debug = ENV["JACINTH_DEBUG"].to_s != ""
extra = ENV.fetch("JACINTH_CFLAGS", "")

# Ruby's own flags may ask for C90's warnings; this is C99.
$warnflags = $warnflags.to_s.gsub(/-Wdeclaration-after-statement|-Wlong-long/, "")

if RbConfig::CONFIG["GCC"] == "yes" || try_cflags("-fvisibility=hidden")
  append_cflags(["-std=gnu99", "-fvisibility=hidden", debug ? "-O0" : "-O3", "-fno-strict-aliasing"])
  append_cflags(["-Wall", "-Wextra", "-Wno-unused-parameter"])
  append_cflags(["-Werror=implicit-function-declaration"]) # as newer compilers do by default
  append_cflags(["-Werror"]) if ENV["JACINTH_WERROR"].to_s != ""
end
$defs << "-DJACINTH_DEBUG" if debug

# What ruby/ knows of CRuby beyond its public headers (docs/internals/ruby-objects.md).
if enable_config("internals", true)
  # Exported by libruby, declared in no public header: declared there.
  have_func("rb_hash_stlike_foreach")
else
  $defs << "-DJAC_INTERNALS_DISABLED=1"
end
# A Ruby that was not released yet is known by another name.
$defs << "-DJAC_RUBY_IS_DEV" if RbConfig::CONFIG["PATCHLEVEL"].to_i.negative?

# Declared by this Ruby's headers and exported by its library: one without the
# other does not compile, or does not link.
try_declared = lambda do |name, header|
  declared = checking_for("#{name}() in #{header}") do
    try_compile("#include <ruby.h>\n#include <#{header}>\nvoid *jac_probe(void) { return (void *)#{name}; }")
  end
  declared && have_func(name, header)
end

# Newer than the oldest Ruby supported.
try_declared.call("rb_hash_new_capa", "ruby.h")
have_const("RUBY_TYPED_EMBEDDABLE", "ruby.h")

unless extra.empty?
  $CFLAGS << " " << extra
  $LDFLAGS << " " << extra
end

# Object files share one folder, so no two sources may have the same base name.
source = File.expand_path(__dir__)
folders = Dir["*/", base: source].map { |folder| folder.delete_suffix("/") }.sort
$VPATH.concat(folders.map { |folder| "$(srcdir)/#{folder}" })
$INCFLAGS << " -I$(srcdir)"
$srcs = Dir["*.c", "{#{folders.join(",")}}/*.c", base: source].map { |path| File.basename(path) }.sort
$headers = Dir["*.h", "{#{folders.join(",")}}/*.h", base: source].map { |path| File.join(source, path) }

create_makefile("jacinth/jacinth")
