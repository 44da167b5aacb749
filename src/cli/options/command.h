/* SPDX-License-Identifier: Apache-2.0 */
/* The commands that are no calculators: found, listed, completed and described by one list. */
#ifndef AICALC_CLI_OPTIONS_COMMAND_H
#define AICALC_CLI_OPTIONS_COMMAND_H

#include "cli/formats/format.h"

/* What the words of a command are, as shells may complete them. */
enum cli_words {
    CLI_WORDS_NONE,
    CLI_WORDS_CATALOG, /* a kind, then a name */
    CLI_WORDS_FILES,
    CLI_WORDS_FOLDER,  /* --files, then a folder */
    CLI_WORDS_TEXTS,   /* files, and options of calculators beside them */
    CLI_WORDS_HELP,    /* a calculator, a topic, or a word that has a meaning */
    CLI_WORDS_MEANING, /* a word that has a meaning */
    CLI_WORDS_SCHEMA,  /* a calculator or "check" */
    CLI_WORDS_DIMENSION,
    CLI_WORDS_SHELL
};

/* A row of commands.inc, but for the function, which only main.c knows. */
struct cli_command {
    const char *name;
    unsigned subject; /* an enum cli_subject; 0: it takes no options */
    enum cli_words words;
    const char *arguments;
    const char *help;
};

extern const struct cli_command cli_commands[]; /* a NULL name ends them */

/* The command of that name; NULL if there is none. */
const struct cli_command *cli_command_find(const char *name);

/* The shells that completion is written for; NULL after the last. */
extern const char *const cli_shells[];

#endif
