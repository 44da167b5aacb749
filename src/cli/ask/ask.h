/* SPDX-License-Identifier: Apache-2.0 */
/* Asking: a question that was read, from a command line or from JSON. */
#ifndef AICALC_CLI_ASK_ASK_H
#define AICALC_CLI_ASK_ASK_H

#include <aicalc/ask.h>

#include "cli/options/options.h"
#include "cli/query/world.h"

/* Answers what the options ask; returns the exit code. */
int cli_answer(const struct cli_options *options, const struct cli_world *world);

/* The words of a command line, each a text of its own. */
struct cli_typed {
    char **at;
    size_t count, capacity;
};

/* Adds a word; false without memory. */
bool cli_typed_add(struct cli_typed *words, const char *word, struct aic_error *error);
void cli_typed_clear(struct cli_typed *words);

/* Adds what the members of a question say, as one would type it. The format is among the words. */
bool cli_type_question(struct cli_typed *words, const struct aic_json *json,
                       const struct aic_calculator *calculator, struct aic_error *error);

/* The keys of a question that are no options. */
#define CLI_ASK_CALCULATOR "calculator"
#define CLI_ASK_INPUTS     "inputs"
#define CLI_ASK_FILES      "files"
#define CLI_ASK_FORMAT     "format"

#endif
