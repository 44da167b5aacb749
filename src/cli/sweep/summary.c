/* SPDX-License-Identifier: Apache-2.0 */
/* The first walk through a sweep, for renderers that must know all cases before the first. */
#include "cli/sweep/summary.h"

#include <stdlib.h>
#include <string.h>

#include "cli/views/answer/screen.h"

static bool fail_memory(struct cli_sweep *sweep)
{
    return aic_fail_memory(&sweep->query->error);
}

/* Asks the first possible case, which the others are compared with. */
static bool begin(struct cli_sweep *sweep, struct cli_summary *summary)
{
    const struct aic_table *inputs = &sweep->query->calculator->inputs;
    size_t results = aic_table_size(&sweep->query->calculator->results);
    summary->fixed = calloc(aic_table_size(inputs), sizeof summary->fixed[0]);
    summary->columns = calloc(results, sizeof summary->columns[0]);
    summary->before = malloc(sweep->query->calculator->in_size);
    summary->influence.inputs = calloc(aic_table_size(inputs), sizeof summary->influence.inputs[0]);
    summary->influence.results = calloc(results, sizeof summary->influence.results[0]);
    if (!summary->fixed || !summary->columns || !summary->before || !summary->influence.inputs ||
        !summary->influence.results) {
        return fail_memory(sweep);
    }
    struct aic_value values[AIC_VARIED_MAX];
    aic_sweep_case(&sweep->cases, sweep->first, values);
    if (!aic_evaluation_answer(&sweep->evaluation, values, &summary->question, &summary->answer,
                               &sweep->query->error)) {
        return false;
    }
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        summary->fixed[i] = true;
    }
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        summary->fixed[sweep->cases.inputs[i]] = false;
    }
    return true;
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_same_value(struct aic_value a, struct aic_value b)
{
    return a.set == b.set && (!a.set || a.number == b.number) && is_same_text(a.name, b.name);
}

/* True where all inputs but those that are swept are as in the case before. */
static bool is_as_before(const struct cli_sweep *sweep, struct cli_summary *summary)
{
    const struct aic_evaluation *evaluation = &sweep->evaluation;
    size_t size = sweep->query->calculator->in_size;
    size_t asking = aic_evaluation_asking(evaluation);
    bool same = asking == summary->asking;
    for (size_t i = 0; same && i < evaluation->count; i++) {
        const struct aic_varied *varied = &evaluation->varied[i];
        char *before = (char *)summary->before + varied->offset;
        aic_value_store(varied->field, before, sweep->values[i]);
    }
    same = same && memcmp(summary->before, evaluation->in, size) == 0;
    if (!same) {
        memcpy(summary->before, evaluation->in, size);
        summary->asking = asking;
    }
    return same;
}

/* Unmarks the inputs that have another value, origin or source than in the first case. */
static void compare_inputs(const struct cli_sweep *sweep, struct cli_summary *summary)
{
    if (is_as_before(sweep, summary)) {
        return;
    }
    const struct aic_table *inputs = &sweep->query->calculator->inputs;
    const struct aic_question *question = aic_evaluation_question(&sweep->evaluation);
    const char *first = summary->question.in;
    const char *now = sweep->evaluation.in;
    size_t index = 0;
    for (size_t g = 0; g < inputs->count; g++) {
        const struct aic_group *group = &inputs->groups[g];
        for (size_t i = 0; i < group->count; i++, index++) {
            const struct aic_field *field = &group->fields[i];
            size_t at = field->offset;
            summary->fixed[index] =
                summary->fixed[index] && aic_origin_get(first, at) == aic_origin_get(now, at) &&
                is_same_value(aic_value_load(field, first + at), aic_value_load(field, now + at)) &&
                is_same_text(summary->question.sources[index].name, question->sources[index].name);
        }
    }
}

static void add_column(struct cli_summary *summary, const struct aic_calculator *calculator,
                       size_t result)
{
    const struct aic_field *field = aic_table_at(&calculator->results, result, NULL);
    summary->columns[summary->column_count++] =
        (struct cli_sweep_column){ .result = result, .field = field, .least = INFINITY };
}

/* The columns of --fields; those in which answers of a composition are compared; or all keys. */
static void choose_columns(const struct cli_query *query, struct cli_summary *summary)
{
    size_t count = aic_table_size(&query->calculator->results);
    for (size_t i = 0; query->options.fields && i < query->result_count; i++) {
        add_column(summary, query->calculator, query->results[i]);
    }
    for (size_t k = 0; !query->options.fields && !query->options.all; k++) {
        size_t result = aic_deciding_at(query->calculator, k);
        if (result == count) {
            break;
        }
        add_column(summary, query->calculator, result);
    }
    bool is_chosen = query->options.fields || summary->column_count > 0;
    for (size_t i = 0; !is_chosen && i < count; i++) {
        unsigned flags = aic_table_at(&query->calculator->results, i, NULL)->flags;
        if (flags & (AIC_KEY | AIC_LEAST)) {
            add_column(summary, query->calculator, i);
        }
    }
}

/* Drops the keys that do not apply to any case. */
static void drop_absent(struct cli_summary *summary)
{
    size_t kept = 0;
    for (size_t i = 0; i < summary->column_count; i++) {
        if (summary->columns[i].appears) {
            summary->columns[kept++] = summary->columns[i];
        }
    }
    summary->column_count = kept;
}

static void widen(size_t *width, const char *text)
{
    size_t length = cli_width(text);
    *width = length > *width ? length : *width;
}

static void measure_axes(const struct cli_sweep *sweep, struct cli_summary *summary)
{
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        char text[CLI_VALUE_SIZE];
        cli_write_value(sweep->cases.axes[i].field, sweep->values[i],
                        cli_unit_style(&sweep->query->options), text, sizeof text);
        widen(&summary->axis_widths[i], text);
    }
}

/* Which results apply, and which flag that must hold does not. */
static void find_appearing(const struct cli_sweep *sweep, struct cli_summary *summary)
{
    const struct aic_field *lacks = aic_evaluation_lacks(&sweep->evaluation);
    summary->lacks = lacks ? lacks : summary->lacks;
    for (size_t i = 0; i < summary->column_count; i++) {
        struct cli_sweep_column *column = &summary->columns[i];
        column->appears |= aic_evaluation_result(&sweep->evaluation, column->result).set;
    }
}

static void measure_results(const struct cli_sweep *sweep, struct cli_summary *summary)
{
    for (size_t i = 0; i < summary->column_count; i++) {
        struct cli_sweep_column *column = &summary->columns[i];
        struct aic_value value = aic_answer_result(sweep->answer, column->result);
        if (!value.set) {
            continue;
        }
        char text[CLI_VALUE_SIZE];
        cli_write_value(column->field, value, cli_unit_style(&sweep->query->options), text,
                        sizeof text);
        widen(&column->width, text);
    }
}

/* What the case would cost at the usual price of its GPU. False without memory. */
static bool measure_bill(struct cli_sweep *sweep, struct cli_summary *summary)
{
    struct cli_usual_bill bill;
    bool ok = cli_sweep_usual_bill(sweep, &bill);
    widen(&summary->bill_width, ok && bill.known ? bill.bill : "");
    return ok;
}

/* Cases whose defaults are moved: each is asked once or twice for each default. */
#define MOVED_CASES 8

static void keep_larger(double *kept, const double *of_case, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        kept[i] = fmax(kept[i], of_case[i]);
    }
}

/* Moves the defaults of a case: what its values rest on, and which defaults move them most. */
static bool move_defaults(struct cli_sweep *sweep, struct cli_summary *summary)
{
    const struct aic_calculator *calculator = sweep->query->calculator;
    struct aic_influence influence;
    struct cli_view view = cli_query_view(sweep->query);
    if (summary->moved == MOVED_CASES) {
        return true;
    }
    size_t *shown = calloc(summary->column_count + 1, sizeof shown[0]);
    if (!shown) {
        return fail_memory(sweep);
    }
    for (size_t i = 0; i < summary->column_count; i++) {
        shown[i] = summary->columns[i].result;
    }
    bool ok = aic_influence_init(&influence, sweep->answer, shown, summary->column_count,
                                 &sweep->query->error);
    free(shown);
    view.answer = sweep->answer;
    view.influence = &influence;
    for (size_t i = 0; ok && i < summary->column_count; i++) {
        struct cli_sweep_column *column = &summary->columns[i];
        enum aic_basis basis = cli_basis(&view, column->result);
        bool is_set = aic_answer_result(sweep->answer, column->result).set;
        column->basis = is_set && basis > column->basis ? basis : column->basis;
    }
    if (ok) {
        keep_larger(summary->influence.results, influence.results,
                    aic_table_size(&calculator->results));
        keep_larger(summary->influence.inputs, influence.inputs,
                    aic_table_size(&calculator->inputs));
        summary->moved++;
    }
    aic_influence_clear(&influence);
    return ok;
}

/* Counts the warnings of a case, each once. */
static void count_warnings(const struct aic_notes *notes, struct cli_summary *summary)
{
    for (size_t n = 0; n < notes->count; n++) {
        const struct aic_note *note = &notes->notes[n];
        size_t i = 0;
        while (i < summary->warning_count && strcmp(summary->warnings[i].note.id, note->id) != 0) {
            i++;
        }
        bool again = false;
        for (size_t before = 0; before < n; before++) {
            again = again || strcmp(notes->notes[before].id, note->id) == 0;
        }
        if (again || i == AIC_NOTES_MAX) {
            continue;
        }
        if (i == summary->warning_count) {
            summary->warnings[summary->warning_count++] = (struct cli_occurrence){ *note, 0 };
        }
        summary->warnings[i].cases++;
    }
}

static bool walk(struct cli_sweep *sweep, bool whole, struct cli_summary *summary)
{
    struct cli_query *query = sweep->query;
    cli_sweep_rewind(sweep);
    while (cli_sweep_next(sweep)) {
        summary->cases++;
        if (whole) {
            measure_axes(sweep, summary);
        }
        if (!sweep->is_possible) {
            continue;
        }
        summary->possible++;
        compare_inputs(sweep, summary);
        find_appearing(sweep, summary);
        if (!whole) {
            count_warnings(&sweep->evaluation.notes, summary);
        } else if (cli_sweep_answer(sweep)) {
            measure_results(sweep, summary);
            count_warnings(&sweep->answer->notes, summary);
            if (!measure_bill(sweep, summary) || !move_defaults(sweep, summary)) {
                return false;
            }
        } else {
            return false;
        }
    }
    return !aic_code_is_internal(query->error.code);
}

/* Walks once more, knowing what all cases have: which can be compared, and the least of those. */
static bool compare_cases(struct cli_sweep *sweep, struct cli_summary *summary)
{
    uint64_t unjudged = 0;
    cli_sweep_rewind(sweep);
    while (cli_sweep_next(sweep)) {
        char words[CLI_REASON_SIZE];
        struct aic_text text;
        if (!sweep->is_possible) {
            continue;
        }
        unjudged += cli_sweep_is_unjudged(sweep);
        aic_text_init(&text, words, sizeof words);
        cli_sweep_add_lack(sweep, summary, &text);
        widen(&summary->lack_width, words);
        if (cli_sweep_is_lacking(sweep, summary)) {
            continue;
        }
        for (size_t i = 0; i < summary->column_count; i++) {
            struct cli_sweep_column *column = &summary->columns[i];
            struct aic_value value = aic_evaluation_result(&sweep->evaluation, column->result);
            column->least =
                value.set && value.number < column->least ? value.number : column->least;
        }
    }
    unjudged += cli_sweep_count_unjudged(sweep);
    summary->asked = sweep->shard.count;
    summary->judged = summary->asked - unjudged;
    return !aic_code_is_internal(sweep->query->error.code);
}

/* Walks for the columns that are chosen, and keeps those of --fields, else those that appear. */
static bool fill(struct cli_sweep *sweep, bool whole, struct cli_summary *summary)
{
    summary->cases = summary->possible = summary->moved = 0;
    summary->warning_count = 0;
    if (!walk(sweep, whole, summary) || (whole && !compare_cases(sweep, summary))) {
        return false;
    }
    if (!sweep->query->options.fields) {
        drop_absent(summary);
    }
    return true;
}

/* What a single answer shows, where no key appears. */
static void choose_screen(const struct cli_query *query, struct cli_summary *summary)
{
    struct cli_screen screen;
    cli_find_screen(&summary->answer, &screen);
    for (size_t i = 0; i < screen.count; i++) {
        add_column(summary, query->calculator, screen.rows[i]);
    }
}

bool cli_summary_make(struct cli_sweep *sweep, bool whole, struct cli_summary **summary)
{
    *summary = calloc(1, sizeof **summary);
    if (!*summary) {
        return fail_memory(sweep);
    }
    if (!begin(sweep, *summary)) {
        return false;
    }
    choose_columns(sweep->query, *summary);
    sweep->evaluation.notes.quiet = false; /* warnings say what a case leaves out */
    if (!fill(sweep, whole, *summary)) {
        return false;
    }
    if (!whole || (*summary)->column_count > 0) {
        return true;
    }
    choose_screen(sweep->query, *summary);
    return fill(sweep, whole, *summary);
}

struct cli_view cli_summary_view(const struct cli_sweep *sweep, const struct cli_summary *summary)
{
    struct cli_view view = cli_query_view(sweep->query);
    view.answer = &summary->answer;
    view.influence = summary->moved > 0 ? &summary->influence : NULL;
    return view;
}

void cli_summary_free(struct cli_summary *summary)
{
    if (summary) {
        aic_answer_clear(&summary->answer);
        aic_question_clear(&summary->question);
        aic_influence_clear(&summary->influence);
        free(summary->fixed);
        free(summary->before);
        free(summary->columns);
        free(summary);
    }
}

static bool decides(const struct cli_summary *summary, const struct cli_sweep_column *column)
{
    return column->field->flags & AIC_LEAST && summary->possible > 1;
}

/* The least of a few that could be judged says nothing of the many that could not. */
static bool is_withheld(const struct cli_summary *summary)
{
    return 2 * summary->judged < summary->asked;
}

bool cli_summary_marks(const struct cli_summary *summary, const struct cli_sweep_column *column)
{
    return decides(summary, column) && column->least < INFINITY && !is_withheld(summary);
}

bool cli_summary_marks_none(const struct cli_summary *summary,
                            const struct cli_sweep_column *column)
{
    return decides(summary, column) && column->appears &&
           (column->least == INFINITY || is_withheld(summary));
}

void cli_summary_add_why_none(const struct cli_summary *summary, struct aic_text *text)
{
    if (is_withheld(summary)) {
        aic_text_format(text, "only %g of %g cases could be judged", (double)summary->judged,
                        (double)summary->asked);
    } else if (summary->lacks) {
        aic_text_format(text, "%s is false in every case", summary->lacks->name);
    } else {
        aic_text_add(text, "every case leaves out what another counts");
    }
}
