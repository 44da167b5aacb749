/* SPDX-License-Identifier: Apache-2.0 */
/* The table of all options, and what help and completion read from it. */
#include <string.h>

#include "cli/options/options.h"

static const char *const unit_words[] = { "auto", "si", "iec", "raw", NULL };
static const char *const color_words[] = { "auto", "always", "never", NULL };
static const char *const gate_words[] = { "worst", "low", "mid", "high", NULL };

/* The offset of a member; a member of another type than the option's does not compile. */
#define MEMBER(type, member)                                                                       \
    (offsetof(struct cli_options, member) +                                                        \
     0 * sizeof(1 ? &((struct cli_options *)NULL)->member : (type *)NULL))

#define FLAG(member)        CLI_FLAG, MEMBER(bool, member)
#define TEXT(member)        CLI_TEXT, MEMBER(const char *, member)
#define TEXTS(member)       CLI_TEXTS, MEMBER(struct cli_list, member)
#define FILES(member)       CLI_FILES, MEMBER(struct cli_list, member)
#define WORD(member)        CLI_WORD, MEMBER(int, member)
#define FORMAT_NAME(member) CLI_FORMAT, MEMBER(const struct cli_format *, member)

#define CATALOGS (CLI_ANSWER | CLI_CHECK | CLI_CATALOG)
#define VALUES   (CLI_ANSWER | CLI_CHECK | CLI_DIFF | CLI_COMPARE)

static const struct cli_option options_of_all[] = {
    { "man", 0, FLAG(man), CLI_MANUAL, NULL, "as a page for man", NULL, 0 },
    { "markdown", 0, FLAG(markdown), CLI_MANUAL, NULL, "as a page in Markdown", NULL, 0 },
    { "output", 'o', FORMAT_NAME(format), VALUES | CLI_CATALOG | CLI_MEANING, "FORMAT", "", NULL,
      0 },
    { "write", 'O', FILES(files), CLI_ANSWER | CLI_CHECK, "FILE",
      "write the answer to this file too, in the format of its ending; repeatable: ", NULL,
      CLI_COMPLETES_FILES },
    { "write", 'O', TEXTS(files), CLI_CATALOG, "FILE",
      "the catalog that import makes goes into this file", NULL, CLI_COMPLETES_FILES },
    { "baseline", 0, TEXT(baseline), CLI_CHECK, "OLD.json",
      "an earlier report: allows relative budgets ('cost <= +10%') and shows changes", NULL,
      CLI_COMPLETES_FILES },
    { "write-baseline", 0, TEXT(write_baseline), CLI_CHECK, "NEW.json",
      "write this report as the next baseline; without --baseline relative budgets are recorded",
      NULL, CLI_COMPLETES_FILES },
    { "only-worse", 0, FLAG(only_worse), CLI_CHECK, NULL,
      "with --baseline: a budget that failed then, and is no worse now, only warns", NULL, 0 },
    { "fail-on-warn", 0, FLAG(fail_on_warn), CLI_CHECK, NULL,
      "exit 1 for budgets that only warn as well", NULL, 0 },
    { "fields", 0, TEXT(fields), CLI_ANSWER | CLI_COMPARE, "NAMES",
      "only these results, comma-separated, in this order", NULL, CLI_COMPLETES_FIELDS },
    { "all", 0, FLAG(all), CLI_ANSWER | CLI_COMPARE, NULL,
      "all results and inputs, not the first screen alone", NULL, 0 },
    { "brief", 0, FLAG(brief), CLI_ANSWER, NULL,
      "of -o json: what was asked, the results that decide, and what they rest on", NULL, 0 },
    { "part", 0, TEXT(part), CLI_ANSWER, "NAME", "one part of plan or service alone, in full", NULL,
      CLI_COMPLETES_PART },
    { "quiet", 'q', FLAG(quiet), CLI_ANSWER, NULL,
      "the values of --fields alone, a line each, empty where there is none, in base units", NULL,
      0 },
    { "explain", 0, FLAG(explain), CLI_ANSWER, NULL,
      "formulas with their numbers, down to the inputs and their sources", NULL, 0 },
    { "budget", 0, TEXTS(budgets), CLI_ANSWER, "'RESULT OP QUANTITY'",
      "exit 1 if it does not hold; repeatable; 'warn:' only reports", NULL, CLI_COMPLETES_BUDGET },
    { "gate", 0, WORD(gate), CLI_ANSWER, "END", "end of a range that budgets test: ", gate_words,
      0 },
    { "sweep", 0, TEXTS(sweeps), CLI_ANSWER, "P=LIST",
      "repeat for a,b,c or A..B+STEP or A..B*FACTOR; P,Q=a:x,b:y goes in pairs; repeatable, "
      "crossed",
      NULL, CLI_COMPLETES_SWEEP },
    { "where", 0, TEXTS(wheres), CLI_ANSWER, "'RESULT OP QUANTITY'",
      "of a sweep only the cases in which it holds, as of --budget; repeatable", NULL,
      CLI_COMPLETES_BUDGET },
    { "sort", 0, TEXT(sort), CLI_ANSWER, "RESULT[:desc]",
      "cases of a sweep by this result, the least first; :desc the largest", NULL,
      CLI_COMPLETES_SORT },
    { "top", 0, TEXT(top), CLI_ANSWER, "N", "only the first N cases of --sort", NULL, 0 },
    { "shard", 0, TEXT(shard), CLI_ANSWER | CLI_CHECK, "K/N",
      "only the K-th of N parts of the cases of a sweep, or of the checks; parts in their order "
      "are "
      "the whole",
      NULL, 0 },
    { "header", 0, FLAG(header), CLI_ANSWER, NULL,
      "with --shard and -o csv: the names of the columns in every part, not the first alone", NULL,
      0 },
    { "where", 0, TEXTS(wheres), CLI_CATALOG, "'FIELD OP QUANTITY'",
      "only entries in which it holds, as 'gpu_memory_bw > 3TB/s'; repeatable", NULL, 0 },
    { "sort", 0, TEXT(sort), CLI_CATALOG, "FIELD[:desc]",
      "entries by this field, the least first; :desc the largest", NULL, 0 },
    { "top", 0, TEXT(top), CLI_CATALOG, "N", "only the first N entries of --sort", NULL, 0 },
    { "compare", 0, FLAG(compare), CLI_ANSWER, NULL,
      "cases of a sweep side by side, with ratios to the first", NULL, 0 },
    { "solve", 0, TEXT(solve), CLI_ANSWER, "P=min|max",
      "the smallest or largest value that meets all budgets; P alone: the smallest for which the "
      "verdict holds",
      NULL, CLI_COMPLETES_SOLVE },
    { "measured", 0, TEXTS(measured), CLI_ANSWER, "RESULT=VALUE",
      "compare with what was measured, and name the input that explains it; repeatable", NULL,
      CLI_COMPLETES_MEASURED },
    { "sensitivity", 0, FLAG(sensitivity), CLI_ANSWER, NULL,
      "how much each input moves the results", NULL, 0 },
    { "from", 0, TEXTS(from), CLI_ANSWER, "TEXT|FILE",
      "inputs of a command, manifest, configuration or log that is deployed; repeatable", NULL,
      CLI_COMPLETES_FILES },
    { "set", 0, TEXTS(set), CLI_ANSWER, "NAME=VALUE",
      "with --from: a variable that the text does not define; repeatable", NULL, 0 },
    { "case", 0, TEXT(which), CLI_ANSWER, "WORDS", "with --from: the case whose name has them",
      NULL, 0 },
    { "strict", 0, FLAG(strict), CLI_ANSWER, NULL,
      "exit 2 for a result of --fields that has no value, and with --from for what is unknown, "
      "unread, undecided or contradicts itself",
      NULL, 0 },
    { "implied", 0, FLAG(implied), CLI_ANSWER, NULL,
      "with --from of a log: measured figures that are inputs replace what is computed", NULL, 0 },
    { "input", 0, TEXT(input), CLI_ANSWER, "FILE",
      "inputs as JSON, or an earlier answer; - is standard input", NULL, CLI_COMPLETES_FILES },
    { "units", 0, WORD(units), VALUES, "STYLE", "of values in words: ", unit_words, 0 },
    { "catalog", 0, TEXTS(catalogs), CATALOGS, "FILE",
      "lay a catalog over the built-in ones; repeatable", NULL, CLI_COMPLETES_FILES },
    { "no-config", 0, FLAG(no_config), CATALOGS, NULL,
      "ignore AICALC_CATALOG and the user's catalog", NULL, 0 },
    { "color", 0, WORD(color), VALUES, "WHEN", "", color_words, 0 },
    { "help", 'h', FLAG(help), VALUES | CLI_CATALOG | CLI_MEANING | CLI_MANUAL, NULL,
      "all of the help; -h: one screen of it", NULL, 0 },
};

#define OPTIONS (sizeof options_of_all / sizeof options_of_all[0])

const struct cli_option *cli_option_at(enum cli_subject subject, size_t i)
{
    for (size_t at = 0; at < OPTIONS; at++) {
        if (options_of_all[at].subjects & subject && i-- == 0) {
            return &options_of_all[at];
        }
    }
    return NULL;
}

const struct cli_option *cli_option_find(enum cli_subject subject, const char *word, size_t length)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        const struct cli_option *option = &options_of_all[i];
        bool is_long = length == strlen(option->name) + 2 && strncmp(word, "--", 2) == 0 &&
                       strncmp(word + 2, option->name, length - 2) == 0;
        bool is_short =
            option->letter && length == 2 && word[0] == '-' && word[1] == option->letter;
        if (option->subjects & subject && (is_long || is_short)) {
            return option;
        }
    }
    return NULL;
}

const char *cli_option_word(const struct cli_option *option, enum cli_subject subject, size_t i)
{
    if (option->type == CLI_FORMAT) {
        const struct cli_format *format = cli_format_at(subject, i);
        return format ? format->name : NULL;
    }
    return option->words ? option->words[i] : NULL;
}

bool cli_option_shows(const struct cli_option *option)
{
    return option->type == CLI_FORMAT || option->type == CLI_FILES ||
           option->words == color_words || option->offset == offsetof(struct cli_options, brief);
}

void cli_option_form(const struct cli_option *option, struct aic_text *text)
{
    if (option->letter) {
        aic_text_format(text, "-%c, ", option->letter);
    }
    aic_text_format(text, "--%s%s%s", option->name, option->value ? " " : "",
                    option->value ? option->value : "");
}

/* "a, b or c" of the values that it takes. */
static void add_words(const struct cli_option *option, enum cli_subject subject,
                      struct aic_text *text)
{
    const char *word;
    for (size_t i = 0; (word = cli_option_word(option, subject, i)); i++) {
        bool is_last = !cli_option_word(option, subject, i + 1);
        aic_text_format(text, "%s%s", i == 0 ? "" : is_last ? " or " : ", ", word);
    }
}

void cli_option_help(const struct cli_option *option, enum cli_subject subject,
                     struct aic_text *text)
{
    aic_text_add(text, option->help);
    add_words(option, subject, text);
    if (option->type == CLI_FILES) {
        cli_add_endings(subject, text);
    }
}
