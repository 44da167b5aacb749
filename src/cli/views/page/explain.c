/* SPDX-License-Identifier: Apache-2.0 */
/* What a row says when it is opened: formula, numbers, what it rests on, how sure it is. */
#include <string.h>

#include "cli/views/page/answer.h"
#include "core/span.h"

#define NAMES_MAX 48

/* What a formula names: fields that have a value, each once. */
struct names {
    struct aic_span at[NAMES_MAX];
    size_t count;
};

static void add_name(struct names *names, struct aic_span name)
{
    for (size_t i = 0; i < names->count; i++) {
        if (aic_spans_agree(names->at[i], name)) {
            return;
        }
    }
    if (names->count < NAMES_MAX) {
        names->at[names->count++] = name;
    }
}

static void add_names(struct names *names, struct aic_span text)
{
    struct aic_span name;
    while (aic_formula_next_name(&text, &name)) {
        add_name(names, name);
    }
}

/* "#r-" or "#i-" where a name has a row on the page, and the name of that row; NULL where it has none. */
static const char *target_of(const struct cli_view *view, const struct aic_field *of,
                             struct aic_span name, const char **row)
{
    size_t index;
    switch (aic_answer_lookup(view->answer, of, name, &index)) {
    case AIC_NAME_RESULT:
        *row = cli_result(view, index)->name;
        return html_has_row(view, index) ? "r-" : NULL;
    case AIC_NAME_INPUT:
        *row = cli_input(view, index)->name;
        return html_has_input(view, index) ? "i-" : NULL;
    case AIC_NAME_UNKNOWN:
        break;
    }
    return NULL;
}

static void write_name(const struct cli_view *view, const struct aic_field *of,
                       struct aic_span name, struct aic_sink *sink)
{
    char words[AIC_TYPED_SIZE];
    const char *row = NULL;
    const char *target = target_of(view, of, name, &row);
    cli_write_span(name, words, sizeof words);
    if (target) {
        html_put(sink, "<a href=\"#%s%s\">%s</a>", target, row, words);
    } else {
        html_put(sink, "%s", words);
    }
}

static void write_span(struct aic_span span, struct aic_sink *sink)
{
    char words[2048];
    cli_write_span(span, words, sizeof words);
    html_put(sink, "%s", words);
}

/* A text of the table, each name in it a link to its row. */
static void write_linked(const struct cli_view *view, const struct aic_field *of,
                         struct aic_span text, struct aic_sink *sink)
{
    const char *done = text.at;
    const char *end = text.at + text.length;
    struct aic_span name;
    while (aic_formula_next_name(&text, &name)) {
        write_span((struct aic_span){ done, (size_t)(name.at - done) }, sink);
        write_name(view, of, name, sink);
        done = name.at + name.length;
    }
    write_span((struct aic_span){ done, (size_t)(end - done) }, sink);
}

static void write_formula(const struct cli_view *view, const struct aic_field *field,
                          struct aic_sink *sink)
{
    struct aic_span condition;
    struct aic_span formula = aic_answer_case(view->answer, field, &condition);
    char numbers[2048];
    struct aic_text text;
    if (aic_field_is_sentence(field)) {
        html_put(sink, "<dt>How it is found</dt><dd>%s</dd>\n", formula.at);
        return;
    }
    html_put(sink, "<dt>Formula</dt><dd><code>%s = ", field->name);
    write_linked(view, field, formula, sink);
    if (condition.length > 0) {
        aic_sink_text(sink, " <span class=\"when\">when</span> ");
        write_linked(view, field, condition, sink);
    }
    aic_text_init(&text, numbers, sizeof numbers);
    aic_explain_numbers(view->answer, field, &text);
    html_put(sink, "</code></dd>\n<dt>With the numbers</dt><dd><code>= %s</code></dd>\n", numbers);
}

/* The value of what a name stands for, in words; "" where it has none. */
static void write_named(const struct cli_view *view, const struct aic_field *of,
                        struct aic_span name, char *out, size_t capacity)
{
    const struct aic_field *field;
    struct aic_value value = aic_answer_value(view->answer, of, name, &field);
    out[0] = '\0';
    if (value.set) {
        cli_write_value(field, value, view->units, out, capacity);
    }
}

static void write_rests(const struct cli_view *view, const struct aic_field *field,
                        struct aic_sink *sink)
{
    struct names names = { .count = 0 };
    struct aic_span condition;
    bool any = false;
    if (!aic_field_is_sentence(field)) {
        add_names(&names, aic_answer_case(view->answer, field, &condition));
        add_names(&names, condition);
    }
    if (field->rests_on) {
        add_names(&names, (struct aic_span){ field->rests_on, strlen(field->rests_on) });
    }
    for (size_t i = 0; i < names.count; i++) {
        char value[CLI_VALUE_SIZE];
        write_named(view, field, names.at[i], value, sizeof value);
        if (value[0]) {
            aic_sink_text(sink, any ? "<li><code>"
                                    : "<dt>Rests on</dt><dd><ul class=\"rests\"><li><code>");
            write_name(view, field, names.at[i], sink);
            html_put(sink, "</code> %s</li>", value);
            any = true;
        }
    }
    aic_sink_text(sink, any ? "</ul></dd>\n" : "");
}

/* How far reality was found from it. */
static void write_band(const struct cli_view *view, size_t result, struct aic_sink *sink)
{
    char band[CLI_VALUE_SIZE], ends[CLI_VALUE_SIZE];
    struct aic_error_band found;
    if (!aic_answer_band(view->answer, result, &found)) {
        return;
    }
    cli_write_band(view, result, band, sizeof band);
    cli_write_interval(cli_result(view, result),
                       (struct aic_value){ aic_is_set(found.ends.low), found.ends.low, NULL },
                       (struct aic_value){ aic_is_set(found.ends.high), found.ends.high, NULL },
                       view->units, ends, sizeof ends);
    html_put(sink, "<dt>Measured error</dt><dd>%s%s%s: %s</dd>\n", band,
             band[0] && ends[0] ? ", " : "", ends, found.row->source);
}

/* What a flag compares, and what is left. */
static void write_comparison(const struct cli_view *view, size_t result, struct aic_sink *sink)
{
    struct aic_comparison comparison;
    char margin[CLI_VALUE_SIZE];
    struct aic_text text;
    if (!aic_answer_comparison(view->answer, result, &comparison) ||
        !aic_is_set(comparison.margin)) {
        return;
    }
    aic_text_init(&text, margin, sizeof margin);
    cli_add_percent(&text, comparison.margin, true);
    html_put(sink, "<dt>Margin</dt><dd>%s of the limit%s</dd>\n", margin,
             comparison.tight ? ", which is within the measured error" : "");
}

void html_explain_short(const struct html_rows *rows, size_t result, struct aic_sink *sink)
{
    const struct cli_view *view = rows->view;
    const struct aic_field *field = cli_result(view, result);
    aic_sink_text(sink, "<dl class=\"open\">");
    if (aic_field_words(field)) {
        write_formula(view, field, sink);
    }
    write_comparison(view, result, sink);
    write_band(view, result, sink);
    html_result_sources(rows, result, sink);
    aic_sink_text(sink, "</dl>");
}

void html_explain(const struct html_rows *rows, size_t result, struct aic_sink *sink)
{
    const struct cli_view *view = rows->view;
    const struct aic_field *field = cli_result(view, result);
    char spread[CLI_VALUE_SIZE], method[CLI_VALUE_SIZE];
    aic_sink_text(sink, "<dl class=\"open\">\n");
    if (aic_field_words(field)) {
        write_formula(view, field, sink);
        write_rests(view, field, sink);
    }
    cli_write_spread(view, result, spread, sizeof spread);
    cli_write_interval_method(view, result, method, sizeof method);
    if (spread[0]) {
        html_put(sink, "<dt>Over the ranges</dt><dd>%s, %s</dd>\n", spread, method);
    }
    write_comparison(view, result, sink);
    write_band(view, result, sink);
    html_put(sink, "<dt>Basis</dt><dd>%s</dd>\n", html_basis_words(cli_basis(view, result)));
    html_result_sources(rows, result, sink);
    aic_sink_text(sink, "</dl>\n");
}
