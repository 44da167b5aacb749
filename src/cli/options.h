/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of a query: one table of options beside the calculator's own fields. */
#ifndef AICALC_CLI_OPTIONS_H
#define AICALC_CLI_OPTIONS_H

#include "cli/cli.h"

#define CLI_REPEAT_MAX 64

/* A list of values of an option that may be given more than once. */
struct cli_list {
    const char *at[CLI_REPEAT_MAX];
    size_t count;
};

struct cli_options {
    enum cli_format format;
    enum aic_unit_style units;
    enum cli_color color;
    enum aic_gate gate; /* which end of a range the budgets test */
    bool explain, no_config, help, sensitivity;
    const char *fields; /* comma-separated result names; NULL: all */
    const char *input;  /* path, "-" or NULL */
    const char *solve;  /* "PARAMETER=min" or "PARAMETER=max" */
    struct cli_list budgets, catalogs, sweeps, files;
    struct aic_setting *settings; /* values of the calculator's inputs */
    size_t setting_count;
};

/* What an option does; the table is in options.c. */
struct cli_option {
    const char *name;  /* without dashes */
    char letter;       /* of the short form; 0: none */
    const char *value; /* how help names its value; NULL: it takes none */
    const char *help;
    const char *const *words; /* the values it takes, NULL-terminated; NULL: any text */
};

/* Options that every calculator has, for help and completion; NULL name at the end. */
extern const struct cli_option cli_common_options[];

/* The words of --units and --color, in the order of their enums; NULL-terminated. */
extern const char *const cli_unit_words[], *const cli_color_words[];

/* Reads the value of an option that takes one of a few words, NULL-terminated. */
bool cli_read_word(const char *option, const char *value, const char *const *words, int *chosen,
                   struct aic_error *error);

/* Adds the value of an option that may be repeated. */
bool cli_add_value(struct cli_list *list, const char *option, const char *value,
                   struct aic_error *error);

/* Sets what may be given once; `what` is its name in the message. */
bool cli_set_once(const char **text, const char *what, const char *value, struct aic_error *error);

/*
 * Takes up to `most` words out of argv[1..] that are neither options nor their values ("-" is
 * a word); the others close up. Returns how many there were.
 */
int cli_take_words(int argc, char **argv, const char **words, int most);

/* The format that the arguments ask for, before anything else of them is read. */
enum cli_format cli_peek_format(int argc, char **argv);

/*
 * Reads argv[1..]. False: `error` says why. `calculator` may be NULL for a command without
 * inputs. Release with cli_options_clear().
 */
bool cli_options_read(struct cli_options *options, const struct aic_calculator *calculator,
                      int argc, char **argv, struct aic_error *error);
void cli_options_clear(struct cli_options *options);

#endif
