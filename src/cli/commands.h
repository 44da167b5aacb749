/* SPDX-License-Identifier: Apache-2.0 */
/* The commands that are no calculators: found, listed, completed and described by one list. */
#ifndef AICALC_CLI_COMMANDS_H
#define AICALC_CLI_COMMANDS_H

#include <aicalc/aicalc.h>

#include "cli/views/format.h"

/* What the words of a command are, as shells may complete them. */
enum cli_words {
    CLI_WORDS_NONE,
    CLI_WORDS_CATALOG, /* a kind, then a name */
    CLI_WORDS_FILES,
    CLI_WORDS_HELP,    /* a calculator, a topic, or a word that has a meaning */
    CLI_WORDS_MEANING, /* a word that has a meaning */
    CLI_WORDS_SCHEMA,  /* a calculator or "check" */
    CLI_WORDS_DIMENSION,
    CLI_WORDS_SHELL
};

enum cli_command_id {
    CLI_COMMAND_CATALOG,
    CLI_COMMAND_CHECK,
    CLI_COMMAND_COMPARE,
    CLI_COMMAND_DIFF,
    CLI_COMMAND_EXPLAIN,
    CLI_COMMAND_UNITS,
    CLI_COMMAND_SCHEMA,
    CLI_COMMAND_COMPLETION,
    CLI_COMMAND_HELP,
    CLI_COMMAND_BRIEF,
    CLI_COMMAND_VERSION,
    CLI_COMMAND_COMPLETE
};

struct cli_command {
    const char *name;
    enum cli_command_id id;
    const char *arguments; /* as help shows them; "": none */
    const char *help;      /* NULL: not listed, another name or for scripts */
    unsigned subject;      /* an enum cli_subject, whose options it takes; 0: none */
    enum cli_words words;
};

extern const struct cli_command cli_commands[]; /* a NULL name ends them */

/* The command of that name; NULL if there is none. */
const struct cli_command *cli_command_find(const char *name);

/* The shells that completion is written for; NULL after the last. */
extern const char *const cli_shells[];

/* Commands: argv[0] is the command's name. They return the exit code. */
int cli_calculate(const struct aic_calculator *calculator, int argc, char **argv);
int cli_catalog(int argc, char **argv);
int cli_check(int argc, char **argv);
int cli_compare(int argc, char **argv);
int cli_diff(int argc, char **argv);
int cli_explain(int argc, char **argv);
int cli_completion(int argc, char **argv);
int cli_complete(int argc, char **argv);
int cli_schema(int argc, char **argv);
int cli_units(int argc, char **argv);
int cli_help(int argc, char **argv);
int cli_brief(int argc, char **argv);

#endif
