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

  # core/: each instruction set, and numbers.
  CORE = [
    ["SSE2: special bytes end one too low", "core/block_sse2.h",
     "_mm_min_epu8(swapped, jac_block_fill(0x20))", "_mm_min_epu8(swapped, jac_block_fill(0x1F))",
     %w[test/kernel/scan_test.rb]],
    ["SSE2: a digit's factor is one too low", "core/digits16.c", "LANES16(6554)", "LANES16(6553)",
     %w[test/kernel/dtoa_test.rb]],
    ["SSE2: ':' is a digit of a long number", "core/number_wide_sse2.h", "_mm_set1_epi8(-128 + 9)",
     "_mm_set1_epi8(-128 + 10)", %w[test/parser/numbers_test.rb]],
    ["AVX2: special bytes end one too high", "core/block_avx2.h",
     "_mm256_min_epu8(swapped, jac_block_fill(0x20))", "_mm256_min_epu8(swapped, jac_block_fill(0x21))",
     %w[test/kernel/scan_test.rb]],
    ["AVX2: the part of a block is one byte off", "core/block_avx2.h", "(window + 32 - n)", "(window + 31 - n)",
     %w[test/kernel/scan_test.rb]],
    ["SWAR: special bytes end one too low", "core/block_swar.h", "jac_swar_below(b ^ JAC_EACH(0x02), 0x21)",
     "jac_swar_below(b ^ JAC_EACH(0x02), 0x20)", %w[test/kernel/scan_test.rb]],
    ["SWAR: sixteen digits are counted as seventeen", "core/digits16_swar.h",
     "return 16 - jac_clz64(a.second) / 8;", "return 17 - jac_clz64(a.second) / 8;", %w[test/kernel/dtoa_test.rb]],
    ["the scan's last block begins a byte late", "core/scan_body.h", "p = end - JAC_BLOCK_WIDTH;",
     "p = end - JAC_BLOCK_WIDTH + 1;", %w[test/kernel/scan_test.rb]],
    ["white space: a byte behind each block is passed over", "core/scan_body.h",
     "if (stops != 0) return p + jac_mask_ctz(stops) / JAC_MASK_STRIDE;\n        p += JAC_BLOCK_WIDTH;",
     "if (stops != 0) return p + jac_mask_ctz(stops) / JAC_MASK_STRIDE;\n        p += JAC_BLOCK_WIDTH + 1;",
     %w[test/kernel/scan_test.rb]],
    ["UTF-8 cut off at the end is valid", "core/scan_body.h", "return (state & 63) == JAC_UTF8_ACCEPT;",
     "return (state & 63) != JAC_UTF8_ERROR;", %w[test/kernel/scan_test.rb]],
    ["an escape asks for half of the room that it needs", "core/escape_body.h",
     "JAC_UNLIKELY(e->dst_end - dst < JAC_ESC_ROOM)) {", "JAC_UNLIKELY(e->dst_end - dst < JAC_ESC_ROOM / 2)) {",
     %w[test/kernel/escape_test.rb]],
    ["a backslash at the end of 64 bytes is forgotten", "core/skip_body.h",
     "*pending = (backslashes & ~escaped) >> 63;", "*pending = false;", %w[test/kernel/skip_test.rb]],
    ["two digits from 11 on", "core/itoa.h", "uint32_t one = v < 10;", "uint32_t one = v <= 10;",
     %w[test/kernel/itoa_test.rb]],
    ["an integer of 20 digits is read as one of 19", "core/number.h",
     "n->kind = count <= 19 ? JAC_NUMBER_INTEGER", "n->kind = count <= 20 ? JAC_NUMBER_INTEGER",
     %w[test/kernel/number_test.rb]],
    ["days before 1970 are rounded up", "core/time_text.c", "return value / unit - (value % unit < 0);",
     "return value / unit;", %w[test/kernel/time_text_test.rb]]
  ].freeze

  # What is marked, guarded and kept.
  MEMORY = [
    ["the values of a parse are not marked", "parse/value_stack.c",
     "if (!SPECIAL_CONST_P(value)) rb_gc_mark(value);", "(void)value;", GC + PARSER],
    ["the keys of a cache are not marked", "parse/session.c", "jac_key_cache_mark(&session->keys);", "", PARSER + GC],
    ["shapes are not marked", "parse/session.c", "jac_shapes_mark(&session->shapes);", "", GC + PARSER],
    ["a key is stored without a write barrier", "parse/key_cache.c",
     "RB_OBJ_WRITE(owner, &set[0].string, string);", "set[0].string = string; (void)owner;", PARSER + GC],
    ["a template is stored without a write barrier", "parse/shape.c",
     "RB_OBJ_WRITE(owner, &node->template[symbols], template);",
     "node->template[symbols] = template; (void)owner;", %w[test/gc/kept_gc_test.rb]],
    ["the workspace's stack is not marked", "generate/walk_stack.c",
     "rb_gc_mark_locations(ws->stack, ws->stack + ws->used);", "", %w[test/gc/generator_gc_test.rb]],
    ["written keys are not marked", "generate/walk_stack.c",
     "if (ws->keys[i].era == ws->era) rb_gc_mark(ws->keys[i].key);", "(void)i;", %w[test/gc/written_keys_gc_test.rb]],
    ["written keys are good after Ruby code", "generate/walk_stack.c", "if (++ws->era == 0) {", "if (ws->era == 0) {",
     %w[test/generator/key_text_test.rb test/generator/hostile_test.rb]],
    ["a lazy document does not mark its text", "document/document.c", "rb_gc_mark(doc->text);", "",
     %w[test/document/hostile_test.rb test/document/document_test.rb]],
    ["a writer does not mark its keys", "generate/document_writer.c",
     "for (i = 0; i < wr->depth; i++) rb_gc_mark(wr->levels[i].key);", "(void)i;",
     %w[test/gc/kept_gc_test.rb]],
    ["a Type does not mark what it refers to", "type/type.c",
     "if (value != 0 && !SPECIAL_CONST_P(value)) rb_gc_mark(value);", "(void)value;", %w[test/gc/type_gc_test.rb]],
    ["compiled pointers are not kept", "document/pointer.c", "    RB_GC_GUARD(texts);\n",
     "    RB_GC_GUARD(texts);\n    set->room = Qnil;\n",
     %w[test/document/projection_test.rb test/document/hostile_test.rb]],
    ["a map's key with escapes is not kept while its String is made", "type/type_reader.c",
     "    if (type->symbols && !jac_kernels->valid_utf8(text, text + n)) {",
     "    decoded = Qnil;\n    if (type->symbols && !jac_kernels->valid_utf8(text, text + n)) {",
     %w[test/gc/kept_gc_test.rb test/gc/type_gc_test.rb test/type/hostile_test.rb]],
    ["a value that was yielded stays on the stack of a stream", "stream/descent.c",
     "    parser->chunks->token_head = parser->stack->head;\n", "", %w[test/stream/hostile_test.rb]]
  ].freeze

  # Bounds, stops and caches of the two machines, and errors.
  MACHINES = [
    ["a cached key is taken for its place and length alone", "parse/key_cache.c",
     "if (key->hash != hash || key->length != n || key->string == 0) return false;",
     "if (key->length != n || key->string == 0) return false;", PARSER],
    ["a predicted key is compared without its last byte", "parse/shape.h",
     "return left >= node->length && memcmp(p, node->text, node->length) == 0;",
     "return left >= node->length && memcmp(p, node->text, node->length - 1) == 0;", PARSER],
    ["a surrogate pair's value is one off", "parse/unescape.c", "c = 0x10000 + ((c & 0x3FF) << 10)",
     "c = 0x10001 + ((c & 0x3FF) << 10)", %w[test/parser/encoding_test.rb test/parser/property_test.rb]],
    ["the output grows by too little", "generate/buffer.c", "if (more < need) {\n        more = need;\n    }",
     "", %w[test/generator/fragment_test.rb test/generator/memory_test.rb]],
    ["room for a row is not asked for", "generate/emit_row.c",
     "if (JAC_UNLIKELY((size_t)(w->buffer.end - p) < JAC_EMIT_ROW_ROOM)) {", "if (false) {",
     %w[test/generator/rows_test.rb test/generator/memory_test.rb]],
    ["a long source is not frozen", "parse/machine.c", "if (JAC_UNLIKELY(options->hooks || pauses)) {",
     "if (JAC_UNLIKELY(options->hooks)) {", %w[test/interrupts_test.rb]],
    ["integers are read where a pause is due", "parse/row.c",
     "if (p + 9 <= parser->pause && jac_short_integer_begins(q)) {",
     "if (end - q >= 9 && jac_short_integer_begins(q)) {", %w[test/interrupts_test.rb]],
    ["an array is not asked for again after a stop", "generate/walk.c",
     "p = jac_walk_stop(w, p);\n            items = RARRAY_CONST_PTR(array);\n            size =",
     "p = jac_walk_stop(w, p);\n            if (size == 0) size =",
     %w[test/interrupts_test.rb test/generator/hostile_test.rb]],
    ["a second return into a callback is not refused", "parse/hooks.h", "if (session->ticket != ticket) {",
     "if (false) {", %w[test/parser/continuation_test.rb]],
    ["max_nesting allows one more", "parse/frame.h", "parser->stack->depth > (size_t)max",
     "parser->stack->depth > (size_t)max + 1", %w[test/parser/options_test.rb test/parser/place_test.rb]],
    ["the column of an error counts on over lines", "parse/place.c",
     "if (place->lines != lines) place->columns = 0;", "", %w[test/parser/place_test.rb test/stream/each_test.rb]],
    ["the column of an error counts bytes", "parse/place.c", "if (!jac_ascii_p(line, n)) {", "if (false) {",
     %w[test/errors/parser_error_test.rb test/parser/place_test.rb]],
    ["the excerpt of an error begins inside a character", "parse/error_context.c",
     "while (cut < 3 && continues(room + cut)) cut++;", "",
     %w[test/errors/parser_error_test.rb test/parser/place_test.rb]]
  ].freeze

  LIMITS = [
    ["a string may be a byte longer than its limit", "parse/limits.h", "if (limit != 0 && n > limit) {",
     "if (limit != 0 && n > limit + 1) {", %w[test/parser/limits_test.rb]],
    ["an array may have one element too many", "parse/limits.h",
     "count >= limit && c >= 0", "count > limit && c >= 0",
     %w[test/parser/limits_test.rb]],
    ["a number that a chunk cuts off has no limit", "parse/machine.c",
     "jac_limit_number(parser, p, n);", "",
     %w[test/parser/limits_test.rb]],
    ["a document of a stream may be a byte too long", "stream/stream.c", "offset_of(s, to) - s->value <= limit",
     "offset_of(s, to) - s->value <= limit + 1", %w[test/parser/limits_test.rb test/stream/options_test.rb]]
  ].freeze

  # Documents in pieces, lazy documents, the writer, types.
  PARTS = [
    ["a stream does not see a line's end at the edge of a chunk", "stream/stream.c",
     "s->searched = offset_of(s, found != NULL ? found : end);",
     "s->searched = offset_of(s, found != NULL ? found : end) + (found == NULL);",
     %w[test/stream/property_test.rb test/stream/each_test.rb]],
    ["a stream's byte order mark counts as a column", "stream/stream.c",
     "parser->start = parser->cursor;\n            s->chunked.chunks.offset += n;", "",
     %w[test/stream/each_test.rb test/stream/options_test.rb]],
    ["a stream takes a step's index for the next element", "stream/descent.c",
     "NUM2SIZET(stack->values[frame->head]) == step->index", "NUM2SIZET(stack->values[frame->head]) == step->index + 1",
     %w[test/stream/at_test.rb]],
    ["a nested value of a stream may be a level too deep", "stream/descent.c", "d->inner.max_nesting++;",
     "d->inner.max_nesting += 2;", %w[test/stream/options_test.rb test/stream/property_test.rb]],
    ["an indexed array has one element more", "document/text.c", "if (index >= known->count) return NULL;",
     "if (index > known->count) return NULL;", %w[test/document/document_test.rb]],
    ["an index is taken for another container's", "document/text.c", "return asked->at == at ? asked->index : NULL;",
     "return asked->index;", %w[test/document/document_test.rb test/document/projection_test.rb]],
    ["a pointer's index may begin with 0", "document/pointer.c",
     "if (n > 1 && name[0] == '0') return JAC_NO_INDEX;", "", %w[test/document/document_test.rb]],
    ["a lazy document may be a level too deep", "document/lazy.c", "max < 0 || depth >= (size_t)max",
     "max < 0 || depth > (size_t)max", %w[test/document/document_test.rb]],
    ["a projection drops the rest of a container too early", "document/select.c",
     "if (known != NULL) note_passed(known, &m);", "if (left != SIZE_MAX) left--;",
     %w[test/document/projection_test.rb]],
    ["a projection remembers keys for other pointers", "document/select.c",
     "known->n != n || memcmp(known->list, list, size) != 0", "known->n != n", %w[test/document/projection_test.rb]],
    ["a projection takes another key for one to pass over", "document/select.c",
     "jac_load64(q + rest) << key->shift == key->last", "true", %w[test/document/projection_test.rb]],
    ["a selection goes on behind the first of equal keys", "stream/descent.c",
     "d->silent = levels(d);", "d->silent = 0;", %w[test/command/get_test.rb]],
    ["a selection ends before the last value", "stream/descent.c",
     "d->exhausted = d->silent <= d->certain &&", "d->exhausted =", %w[test/command/get_test.rb]],
    ["laid out text asks for half of the room that it needs", "document/layout_buffer.c",
     "while (capa - b->size < n) capa *= 2;", "while (capa - b->size < n / 2) capa *= 2;",
     %w[test/document/reformat_test.rb]],
    ["a failed piece of a writer leaves bytes", "generate/writer_piece.c",
     "w->buffer.pos = w->buffer.start + s->used;", "", %w[test/writer/writer_test.rb test/writer/hostile_test.rb]],
    ["a writer goes on after half of a piece was written", "generate/writer_piece.c",
     "if (w->buffer.flushed != s->flushed ||", "if (", %w[test/writer/hostile_test.rb]],
    ["a failed piece of a writer keeps its key", "generate/writer_piece.c",
     "jac_keys_take_back(&wr->keys, s->keys);", "", %w[test/writer/writer_test.rb test/writer/property_test.rb]],
    ["a Type takes the beginning of a tag's name for it", "type/type_reader.c",
     "found = n == length && memcmp(text, tag, n) == 0;", "found = n <= length && memcmp(text, tag, n) == 0;",
     %w[test/type/load_test.rb test/type/schema_test.rb]],
    ["a member that comes twice is not refused by a Type", "type/type_reader.c",
     "if (stack->values[slot] != Qundef &&", "if (false &&", %w[test/type/errors_test.rb test/type/load_test.rb]],
    ["an error inside of a Type's value has no path to it", "type/type_writer.c",
     "jac_convert_error(w, rb_errinfo());", "", %w[test/type/dump_test.rb test/type/errors_test.rb]],
    ["a set of a Type is not made after an error", "type/type_reader.c",
     "if (type->kind == JAC_TYPE_SET && !r->failed) {", "if (type->kind == JAC_TYPE_SET) {",
     %w[test/type/errors_test.rb test/type/hostile_test.rb]]
  ].freeze

  TABLE = (CORE + MEMORY + MACHINES + LIMITS + PARTS).map { |row| Row.new(*row) }.freeze
end
