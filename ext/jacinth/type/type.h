/*
 * A compiled type: what a document must look like, and what is made of it.
 *
 * A struct for each Jacinth::Type, filled once and never changed (a REF gets
 * its target before anybody but its maker sees it). It refers to the structs of
 * other types by address: they stay where they are, and live as long as their
 * Type objects, which this one marks. Every VALUE here is marked and pinned by
 * its Type, so none of it becomes stale; `self` is told where its Type moves.
 */
#ifndef JAC_TYPE_H
#define JAC_TYPE_H

#include "ruby/shadow.h"

typedef enum {
    JAC_TYPE_ANY,
    JAC_TYPE_STRING,
    JAC_TYPE_SYMBOL,
    JAC_TYPE_INTEGER,
    JAC_TYPE_FLOAT,
    JAC_TYPE_BOOLEAN,
    JAC_TYPE_ENUM,
    JAC_TYPE_TIME,
    JAC_TYPE_DATE,
    JAC_TYPE_DECIMAL,
    JAC_TYPE_SCALAR,
    JAC_TYPE_ARRAY,
    JAC_TYPE_SET,
    JAC_TYPE_MAP,    /* a Hash of any keys */
    JAC_TYPE_OBJECT, /* known members */
    JAC_TYPE_OPTIONAL,
    JAC_TYPE_UNION,
    JAC_TYPE_TAGGED,
    JAC_TYPE_REF,
    JAC_TYPE_KINDS
} jac_type_kind_t;

/* How an OBJECT is made and read. */
typedef enum {
    JAC_MADE_STRUCT,   /* Struct and Data: its members are its slots */
    JAC_MADE_HASH,     /* a Hash whose keys are the members' */
    JAC_MADE_BY_IVARS, /* allocate, and set instance variables */
    JAC_MADE_BY_NEW    /* new(**members) */
} jac_made_t;

typedef enum {
    JAC_UNKNOWN_IGNORE,
    JAC_UNKNOWN_RAISE,
    JAC_UNKNOWN_COLLECT
} jac_unknown_t;

/* The kinds of JSON values, for unions. */
typedef enum {
    JAC_JSON_NULL,
    JAC_JSON_BOOLEAN,
    JAC_JSON_INTEGER,
    JAC_JSON_FLOAT,
    JAC_JSON_STRING,
    JAC_JSON_ARRAY,
    JAC_JSON_OBJECT,
    JAC_JSON_KINDS
} jac_json_t;

typedef struct jac_type jac_type_t;

/* Most members of an object whose Strings are fetched before it is written. */
enum { JAC_FETCHED = 8 };

/* Bytes of a member's text that may be read, however short it is. */
enum { JAC_TEXT_READABLE = 32 };

/* A member of an OBJECT, a string of an ENUM, or a tag of a TAGGED. */
typedef struct {
    const uint8_t *name; /* UTF-8, a quote and a colon behind it */
    uint32_t length;     /* of the name alone */
    /* What jac_member_at compares with; nothing is like that of a member
       that is not read, or that no document spells without escapes. */
    uint32_t bytes; /* of the name, the quote and the colon */
    uint64_t head;  /* the first 8 of them, zeros behind fewer */
    uint64_t mask;  /* which bytes of `head` count */
    uint64_t tail;  /* the last 8, where there are more than 8 */
    bool high;      /* `text` is not all ASCII */
    bool read, written;
    bool optional; /* missing is nil, or absent in a Hash */
    bool deferred; /* so, too, if its type, a REF, leads to an OPTIONAL */
    bool omit_nil, omit_default;
    bool constant;       /* written as it is, and not kept */
    bool call;           /* fallback is called for each object */
    uint32_t slot;       /* where its value waits while an object is read */
    uint32_t title;      /* bytes of `text` */
    const uint8_t *text; /* `"name":` for output; a constant's value too */
    const jac_type_t *type;
    VALUE symbol;   /* its name in Ruby; an ENUM's value */
    VALUE hash_key; /* its key in a Hash */
    VALUE step;     /* its name in a path */
    VALUE fallback; /* the default, or Qundef */
    ID ivar, reader;
} jac_member_t;

struct jac_type {
    uint8_t kind;    /* jac_type_kind_t */
    uint8_t made;    /* jac_made_t */
    uint8_t unknown; /* jac_unknown_t */
    bool calls;      /* reading it may run Ruby code */
    bool limited;    /* a range, lengths, or a pattern */
    bool freezes;    /* objects are frozen: Data */
    bool keywords;   /* new takes keywords */
    bool direct;     /* jac_struct_direct_p */
    bool number;     /* DECIMAL: written as a number */
    bool symbols;    /* MAP: keys are Symbols */
    bool plain;      /* direct, and each member written from its slot */
    bool high_names; /* some members' texts are not all ASCII */
    uint8_t fetch_count;
    uint8_t fetch[JAC_FETCHED]; /* slots of the first members with text */
    VALUE self;
    VALUE name;  /* of its kind: a Symbol */
    VALUE spec;  /* the Hash that it was made from */
    VALUE label; /* a String: the type's name in errors */
    VALUE klass; /* OBJECT, SET, TIME, DATE; ENUM: Array of other literals */
    VALUE load, dump;  /* SCALAR */
    VALUE range;       /* INTEGER, FLOAT: a Range, or nil */
    VALUE pattern;     /* STRING: a Regexp, or nil */
    int64_t low, high; /* STRING, ARRAY, SET, MAP: lengths */
    const jac_type_t *of;
    uint32_t count;     /* of members */
    uint32_t fields;    /* OBJECT: slots that belong to the object made */
    uint32_t slots;     /* and those of constants and of the collector */
    uint32_t collector; /* slot of the Hash of unknown members */
    jac_member_t *members;
    uint8_t *texts;  /* memory of the members' names and texts */
    uint64_t bits;   /* a Bloom filter of the members' names: jac_name_bit */
    uint32_t *table; /* of places + 1 in members, 0: none; or NULL */
    uint32_t mask;
    VALUE tag;                            /* TAGGED: a String */
    const jac_type_t *by[JAC_JSON_KINDS]; /* UNION; NULL: none */
    const jac_type_t **alternatives; /* UNION: as given; TAGGED: by member */
    uint32_t alternative_count;
#ifdef JACINTH_DEBUG
    jac_shadow_t self_shadow, *shadows; /* of the other VALUEs; or NULL */
#endif
};

/* The struct of a Jacinth::Type. TypeError for anything else. */
const jac_type_t *jac_type_get(VALUE self);

/* Raises ArgumentError for a type that is used before it is complete. */
NORETURN(void jac_type_fail_incomplete(void));

/* What a REF refers to in the end. ArgumentError where it has no target yet. */
JAC_INLINE const jac_type_t *
jac_type_target(const jac_type_t *type)
{
    while (JAC_UNLIKELY(type->kind == JAC_TYPE_REF)) {
        type = type->of;
        if (JAC_UNLIKELY(type == NULL)) jac_type_fail_incomplete();
    }
    return type;
}

/* Whether a document, or a Hash, may be without this member. */
JAC_INLINE bool
jac_member_optional(const jac_member_t *member)
{
    return member->optional ||
           (member->deferred &&
            jac_type_target(member->type)->kind == JAC_TYPE_OPTIONAL);
}

/* The bit of `bits` that tells of a name s[0..n). */
JAC_INLINE uint64_t
jac_name_bit(const uint8_t *s, size_t n)
{
    const size_t sum = n == 0 ? 0 : n * 9 + s[0] + (size_t)s[n - 1] * 3;

    return UINT64_C(1) << (sum & 63);
}

/* The place of the member called s[0..n), or UINT32_MAX. */
uint32_t jac_member_find(const jac_type_t *type, const uint8_t *s, size_t n);

/*
 * Whether the text at p, behind a key's opening quote, is this member's name, a
 * closing quote and a colon. left >= 0 bytes may be read. The one behind the
 * last of an OBJECT's members is never there.
 */
JAC_INLINE bool
jac_member_at(const jac_member_t *member, const uint8_t *p, size_t left)
{
    const size_t n = member->bytes;
    uint64_t word;

    if (JAC_UNLIKELY(left < 8 || left < n)) {
        return left >= n && member->mask != 0 &&
               memcmp(p, member->name, n) == 0;
    }
    memcpy(&word, p, 8);
    if ((word & member->mask) != member->head) return false;
    if (n <= 8) return true;
    memcpy(&word, p + n - 8, 8);
    if (word != member->tail) return false;
    return n <= 16 || memcmp(p + 8, member->name + 8, n - 16) == 0;
}

void jac_init_type(VALUE mJacinth);

#endif
