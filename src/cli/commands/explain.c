/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc explain WORD: what a word means, in which calculators, by which source. */
#include "cli/commands.h"
#include "cli/io/output.h"
#include "cli/options/options.h"
#include "cli/views/explain/meaning.h"

int cli_explain(int argc, char **argv)
{
    struct cli_options options;
    struct aic_error error = { .code = AIC_OK };
    int code;
    if (!cli_options_read(&options, CLI_MEANING, NULL, argc, argv, &error)) {
        code = cli_report(&error, cli_peek_format(argc, argv));
    } else if (options.help) {
        code = cli_help(1, argv);
    } else if (options.word_count != 1) {
        code = cli_usage(options.format, "write 'aicalc explain kv_per_token'",
                         "explain takes one word");
    } else {
        code = cli_explain_word(options.words[0], options.format);
    }
    cli_options_clear(&options);
    return code;
}
