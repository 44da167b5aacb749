/* SPDX-License-Identifier: Apache-2.0 */
/* What formats for people show beside an answer: which defaults move it, and what mends a no. */
#include <stdlib.h>

#include "cli/query/query.h"
#include "cli/views/answer/screen.h"

/* The first number of the first screen: what a change of the question is judged by. */
static size_t deciding_number(const struct cli_query *query, const struct cli_screen *screen)
{
    for (size_t i = 0; i < screen->count; i++) {
        if (cli_is_number(aic_table_at(&query->calculator->results, screen->rows[i], NULL))) {
            return screen->rows[i];
        }
    }
    return 0;
}

/* What --explain explains: what leads on the first screen, what was chosen, or all. */
static bool find_explanation(struct cli_query *query, const struct cli_screen *screen)
{
    bool chosen = query->options.fields != NULL;
    bool leads = !chosen && !query->options.all;
    size_t *roots =
        query->options.explain ? malloc((query->result_count + 1) * sizeof roots[0]) : NULL;
    size_t count = 0;
    if (!query->options.explain) {
        return true;
    }
    if (!roots) {
        return aic_fail_memory(&query->error);
    }
    for (size_t i = 0; !leads && i < query->result_count; i++) {
        bool is_step =
            aic_table_at(&query->calculator->results, query->results[i], NULL)->flags & AIC_TERM;
        if (chosen || !is_step) {
            roots[count++] = query->results[i];
        }
    }
    bool ok =
        aic_explanation_init(&query->explanation, &query->answer, leads ? screen->rows : roots,
                             leads ? screen->count : count, &query->error);
    free(roots);
    return ok;
}

/* What would mend a no. */
static bool find_steps(struct cli_query *query, const struct cli_screen *screen)
{
    if (query->solved) {
        return true;
    }
    if (query->calculator->composition) {
        return aic_ways_out_find(&query->steps, &query->answer, &query->recipe, query->budgets,
                                 query->options.budgets.count, &query->error);
    }
    return aic_steps_find(&query->steps, &query->answer, query->budgets,
                          query->options.budgets.count, deciding_number(query, screen),
                          &query->error);
}

/* Which defaults move the answer, and the rows of the first screen. */
static bool find_influence(struct cli_query *query, const struct cli_screen *screen)
{
    bool leads = !query->options.fields && screen->count > 0;
    if (query->calculator->composition) {
        return aic_moves_find(&query->moves, &query->answer, &query->error);
    }
    return aic_influence_init(&query->influence, &query->answer,
                              leads ? screen->rows : query->results,
                              leads ? screen->count : query->result_count, &query->error) &&
           aic_influence_ask_again(&query->influence, &query->answer, &query->error);
}

bool cli_query_find_for_people(struct cli_query *query)
{
    const struct cli_format *format;
    struct cli_screen screen;
    bool cites = false, names_defaults = false;
    for (size_t i = 0; (format = cli_format_written(&query->options, i)); i++) {
        bool is_brief = query->options.brief && format->id == CLI_JSON;
        query->for_people = query->for_people || format->for_people || is_brief;
        query->for_programs = query->for_programs || format->id == CLI_JSON;
        cites = cites || format->cites;
        names_defaults = names_defaults || format->names_defaults;
    }
    if (!query->for_people && !names_defaults && !query->for_programs) {
        return true;
    }
    const struct cli_view view = cli_query_view(query);
    if (cites && !cli_entries_find(&query->entries, &view, &query->catalog, &query->error)) {
        return false;
    }
    cli_find_screen(&query->answer, &screen);
    if (!query->for_people && !names_defaults) {
        return find_steps(query, &screen);
    }
    return find_influence(query, &screen) &&
           cli_usual_bill_find(query->calculator, query->question.in, query->answer.out,
                               &query->catalog, &query->usual_bill, &query->error) &&
           (!query->for_people || (find_explanation(query, &screen) && find_steps(query, &screen)));
}
