/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of a calculator that have some words. */
#include "cli/mcp/parameters.h"

#include <string.h>

#include "cli/formats/json.h"
#include "cli/formats/lines.h"
#include "cli/views/help/inputs.h"
#include "cli/views/help/schema.h"
#include "core/ascii.h"

/* Rows that are written at most, of inputs and of results. */
#define ROWS_MAX 40

/* What a row is found by: its name, its meaning, other names and choices. */
struct row {
    const struct aic_calculator *calculator;
    const struct aic_field *field;
    bool is_input;
};

static bool has(const char *text, const char *word, size_t length)
{
    for (; text && *text; text++) {
        size_t i = 0;
        while (i < length && aic_lower(text[i]) == aic_lower(word[i])) {
            i++;
        }
        if (i == length) {
            return true;
        }
    }
    return false;
}

static bool has_word(const struct row *row, const char *word, size_t length)
{
    const struct aic_alias *aliases = row->is_input ? row->calculator->aliases : NULL;
    const char *const *choices = row->field->kind == AIC_CHOICE ? row->field->choices : NULL;
    if (has(row->field->name, word, length) || has(row->field->help, word, length)) {
        return true;
    }
    for (size_t i = 0; choices && choices[i]; i++) {
        if (has(choices[i], word, length)) {
            return true;
        }
    }
    for (size_t i = 0; aliases && aliases[i].name; i++) {
        if (strcmp(aliases[i].input, row->field->name) == 0 && has(aliases[i].name, word, length)) {
            return true;
        }
    }
    return false;
}

static bool has_words(const struct row *row, const char *words)
{
    words += strspn(words, " ");
    while (*words) {
        size_t length = strcspn(words, " ");
        if (!has_word(row, words, length)) {
            return false;
        }
        words += length + strspn(words + length, " ");
    }
    return true;
}

/* Whether an input is among those that are asked first. */
static bool is_asked(const struct aic_calculator *calculator, size_t index)
{
    for (size_t i = 0; i < calculator->asks_count; i++) {
        if (calculator->asks[i] == index) {
            return true;
        }
    }
    return false;
}

/* Whether the i-th input or result is to be written. */
static bool is_wanted(const struct aic_calculator *calculator, bool is_input, size_t i,
                      const char *words)
{
    const struct aic_table *table = is_input ? &calculator->inputs : &calculator->results;
    const struct row row = { calculator, aic_table_at(table, i, NULL), is_input };
    if (words[strspn(words, " ")]) {
        return has_words(&row, words);
    }
    return is_input ? is_asked(calculator, i) : row.field->flags & AIC_KEY;
}

static void put_line(const struct row *row, struct aic_sink *sink)
{
    char meaning[2048];
    struct aic_text text;
    aic_text_init(&text, meaning, sizeof meaning);
    if (row->is_input) {
        cli_add_input_meaning(row->field, &text);
        cli_add_input_aliases(row->calculator, row->field, &text);
    } else {
        aic_text_add(&text, row->field->help);
    }
    cli_write(sink, "  %s: %s\n", row->field->name, meaning);
}

static void put_json(const struct row *row, struct aic_json_writer *writer)
{
    if (row->is_input) {
        cli_schema_input(writer, row->field);
        return;
    }
    cli_json_open(writer, row->field->name, '{', false);
    cli_json_text(writer, "description", row->field->help);
    cli_json_text(writer, "unit",
                  aic_field_is_number(row->field) ? aic_field_unit(row->field) : NULL);
    aic_json_close(writer);
}

static void put_rows(const struct aic_calculator *calculator, bool is_input, const char *words,
                     struct aic_sink *text, struct aic_json_writer *writer)
{
    const struct aic_table *table = is_input ? &calculator->inputs : &calculator->results;
    const char *what = is_input ? "parameters" : "results";
    size_t count = aic_table_size(table), written = 0, found = 0;
    cli_write(text, "%s of %s\n", is_input ? "Parameters" : "Results", calculator->name);
    cli_json_open(writer, what, '{', false);
    for (size_t i = 0; i < count; i++) {
        const struct row row = { calculator, aic_table_at(table, i, NULL), is_input };
        if (!is_wanted(calculator, is_input, i, words)) {
            continue;
        }
        found++;
        if (written < ROWS_MAX) {
            put_line(&row, text);
            put_json(&row, writer);
            written++;
        }
    }
    aic_json_close(writer);
    if (found > written) {
        cli_write(text, "  and %g more: say more words\n", (double)(found - written));
    } else if (written < count) {
        cli_write(text, "  %g of %g %s; words find others\n", (double)written, (double)count, what);
    }
}

void mcp_write_parameters(const struct aic_calculator *calculator, const char *words,
                          struct aic_sink *text, struct aic_sink *answer)
{
    struct aic_json_writer writer;
    aic_json_writer_init(&writer, answer);
    aic_json_open(&writer, '{', false);
    cli_json_text(&writer, "calculator", calculator->name);
    cli_json_text(&writer, "description", calculator->help);
    put_rows(calculator, true, words, text, &writer);
    put_rows(calculator, false, words, text, &writer);
    aic_json_close(&writer);
}
