/* SPDX-License-Identifier: Apache-2.0 */
/* What there is to know of an answer, for all formats. */
#include "cli/views/answer/view.h"

#include <math.h>
#include <string.h>

const struct aic_field *cli_result(const struct cli_view *view, size_t index)
{
    return aic_table_at(&view->answer->question->calculator->results, index, NULL);
}

const struct aic_field *cli_input(const struct cli_view *view, size_t index)
{
    return aic_table_at(&view->answer->question->calculator->inputs, index, NULL);
}

const char *cli_name_in_part(const struct cli_view *view, size_t index)
{
    const char *name = cli_result(view, index)->name;
    const char *dot = strchr(name, '.');
    return dot ? dot + 1 : name;
}

void cli_write_spread(const struct cli_view *view, size_t result, char *out, size_t capacity)
{
    struct aic_value low = { false, 0, NULL };
    struct aic_value high = low;
    if (view->spread) {
        aic_spread_ends(view->spread, result, &low, &high);
    }
    cli_write_interval(cli_result(view, result), low, high, view->units, out, capacity);
}

void cli_write_interval_method(const struct cli_view *view, size_t result, char *out,
                               size_t capacity)
{
    const struct aic_spread *spread = view->spread;
    if (!spread || !spread->results[result].set) {
        out[0] = '\0';
    } else if (spread->results[result].exact) {
        cli_print(out, capacity, "exact");
    } else {
        cli_print(out, capacity, "searched, %g samples", (double)spread->samples);
    }
}

/* The words that the user typed for an input; NULL if there are none. */
static const char *typed_words(const struct cli_view *view, const struct aic_field *field)
{
    bool has_words = field->kind == AIC_REAL || field->kind == AIC_INTEGER;
    for (size_t i = 0; has_words && i < view->setting_count; i++) {
        if (strcmp(view->settings[i].name, field->name) == 0) {
            return view->settings[i].text;
        }
    }
    return NULL;
}

void cli_write_typed(const struct cli_view *view, size_t input, char *out, size_t capacity)
{
    bool is_flag = aic_question_origin(view->answer->question, input) == AIC_FROM_FLAG;
    const struct aic_field *field = cli_input(view, input);
    const char *typed = is_flag ? typed_words(view, field) : NULL;
    char with_unit[AIC_QUANTITY_SIZE]; /* a bare number was taken with its usual unit */
    struct aic_span words = { typed, typed ? strlen(typed) : 0 };
    struct aic_text text;
    words = typed ? aic_field_with_usual(field, words, with_unit) : words;
    aic_text_init(&text, out, capacity);
    aic_text_add_bytes(&text, words.at, words.length);
}

void cli_write_input(const struct cli_view *view, size_t input, char *out, size_t capacity)
{
    const struct aic_question *question = view->answer->question;
    const struct aic_range *range = aic_question_range(question, input);
    const struct aic_field *field = cli_input(view, input);
    enum aic_origin origin = aic_question_origin(question, input);
    cli_write_typed(view, input, out, capacity);
    if (origin == AIC_FROM_DEFAULT && field->default_text && field->kind != AIC_FLAG) {
        cli_print(out, capacity, "%s", field->default_text);
    }
    if (range && !out[0]) {
        cli_write_interval(field, (struct aic_value){ true, range->low, NULL },
                           (struct aic_value){ true, range->high, NULL }, view->units, out,
                           capacity);
    }
    if (!out[0]) {
        cli_write_value(field, aic_question_value(question, input), view->units, out, capacity);
    }
}

enum aic_basis cli_basis(const struct cli_view *view, size_t result)
{
    enum aic_basis basis = view->answer->basis[result];
    if (!view->influence) {
        return basis;
    }
    if (view->influence->results[result] > AIC_INFLUENCE_COUNTS) {
        return AIC_ASSUMED;
    }
    return basis == AIC_ASSUMED ? cli_result(view, result)->basis : basis;
}

bool cli_are_all_assumed(const struct cli_view *view, const size_t *rows, size_t count)
{
    bool all = view->influence && count > 0;
    for (size_t i = 0; all && i < count; i++) {
        all = cli_basis(view, rows[i]) == AIC_ASSUMED;
    }
    return all;
}

const char *cli_mark(const struct cli_view *view, size_t result)
{
    static const char *const marks[] = {
        [AIC_EXACT] = "", [AIC_PUBLISHED] = "*", [AIC_ESTIMATE] = "~", [AIC_ASSUMED] = "?"
    };
    return marks[cli_basis(view, result)];
}

bool cli_share(const struct cli_view *view, size_t index, double *share)
{
    const struct aic_table *results = &view->answer->question->calculator->results;
    const char *name = cli_result(view, index)->part_of;
    if (!name) {
        return false;
    }
    struct aic_value part = aic_answer_part(view->answer, index);
    struct aic_value whole =
        aic_answer_result(view->answer, aic_table_find(results, name, strlen(name)));
    *share = part.number / whole.number;
    return part.set && whole.set && part.number >= 0 && part.number <= whole.number &&
           whole.number > 0;
}

bool cli_is_given(const struct aic_answer *answer, size_t input)
{
    size_t offset;
    const struct aic_question *question = answer->question;
    aic_table_at(&question->calculator->inputs, input, &offset);
    return aic_origin_get(question->in, offset) >= AIC_FROM_LAUNCH && /* few are */
           aic_question_origin(question, input) >= AIC_FROM_LAUNCH;
}

bool cli_is_assumed(const struct aic_answer *answer, size_t input)
{
    return aic_question_origin(answer->question, input) == AIC_FROM_DEFAULT &&
           answer->used[input] && answer->input_basis[input] == AIC_ASSUMED;
}

bool cli_assumption_holds(const struct aic_answer *answer, const struct aic_assumption *assumption)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    const struct aic_field *of = aic_assumption_scope(calculator, assumption);
    if (!assumption->when) {
        return !of || aic_part_is_asked(calculator, answer->out,
                                        aic_part_of_assumption(calculator, assumption));
    }
    struct aic_span rest = { assumption->when, strlen(assumption->when) };
    struct aic_span name;
    while (aic_formula_next_name(&rest, &name)) {
        size_t index;
        if (aic_answer_lookup(answer, of, name, &index) == AIC_NAME_RESULT &&
            aic_answer_result(answer, index).set) {
            return true;
        }
    }
    return false;
}

const char *cli_verdict(const struct aic_budget *budget, const struct aic_verdict *verdict)
{
    return verdict->pass ? "holds" : budget->warns ? "warning" : "exceeded";
}

enum cli_style cli_verdict_style(const struct aic_budget *budget, const struct aic_verdict *verdict)
{
    return verdict->pass ? CLI_GOOD : budget->warns ? CLI_WARNING : CLI_BAD;
}

bool cli_is_from(const struct cli_view *view, size_t i, const char *source)
{
    const struct aic_question *question = view->answer->question;
    enum aic_origin origin = aic_question_origin(question, i);
    return aic_origin_has_source(origin) && origin != AIC_FROM_LAUNCH && view->answer->used[i] &&
           strcmp(question->sources[i].name, source) == 0;
}

bool cli_is_first_of_source(const struct cli_view *view, size_t i)
{
    const char *source = view->answer->question->sources[i].name;
    if (!source || !cli_is_from(view, i, source)) {
        return false;
    }
    for (size_t before = 0; before < i; before++) {
        const char *other = view->answer->question->sources[before].name;
        if (other && cli_is_from(view, before, source)) {
            return false;
        }
    }
    return true;
}
