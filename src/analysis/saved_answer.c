/* SPDX-License-Identifier: Apache-2.0 */
/* Answers that were saved as JSON, as they stand: nothing is computed. */
#include <string.h>

#include <aicalc/diff.h>

#include "analysis/answer_document.h"
#include "analysis/answer_parts.h"

/* The value of a member; not set where the field is of another kind or in another unit by now. */
static struct aic_value value_of(const struct aic_field *field, const struct aic_json_value *member)
{
    const char *unit = aic_json_member_text(member, "unit");
    const char *own = aic_field_unit(field);
    bool is_same_unit = !own || (unit && strcmp(unit, own) == 0);
    return aic_document_value(field, is_same_unit ? aic_diff_value(member) : NULL);
}

static const struct aic_field *find_field(const struct aic_table *table, const char *name,
                                          size_t *index, size_t *offset)
{
    *index = aic_table_find(table, name, strlen(name));
    return *index < aic_table_size(table) ? aic_table_at(table, *index, offset) : NULL;
}

static void unset_inputs(struct aic_question *question)
{
    const struct aic_table *inputs = &question->calculator->inputs;
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        size_t offset;
        const struct aic_field *field = aic_table_at(inputs, i, &offset);
        aic_value_store(field, (char *)question->in + offset, (struct aic_value){ .set = false });
        *aic_origin_at(question->in, offset) = AIC_FROM_NOWHERE;
    }
}

static void read_inputs(struct aic_answer *answer, const struct aic_json_value *inputs)
{
    struct aic_question *question = answer->question;
    unset_inputs(question);
    AIC_JSON_EACH(member, inputs) {
        size_t index, offset;
        const struct aic_field *field =
            find_field(&question->calculator->inputs, aic_json_key_of(member), &index, &offset);
        struct aic_value value = { .set = false };
        if (field) {
            value = value_of(field, member);
        }
        if (value.set) {
            aic_value_store(field, (char *)question->in + offset, value);
            *aic_origin_at(question->in, offset) = (unsigned char)aic_document_origin(member);
            question->sources[index].name = aic_json_member_text(member, "source");
            answer->used[index] = true;
        }
    }
}

static void read_results(struct aic_answer *answer, const struct aic_json_value *results)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    memset(answer->out, 0xFF, calculator->out_size); /* all unset */
    AIC_JSON_EACH(member, results) {
        size_t index, offset;
        const struct aic_field *field =
            find_field(&calculator->results, aic_json_key_of(member), &index, &offset);
        if (field) {
            aic_value_store(field, (char *)answer->out + offset, value_of(field, member));
            answer->basis[index] = aic_document_basis(member);
        }
    }
}

static void read_warnings(struct aic_answer *answer, const struct aic_json_value *warnings)
{
    AIC_JSON_EACH(warning, warnings) {
        const char *text = aic_json_member_text(warning, "text");
        aic_warn(&answer->notes, aic_json_member_text(warning, "id"), "%s", text ? text : "");
    }
}

bool aic_answer_read(struct aic_answer *answer, struct aic_question *question,
                     const struct aic_json *json, struct aic_registry *registry,
                     struct aic_error *error)
{
    memset(answer, 0, sizeof *answer);
    memset(question, 0, sizeof *question);
    if (!aic_answer_document_check(json, error)) {
        return false;
    }
    const char *name = aic_json_member_text(json->root, "calculator");
    const struct aic_calculator *calculator = aic_registry_find(registry, name, NULL);
    if (!calculator) {
        aic_fail(error, AIC_ERR_UNKNOWN, NULL, "%s is an answer of '%s', which is no calculator",
                 json->name, name);
        return aic_suggest(error, "'aicalc help' lists the calculators of this version");
    }
    if (!aic_question_init(question, calculator, error) ||
        !aic_answer_allocate(answer, question, error)) {
        return false;
    }
    read_inputs(answer, aic_json_member(json->root, "inputs"));
    read_results(answer, aic_json_member(json->root, "results"));
    read_warnings(answer, aic_json_member(json->root, "warnings"));
    return true;
}
