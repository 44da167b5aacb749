/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sweep under way: its cases one after the other, in constant memory. Renderers walk them
 * as often as they need to:
 *
 *     cli_sweep_rewind(sweep);
 *     while (cli_sweep_next(sweep)) {
 *         sweep->values, and if sweep->is_possible: aic_evaluation_result(&sweep->evaluation, ...)
 *     }
 */
#ifndef AICALC_CLI_SWEEP_SWEEP_H
#define AICALC_CLI_SWEEP_SWEEP_H

#include <aicalc/effect.h>
#include <aicalc/sweep.h>

#include "cli/formats/document.h"
#include "cli/formats/shard.h"
#include "cli/query/query.h"
#include "cli/sweep/select.h"

struct cli_sweep {
    struct cli_query *query;
    struct aic_sweep cases;
    struct cli_shard shard; /* of them, those that are asked */
    struct aic_evaluation evaluation;
    struct cli_selection selection;
    bool ordered;   /* cases are walked in the order of the selection */
    uint64_t first; /* the first possible case that is shown: there is one */
    bool none;      /* but for a part of the cases: the others may have one */
    bool exceeded;  /* a budget that does not only warn is exceeded in a case that is shown */

    /* The case under way. */
    uint64_t index;
    uint64_t walked; /* cases since cli_sweep_rewind(), this one included */
    struct aic_value values[AIC_VARIED_MAX];
    bool is_possible;                 /* then the query's verdicts are those of this case */
    const struct aic_error *error;    /* else: why not */
    const struct aic_answer *answer;  /* of cli_sweep_answer() */
    struct aic_effect_memory effects; /* what the case before tells of inputs without effect */
};

void cli_sweep_rewind(struct cli_sweep *sweep);

/* The next case that is shown, evaluated and judged. False at the end, or where the tool failed:
 * then query->error says so. */
bool cli_sweep_next(struct cli_sweep *sweep);

/* The same of all cases, whether they are shown or not. */
bool cli_sweep_next_of_all(struct cli_sweep *sweep);

/*
 * Makes `answer` that of the case under way, with its basis; with its warnings where the
 * evaluation is not quiet. False where the tool failed.
 */
bool cli_sweep_answer(struct cli_sweep *sweep);

/* What the case under way would cost at the usual price of its GPU. False without memory. */
bool cli_sweep_usual_bill(struct cli_sweep *sweep, struct cli_usual_bill *bill);

/* Adds to an answer of the case under way what a single question warns of: inputs without effect. */
bool cli_sweep_warn_of_effect(struct cli_sweep *sweep, struct aic_answer *answer);

/* Why the case under way is impossible, and what would help, as one line. */
#define CLI_REASON_SIZE 1024
void cli_sweep_reason(const struct cli_sweep *sweep, char *out);

/* A document for people: its rows are written as they come. */
void cli_sweep_document(struct cli_sweep *sweep, enum doc_form form, struct aic_sink *sink);
void cli_sweep_json(struct cli_sweep *sweep, struct aic_sink *sink);

/* The cases of that, each on a line: they say nothing of each other, and are written as they come. */
void cli_sweep_json_lines(struct cli_sweep *sweep, struct aic_sink *sink);

/* The page of a sweep, which refuses more cases than it can show. */
bool html_accepts_sweep(const struct cli_sweep *sweep, struct aic_error *error);
void html_sweep(struct cli_sweep *sweep, struct aic_sink *sink);

/* The plot of results over one or two parameters, of not too many cases. */
bool svg_accepts_sweep(const struct cli_sweep *sweep, struct aic_error *error);
void svg_sweep(struct cli_sweep *sweep, struct aic_sink *sink);

/* The same as part of a page: nothing where such cases cannot be drawn. */
void svg_sweep_figure(struct cli_sweep *sweep, struct aic_sink *sink);

/* The bytes of a result, the same for the same value; all set where it is left out. */
uint64_t cli_value_bits(const struct aic_field *field, const void *at);

/* A row a case: base units with a separator, empty where a result is left out. */
void cli_sweep_values(struct cli_sweep *sweep, const struct cli_layout *layout,
                      struct aic_sink *sink);

#endif
