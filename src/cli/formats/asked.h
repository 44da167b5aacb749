/* SPDX-License-Identifier: Apache-2.0 */
/* The command that asks the same again. */
#ifndef AICALC_CLI_FORMATS_ASKED_H
#define AICALC_CLI_FORMATS_ASKED_H

#include <aicalc/aicalc.h>

/*
 * Its words behind the program's name, as they were typed; those that say where and how the
 * answer is shown (-o, -O, --color) are no part of the question.
 */
struct cli_asked {
    const char **words;
    size_t count;
};

/* Adds a word as a shell reads it back: in quotes where something in it would be read otherwise. */
void cli_add_shell_word(struct aic_text *text, const char *word);

/* The command: "aicalc kvcache --model llama-3.1-8b". */
void cli_add_command(struct aic_text *text, const struct cli_asked *asked);

/* The command as a block of Markdown. */
void cli_asked_markdown(const struct cli_asked *asked, struct aic_sink *sink);

#endif
