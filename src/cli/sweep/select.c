/* SPDX-License-Identifier: Apache-2.0 */
/* --where, --sort and --top: the cases of a sweep that are shown, and their order. */
#include "cli/sweep/select.h"

#include <stdlib.h>
#include <string.h>

#include "cli/sweep/sweep.h"

/* A budget's message begins with what it is of: here it is of an option. */
static void name_option(struct aic_error *error)
{
    static const char budget[] = "budget: ";
    char message[sizeof error->message];
    size_t length = strlen(budget);
    if (strncmp(error->message, budget, length) == 0) {
        cli_print(message, sizeof message, "--where: %s", error->message + length);
        memcpy(error->message, message, sizeof message);
    }
}

static bool read_wheres(struct cli_selection *selection, const struct aic_calculator *calculator,
                        const struct cli_list *texts, struct aic_error *error)
{
    for (; selection->where_count < texts->count; selection->where_count++) {
        struct aic_budget *where = &selection->wheres[selection->where_count];
        const char *text = texts->at[selection->where_count];
        if (!aic_budget_read(where, calculator, text, error)) {
            name_option(error);
            return false;
        }
        if (where->warns) {
            aic_fail(error, AIC_ERR_VALUE, NULL, "--where: '%s' reports, it does not choose", text);
            return aic_suggest(error, "leave 'warn:' out, or write it as --budget");
        }
    }
    return true;
}

/* "RESULT", "RESULT:asc" or "RESULT:desc". */
static bool read_sort(struct cli_selection *selection, const struct aic_calculator *calculator,
                      const char *text, struct aic_error *error)
{
    struct aic_span name = { text, strcspn(text, ":") };
    const char *order = text + name.length;
    selection->descends = strcmp(order, ":desc") == 0;
    if (*order && !selection->descends && strcmp(order, ":asc") != 0) {
        aic_fail(error, AIC_ERR_VALUE, NULL, "--sort: '%s' is no order", order + 1);
        return aic_suggest(error, "write RESULT for the least first, RESULT:desc for the largest");
    }
    selection->sorts = aic_result_find(calculator, name, "--sort: ", &selection->result, error);
    if (!selection->sorts && text[0] == '-') {
        aic_suggest(error, "write %s:desc for the largest first", text + 1);
    }
    return selection->sorts;
}

static bool read_top(struct cli_selection *selection, const char *text, struct aic_error *error)
{
    double number = 0;
    size_t length = strlen(text);
    bool is_number = aic_quantity_read(text, length, AIC_COUNT, NULL, &number, NULL);
    if (!is_number || !(number >= 1 && number <= AIC_MAX_INTEGER) ||
        number != (double)(uint64_t)number) {
        aic_fail(error, AIC_ERR_VALUE, NULL, "--top: '%s' is no number of cases", text);
        return aic_suggest(error, "write a whole number from 1 on");
    }
    selection->top = (uint64_t)number;
    return true;
}

bool cli_selection_read(struct cli_selection *selection, const struct aic_calculator *calculator,
                        const struct cli_options *options, struct aic_error *error)
{
    if (options->top && !options->sort) {
        aic_fail(error, AIC_ERR_USAGE, NULL, "--top without --sort does not say which come first");
        return aic_suggest(error, "name the result that decides: --sort %s",
                           aic_table_at(&calculator->results, 0, NULL)->name);
    }
    return read_wheres(selection, calculator, &options->wheres, error) &&
           (!options->sort || read_sort(selection, calculator, options->sort, error)) &&
           (!options->top || read_top(selection, options->top, error));
}

void cli_selection_clear(struct cli_selection *selection)
{
    free(selection->order);
    selection->order = NULL;
}

bool cli_selection_check_unused(const struct cli_options *options, struct aic_error *error)
{
    const char *given = options->compare            ? "--compare"
                        : options->sort             ? "--sort"
                        : options->top              ? "--top"
                        : options->wheres.count > 0 ? "--where"
                        : options->shard            ? "--shard"
                        : options->header           ? "--header"
                                                    : NULL;
    if (!given) {
        return true;
    }
    aic_fail(error, AIC_ERR_USAGE, NULL, "%s without --sweep", given);
    return aic_suggest(error, options->compare
                                  ? "name the cases: --sweep P=A,B; or compare saved answers: "
                                    "aicalc compare A.json B.json"
                                  : "name the cases to choose from: --sweep P=A,B,C");
}

const struct aic_budget *cli_selection_unmet(const struct cli_selection *selection,
                                             const struct cli_sweep *sweep)
{
    for (size_t i = 0; i < selection->where_count; i++) {
        const struct aic_budget *where = &selection->wheres[i];
        struct aic_value value = { .set = false };
        if (sweep->is_possible) {
            value = aic_evaluation_result(&sweep->evaluation, where->result);
        }
        if (!value.set || !aic_budget_holds(where, value.number)) {
            return where;
        }
    }
    return NULL;
}
