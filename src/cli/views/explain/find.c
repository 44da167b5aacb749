/* SPDX-License-Identifier: Apache-2.0 */
/* All that a word stands for, told. */
#include "cli/formats/report.h"
#include "cli/views/explain/meaning.h"

#include <string.h>

void cli_meanings_find(struct cli_meanings *meanings, const char *word)
{
    char name[AIC_TYPED_SIZE];
    struct aic_text text;
    const char *bare = word + strspn(word, "-");
    aic_text_init(&text, name, sizeof name);
    aic_text_add_spelt(&text, (struct aic_span){ bare, strlen(bare) }, '-', '_');
    meanings->word = word;
    cli_meanings_of_field(meanings, bare);
    cli_meanings_of_fields(meanings, name);
    cli_meanings_of_rows(meanings, word);
    cli_meanings_of_words(meanings, bare);
}

bool cli_is_word(const char *word)
{
    struct cli_meanings meanings = { .count = 0 };
    cli_meanings_find(&meanings, word);
    bool any = meanings.count > 0;
    cli_meanings_clear(&meanings);
    return any;
}

static int fail_unknown(const char *word, const struct cli_format *format)
{
    struct aic_error error = { .code = AIC_OK };
    const char *point = strchr(word, '.');
    aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "no meaning for '%s'", word);
    cli_suggest_words(&error, point ? point + 1 : word);
    return cli_report(&error, format);
}

int cli_explain_word(const char *word, const struct cli_format *format)
{
    struct cli_meanings meanings = { .count = 0 };
    struct aic_error error = { .code = AIC_OK };
    int code = CLI_OK;
    cli_meanings_find(&meanings, word);
    if (meanings.count == 0) {
        cli_meanings_of_texts(&meanings, word);
    }
    if (meanings.failed) {
        aic_fail_memory(&error);
        code = cli_report(&error, format);
    } else if (meanings.count == 0) {
        code = fail_unknown(word, format);
    } else {
        struct cli_output output;
        cli_output_open(&output, NULL);
        if (format->id == CLI_JSON) {
            cli_meanings_json(&meanings, &output.sink);
        } else {
            cli_meanings_table(&meanings, &output.sink);
        }
        code = cli_output_close(&output, CLI_OK, format);
    }
    cli_meanings_clear(&meanings);
    return code;
}
