/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shell text, read and never run: what its variables, tests, loops and functions say about the
 * commands in it. What depends on the machine is not decided, and said.
 */
#ifndef AICALC_LAUNCH_SHELL_H
#define AICALC_LAUNCH_SHELL_H

#include "launch/reader.h"

#define SHELL_DEPTH_MAX 8  /* functions, `sh -c`, commands inside commands */
#define SHELL_NEST_MAX  64 /* brackets and compound commands in the text */
#define SHELL_LOOP_MAX  64
#define VARIABLE_MAX    ((size_t)1 << 22)

/* A word as it stands, nothing expanded; an array of `NAME=( )` has its words. */
struct raw {
    const char *at;
    size_t length;
    int line;
    struct raw *items;
    size_t item_count;
    bool is_array;
};

struct raws {
    struct raw *at;
    size_t count;
};

/* A here-document of a command. */
struct here {
    const char *text;
    size_t length;
    int line;
    bool expands;
    struct here *next;
};

enum shell_kind {
    SHELL_SIMPLE,
    SHELL_TEST,       /* [[ ]] */
    SHELL_ARITHMETIC, /* (( )) */
    SHELL_IF,         /* condition, body, other */
    SHELL_CASE,       /* words: its subject; body: clauses */
    SHELL_CLAUSE,     /* words: patterns */
    SHELL_FOR,        /* name, words, body */
    SHELL_LOOP,       /* while, until, select, for (( )) */
    SHELL_GROUP,
    SHELL_FUNCTION /* name, body */
};

/* How a command hangs on the one before it. */
enum shell_link { SHELL_ALWAYS, SHELL_AND, SHELL_OR };

struct command {
    enum shell_kind kind;
    enum shell_link link;
    bool is_negated;
    bool has_words; /* of SHELL_FOR: an `in` */
    int line;
    const char *name;
    struct raws words;
    struct raw output; /* the file behind > or >> */
    bool appends;
    struct here *heres;
    struct command *condition, *body, *other, *next;
};

struct variable {
    const char *name;
    struct words words; /* the elements of an array, else one */
    bool is_array;
    struct variable *next;
};

struct function {
    const char *name;
    const struct command *body;
    struct function *next;
};

/* What the header of a Slurm script says; 0: nothing. */
struct slurm {
    double nodes, tasks, tasks_per_node, gpus_per_node, gpus;
    struct aic_launch_place at;
    const char *gpu;
    struct aic_launch_place gpu_at;
};

struct context;
struct shell;

/* Who looks into commands: the shell itself knows no program. */
struct shell_user {
    void (*command)(struct shell *shell, struct words words);
    /* True where a command, of one word or more, holds a program. */
    bool (*holds_program)(struct shell *shell, struct words words);
};

struct shell {
    const struct shell_user *user; /* NULL: nobody */
    struct reader *reader;
    const struct source *source;
    struct variable *variables[LAUNCH_CHAINS];
    struct function *functions;
    struct words arguments;
    bool has_arguments; /* false: those of the text's caller, which are not known */
    struct slurm slurm;
    int depth;                     /* of functions and texts inside texts */
    int expanding;                 /* of words inside words */
    int undecided_line;            /* of the outermost of these tests */
    int undecided;                 /* inside what an unknown test decides: not read */
    const struct context *context; /* what the text around says: a pod, a service */
};

/* Values of tests. SHELL_ORDINARY: of a command that is no test. */
enum truth { SHELL_FALSE, SHELL_TRUE, SHELL_UNKNOWN, SHELL_ORDINARY };

/* The commands of a text; NULL where it has none or failed. */
struct command *aic_launch_parse_shell(struct reader *reader, const struct source *source);

/* The end of a word that begins at `at`; counts lines. */
const char *aic_launch_skip_word(struct reader *reader, const struct source *source, const char *at,
                                 int *line);

/* Expands a word into fields, or into one text. */
void aic_launch_expand(struct shell *shell, struct raw word, struct words *fields);
const char *aic_launch_expand_text(struct shell *shell, struct raw word);
/* A text with $NAME in it and no quotes: a here-document, `${VAR:-x}` of Compose. */
const char *aic_launch_expand_plain(struct shell *shell, const char *text, size_t length, int line);

/* `$(( ))`, expanded but for bare names: false where it is not known. */
bool aic_launch_arithmetic(struct shell *shell, const char *text, double *value);
/* The words of `[ ]`, `[[ ]]` or `test`. */
enum truth aic_launch_test(const struct words *words);
/* A text as a pattern with * and ? has it. */
bool aic_launch_matches(const char *pattern, const char *text);

const struct variable *aic_launch_variable(const struct shell *shell, const char *name);
/* The value of --set; NULL: there is none. */
const char *aic_launch_environment(struct shell *shell, const char *name);
const char *aic_launch_hole_of(struct shell *shell, const char *name);
void aic_launch_assign(struct shell *shell, const char *name, struct words words, bool is_array,
                       bool appends);
void aic_launch_unset_variable(struct shell *shell, const char *name);
/* One text; NULL: not known, but there. */
void aic_launch_set_variable(struct shell *shell, const char *name, const char *text,
                             struct aic_launch_place at);

/* Reads a text: its commands, in order, are looked into. */
void aic_launch_run_shell(struct shell *shell, const struct source *source);
/* The text of `sh -c`, of the line of its word. */
void aic_launch_run_text(struct shell *shell, struct word text, struct words arguments);

#endif
