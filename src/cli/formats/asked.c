/* SPDX-License-Identifier: Apache-2.0 */
/* The command of an answer, as a shell reads it back. */
#include "cli/formats/asked.h"

#include <string.h>

static bool is_plain_word(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./,:=+@%";
    return *word && strspn(word, plain) == strlen(word);
}

void cli_add_shell_word(struct aic_text *text, const char *word)
{
    if (is_plain_word(word)) {
        aic_text_add(text, word);
        return;
    }
    aic_text_add(text, "'");
    for (; *word; word++) {
        if (*word == '\'') {
            aic_text_add(text, "'\\''");
        } else {
            aic_text_add_bytes(text, word, 1);
        }
    }
    aic_text_add(text, "'");
}

void cli_add_command(struct aic_text *text, const struct cli_asked *asked)
{
    aic_text_add(text, "aicalc");
    for (size_t i = 0; i < asked->count; i++) {
        aic_text_add(text, " ");
        cli_add_shell_word(text, asked->words[i]);
    }
}

void cli_asked_markdown(const struct cli_asked *asked, struct aic_sink *sink)
{
    aic_sink_text(sink, "\n```sh\naicalc");
    for (size_t i = 0; i < asked->count; i++) {
        char word[4096];
        struct aic_text text;
        aic_text_init(&text, word, sizeof word);
        cli_add_shell_word(&text, asked->words[i]);
        aic_sink_text(sink, " ");
        aic_sink_text(sink, word);
    }
    aic_sink_text(sink, "\n```\n");
}
