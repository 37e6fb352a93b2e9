# frozen_string_literal: true

require "mkmf"

append_cflags(%w[-std=c99 -O3 -fno-strict-aliasing])
have_func("rb_hash_new_capa", "ruby.h")
create_makefile("bench_floor")
