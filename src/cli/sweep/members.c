/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results as members of JSON. A sweep writes the same twenty names, units and bases a hundred
 * thousand times, and most values do not change from one case to the next: so each keeps its text.
 */
#include "cli/sweep/members.h"

#include <stdlib.h>
#include <string.h>

#include "cli/formats/json.h"
#include "cli/formats/report.h"
#include "cli/views/answer/answer.h"

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

struct cli_members {
    size_t count;
    struct member at[];
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

struct cli_members *cli_members_new(const struct cli_query *query)
{
    const struct aic_table *results = &query->calculator->results;
    bool chosen = query->options.fields != NULL;
    size_t count = chosen ? query->result_count : aic_table_size(results);
    struct cli_members *members = malloc(sizeof *members + (count + 1) * sizeof members->at[0]);
    if (!members) {
        return NULL;
    }
    members->count = 0;
    for (size_t i = 0; i < count; i++) {
        size_t result = chosen ? query->results[i] : i;
        bool is_term = aic_table_at(results, result, NULL)->flags & AIC_TERM;
        if (chosen || query->options.explain || !is_term) {
            init(&members->at[members->count++], query, result);
        }
    }
    return members;
}

void cli_members_free(struct cli_members *members)
{
    free(members);
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

static void write(struct member *member, const struct cli_view *view,
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

void cli_members_write(struct cli_members *members, const struct cli_view *view,
                       struct aic_json_writer *writer)
{
    cli_json_open(writer, "results", '{', true);
    for (size_t i = 0; i < members->count; i++) {
        write(&members->at[i], view, writer);
    }
    aic_json_close(writer);
}
