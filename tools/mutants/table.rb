# frozen_string_literal: true

# Faults to put into the C, one at a time: what it is, the file below
# ext/jacinth, the text that is there once, what stands there with the fault,
# and the test files that are to find it. A file that no longer holds the text
# makes the run fail: the row is to follow the code.
module Mutants
  Row = Struct.new(:name, :file, :from, :to, :tests)

  PARSER = %w[test/parser/shapes_test.rb test/parser/rows_test.rb test/parser/property_test.rb
              test/parser/slots_test.rb].freeze
  GC = %w[test/gc/parser_gc_test.rb].freeze

  TABLE = [
    ["the values of a parse are not marked", "parse/value_stack.c",
     "if (!SPECIAL_CONST_P(value)) rb_gc_mark(value);", "(void)value;", GC + PARSER],
    ["the keys of a cache are not marked", "parse/session.c",
     "jac_key_cache_mark(&session->keys);", "", GC + PARSER],
    ["shapes are not marked", "parse/session.c", "jac_shapes_mark(&session->shapes);", "", GC + PARSER],
    ["a key is stored without a write barrier", "parse/key_cache.c",
     "RB_OBJ_WRITE(owner, &set[0].string, string);", "set[0].string = string; (void)owner;", GC + PARSER],
    ["a template is stored without a write barrier", "parse/shape.c",
     "RB_OBJ_WRITE(owner, &node->template[symbols], template);",
     "node->template[symbols] = template; (void)owner;", GC + PARSER],
    ["the workspace's stack is not marked", "generate/walk_stack.c",
     "rb_gc_mark_locations(ws->stack, ws->stack + ws->used);", "", ["test/gc/generator_gc_test.rb"]],
    ["written keys are not marked", "generate/walk_stack.c",
     "if (ws->keys[i].era == ws->era) rb_gc_mark(ws->keys[i].key);", "(void)i;",
     ["test/gc/written_keys_gc_test.rb"]],
    ["written keys are good after Ruby code", "generate/walk_stack.c", "if (++ws->era == 0) {", "if (ws->era == 0) {",
     ["test/generator/key_text_test.rb", "test/generator/hostile_test.rb", "test/interrupts_test.rb"]],
    ["a symbol key of another length", "parse/key_cache.c",
     "if (key->hash != hash || key->length != n || key->string == 0) return false;",
     "if (key->hash != hash || key->string == 0) return false;", PARSER + ["test/parser/adversarial_test.rb"]],
    ["a long key is compared up to its last word only", "parse/key_cache.c",
     "return jac_load64(text + n - 8) == jac_load64(s + n - 8);", "return true;",
     PARSER + ["test/parser/adversarial_test.rb"]],
    ["the scan's last block begins a byte late", "core/scan_body.h", "p = end - JAC_BLOCK_WIDTH;",
     "p = end - JAC_BLOCK_WIDTH + 1;", ["test/kernel/scan_test.rb"]],
    ["white space ends a byte early", "core/scan_body.h",
     "if (stops != 0) return p + jac_mask_ctz(stops) / JAC_MASK_STRIDE;\n        p += JAC_BLOCK_WIDTH;",
     "if (stops != 0) return p + jac_mask_ctz(stops) / JAC_MASK_STRIDE;\n        p += JAC_BLOCK_WIDTH - 1;",
     ["test/kernel/scan_test.rb", "test/parser/property_test.rb"]],
    ["UTF-8 cut off at the end is valid", "core/scan_body.h", "return (state & 63) == JAC_UTF8_ACCEPT;",
     "return (state & 63) != JAC_UTF8_ERROR;", ["test/kernel/scan_test.rb", "test/parser/encoding_test.rb"]],
    ["two digits from 11 on", "core/itoa.h", "uint32_t one = v < 10;", "uint32_t one = v <= 10;",
     ["test/kernel/itoa_test.rb"]],
    ["a surrogate pair's value is one off", "parse/unescape.c", "c = 0x10000 + ((c & 0x3FF) << 10)",
     "c = 0x10001 + ((c & 0x3FF) << 10)", ["test/parser/encoding_test.rb", "test/parser/property_test.rb"]],
    ["the output grows by too little", "generate/buffer.c", "if (more < need) {\n        more = need;\n    }",
     "", ["test/generator/strings_test.rb", "test/generator/memory_test.rb"]],
    ["room for a row is not asked for", "generate/emit_row.c",
     "if (JAC_UNLIKELY((size_t)(w->buffer.end - p) < JAC_EMIT_ROW_ROOM)) {", "if (false) {",
     ["test/generator/rows_test.rb", "test/generator/memory_test.rb"]],
    ["a long source is not frozen", "parse/machine.c", "if (JAC_UNLIKELY(options->hooks || pauses)) {",
     "if (JAC_UNLIKELY(options->hooks)) {", ["test/interrupts_test.rb"]],
    ["integers are read where a pause is due", "parse/row.c",
     "if (p + 9 <= parser->pause && jac_short_integer_begins(q)) {",
     "if (end - q >= 9 && jac_short_integer_begins(q)) {", ["test/interrupts_test.rb"]],
    ["an array is not asked for again after a stop", "generate/walk.c",
     "p = jac_walk_stop(w, p);\n            items = RARRAY_CONST_PTR(array);\n            size =",
     "p = jac_walk_stop(w, p);\n            if (size == 0) size =",
     ["test/interrupts_test.rb", "test/generator/hostile_test.rb"]],
    ["a second return into a callback is not refused", "parse/hooks.h", "if (session->ticket != ticket) {",
     "if (false) {", ["test/parser/continuation_test.rb"]],
    ["max_nesting allows one more", "parse/frame.h", "parser->stack->depth > (size_t)max",
     "parser->stack->depth > (size_t)max + 1", ["test/parser/options_test.rb", "test/parser/place_test.rb"]],
    ["a limit allows one more", "parse/limits.h", "if (limit != 0 && n > limit) {",
     "if (limit != 0 && n > limit + 1) {", ["test/parser/limits_test.rb"]]
  ].map { |row| Row.new(*row) }.freeze
end
