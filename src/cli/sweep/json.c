/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sweep as JSON: the inputs that all cases share, then the cases, written as they come.
 *
 * It writes the same twenty names, units and bases a hundred thousand times, and most values do not
 * change from one case to the next: so each result keeps its text.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/formats/json.h"
#include "cli/sweep/summary.h"
#include "cli/views/answer/answer.h"

/* A sweep under way to JSON. */
struct writing {
    struct cli_sweep *sweep;
    struct cli_summary *summary; /* NULL: each case by itself, or none is possible */
    struct aic_json_writer *writer;
    struct cli_view view;   /* of the case under way */
    struct member *members; /* the results of --fields, or all but the terms */
    size_t count;
};

/* A result, and its text. */
struct member {
    const struct aic_field *field;
    size_t result, offset;
    bool compares; /* what stands behind the value may change with it */
    uint64_t bits; /* of the last value */
    enum aic_basis basis;
    bool kept; /* the text is that of these bits and this basis */
    size_t head_length, length;
    char text[4 * AIC_TYPED_SIZE];
};

static bool has_band(const struct aic_calculator *calculator, size_t result)
{
    const struct aic_bands *all = &calculator->bands;
    bool found = false;
    for (size_t i = 0; i < all->band_count; i++) {
        found = found || all->bands[i].result == result;
    }
    for (size_t i = 0; i < all->judgement_count; i++) {
        found = found || all->judgements[i].flag == result;
    }
    return found;
}

static void init(struct member *member, const struct cli_query *query, size_t result)
{
    struct aic_text text;
    *member = (struct member){ .result = result };
    member->field = aic_table_at(&query->calculator->results, result, &member->offset);
    member->compares = query->options.explain || has_band(query->calculator, result);
    aic_text_init(&text, member->text, sizeof member->text);
    aic_text_format(&text, "\"%s\": {\"value\": ", member->field->name);
    member->head_length = text.length;
}

static bool init_members(struct writing *writing, const struct cli_query *query)
{
    const struct aic_table *results = &query->calculator->results;
    bool chosen = query->options.fields != NULL;
    size_t count = chosen ? query->result_count : aic_table_size(results);
    writing->members = malloc((count + 1) * sizeof writing->members[0]);
    for (size_t i = 0; writing->members && i < count; i++) {
        size_t result = chosen ? query->results[i] : i;
        bool is_term = aic_table_at(results, result, NULL)->flags & AIC_TERM;
        if (chosen || query->options.explain || !is_term) {
            init(&writing->members[writing->count++], query, result);
        }
    }
    return writing->members != NULL;
}

/* Renews the text behind the name; one that does not fit is not kept. */
static void renew(struct member *member, struct aic_value value, enum aic_basis basis)
{
    struct aic_text text;
    struct aic_json_writer writer;
    size_t head = member->head_length;
    const char *unit = aic_field_unit(member->field);
    aic_text_init(&text, member->text + head, sizeof member->text - head);
    struct aic_sink sink = cli_text_sink(&text);
    aic_json_writer_init(&writer, &sink);
    cli_json_value(&writer, member->field, value);
    if (unit) {
        aic_text_add(&text, ", \"unit\": ");
        aic_json_string(&writer, unit);
    }
    aic_text_add(&text, ", \"basis\": \"");
    aic_text_add(&text, aic_basis_name(basis));
    aic_text_add(&text, "\"}");
    member->length = head + text.length;
    member->kept = !text.cut;
}

static void write_member(struct member *member, const struct cli_view *view,
                         struct aic_json_writer *writer)
{
    const char *out = view->answer->out;
    const char *at = out + member->offset;
    struct aic_value value = aic_value_load(member->field, at);
    if (!value.set) {
        return;
    }
    enum aic_basis basis = view->answer->basis[member->result];
    uint64_t bits = cli_value_bits(member->field, at);
    if (!member->compares && !(member->kept && bits == member->bits && basis == member->basis)) {
        member->bits = bits;
        member->basis = basis;
        renew(member, value, basis);
    }
    if (member->compares || !member->kept) {
        cli_json_result(view, writer, member->result);
        return;
    }
    aic_json_begin_member(writer);
    aic_sink_bytes(writer->sink, member->text, member->length);
}

static void write_fixed(const struct writing *writing)
{
    const struct cli_summary *summary = writing->summary;
    struct aic_json_writer *writer = writing->writer;
    cli_json_open(writer, "inputs", '{', true);
    for (size_t i = 0; summary && i < aic_table_size(&summary->question.calculator->inputs); i++) {
        const struct cli_view view = cli_summary_view(writing->sweep, summary);
        if (writing->summary->fixed[i]) {
            cli_json_input(&view, writer, i);
        }
    }
    aic_json_close(writer);
}

/* The swept inputs, in the form that they have in a single answer; a file without its folder. */
static void write_swept(const struct cli_sweep *sweep, struct aic_json_writer *writer)
{
    cli_json_open(writer, "inputs", '{', false);
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        const struct aic_field *field = sweep->cases.axes[i].field;
        struct aic_value value = sweep->values[i];
        if (field->kind == AIC_REFERENCE && field->catalog == AIC_MODELS) {
            value.name = aic_base_name(value.name);
        }
        cli_json_open(writer, field->name, '{', false);
        cli_json_member(writer, "value", field, value);
        cli_json_text(writer, "unit", aic_field_unit(field));
        cli_json_text(writer, "origin", aic_origin_name(sweep->evaluation.origin));
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

/* Why the case cannot be compared with the others. */
static void write_lack(const struct writing *writing)
{
    char words[CLI_REASON_SIZE];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    cli_sweep_add_lack(writing->sweep, writing->summary, &text);
    cli_json_text(writing->writer, "not_compared", words[0] ? words : NULL);
}

/* Results, warnings and budgets of a possible case. */
static bool write_answer(struct writing *writing)
{
    struct aic_json_writer *writer = writing->writer;
    if (!cli_sweep_answer(writing->sweep)) {
        return false;
    }
    const struct aic_answer *answer = writing->sweep->answer;
    writing->view.answer = answer;
    cli_json_open(writer, "results", '{', true);
    for (size_t i = 0; i < writing->count; i++) {
        write_member(&writing->members[i], &writing->view, writer);
    }
    aic_json_close(writer);
    if (writing->summary) {
        write_lack(writing);
    }
    if (answer->notes.count > 0) {
        cli_json_warnings(writer, answer->notes.notes, answer->notes.count);
    }
    if (writing->view.budget_count > 0) {
        cli_json_budgets(&writing->view, writer);
    }
    return true;
}

static bool write_case(struct writing *writing)
{
    struct cli_sweep *sweep = writing->sweep;
    struct aic_json_writer *writer = writing->writer;
    bool ok = true;
    aic_json_open(writer, '{', true);
    write_swept(sweep, writer);
    if (sweep->is_possible) {
        ok = write_answer(writing);
    } else {
        cli_json_error(writer, sweep->error);
    }
    aic_json_close(writer);
    return ok;
}

static void write_cases(struct writing *writing)
{
    struct aic_json_writer *writer = writing->writer;
    bool ok = true;
    cli_json_open(writer, "cases", '[', true);
    cli_sweep_rewind(writing->sweep);
    while (ok && !writer->sink->failed && cli_sweep_next(writing->sweep)) {
        ok = write_case(writing);
    }
    aic_json_close(writer);
}

void cli_sweep_json(struct cli_sweep *sweep, struct aic_sink *sink)
{
    struct aic_json_writer writer;
    struct writing writing = { sweep, .writer = &writer, .view = cli_query_view(sweep->query) };
    if (!init_members(&writing, sweep->query)) {
        aic_fail_memory(&sweep->query->error);
    } else if (sweep->none || cli_summary_make(sweep, false, &writing.summary)) {
        cli_json_begin(&writer, sink, "aicalc/1");
        cli_json_text(&writer, "calculator", sweep->query->calculator->name);
        cli_shard_json(&sweep->shard, &writer);
        write_fixed(&writing);
        write_cases(&writing);
        cli_sweep_json_left_out(sweep, &writer);
        aic_json_close(&writer);
        aic_sink_text(sink, "\n");
    }
    cli_summary_free(writing.summary);
    free(writing.members);
}

void cli_sweep_json_lines(struct cli_sweep *sweep, struct aic_sink *sink)
{
    struct aic_json_writer writer;
    struct writing writing = { sweep, .writer = &writer, .view = cli_query_view(sweep->query) };
    bool ok = init_members(&writing, sweep->query);
    if (!ok) {
        aic_fail_memory(&sweep->query->error);
    }
    sweep->evaluation.notes.quiet = false; /* each case has its warnings */
    cli_sweep_rewind(sweep);
    while (ok && !sink->failed && cli_sweep_next(sweep)) {
        aic_json_writer_init(&writer, sink);
        writer.flat = true;
        ok = write_case(&writing);
        aic_sink_text(sink, "\n");
    }
    free(writing.members);
}
