/* SPDX-License-Identifier: Apache-2.0 */
/* The options of all commands: one typed table, read, completed and described from it. */
#ifndef AICALC_CLI_OPTIONS_OPTIONS_H
#define AICALC_CLI_OPTIONS_OPTIONS_H

#include <aicalc/aicalc.h>

#include "cli/formats/asked.h"
#include "cli/formats/format.h"

#define CLI_REPEAT_MAX 64

/* A list of values of an option that may be given more than once. */
struct cli_list {
    const char *at[CLI_REPEAT_MAX];
    size_t count;
};

/* An answer that becomes a part of another output, or why there is none. */
struct cli_capture {
    struct aic_sink sink;
    struct aic_error error;
    size_t columns; /* of text; 0: those of the terminal */
};

/* What the options of a command line say. */
struct cli_options {
    const struct cli_format *format;
    int units; /* an enum aic_unit_style */
    int color; /* an enum cli_color */
    int gate;  /* an enum aic_gate: which end of a range the budgets test */
    bool only_worse, fail_on_warn;
    bool explain, no_config, help, short_help, brief, sensitivity, man, markdown, all, quiet;
    bool compare, header;
    const char *fields;         /* comma-separated result names; NULL: all */
    const char *part;           /* of a composition; NULL: all */
    const char *input;          /* path, "-" or NULL */
    const char *solve;          /* "PARAMETER=min" or "PARAMETER=max" */
    const char *baseline;       /* path or NULL */
    const char *write_baseline; /* path or NULL */
    const char *sort;           /* "RESULT", "RESULT:desc" or NULL */
    const char *top;            /* a number of cases, or NULL */
    const char *shard;          /* "K/N" or NULL */
    bool strict, implied;
    const char *which; /* words of the name of a case of a launch; NULL: the only one */
    struct cli_list budgets, catalogs, sweeps, wheres, files, measured;
    struct cli_list from, set;            /* texts that are deployed, and variables of theirs */
    const struct aic_launch_case *launch; /* the case of a text that was read already; NULL: none */
    struct cli_capture *capture;          /* where the answer goes instead; NULL: as usual */
    const struct aic_calculator *calculator; /* that is asked; NULL: another command */
    const char **words;                      /* those that are neither options nor their values */
    size_t word_count;
    struct aic_setting *settings; /* values of the calculator's inputs */
    size_t setting_count;
    struct cli_asked asked;
};

/* The style of --units: the table of options writes whole numbers. */
static inline enum aic_unit_style cli_unit_style(const struct cli_options *options)
{
    return (enum aic_unit_style)options->units;
}

/* The type of the member of struct cli_options that an option sets. */
enum cli_option_type {
    CLI_FLAG,   /* bool: it takes no value */
    CLI_TEXT,   /* const char *: given once */
    CLI_TEXTS,  /* struct cli_list: repeatable */
    CLI_FILES,  /* struct cli_list of files whose endings name formats */
    CLI_WORD,   /* int: the place of the value among `words` */
    CLI_FORMAT, /* const struct cli_format *: by its name */
};

/* What a shell may complete its value with, beside `words` and names of formats. */
enum cli_completes {
    CLI_COMPLETES_NOTHING,
    CLI_COMPLETES_FILES,
    CLI_COMPLETES_FIELDS,
    CLI_COMPLETES_BUDGET,
    CLI_COMPLETES_MEASURED,
    CLI_COMPLETES_SORT,
    CLI_COMPLETES_SWEEP,
    CLI_COMPLETES_SOLVE,
    CLI_COMPLETES_PART
};

struct cli_option {
    const char *name; /* without dashes */
    char letter;      /* of the short form; 0: none */
    enum cli_option_type type;
    size_t offset;            /* of its member */
    unsigned subjects;        /* enum cli_subject: what it can be asked of */
    const char *value;        /* how help names its value; NULL: it takes none */
    const char *help;         /* what follows is its words, formats or endings */
    const char *const *words; /* of a CLI_WORD, NULL-terminated */
    enum cli_completes completes;
};

/* The options of what shows a subject, in the order of help; NULL after the last. */
const struct cli_option *cli_option_at(enum cli_subject subject, size_t i);

/* The option that a word names up to `length`: "--output", "-o"; NULL if none. */
const struct cli_option *cli_option_find(enum cli_subject subject, const char *word, size_t length);

/* The i-th value of an option that takes one of a few; NULL after the last. */
const char *cli_option_word(const struct cli_option *option, enum cli_subject subject, size_t i);

/* True for an option that says where or how something is shown, whatever is asked. */
bool cli_option_shows(const struct cli_option *option);

/* Its form, "-o, --output FORMAT", and what it does. */
void cli_option_form(const struct cli_option *option, struct aic_text *text);
void cli_option_help(const struct cli_option *option, enum cli_subject subject,
                     struct aic_text *text);

/* Reads the value of an option into its member. */
bool cli_option_set(const struct cli_option *option, enum cli_subject subject,
                    struct cli_options *options, const char *value, struct aic_error *error);

/* The nth of the references that a name behind the calculator's may stand for; false: there are no more. */
bool cli_named_input(const struct aic_calculator *calculator, size_t nth, size_t *input);

/* The format that errors are told in, before anything else of the arguments is read. */
const struct cli_format *cli_peek_format(int argc, char **argv);

/*
 * Reads argv[1..] of the command that shows `subject`; with none, 0, all of them are words. False:
 * `error` says why, and the format is the one to tell it in. `calculator` is NULL for a command without
 * inputs; one with inputs takes a name alone, as the first word. Release with cli_options_clear().
 */
bool cli_options_read(struct cli_options *options, enum cli_subject subject,
                      const struct aic_calculator *calculator, int argc, char **argv,
                      struct aic_error *error);
void cli_options_clear(struct cli_options *options);

#endif
