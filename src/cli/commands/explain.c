/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc explain WORD: what a word means, in which calculators, by which source. */
#include "cli/commands/commands.h"
#include "cli/formats/report.h"
#include "cli/views/calculators.h"
#include "cli/views/explain/meaning.h"
#include "cli/views/help/help.h"

static const char usage[] =
    "aicalc explain WORD: what a word means, where it stands, what sizes it\n"
    "\n"
    "Examples\n"
    "  aicalc explain kv_per_token\n"
    "  aicalc explain --micro-batch\n"
    "  aicalc explain does-not-start\n"
    "  aicalc explain roce\n"
    "  aicalc explain '?'\n"
    "\n"
    "The name of a result, a parameter or a warning is told with every calculator\n"
    "that has it, its formula and its source. Another word is one of the field, with\n"
    "what it means here and the command that sizes it, or it is looked for in the\n"
    "help texts and sources. '*', '~' and '?' are the marks of tables.\n"
    "\n"
    "Options\n";

int command_explain(const struct cli_options *options)
{
    struct aic_error error = { .code = AIC_OK };
    if (!cli_calculators_form(&error)) {
        return cli_report(&error, NULL);
    }
    if (options->help) {
        return cli_help_page(usage, CLI_MEANING, "");
    }
    if (options->word_count == 0) {
        return cli_usage(options->format, "write 'aicalc explain kv_per_token'",
                         "explain takes a word");
    }
    char word[AIC_TYPED_SIZE]; /* "s3 transfer acceleration" is one */
    struct aic_text text;
    aic_text_init(&text, word, sizeof word);
    for (size_t i = 0; i < options->word_count; i++) {
        aic_text_format(&text, "%s%s", i > 0 ? " " : "", options->words[i]);
    }
    return cli_explain_word(word, options->format);
}
