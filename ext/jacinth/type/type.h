/*
 * A compiled type: the description of a document and of the objects that are
 * made of it.
 *
 * Each Jacinth::Type has one struct, which is filled once and never changes (a
 * REF gets its target before other code sees it). It points to the structs of
 * other types: they do not move, and their Type objects, which this one marks,
 * keep them alive. The Type marks and pins every VALUE here; `self` is updated
 * when the Type moves.
 */
#ifndef JAC_TYPE_H
#define JAC_TYPE_H

#include "core/expected_key.h"
#include "ruby/shadow.h"
#include "ruby/struct_slots.h"

/* Each list has the members of an enum and the Symbols by which Ruby code
   names them: X(C name, Ruby name). */

/*
 * EPOCH: a Time as a number, in seconds or milliseconds since 1970. MAP: a Hash
 * with any keys. TUPLE: an array with a type for each element. OBJECT: known
 * members. TAGGED: objects that differ in a String, the tag. VARIANT: objects
 * that differ in a required member. FIRST: the first of its alternatives that
 * accepts the value. REF: a recursive type.
 * VALUE: any value, as Jacinth.generate writes it; if `of` is not NULL, also a
 * row, or an Array of such values. A row is an Array: first an OBJECT type with
 * build ROW, then the values of its members. Both are for writing only.
 *
 * The order matters: of the containers other than OBJECT, only MAP and TUPLE
 * have a kind of at least MAP.
 */
#define JAC_TYPE_KIND_LIST(X) \
    X(ANY, "any")             \
    X(VALUE, "value")         \
    X(STRING, "string")       \
    X(SYMBOL, "symbol")       \
    X(INTEGER, "integer")     \
    X(FLOAT, "float")         \
    X(BOOLEAN, "boolean")     \
    X(ENUM, "enum")           \
    X(TIME, "time")           \
    X(EPOCH, "epoch")         \
    X(DATE, "date")           \
    X(DECIMAL, "decimal")     \
    X(SCALAR, "scalar")       \
    X(ARRAY, "array")         \
    X(SET, "set")             \
    X(MAP, "map")             \
    X(TUPLE, "tuple")         \
    X(OBJECT, "object")       \
    X(OPTIONAL, "optional")   \
    X(UNION, "union")         \
    X(TAGGED, "tagged")       \
    X(VARIANT, "variant")     \
    X(FIRST, "first")         \
    X(REF, "ref")

/*
 * How an OBJECT is made. STRUCT: a Struct or Data, whose slots are the members.
 * HASH: a Hash with the members' keys. IVARS: allocate, and set instance
 * variables. NEW: new(**members). ROW: only written; `klass` is the object that
 * marks a missing member.
 */
#define JAC_BUILD_LIST(X) \
    X(STRUCT, "struct")   \
    X(HASH, "hash")       \
    X(IVARS, "ivars")     \
    X(NEW, "new")         \
    X(ROW, "row")

/* How an OBJECT treats unknown members. */
#define JAC_UNKNOWN_LIST(X) \
    X(IGNORE, "ignore")     \
    X(RAISE, "raise")       \
    X(COLLECT, "collect")

/* The kinds of JSON values, for unions. */
#define JAC_JSON_LIST(X)  \
    X(NULL, "null")       \
    X(BOOLEAN, "boolean") \
    X(INTEGER, "integer") \
    X(FLOAT, "float")     \
    X(STRING, "string")   \
    X(ARRAY, "array")     \
    X(OBJECT, "object")

#define JAC_SYMBOL_OF(name, symbol) symbol,
#define JAC_MEMBER_OF_KIND(name, symbol) JAC_TYPE_##name,
#define JAC_MEMBER_OF_BUILD(name, symbol) JAC_BUILD_##name,
#define JAC_MEMBER_OF_UNKNOWN(name, symbol) JAC_UNKNOWN_##name,
#define JAC_MEMBER_OF_JSON(name, symbol) JAC_JSON_##name,

typedef enum {
    JAC_TYPE_KIND_LIST(JAC_MEMBER_OF_KIND) JAC_TYPE_KINDS
} jac_type_kind_t;

typedef enum { JAC_BUILD_LIST(JAC_MEMBER_OF_BUILD) JAC_BUILDS } jac_build_t;

typedef enum {
    JAC_UNKNOWN_LIST(JAC_MEMBER_OF_UNKNOWN) JAC_UNKNOWNS
} jac_unknown_t;

typedef enum { JAC_JSON_LIST(JAC_MEMBER_OF_JSON) JAC_JSON_KINDS } jac_json_t;

typedef struct jac_type jac_type_t;

/* The number of members whose Strings are prefetched before writing. */
enum { JAC_FETCHED = 8 };

/* The number of bytes that can be read of any member's text. */
enum { JAC_TEXT_READABLE = 32 };

/* A member of an OBJECT, a string of an ENUM, a tag of a TAGGED, or a required
   member of an alternative of a VARIANT, where several can have one name. */
typedef struct {
    const uint8_t *name; /* UTF-8, followed by a quote and a colon */
    size_t length;
    size_t bytes;         /* of the name, quote and colon */
    uint64_t first, mask; /* as for jac_key_at(), which is false for a member
                             that is not read or whose name has escapes */
    bool high;            /* `text` is not all ASCII */
    bool read, written;
    bool optional; /* if missing, it is nil, or absent in a Hash */
    bool deferred; /* optional if its type, a REF, leads to an OPTIONAL */
    bool omit_nil, omit_default;
    bool constant; /* written from `text`; no object contains it */
    bool other;    /* another name of a member, only read */
    bool apart;    /* constant or other: the object has no value for it */
    bool call;     /* fallback is a Proc, called for each object */
    uint32_t slot; /* of its value while an object is read */
    uint32_t title;
    const uint8_t *text; /* `"name":` for output, and a constant's value */
    const jac_type_t *type;
    VALUE symbol;   /* its name in Ruby; an ENUM's value */
    VALUE hash_key; /* its key in a Hash */
    VALUE step;     /* its name in a path */
    VALUE fallback; /* the default, or Qundef */
    ID ivar, reader;
} jac_member_t;

struct jac_type {
    uint8_t kind;
    uint8_t simple_kind; /* `kind`, or JAC_TYPE_KINDS if `constrained` */
    uint8_t build;
    uint8_t unknown;
    bool unready;     /* it can refer to a REF that has no target yet */
    bool calls;       /* reading it can run Ruby code */
    bool constrained; /* it has a range, lengths, a pattern, required keys, or
                         `rules` is true */
    bool whole;       /* INTEGER: 1.0 is read as 1; not a constraint */
    bool strict;      /* TIME, DATE: only in the format of RFC 3339 */
    bool strips;      /* STRING: white space at its ends is removed */
    bool unique;      /* SET: no element is repeated in the document */
    bool rules;       /* it is strict, strips or unique, or it has checks */
    bool checks;      /* it has checks, and is not an OBJECT */
    bool freezes;     /* objects are frozen: Data */
    bool keywords;    /* new takes keywords */
    bool rows;        /* a VALUE, or its elements are: it can contain rows */
    bool number;      /* DECIMAL: written as a number */
    bool rails;       /* ANY: written as Active Support does */
    bool coerces;     /* with(coerce: true): strings in it are converted */
    bool symbols;     /* MAP: keys are Symbols */
    bool plain;       /* each member is written from its slot */
    bool direct;      /* a scalar, or an ARRAY or OBJECT of such types, without
                         checks and ranges: written within the generator's
                         walk */
    bool high_names;  /* some members' texts are not all ASCII */
    uint8_t fetch_count;
    uint8_t fetch[JAC_FETCHED]; /* slots of the first members with text */
    VALUE self;
    VALUE name;        /* of its kind: a Symbol */
    VALUE spec;        /* the Hash that it was made from */
    VALUE label;       /* a String: the type's name in errors */
    VALUE template;    /* OBJECT: jac_hash_template of all its keys; 0: none */
    VALUE klass;       /* OBJECT, SET, TIME, EPOCH, DATE; ENUM: Array of other
                       literals */
    VALUE exact;       /* OBJECT: `klass`, whose objects can be written; 0: each
                          object must pass the check */
    VALUE load, dump;  /* SCALAR */
    VALUE range;       /* INTEGER, FLOAT: a Range, or nil */
    VALUE pattern;     /* STRING: a Regexp, or nil */
    int64_t low, high; /* lengths; INTEGER: limits that are fixnums */
    int64_t unit;      /* EPOCH: units in a second, 1 or 1000 */
    const jac_type_t *of;  /* VARIANT: of all other objects, or NULL */
    const jac_type_t *key; /* MAP: the type of its keys; NULL: String, Symbol */
    VALUE places;   /* MAP: a Hash from String to the index of the alternative
                       for this key, or nil. TAGGED: a Hash by identity from
                       a class, whose objects do not contain their tag, to the
                       index of the only member that writes them, or nil */
    VALUE tests;    /* MAP: for each alternative that `places` does not name,
                       an Array of the Regexps that a key must match, or nil */
    VALUE required; /* MAP: an Array of pairs of keys, or nil. A Hash that has
                       the first key must have the second one. A pair whose
                       first key is nil applies to each Hash */
    uint32_t count;
    uint32_t named;     /* OBJECT: members before those with `other` */
    uint32_t fields;    /* OBJECT: slots of the object that is made */
    uint32_t slots;     /* the same, and slots of constants and the collector */
    uint32_t collector; /* slot of the Hash of unknown members */
    jac_member_t *members;
    uint8_t *texts;  /* memory of the members' names and texts */
    uint64_t bits;   /* a Bloom filter of the members' names: jac_name_bit */
    uint32_t *table; /* indices in members + 1, 0: none; or NULL */
    uint32_t mask;
    jac_struct_layout_t layout;           /* OBJECT, if build is STRUCT */
    VALUE tag;                            /* TAGGED: a String */
    const jac_type_t *by[JAC_JSON_KINDS]; /* UNION; NULL: none */
    /* UNION, FIRST: in order. TUPLE. MAP: the types of values whose keys match
       `tests`. VARIANT: for each member, the ENUM that its value must be of;
       NULL: any value */
    const jac_type_t **alternatives;
    uint32_t alternative_count;
#ifdef JACINTH_DEBUG
    jac_shadow_t self_shadow, *shadows; /* of the other VALUEs; or NULL */
#endif
};

/* True for a Jacinth::Type. */
bool jac_type_p(VALUE value);

/* Returns the struct of a complete Type. Runs Ruby code before the first use of
   a type with declared classes that had no members. */
const jac_type_t *jac_type_get(VALUE self);

/* Raises ArgumentError for a type that is used before it is complete. */
NORETURN(void jac_type_fail_incomplete(void));

/* Returns the type that a REF leads to, or the type itself. Raises
   ArgumentError if the REF has no target yet. */
JAC_INLINE const jac_type_t *
jac_type_target(const jac_type_t *type)
{
    while (JAC_UNLIKELY(type->kind == JAC_TYPE_REF)) {
        type = type->of;
        if (JAC_UNLIKELY(type == NULL)) jac_type_fail_incomplete();
    }
    return type;
}

JAC_INLINE bool
jac_member_optional(const jac_member_t *member)
{
    return member->optional ||
           (member->deferred &&
            jac_type_target(member->type)->kind == JAC_TYPE_OPTIONAL);
}

JAC_INLINE uint64_t
jac_name_bit(const uint8_t *s, size_t n)
{
    const size_t sum = n == 0 ? 0 : n * 9 + s[0] + (size_t)s[n - 1] * 3;

    return UINT64_C(1) << (sum & 63);
}

/* Returns the index of the member with the name s[0..n), or UINT32_MAX. */
uint32_t jac_member_find(const jac_type_t *type, const uint8_t *s, size_t n);

/*
 * True if the text at p, after a key's opening quote, is this member's name, a
 * closing quote and a colon. `left` bytes can be read. False for the member
 * after the last one of an OBJECT.
 */
JAC_INLINE bool
jac_member_at(const jac_member_t *member, const uint8_t *p, size_t left)
{
    return jac_key_at(p, left, member->name, member->bytes, member->first,
                      member->mask);
}

void jac_init_type(VALUE mJacinth);

#endif
