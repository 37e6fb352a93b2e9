/*
 * Jacinth::Writer: documents written piece by piece, to an IO or to a String.
 *
 * The methods are in document_writer.c. They ask writer_errors.h whether a
 * piece may come here; writer_member.h writes keys and values,
 * writer_container.h begins and ends objects and arrays, and writer_piece.h
 * takes back a piece that fails.
 */
#ifndef JAC_DOCUMENT_WRITER_H
#define JAC_DOCUMENT_WRITER_H

#include "generate/format.h"
#include "generate/walk.h"
#include "ruby/errors.h"
#include "writer/key_set.h"
#include "writer/key_tree.h"

/* What stands around a document, by the number that lib/jacinth/writer.rb
   gives: nothing, a line feed behind it, a record separator before it, too. */
typedef enum {
    JAC_WRITER_ONE_DOCUMENT,
    JAC_WRITER_LINES,
    JAC_WRITER_SEQUENCE
} jac_writer_framing_t;

/* BUSY: a piece is being written; BROKEN: one failed when part of it had gone
   to the IO. */
typedef enum {
    JAC_WRITER_UNINITIALIZED,
    JAC_WRITER_OPEN,
    JAC_WRITER_BUSY,
    JAC_WRITER_BROKEN,
    JAC_WRITER_CLOSED
} jac_writer_status_t;

/* A container that is open. */
typedef struct {
    VALUE key;     /* of the member begun last; with rfc8785 its text */
    size_t count;  /* members that were begun */
    size_t id;     /* tells it from others that were here */
    bool object;   /* or an array */
    bool keyed;    /* the last key has no value yet */
    uint16_t node; /* of its keys in the tree, or JAC_TREE_OFF: */
    jac_object_keys_t keys; /* of an object that left the tree */
} jac_writer_level_t;

/*
 * The walk is the one that writes the values, and lasts from call to call: its
 * buffer is the writer's, its stack is empty between calls. The object keeps
 * alive and in place all that the walk refers to.
 */
typedef struct {
    jac_walk_t walk; /* first: jac_writer_outer_path casts it */
    jac_walk_room_t room;
    jac_generator_options_t options; /* the walk's, a to_json may change */
    jac_format_t format;
    const jac_format_t *f; /* the same, or NULL in the plain case */
    jac_writer_level_t *levels;
    size_t depth, capacity; /* of levels */
    jac_key_tree_t tree;
    jac_key_set_t keys;
    size_t documents;     /* that are complete */
    size_t opened;        /* containers: the last id */
    jac_ticket_t calls;   /* of this Writer's methods */
    jac_ticket_t tickets; /* the walk's */
    VALUE io;             /* or Qfalse */
    size_t chunk_size;
    jac_writer_framing_t framing;
    jac_writer_status_t status;
    bool in_value; /* whether the innermost level's member is being written */
    VALUE result;  /* the String, when closed; or Qnil */
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

/* Defines Jacinth::Writer. */
void jac_init_document_writer(VALUE mJacinth);

#endif
