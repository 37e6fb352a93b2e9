/*
 * Jacinth::Writer writes documents in chunks, to an IO or to a String.
 *
 * document_writer.c has the methods. writer_errors.h checks that a key or value
 * is allowed here, writer_member.h writes keys and values, writer_container.h
 * begins and ends objects and arrays, and writer_transaction.h undoes a write
 * that fails.
 */
#ifndef JAC_DOCUMENT_WRITER_H
#define JAC_DOCUMENT_WRITER_H

#include "generate/coder_types.h"
#include "generate/format.h"
#include "generate/walk.h"
#include "ruby/errors.h"
#include "writer/key_set.h"
#include "writer/key_tree.h"

/* The framing of documents: none, a line feed after each, or also a record
   separator before each. */
typedef enum {
    JAC_WRITER_ONE_DOCUMENT,
    JAC_WRITER_LINES,
    JAC_WRITER_SEQUENCE
} jac_writer_framing_t;

/* BUSY: a write is running. BROKEN: a write failed after a part of it went to
   the IO. */
typedef enum {
    JAC_WRITER_UNINITIALIZED,
    JAC_WRITER_OPEN,
    JAC_WRITER_BUSY,
    JAC_WRITER_BROKEN,
    JAC_WRITER_CLOSED
} jac_writer_status_t;

/* An open container. */
typedef struct {
    VALUE key;     /* of the last member; with rfc8785, the text of the key */
    size_t count;  /* members begun */
    size_t id;     /* unique among the containers of the writer */
    bool object;   /* an object, not an array */
    bool keyed;    /* the last key has no value yet */
    uint16_t node; /* of its keys in the tree, or JAC_TREE_OFF */
    jac_object_keys_t keys; /* of an object that left the tree */
} jac_writer_level_t;

/*
 * The walk writes the values and lasts from call to call. Its buffer is that of
 * the writer, and its stack is empty between calls. The object marks, and so
 * keeps alive and pins, all VALUEs of the walk.
 */
typedef struct {
    jac_walk_t walk; /* must be first: jac_writer_outer_path() casts it */
    jac_generator_options_t options; /* a to_json can change the walk's copy */
    jac_conversions_t conversions;   /* of the option types */
    jac_format_t format;
    const jac_format_t *f; /* NULL for compact output with plain
                              escapes, or &format */
    jac_writer_level_t *levels;
    size_t depth, capacity; /* of levels */
    jac_key_tree_t tree;
    jac_key_set_t keys;
    size_t documents;     /* complete documents */
    size_t opened;        /* the id of the last container */
    jac_ticket_t calls;   /* of this Writer's methods */
    jac_ticket_t tickets; /* the walk's */
    VALUE io;             /* or Qfalse */
    size_t chunk_size;
    jac_writer_framing_t framing;
    jac_writer_status_t status;
    bool in_value; /* the innermost level's member is being written */
    VALUE result;  /* after closing: the String or the IO; before: Qnil */
    /* of the walk; must be last, because jac_data_new() does not zero it */
    jac_walk_memory_t memory;
} jac_writer_t;

extern VALUE jac_cWriter;
extern const rb_data_type_t jac_writer_type;

JAC_INLINE jac_writer_t *
jac_writer_struct(VALUE self)
{
    return jac_typed_struct(self, jac_cWriter, &jac_writer_type);
}

JAC_INLINE jac_writer_level_t *
jac_writer_innermost(const jac_writer_t *wr)
{
    return wr->depth > 0 ? &wr->levels[wr->depth - 1] : NULL;
}

void jac_init_document_writer(VALUE mJacinth);

#endif
