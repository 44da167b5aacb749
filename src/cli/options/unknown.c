/* SPDX-License-Identifier: Apache-2.0 */
/* What to say to an option that is none: what was meant, or whose option it is. */
#include "cli/options/unknown.h"

#include <string.h>

#include <aicalc/calculator_rows.h>

/* Names that a suggestion lists at most. */
#define NAMED 3

struct unknown {
    enum cli_subject subject;
    size_t options;                          /* that the subject has */
    const struct aic_calculator *calculator; /* NULL: a command without inputs */
    char name[AIC_TYPED_SIZE];               /* as tables spell it */
    const char *value;                       /* the word behind it; NULL: there is none */
};

static size_t count_aliases(const struct aic_calculator *calculator)
{
    size_t count = 0;
    while (calculator->aliases && calculator->aliases[count].name) {
        count++;
    }
    return count;
}

/* The i-th name of an input: those of the table, then those that people type for them. */
static const char *input_name_at(const void *context, size_t i)
{
    const struct aic_calculator *calculator = context;
    size_t inputs = aic_table_size(&calculator->inputs);
    return i < inputs ? aic_table_at(&calculator->inputs, i, NULL)->name
           : i - inputs < count_aliases(calculator) ? calculator->aliases[i - inputs].name
                                                    : NULL;
}

/* All names that an option may have, for "did you mean". */
static const char *option_name_at(const void *context, size_t i)
{
    const struct unknown *unknown = context;
    if (i < unknown->options) {
        return cli_option_at(unknown->subject, i)->name;
    }
    return unknown->calculator ? input_name_at(unknown->calculator, i - unknown->options) : NULL;
}

/* "'--a', '--b' or '--c'" */
static void add_options(struct aic_text *text, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        aic_text_add(text, i == 0 ? "'--" : i + 1 < count ? ", '--" : " or '--");
        aic_text_add_spelt(text, (struct aic_span){ names[i], strlen(names[i]) }, '_', '-');
        aic_text_add(text, "'");
    }
}

/* "checkpoint, dataload and 3 more", of those whose inputs `takes` says yes to; their number. */
static size_t add_takers(struct aic_text *text, const char *name,
                         bool (*takes)(const struct aic_calculator *, const char *))
{
    size_t count = 0;
    const struct aic_calculator *other;
    for (size_t i = 0; (other = aic_calculator_at(i)); i++) {
        if (takes(other, name) && ++count <= NAMED) {
            aic_text_format(text, "%s%s", count > 1 ? ", " : "", other->name);
        }
    }
    if (count > NAMED) {
        aic_text_format(text, " and %d more", (int)count - NAMED);
    }
    return count;
}

static bool has_input(const struct aic_calculator *calculator, const char *name)
{
    const struct aic_table *inputs = &calculator->inputs;
    return aic_table_find(inputs, name, strlen(name)) < aic_table_size(inputs);
}

/* Says which other calculators take that name; false: none does. */
static bool suggest_others(const struct unknown *unknown, struct aic_error *error)
{
    char names[128];
    struct aic_text text;
    aic_text_init(&text, names, sizeof names);
    size_t count = add_takers(&text, unknown->name, has_input);
    return count > 0 && (aic_suggest(error, "%s %s it; 'aicalc help %s' lists what %s takes", names,
                                     count == 1 ? "takes" : "take", unknown->calculator->name,
                                     unknown->calculator->name),
                         true);
}

/* Names in which each word of the unknown one stands, and who has just that one. */
static bool suggest_by_words(const struct unknown *unknown, struct aic_error *error)
{
    const char *found[NAMED];
    char words[sizeof error->suggestion], others[128];
    struct aic_text text, takers;
    size_t count =
        aic_nearest_by_words(unknown->name, option_name_at, unknown, AIC_ALL_NAMES, found, NAMED);
    if (count == 0) {
        return false;
    }
    aic_text_init(&text, words, sizeof words);
    add_options(&text, found, count);
    aic_text_init(&takers, others, sizeof others);
    size_t have = add_takers(&takers, unknown->name, has_input);
    aic_suggest(error, "did you mean %s?%s%s%s", words, have > 0 ? " (" : "",
                have > 0 ? others : "",
                have == 0   ? ""
                : have == 1 ? " has an option of that name)"
                            : " have an option of that name)");
    return true;
}

/*
 * Options that people expect by habit, of a calculator that has the input: what to type instead, with the
 * value that was typed for each '$'.
 */
static const struct guess {
    const char *name, *input, *says;
} guesses[] = {
    { "nodes", "gpus", "give --gpus, the GPUs of all nodes: $ nodes of 8 are --gpus $*8" },
    { "num_nodes", "gpus", "give --gpus, the GPUs of all nodes: $ nodes of 8 are --gpus $*8" },
    { "nnodes", "gpus", "give --gpus, the GPUs of all nodes: $ nodes of 8 are --gpus $*8" },
    { "racks", "gpus", "give --gpus, the GPUs of all racks: $ racks of 72 are --gpus $*72" },
    { "days", "duration", "write --duration $d" },
    { "weeks", "duration", "write --duration $w" },
    { "months", "duration", "write --duration $mo" },
    { "years", "duration", "write --duration $y" },
    { "hours", "duration", "write --duration $h" },
    { "capex", "node_capex", "give the price of one node: --node-capex 325000USD" },
    { "buy", "node_capex",
      "give the price of one node: --node-capex 325000USD; renting stands beside it" },
    { "rent", "gpu_price",
      "give the price of a GPU and hour: --gpu-price $; --tenure rent where both are known" },
    { "discount", "committed_price",
      "give the price that is paid: --gpu-price 3USD/h, or --committed-price for reserved GPUs" },
    { "tokens_per_day", "rate",
      "give the requests: --rate 20/s, or --rate 1M/d; a request has prompt + answer tokens" },
    { "drives", "drives_per_server",
      "give the bays of a server: --drives-per-server $; how many drives it takes is the answer" },
    { "ec", "data_shards", "write --data-shards 8 --parity-shards 2" },
    { "erasure_coding", "data_shards", "write --data-shards 8 --parity-shards 2" },
    { "every", "item_interval", "write --item-interval $" },
    { "batch", "global_batch",
      "--global-batch counts the sequences of a step (tokens of a step / seq), --micro-batch those "
      "of one pass" },
    { "gpu", "node", "give the machine, whose entry has its GPUs and drives: --node p5.48xlarge" },
    { "max_gpus", "gpus", "write --gpus $; the fewest that will do: --solve gpus" },
    { "max_gpus", "tp",
      "the GPUs of one replica are --tp 8; how many it takes is the answer (gpus_total)" },
    { "gpus", "tp",
      "the GPUs of one replica are --tp $; how many it takes is the answer (gpus_total)" },
};

static bool suggest_guess(const struct unknown *unknown, struct aic_error *error)
{
    for (size_t i = 0; unknown->calculator && i < sizeof guesses / sizeof guesses[0]; i++) {
        const struct guess *guess = &guesses[i];
        if (strcmp(guess->name, unknown->name) == 0 &&
            has_input(unknown->calculator, guess->input)) {
            char says[sizeof error->suggestion];
            struct aic_text text;
            aic_text_init(&text, says, sizeof says);
            for (const char *at = guess->says; *at; at++) {
                if (*at == '$') {
                    aic_text_add(&text, unknown->value ? unknown->value : "N");
                } else {
                    aic_text_add_bytes(&text, at, 1);
                }
            }
            aic_suggest(error, "%s", says);
            return true;
        }
    }
    return false;
}

/* --async: a value, without the input that has it. What is a fact of the model is not offered. */
static bool suggest_value(const struct unknown *unknown, struct aic_error *error)
{
    char words[sizeof error->suggestion];
    struct aic_text text;
    size_t count = 0;
    aic_text_init(&text, words, sizeof words);
    for (size_t i = 0; i < aic_table_size(&unknown->calculator->inputs) && count < NAMED; i++) {
        const struct aic_field *field = aic_table_at(&unknown->calculator->inputs, i, NULL);
        bool is_asked = field->default_text || aic_field_is_derived(field);
        for (int c = 0; is_asked && field->kind == AIC_CHOICE && field->choices[c]; c++) {
            if (strcmp(field->choices[c], unknown->name) == 0) {
                aic_text_add(&text, count++ > 0 ? " or '--" : "'--");
                aic_text_add_spelt(&text, (struct aic_span){ field->name, strlen(field->name) },
                                   '_', '-');
                aic_text_format(&text, " %s'", field->choices[c]);
            }
        }
    }
    return count > 0 && (aic_suggest(error, "write %s", words), true);
}

/* The input of another calculator with those words, and whose it is. */
static bool suggest_words_of_others(const struct unknown *unknown, struct aic_error *error)
{
    const struct aic_calculator *other;
    for (size_t i = 0; (other = aic_calculator_at(i)); i++) {
        const char *found[NAMED];
        char words[sizeof error->suggestion];
        struct aic_text text;
        size_t count =
            aic_nearest_by_words(unknown->name, input_name_at, other, AIC_ALL_NAMES, found, NAMED);
        if (count > 0 && other != unknown->calculator) {
            aic_text_init(&text, words, sizeof words);
            add_options(&text, found, count);
            aic_suggest(error, "%s takes %s; 'aicalc help %s' lists what %s takes", other->name,
                        words, unknown->calculator->name, unknown->calculator->name);
            return true;
        }
    }
    return false;
}

/* What is meant where a calculator is asked; false: nothing is near. */
static bool suggest_input(const struct unknown *unknown, struct aic_error *error)
{
    const struct aic_calculator *calculator = unknown->calculator;
    const struct aic_span name = { unknown->name, strlen(unknown->name) };
    aic_suggest_new_name(error, calculator, name);
    return error->suggestion[0] || suggest_value(unknown, error);
}

static bool suggest_list(const struct unknown *unknown, struct aic_error *error)
{
    switch (unknown->subject) {
    case CLI_ANSWER:
        return aic_suggest(error, "'aicalc help %s' lists all",
                           unknown->calculator ? unknown->calculator->name : "");
    case CLI_CHECK:
        return aic_suggest(error, "inputs and budgets stand in the check file; 'aicalc check -h' "
                                  "lists the options");
    case CLI_DIFF:
        return aic_suggest(error, "'aicalc diff -h' lists the options");
    default:
        return aic_suggest(error, "'aicalc help' lists all");
    }
}

/* " --max-stall 60s", with the value that was typed, or a name for it. */
static void add_option(struct aic_text *text, const char *name, const char *value)
{
    aic_text_add(text, "--");
    aic_text_add_spelt(text, (struct aic_span){ name, strlen(name) }, '_', '-');
    aic_text_format(text, " %s", value ? value : "VALUE");
}

/* A result: what asks for it, or the budget that holds it to a value. */
static bool suggest_for_result(const struct unknown *unknown, struct aic_error *error)
{
    const struct aic_table *results = &unknown->calculator->results;
    const struct aic_asked_as *asked = unknown->calculator->asked_as;
    char words[sizeof error->suggestion];
    struct aic_text text;
    size_t index = aic_table_find(results, unknown->name, strlen(unknown->name));
    if (index == aic_table_size(results)) {
        return false;
    }
    while (asked && asked->result && strcmp(asked->result, unknown->name) != 0) {
        asked++;
    }
    aic_text_init(&text, words, sizeof words);
    if (asked && asked->result) {
        add_option(&text, asked->input, unknown->value);
    } else {
        bool is_number = aic_field_is_number(aic_table_at(results, index, NULL));
        aic_text_format(&text, is_number ? "--budget '%s <= %s'" : "--budget '%s == %s'",
                        unknown->name, unknown->value ? unknown->value : "VALUE");
    }
    aic_suggest(error, "%s is a result of %s: ask for it with %s", unknown->name,
                unknown->calculator->name, words);
    return true;
}

static bool has_part(const struct aic_composition_table *table,
                     const struct aic_calculator *calculator)
{
    for (const struct aic_part_row *row = table->parts; row->calculator; row++) {
        if (row->calculator == calculator) {
            return true;
        }
    }
    return false;
}

/* An input of another part of what the calculator is a part of, which answers both. */
static bool suggest_composition(const struct unknown *unknown, struct aic_error *error)
{
    const struct aic_composition_table *table;
    for (size_t i = 0; (table = aic_composition_table_at(i)); i++) {
        const struct aic_part_row *row = table->parts;
        while (row->calculator && !has_input(row->calculator, unknown->name)) {
            row++;
        }
        if (row->calculator && has_part(table, unknown->calculator)) {
            char words[sizeof error->suggestion];
            struct aic_text text;
            aic_text_init(&text, words, sizeof words);
            add_option(&text, unknown->name, unknown->value);
            aic_suggest(error, "%s has no %s; %s has, and asks %s too: aicalc %s %s",
                        unknown->calculator->name, unknown->name, table->name,
                        unknown->calculator->name, table->name, words);
            return true;
        }
    }
    return false;
}

bool cli_fail_unknown_option(enum cli_subject subject, const struct aic_calculator *calculator,
                             const char *typed, const char *name, const char *value,
                             struct aic_error *error)
{
    struct unknown unknown = { .subject = subject, .calculator = calculator, .value = value };
    struct aic_text text;
    while (cli_option_at(subject, unknown.options)) {
        unknown.options++;
    }
    aic_text_init(&text, unknown.name, sizeof unknown.name);
    aic_input_add_name(&text, name);
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "unknown option '%s'", typed);
    if (calculator && (suggest_guess(&unknown, error) || suggest_input(&unknown, error) ||
                       suggest_for_result(&unknown, error))) {
        return false;
    }
    if (cli_format_find(subject, name)) {
        return aic_suggest(error, "write '-o %s'", name);
    }
    if (suggest_by_words(&unknown, error) ||
        (calculator && !calculator->composition && suggest_composition(&unknown, error)) ||
        (calculator && suggest_others(&unknown, error))) {
        return false;
    }
    const char *near = aic_nearest(unknown.name, option_name_at, &unknown, AIC_ALL_NAMES);
    if (near) {
        char words[AIC_TYPED_SIZE + 8];
        aic_text_init(&text, words, sizeof words);
        add_options(&text, &near, 1);
        return aic_suggest(error, "did you mean %s?", words);
    }
    if (!calculator || !suggest_words_of_others(&unknown, error)) {
        suggest_list(&unknown, error);
    }
    return false;
}
