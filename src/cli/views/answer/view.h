/* SPDX-License-Identifier: Apache-2.0 */
/* An answer as it is to be shown, and its values in words: what all formats share. */
#ifndef AICALC_CLI_VIEWS_ANSWER_VIEW_H
#define AICALC_CLI_VIEWS_ANSWER_VIEW_H

#include <aicalc/aicalc.h>

#include "cli/formats/document.h"
#include "cli/formats/value.h"

struct cli_entries;
struct cli_usual_bill;

/* What a table folds so that it fits a screen, each with what stands before it. */
enum cli_fold {
    CLI_FOLD_NOTHING,
    CLI_FOLD_VALUES,   /* values of defaults that hardly move the answer */
    CLI_FOLD_DEFAULTS, /* those defaults: they are counted */
    CLI_FOLD_SOURCES,  /* where values come from */
    CLI_FOLD_WARNINGS, /* all warnings but one: they are named */
    CLI_FOLD_GIVEN,    /* what was typed */
    CLI_FOLD_ASSUMED,  /* all defaults but the three that move the answer most */
    CLI_FOLD_NAMES,    /* names of warnings: they are counted */
    CLI_FOLDS
};

struct cli_view {
    const struct aic_answer *answer;
    const struct cli_entries *entries; /* of catalogs; NULL: not looked up */
    struct cli_asked asked;
    const size_t *results; /* indices to show, in order */
    size_t result_count;
    bool chosen; /* the user chose them: no sections */
    const struct aic_budget *budgets;
    const struct aic_verdict *verdicts;
    size_t budget_count;
    const struct aic_measured *measured;
    size_t measured_count;
    const struct aic_spread *spread;     /* the results' intervals; NULL: no input has a range */
    const struct aic_solution *solution; /* NULL: not solved */
    const struct aic_sensitivity *sensitivity; /* NULL: not asked */
    const struct aic_influence *influence;     /* of the defaults; NULL: a format for machines */
    const struct aic_moves *moves;             /* of a composition in its place; NULL as well */
    const struct cli_usual_bill *usual_bill;   /* of hours without a price; NULL: not looked for */
    const struct aic_steps *steps;             /* what would mend a no; NULL: not looked for */
    const struct aic_launch_case *launch;      /* the text that inputs are of; NULL: none */
    const struct aic_setting *settings;        /* inputs as they were typed */
    size_t setting_count;
    const size_t *missing; /* results of --fields that have no value */
    size_t missing_count;
    size_t part; /* of a composition, the only one that is shown; the number of parts: all */
    bool all;    /* all results and inputs, not the first screen alone */
    enum cli_fold fold;
    size_t part_rows; /* of a composition's first screen: most rows of a part */
    bool explain;
    bool brief;                                /* JSON of the first screen alone, with its words */
    const struct aic_explanation *explanation; /* of what is shown first; NULL: not asked */
    enum aic_unit_style units;
    bool color;
    bool unicode; /* the terminal shows more than ASCII */
    size_t columns;
};

/* The field of a result, and of an input. */
const struct aic_field *cli_result(const struct cli_view *view, size_t index);
const struct aic_field *cli_input(const struct cli_view *view, size_t index);

/* The name of a result without that of its part, where parts stand under each other. */
const char *cli_name_in_part(const struct cli_view *view, size_t index);

/*
 * How far a result can be trusted, as people are told: assumed where moving a default within what
 * is usual changes it by more than a percent, exact where no default does.
 */
enum aic_basis cli_basis(const struct cli_view *view, size_t result);

/* True if all rows rest on a default, as far as that was looked for: then a mark beside each says nothing. */
bool cli_are_all_assumed(const struct cli_view *view, const size_t *rows, size_t count);

/* Mark of how far a result can be trusted: "" exact, "*", "~", "?" where a default moves it. */
const char *cli_mark(const struct cli_view *view, size_t result);

/* The interval of a result; empty where there is none. */
void cli_write_spread(const struct cli_view *view, size_t result, char *out, size_t capacity);

/* How the ends of a result were found: "exact" or "searched, 4101 samples"; empty where it has none. */
void cli_write_interval_method(const struct cli_view *view, size_t result, char *out,
                               size_t capacity);

/* An input as it was typed; empty where it was not. */
void cli_write_typed(const struct cli_view *view, size_t input, char *out, size_t capacity);

/* An input as it was typed, its default as the table writes it, its range or its value. */
void cli_write_input(const struct cli_view *view, size_t input, char *out, size_t capacity);

/* True for a flag that is false because what it judges is not known. */
bool cli_is_unjudged(const struct cli_view *view, size_t result);
/* "give connections and read_size": what would settle it; what is given is not asked for. */
void cli_add_settling(const struct cli_view *view, size_t result, struct aic_text *text);

/* How far two values lie from another, as shares of it: "-10..+30" with `percent` behind it, one where both are
 * the same; as factors where one is more than ten times that: "0.42..272 times". */
void cli_add_changes(struct aic_text *text, double low, double high, const char *percent);

/* How far reality was found from a result: "-10..+30%"; empty where nothing is stated. */
void cli_write_band(const struct cli_view *view, size_t result, char *out, size_t capacity);

/* A result in the words of a table: a flag within the error of what it compares is tight. */
void cli_write_result(const struct cli_view *view, size_t result, char *out, size_t capacity);

/* Inputs that the user gave, and defaults that results rest on. */
bool cli_is_given(const struct aic_answer *answer, size_t input);
bool cli_is_assumed(const struct aic_answer *answer, size_t input);

/* True for the first input with its source, so that each is told once; and for all with it. */
bool cli_is_first_of_source(const struct cli_view *view, size_t input);
bool cli_is_from(const struct cli_view *view, size_t input, const char *source);

/* True for the assumption if one of its results is in the answer. */
bool cli_assumption_holds(const struct aic_answer *answer, const struct aic_assumption *assumption);

/* The share that a result has in the one it is part of; false where that is not to be told. */
bool cli_share(const struct cli_view *view, size_t index, double *share);

/* Whether a budget holds, in a word and in a style. */
const char *cli_verdict(const struct aic_budget *budget, const struct aic_verdict *verdict);
enum cli_style cli_verdict_style(const struct aic_budget *budget,
                                 const struct aic_verdict *verdict);

#endif
