/* SPDX-License-Identifier: Apache-2.0 */
/* One query under way: everything it holds, released in one place. */
#ifndef AICALC_CLI_QUERY_QUERY_H
#define AICALC_CLI_QUERY_QUERY_H

#include <aicalc/evaluation.h>

#include "cli/options/options.h"
#include "cli/query/launched.h"
#include "cli/query/world.h"
#include "cli/views/answer/entries.h"
#include "cli/views/answer/usual_bill.h"
#include "cli/views/answer/view.h"

struct cli_query {
    const struct aic_calculator *calculator;
    const struct cli_world *world;
    struct cli_options options;
    struct aic_catalog catalog;
    struct aic_json input;
    struct cli_launched launched; /* of --from */
    uint64_t tried;               /* values of --solve so far */
    struct aic_recipe recipe;     /* ready when the options are bound */
    struct aic_question question;
    struct aic_answer answer;
    struct aic_spread spread;
    struct aic_solution solution; /* of --solve */
    bool solved;
    struct aic_sensitivity sensitivity; /* of --sensitivity */
    struct aic_influence influence;     /* of the defaults, where a format for people is written */
    struct aic_moves moves;             /* the same of a composition: the few that decide */
    struct cli_usual_bill usual_bill;
    struct aic_steps steps;
    struct aic_explanation explanation; /* of --explain, for people */
    bool for_people;                    /* the three above are there */
    bool for_programs;                  /* the steps are */
    struct cli_entries entries;         /* where a format that cites them is written */
    size_t *named;                      /* results of --fields, with a value or not */
    size_t named_count;
    size_t *missing; /* those of them without one */
    size_t missing_count;
    struct aic_budget budgets[CLI_REPEAT_MAX];
    struct aic_verdict verdicts[CLI_REPEAT_MAX];
    struct aic_measured measured[CLI_REPEAT_MAX]; /* of --measured, then those of a log */
    size_t measured_count;
    size_t part;     /* of --part; the number of parts: all of them */
    size_t *results; /* those chosen with --fields, then those to show */
    size_t result_count;
    struct cli_comparison *comparison; /* of --compare, while it is written */
    struct cli_sweep *sweep;           /* the sweep that is being written; NULL: a single answer */
    bool to_file;                      /* a file of -O is being written, not standard output */
    const char *compared; /* why a question of one case is answered by several; NULL: it is not */
    char family[4096];    /* their sweep */
    char words[256];
    struct aic_error error;
};

/* Fills `chosen`, which has room for all results, with those that --fields names. */
bool cli_choose_fields(const struct aic_calculator *calculator, const char *fields, size_t *chosen,
                       size_t *count, struct aic_error *error);

/* Makes an input of the name behind that of the calculator, once the catalogs are there. */
bool cli_named_bind(struct cli_query *query);

/* Makes a sweep over its members of a name that several entries of one family have, unless the question
 * is one that a gate or a script asks: then the name is refused. The same of usual cases, where nothing
 * says which is asked about. */
void cli_family_bind(struct cli_query *query);

/* Judges every budget against the query's answer. */
bool cli_query_judge(struct cli_query *query);

/*
 * Fills `shown`, which has room for all results, with those of the query's answer to show:
 * the chosen ones, or all but the terms. Returns how many.
 */
size_t cli_query_select(const struct cli_query *query, size_t *shown);

/* The query's answer as it is to be shown; the results to show are the caller's to set. */
struct cli_view cli_query_view(const struct cli_query *query);

/* Finds the sensitivity of the query's answer, if it was asked for. */
bool cli_query_find_sensitivity(struct cli_query *query);

/* Finds what formats for people show beside the answer, if one of them is written. */
bool cli_query_find_for_people(struct cli_query *query);

/* Reports the query's error; returns the exit code. */
int cli_query_fail(const struct cli_query *query);

/* Writes the answer to where it goes; the worst exit code. */
int cli_query_write(struct cli_query *query, cli_writer *write);

/* The i-th format that is written, that of standard output first; NULL after the last. */
const struct cli_format *cli_format_written(const struct cli_options *options, size_t i);

/* --sweep; returns the exit code. */
int cli_run_sweep(struct cli_query *query);

#endif
