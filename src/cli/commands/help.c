/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc help [CALCULATOR|TOPIC|WORD], and -h: which page is shown. */
#include "cli/views/help/help.h"
#include "cli/commands/commands.h"
#include "cli/formats/report.h"
#include "cli/views/calculators.h"
#include "cli/views/explain/meaning.h"
#include "cli/views/help/manual.h"
#include "cli/views/help/topics.h"

/* A name that is neither a calculator nor a topic: the word's meaning, or what comes near. */
static int explain_name(const char *name)
{
    struct aic_error error = { .code = AIC_OK };
    const char *near = aic_nearest(name, aic_registry_name_at, NULL, AIC_ALL_NAMES);
    const struct cli_format *format = cli_format_at(CLI_MEANING, 0);
    if (cli_is_word(name) || !near) {
        return cli_explain_word(name, format);
    }
    aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "no help for '%s'", name);
    aic_suggest_name(&error, near, "'aicalc help' lists all");
    return cli_report(&error, NULL);
}

static const char usage[] =
    "aicalc help [CALCULATOR|TOPIC|WORD]: all of a calculator, or what a word means\n"
    "\n"
    "Examples\n"
    "  aicalc help\n"
    "  aicalc help kvcache\n"
    "  aicalc help sweep\n"
    "  aicalc help train\n"
    "  aicalc help --man train-time | man -l -\n"
    "\n"
    "Options\n";

int command_help(const struct cli_options *options)
{
    const char *name = options->word_count > 0 ? options->words[0] : NULL;
    struct aic_error error = { .code = AIC_OK };
    if (!cli_calculators_form(&error)) {
        return cli_report(&error, NULL);
    }
    if (options->help) {
        return cli_help_page(usage, CLI_MANUAL, "");
    }
    if (options->word_count > 1) {
        return cli_usage(NULL, "write 'aicalc help CALCULATOR', or a topic such as 'sweep'",
                         "help takes one name");
    }
    const struct aic_calculator *calculator = name ? cli_calculator_find(name) : NULL;
    const struct cli_topic *topic = name && !calculator ? cli_topic_find(name) : NULL;
    if (topic && !options->man && !options->markdown) {
        return cli_topic_show(topic);
    }
    const struct cli_errand *errand = name && !calculator ? cli_errand_find(name) : NULL;
    if (errand) {
        return cli_errand_show(errand);
    }
    if (name && !calculator) {
        return explain_name(name);
    }
    if (options->man || options->markdown) {
        return cli_manual(calculator, options->man);
    }
    return calculator ? cli_help_calculator(calculator) : cli_help_all();
}

int command_screen(const struct cli_options *options)
{
    struct aic_error error = { .code = AIC_OK };
    (void)options;
    return cli_calculators_form(&error) ? cli_brief() : cli_report(&error, NULL);
}
