/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What all files of launches share: one arena for everything that is read, one error that stays, and
 * the tree, the words and the settings that texts become.
 */
#ifndef AICALC_LAUNCH_READER_H
#define AICALC_LAUNCH_READER_H

#include <aicalc/launch.h>
#include <aicalc/text.h>

/*
 * A hole: a part of a word that the text does not tell, such as a variable of its caller, stands
 * between these two bytes with its name, which may be empty. No text holds them: they are taken out.
 */
#define HOLE_BEGIN '\1'
#define HOLE_END   '\2'

#define LAUNCH_DEPTH_MAX  32
#define LAUNCH_VALUES_MAX 100000
#define LAUNCH_WORDS_MAX  100000
#define LAUNCH_CHAINS     64 /* in which names lie, which a text may have by the thousand */

struct word {
    const char *text;
    struct aic_launch_place at;
    bool keeps_lines; /* the lines in it are those of the file */
};

struct words {
    struct word *at;
    size_t count;
};

/* A value of a document: one tree for YAML, TOML and JSON. */
enum node_kind { NODE_NULL, NODE_TRUE, NODE_FALSE, NODE_TEXT, NODE_LIST, NODE_MAPPING };

struct node {
    enum node_kind kind;
    const char *key;  /* of a member of a mapping; NULL of an item */
    const char *text; /* of all but lists and mappings */
    int line;
    bool keeps_lines; /* its lines are those of the file, as of `|` in YAML */
    struct node *child, *next;
};

/* A text to be read. One that came out of a single line of another has that line everywhere. */
struct source {
    const char *name; /* in places */
    const char *file; /* what others call it by */
    const char *text; /* ends with a NUL */
    size_t length;
    int line; /* of its first line */
    bool one_line;
    struct node *root;
    bool named; /* another text named it: it is no question of its own */
};

struct block;
struct entry_name;
struct noted;
struct work;
struct variable;

struct reader {
    const struct aic_launch_request *request;
    struct aic_launch *launch;
    struct aic_error *error;
    bool failed; /* the first error is in `error`; everything returns as soon as it can */
    struct block *blocks;
    struct source *sources; /* given, and made by here-documents */
    size_t source_count;
    struct work *works; /* cases on their way */
    struct work *last;
    size_t work_count;
    struct node *programs, *machines; /* data of this folder, read when first asked for */
    struct entry_name *model_names, *gpu_names;
    bool *variable_read;     /* of each of the request's */
    const char *missing_job; /* a file with a job in it, which was not given */
    struct aic_launch_place missing_at;
    struct aic_launch_place untold; /* a script that its arguments do not tell; name NULL: none */
    struct aic_launch_place worker; /* what makes a command one of another case; name NULL: none */
    struct aic_launch_place undecided; /* a program that a test or loop decides; name NULL: none */
    struct noted *noted[LAUNCH_CHAINS];
    size_t words;      /* so far: bounded */
    size_t text;       /* index of the text that is being read */
    struct node spare; /* taken where memory is out: it is written, never read */
};

/* Memory that lives as long as what is read, zeroed; NULL, and failed, where there is none. */
void *aic_launch_take(struct reader *reader, size_t size);
/* Room for one more behind `count` items, the items with it; NULL, and failed, without memory. */
void *aic_launch_room(struct reader *reader, void *items, size_t count, size_t size);
/* Copies; "" where memory is out. */
const char *aic_launch_keep(struct reader *reader, const char *text, size_t length);
const char *aic_launch_lower(struct reader *reader, const char *text);
/* A short text, cut at 1000 bytes: for messages and names. */
const char *aic_launch_format(struct reader *reader, const char *format, ...) AIC_PRINTF(2, 3);

/* Fails with "NAME:LINE: message", if nothing failed before. Returns false. */
bool aic_launch_refuse(struct reader *reader, struct aic_launch_place at, enum aic_code code,
                       const char *format, ...) AIC_PRINTF(4, 5);
/* Head of a text for a message: at most 80 bytes, holes as $NAME, nothing that controls. */
const char *aic_launch_shown(struct reader *reader, const char *text);

void aic_launch_add_word(struct reader *reader, struct words *words, const char *text,
                         struct aic_launch_place at);
void aic_launch_add_words(struct reader *reader, struct words *words, struct words more);

/* A text that grows in the arena. */
struct buffer {
    struct reader *reader;
    char *at;
    size_t length, capacity;
};
void aic_launch_append(struct buffer *buffer, const char *bytes, size_t length);
const char *aic_launch_text_of(struct buffer *buffer);

/* Holes. */
bool aic_launch_has_hole(const char *text);
bool aic_launch_is_hole(const char *text);
/* The name of the first hole, "" where it has none. */
const char *aic_launch_hole(struct reader *reader, const char *text);

/* Trees. */
struct node *aic_launch_node(struct reader *reader, enum node_kind kind, int line);
void aic_launch_set_scalar(struct node *node, const char *text, bool plain);
/* Refuses a key that stands twice in a mapping. */
bool aic_launch_check_keys(struct reader *reader, const struct source *source,
                           const struct node *mapping);
const struct node *aic_launch_member(const struct node *mapping, const char *key);
static inline bool aic_launch_has_key(const struct node *mapping, const char *key)
{
    return aic_launch_member(mapping, key) != NULL;
}
/* A member of a member of ..., the keys of `path` divided by `/`. */
const struct node *aic_launch_at(const struct node *mapping, const char *path);
/* The text of a member; NULL where there is none, or it is a list, a mapping, null or empty. */
const char *aic_launch_member_text(const struct node *mapping, const char *key);
/* The text of a scalar, or the JSON of a list or a mapping. */
const char *aic_launch_json_of(struct reader *reader, const struct node *node);

/* Which of the chains a name is in. */
size_t aic_launch_chain(const char *name);

struct aic_launch_place aic_launch_place(const struct source *source, int line);

/* Readers: the root of a tree, or the first of a chain of documents; NULL where it failed. */
struct node *aic_launch_read_json(struct reader *reader, const struct source *source);
struct node *aic_launch_read_yaml(struct reader *reader, const struct source *source);
struct node *aic_launch_read_toml(struct reader *reader, const struct source *source);

/* The source of that last path component, marked as named; NULL where it was not given. */
struct source *aic_launch_find_file(struct reader *reader, const char *path);
struct source *aic_launch_add_source(struct reader *reader, const struct source *source);

#endif
