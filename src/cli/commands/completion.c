/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aicalc completion SHELL: scripts that complete command lines (completion/aicalc.SHELL).
 *
 * A script knows nothing but how its shell hands over words: it asks the program, which
 * answers from its tables (views/completion). So all shells know the same, and also what the
 * user's own catalogs add. To bash '=' and ':' end a word: its script puts words together before it
 * asks, and takes what stands before the last piece off the answers.
 */
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/commands/completion.h"
#include "cli/formats/report.h"
#include "cli/options/command.h"
#include "cli/views/completion/completion.h"
#include "cli/views/help/help.h"

/* In the order of cli_shells. */
static const char *const scripts[] = { completion_bash, completion_zsh, completion_fish };

static const char usage[] =
    "aicalc completion SHELL: a script that completes words in bash, zsh or fish\n\n"
    "Examples\n"
    "  source <(aicalc completion bash)\n"
    "  aicalc completion zsh > \"${fpath[1]}/_aicalc\"\n"
    "  aicalc completion fish > ~/.config/fish/completions/aicalc.fish\n";

int command_completion(const struct cli_options *options)
{
    struct cli_output output;
    size_t i = 0;
    if (options->help) {
        return cli_help_page(usage, 0, "");
    }
    if (options->word_count != 1) {
        return cli_usage(NULL, "write 'aicalc completion bash', zsh or fish",
                         "completion takes the name of a shell");
    }
    while (cli_shells[i] && strcmp(cli_shells[i], options->words[0]) != 0) {
        i++;
    }
    if (!cli_shells[i]) {
        struct aic_error error = { .code = AIC_OK };
        const char *near = aic_nearest(options->words[0], aic_word_at, cli_shells, AIC_ALL_NAMES);
        aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "no completion for '%s'", options->words[0]);
        aic_suggest_name(&error, near, "shells: bash, zsh, fish");
        return cli_report(&error, NULL);
    }
    cli_output_open(&output, NULL);
    aic_sink_text(&output.sink, scripts[i]);
    return cli_output_close(&output, CLI_OK, NULL);
}

int command_complete(const struct cli_options *options)
{
    struct cli_output output;
    cli_output_open(&output, NULL);
    cli_complete(options->words, options->word_count, &output.sink);
    return cli_output_close(&output, CLI_OK, NULL);
}
