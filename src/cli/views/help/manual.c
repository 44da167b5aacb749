/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc help --man|--markdown: the manual's page on the program, and the way to the others. */
#include "cli/views/help/manual.h"
#include "cli/views/calculators.h"

#include <string.h>

#include "cli/formats/report.h"
#include "cli/options/command.h"
#include "cli/options/options.h"

#define CELL 400

/* A word of the program's language and what it means. */
struct word {
    const char *word, *meaning;
};

/* A table of words under its heading. */
static void put_words(struct cli_page *page, const char *heading, const char *title,
                      const struct word *words, size_t count)
{
    cli_page_heading(page, heading);
    cli_page_table(page, (const char *[]){ title, "Meaning" }, 2);
    for (size_t i = 0; i < count; i++) {
        char word[CELL];
        cli_print(word, sizeof word, "`%s`", words[i].word);
        cli_page_row(page, (const char *[]){ word, words[i].meaning });
    }
}

static void put_calculators(struct cli_page *page)
{
    const struct aic_calculator *calculator;
    cli_page_heading(page, "Calculators");
    cli_page_text(page, page->roff ? "Each has a page of its own, such as aicalc-kvcache(1)."
                                   : "Each has a page of its own, and one on its method.");
    static const char *const columns[] = { "Calculator", "Meaning" };
    cli_page_table(page, columns, 2);
    for (size_t i = 0; (calculator = cli_calculator_at(i)); i++) {
        char name[CELL];
        cli_print(name, sizeof name, page->roff ? "%s" : "[%s](%s.md)", calculator->name,
                  calculator->name);
        cli_page_row(page, (const char *[]){ name, calculator->help });
    }
}

static void put_commands(struct cli_page *page)
{
    static const char *const columns[] = { "Command", "Meaning" };
    cli_page_heading(page, "Other commands");
    cli_page_table(page, columns, 2);
    for (const struct cli_command *command = cli_commands; command->name; command++) {
        char words[CELL];
        cli_print(words, sizeof words, "`aicalc %s%s%s`", command->name,
                  *command->arguments ? " " : "", command->arguments);
        if (command->help) {
            cli_page_row(page, (const char *[]){ words, command->help });
        }
    }
}

static void put_options(struct cli_page *page)
{
    static const char *const columns[] = { "Option", "Meaning" };
    cli_page_heading(page, "Options");
    cli_page_text(page, "Of every calculator, beside its own parameters.");
    cli_page_table(page, columns, 2);
    const struct cli_option *option;
    for (size_t i = 0; (option = cli_option_at(CLI_ANSWER, i)); i++) {
        char form[CELL], help[CELL];
        struct aic_text text;
        aic_text_init(&text, form, sizeof form);
        aic_text_add(&text, "`");
        cli_option_form(option, &text);
        aic_text_add(&text, "`");
        aic_text_init(&text, help, sizeof help);
        cli_option_help(option, CLI_ANSWER, &text);
        cli_page_row(page, (const char *[]){ form, help });
    }
}

static void put_units(struct cli_page *page)
{
    static const char *const columns[] = { "Dimension", "Base unit", "Units" };
    cli_page_heading(page, "Units");
    cli_page_text(page,
                  "Values carry units, and upper and lower case differ: 80GB is 80 * 10^9 bytes, "
                  "80GiB is 80 * 2^30, a bare 80G is refused, 400Gbps are bits and 50GB/s "
                  "bytes. A time may be a sum: 1h30m. Counts and ratios need no unit. Any "
                  "number may be a range, LOW..HIGH.");
    cli_page_table(page, columns, 3);
    for (int i = 0; i < AIC_DIMENSIONS; i++) {
        enum aic_dimension dimension = (enum aic_dimension)i;
        const struct aic_unit *unit;
        char name[CELL], units[CELL];
        struct aic_text text;
        cli_print(name, sizeof name, "`%s`", aic_dimension_name(dimension));
        aic_text_init(&text, units, sizeof units);
        for (size_t at = 0; (unit = aic_dimension_unit(dimension, at)); at++) {
            aic_text_format(&text, "%s%s", at ? " " : "`", unit->symbol);
        }
        aic_text_add(&text, "`");
        cli_page_row(page, (const char *[]){ name, aic_dimension_base(dimension), units });
    }
}

static void put_budgets(struct cli_page *page)
{
    static const struct word budgets[] = {
        { "total_memory <= 75GiB", "a number: <= < >= > ==, with a unit of its dimension" },
        { "fits", "a flag; the same as fits == true" },
        { "cooling == air", "a choice: == only" },
        { "warn: kv_total <= 40GiB", "reported, never failing" },
    };
    put_words(page, "Budgets", "Budget", budgets, sizeof budgets / sizeof budgets[0]);
    cli_page_text(page,
                  "A budget is bound to its result before anything is computed: an unknown name or "
                  "a unit of another dimension is a wrong question, never a pass.");
}

static void put_basis(struct cli_page *page)
{
    static const struct word basis[] = {
        { "exact", "arithmetic on the inputs" },
        { "published", "rests on a vendor's or a paper's figure" },
        { "estimate", "rests on a model of behaviour; its error is in the assumptions" },
        { "assumed", "rests on a default that you did not choose" },
    };
    put_words(page, "Basis of a result", "Basis", basis, sizeof basis / sizeof basis[0]);
}

static void put_environment(struct cli_page *page)
{
    static const struct word names[] = {
        { "AICALC_CATALOG", "a catalog file laid over the built-in ones" },
        { "XDG_CONFIG_HOME", "where aicalc/catalog.json of the user is; without it HOME/.config" },
        { "NO_COLOR", "if set, words are not coloured" },
    };
    put_words(page, "Environment and files", "Name", names, sizeof names / sizeof names[0]);
    cli_page_text(page,
                  "--no-config ignores the catalogs of the environment and of the user, so that an "
                  "answer depends on the command line alone.");
}

static void put_exit_codes(struct cli_page *page)
{
    static const struct word codes[] = {
        { "0", "answered, every budget holds" },
        { "1", "a budget is exceeded, or --solve found no value" },
        { "2", "the question is wrong; the message says what to type instead" },
        { "3", "the tool failed: memory, writing" },
    };
    put_words(page, "Exit status", "Code", codes, sizeof codes / sizeof codes[0]);
}

static void put_examples(struct cli_page *page)
{
    const struct aic_calculator *calculator;
    char lines[10 * CELL];
    struct aic_text text;
    aic_text_init(&text, lines, sizeof lines);
    for (size_t i = 0; (calculator = cli_calculator_at(i)); i++) {
        aic_text_format(&text, "%s%s", i ? "\n" : "", calculator->examples[0]);
    }
    cli_page_heading(page, "Examples");
    cli_page_code(page, lines);
}

static void put_program(struct cli_page *page)
{
    cli_page_title(page, "aicalc", "calculators for sizing AI infrastructure");
    cli_page_heading(page, "Synopsis");
    cli_page_code(page, "aicalc CALCULATOR [--PARAMETER VALUE]... [OPTION]...\n"
                        "aicalc COMMAND [ARGUMENT]...");
    cli_page_heading(page, "Description");
    cli_page_text(
        page, "Answers sizing questions about AI infrastructure. Each answer knows its inputs and "
              "where each came from, the formula with the numbers in it, the assumptions with "
              "their sources, and how far it can be trusted.");
    cli_page_text(page,
                  "Standard output carries the answer and nothing else; messages go to standard "
                  "error. The same question gives the same bytes everywhere.");
    put_examples(page);
    put_calculators(page);
    put_commands(page);
    put_options(page);
    put_budgets(page);
    put_units(page);
    put_basis(page);
    put_exit_codes(page);
    put_environment(page);
}

int cli_manual(const struct aic_calculator *calculator, bool roff)
{
    struct cli_output output;
    struct cli_page page = { .sink = &output.sink, .roff = roff };
    cli_output_open(&output, NULL);
    if (calculator) {
        cli_manual_calculator(&page, calculator);
    } else {
        put_program(&page);
    }
    return cli_output_close(&output, CLI_OK, NULL);
}
