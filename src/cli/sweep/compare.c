/* SPDX-License-Identifier: Apache-2.0 */
/* The cases of a sweep, to stand side by side: each is asked as a query of its own. */
#include <string.h>

#include "cli/sweep/sweep.h"
#include "cli/views/compare/compare.h"

static bool fail_many(struct aic_error *error)
{
    aic_fail(error, AIC_ERR_RANGE, NULL, "--compare: more than %d cases do not stand side by side",
             CLI_COMPARE_MAX);
    return aic_suggest(error, "choose with --where, or with --sort and --top");
}

/* Whether an axis is in the name of a case: what goes along with a name only where it has to. */
static bool is_in_name(const struct aic_sweep *cases, size_t axis, bool full)
{
    size_t leader = axis;
    while (cases->axes[leader].joined) {
        leader--;
    }
    enum aic_kind kind = cases->axes[leader].field->kind;
    return full || leader == axis || !(kind == AIC_REFERENCE || kind == AIC_CHOICE);
}

/* The swept values as the name of a case: "h100-sxm", "tp 8", "h100-sxm, tp 8". */
static void write_name(const struct cli_sweep *sweep, uint64_t index, bool full, char *out)
{
    struct aic_value values[AIC_VARIED_MAX];
    struct aic_text text;
    aic_sweep_case(&sweep->cases, index, values);
    aic_text_init(&text, out, CLI_CASE_SIZE);
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        const struct aic_field *field = sweep->cases.axes[i].field;
        char value[CLI_VALUE_SIZE];
        bool is_plain = field->kind == AIC_REFERENCE || field->kind == AIC_CHOICE;
        if (!is_in_name(&sweep->cases, i, full)) {
            continue;
        }
        if (field->kind == AIC_REFERENCE && field->catalog == AIC_MODELS) {
            values[i].name = aic_base_name(values[i].name);
        }
        cli_write_value(field, values[i], cli_unit_style(&sweep->query->options), value,
                        sizeof value);
        aic_text_format(&text, "%s%s%s%s", i > 0 ? ", " : "", is_plain ? "" : field->name,
                        is_plain ? "" : " ", value);
    }
}

static bool are_different(const struct cli_comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++) {
        for (size_t before = 0; before < i; before++) {
            if (strcmp(comparison->cases[i].name, comparison->cases[before].name) == 0) {
                return false;
            }
        }
    }
    return true;
}

/* Short names, or whole ones where two cases would have the same. */
static void write_names(struct cli_comparison *comparison, const struct cli_sweep *sweep,
                        const uint64_t *indices)
{
    for (int full = 0; full < 2 && !(full && are_different(comparison)); full++) {
        for (size_t i = 0; i < comparison->count; i++) {
            write_name(sweep, indices[i], full, comparison->cases[i].name);
        }
    }
}

static bool add_case(struct cli_comparison *comparison, struct cli_sweep *sweep,
                     struct aic_error *error)
{
    struct cli_case *one = &comparison->cases[comparison->count++];
    one->is_possible = sweep->is_possible;
    if (!one->is_possible) {
        cli_sweep_reason(sweep, one->why);
        return true;
    }
    memcpy(one->verdicts, sweep->query->verdicts,
           comparison->budget_count * sizeof one->verdicts[0]);
    return aic_evaluation_answer(&sweep->evaluation, sweep->values, &one->question, &one->answer,
                                 error) &&
           cli_sweep_warn_of_effect(sweep, &one->answer);
}

bool cli_comparison_of_sweep(struct cli_comparison *comparison, struct cli_sweep *sweep,
                             struct aic_error *error)
{
    uint64_t indices[CLI_COMPARE_MAX] = { 0 };
    if (!cli_comparison_init(comparison, CLI_COMPARE_MAX, error)) {
        return false;
    }
    cli_sweep_rewind(sweep);
    while (cli_sweep_next(sweep)) {
        if (comparison->count == CLI_COMPARE_MAX) {
            return fail_many(error);
        }
        indices[comparison->count] = sweep->index;
        if (!add_case(comparison, sweep, error)) {
            return false;
        }
    }
    write_names(comparison, sweep, indices);
    return !aic_code_is_internal(sweep->query->error.code);
}
