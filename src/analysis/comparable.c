/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a case can be compared with others. */
#include <aicalc/comparable.h>

#include <string.h>

#include <aicalc/calculator_rows.h>
#include <aicalc/composition.h>

const struct aic_field *aic_results_lack(const struct aic_calculator *calculator, const void *out)
{
    for (size_t g = 0; g < calculator->results.count; g++) {
        const struct aic_group *group = &calculator->results.groups[g];
        for (size_t i = 0; i < group->count; i++) {
            const struct aic_field *field = &group->fields[i];
            if (field->flags & AIC_MUST_HOLD) {
                struct aic_value value = aic_value_load(field, (const char *)out + field->offset);
                if (value.set && value.number == 0) {
                    return field;
                }
            }
        }
    }
    return NULL;
}

/* Of a result of a part: what its calculator says of it. */
static const char *settled_in_part(const struct aic_calculator *calculator, const void *out,
                                   const struct aic_field *flag)
{
    size_t result = aic_table_find(&calculator->results, flag->name, strlen(flag->name));
    const struct aic_part_view part =
        aic_part_at(calculator, aic_part_of_result(calculator, result));
    return aic_result_settled_by(
        part.calculator, (const char *)out + part.out,
        aic_table_at(&part.calculator->results, result - part.first_result, NULL));
}

const char *aic_result_settled_by(const struct aic_calculator *calculator, const void *out,
                                  const struct aic_field *flag)
{
    const struct aic_table *results = &calculator->results;
    if (calculator->composition) {
        return settled_in_part(calculator, out, flag);
    }
    const char *name = flag->rests_on ? flag->rests_on : "";
    size_t offset, behind = aic_table_find(results, name, strlen(name));
    if (flag->kind != AIC_FLAG || !calculator->settlings || behind == aic_table_size(results)) {
        return NULL;
    }
    const struct aic_field *choice = aic_table_at(results, behind, &offset);
    struct aic_value reason = aic_value_load(choice, (const char *)out + offset);
    const struct aic_settling *settling = calculator->settlings;
    while (reason.set && settling->reason &&
           strcmp(settling->reason, aic_choice_name(choice, (int)reason.number)) != 0) {
        settling++;
    }
    return reason.set ? settling->inputs : NULL;
}

bool aic_note_leaves_out(const struct aic_note *note)
{
    static const char ending[] = "not-counted";
    size_t length = strlen(note->id), end = strlen(ending);
    return length >= end && strcmp(note->id + length - end, ending) == 0;
}

static enum aic_compares judge(const struct aic_field *field, bool more)
{
    if (field->better == AIC_NEITHER_IS_BETTER) {
        return AIC_COMPARES_OTHER;
    }
    return more == (field->better == AIC_MORE_IS_BETTER) ? AIC_COMPARES_BETTER : AIC_COMPARES_WORSE;
}

struct aic_ratio aic_compare(const struct aic_field *field, struct aic_value first,
                             struct aic_value value)
{
    struct aic_ratio ratio = { AIC_COMPARES_NOT, NAN };
    bool is_number = aic_field_is_number(field);
    if (!first.set || !value.set) {
        return ratio;
    }
    if (first.number == value.number) {
        return (struct aic_ratio){ AIC_COMPARES_SAME, is_number && first.number != 0 ? 1 : NAN };
    }
    ratio.kind =
        field->kind == AIC_CHOICE ? AIC_COMPARES_OTHER : judge(field, value.number > first.number);
    if (is_number && first.number > 0 && value.number >= 0 &&
        isfinite(value.number / first.number)) {
        ratio.ratio = value.number / first.number;
    }
    return ratio;
}
