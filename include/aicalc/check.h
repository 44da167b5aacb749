/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks: budgets on questions, judged together.
 *
 *     aic_checks_read(&checks, &source, &error);    reads and binds everything
 *     aic_checks_run(&checks, &error);              computes and judges
 *
 * A check file (schema "aicalc-check/1") holds named checks: a calculator,
 * inputs as of an input document, budgets, and what was measured. Names, units, catalog entries and model
 * files are looked up before anything is computed, so that a typo is never a
 * pass, and all mistakes of a file are told together. An earlier report ("aicalc-report/1") gives relative budgets their limits, and
 * every line its change. Where a check has "from", its inputs are those of texts that are deployed,
 * and what it says under "inputs" are flags beside them; each case in the texts is a check.
 *
 * A saved answer (schema "aicalc/1") is a check too: what was chosen is asked
 * again with today's program and catalogs, and every result must come out as it was.
 */
#ifndef AICALC_CHECK_H
#define AICALC_CHECK_H

#include <aicalc/budget.h>
#include <aicalc/measured.h>
#include <aicalc/range.h>
#include <aicalc/recipe.h>
#include <aicalc/registry.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Most checks of a file, and most budgets of all of them. */
#define AIC_CHECKS_MAX      10000
#define AIC_CHECK_LINES_MAX 100000

/* Most mistakes of a file that are told. */
#define AIC_MISTAKES_MAX 100

/* Longest name of a check, in bytes. */
#define AIC_CHECK_NAME_MAX 200

/* How a budget, a check or a whole file came out; the later the worse. */
enum aic_outcome {
    AIC_OUTCOME_PASS,
    AIC_OUTCOME_WARN,  /* exceeded, but it only warns */
    AIC_OUTCOME_FAIL,  /* exceeded */
    AIC_OUTCOME_ERROR, /* could not be judged */
    AIC_OUTCOMES
};

/* "pass", "warn", "fail", "error". */
const char *aic_outcome_name(enum aic_outcome outcome);

/* One budget of a check; of a saved answer, one result that must be as it was. */
struct aic_check_line {
    struct aic_budget budget;
    const struct aic_json_value *node; /* in the document */
    struct aic_place place;
    enum aic_outcome outcome;
    struct aic_value actual; /* not set: does not apply, or could not be judged */
    const char *no;          /* why there is none where the answer is no; else NULL */
    enum aic_basis basis;    /* of the result */
    double margin;           /* room to the limit as a share of it, negative beyond; NaN: none */
    struct aic_value before; /* in the earlier report or the saved answer */
    double change;           /* from then to now, as a share of then; NaN: none */
    bool recorded;           /* relative, and the first of its kind: it is not judged */
    char *
        mends; /* of a budget that is exceeded: the nearest change that mends it, "--zero 3: 52.5 GiB"; or NULL */
    struct aic_error *why; /* what the numbers do not say; NULL: nothing */
    const char *file;      /* of a check of texts: where what would mend it stands; NULL: nowhere */
    size_t file_line;
};

/* The texts of a check with "from", and what was read from them. */
struct aic_check_texts {
    struct aic_check_texts *next;
    const struct aic_json_value *node; /* of the check */
    struct aic_launch_text texts[16];
    char *paths[16];
    size_t count;
    struct aic_launch launch;
};

struct aic_check {
    const char *name;
    const struct aic_calculator *calculator;
    const struct aic_json_value *node;
    struct aic_place place;
    char *own_name;                       /* NULL, or `name` of one case of several */
    const struct aic_launch_case *launch; /* of a check of texts; NULL: of its inputs alone */
    enum aic_gate gate;                   /* which end of ranges its budgets test */
    struct aic_setting *settings;         /* the file's defaults, then its own inputs */
    size_t setting_count;
    struct aic_check_line *lines;
    size_t line_count;
    struct aic_measured *measured; /* compared with the answer; outside of a band is a warning */
    size_t measured_count;
    enum aic_outcome outcome;
    struct aic_error *why;     /* why the question has no answer; NULL: it has one */
    struct aic_note *warnings; /* of the answer */
    size_t warning_count;
};

/* An input of a saved answer that has another value today. */
struct aic_check_input {
    const char *name;
    size_t index;                        /* among the inputs; only where it has a value today */
    const struct aic_json_value *before; /* its object in the saved answer; NULL: it came */
    bool gone;
};

/* What a file of checks is read with. All of it must outlive the checks. */
struct aic_check_source {
    const struct aic_json *json;
    const char *name;               /* of the check that a saved answer is */
    const struct aic_json *earlier; /* report to compare with; may be NULL */
    const struct aic_catalog *catalog;
    const struct aic_loader *loader; /* of model files; may be NULL */
    const char *file;                /* as reports of several files name it; may be NULL */
    bool records;                /* without `earlier`: relative budgets are recorded, not judged */
    bool only_worse;             /* what failed in `earlier`, and is no worse, only warns */
    bool (*tick)(void *context); /* called after each check, false stops; may be NULL */
    void *tick_context;
    struct aic_registry *registry; /* of compositions; may be NULL: none are known */
};

struct aic_checks {
    struct aic_check_source source;
    bool saved; /* a saved answer, and not a check file */
    struct aic_check *at;
    size_t count;
    struct aic_check_texts *launched; /* of checks with "from" */
    struct aic_check_line *lines;     /* of all checks */
    size_t line_count;
    char *texts;                /* behind the lines of a saved answer */
    struct aic_error *mistakes; /* why the file cannot be used, by their place in it */
    size_t mistake_count;
    enum aic_outcome outcome;
    size_t tally[AIC_OUTCOMES]; /* lines of each outcome */
    /* Of a saved answer whose results differ: what it rests on today, and what of it is new. */
    struct aic_question question;
    struct aic_check_input *inputs;
    size_t input_count;
};

/*
 * Reads, binds and validates: a false file names its place (error->line and
 * column too). `error` is the first of the checks' `mistakes`, which are all that were found;
 * without memory there may be none. Release with aic_checks_clear(), also after a failure.
 */
bool aic_checks_read(struct aic_checks *checks, const struct aic_check_source *source,
                     struct aic_error *error);
void aic_checks_clear(struct aic_checks *checks);

/*
 * Computes every check and judges every line. A question without an answer
 * is the outcome of its check, not a failure of this call, which fails without memory only.
 */
bool aic_checks_run(struct aic_checks *checks, struct aic_error *error);

/* Keeps `count` checks from `first` on, of those that were read and not yet run, and forgets the others. */
void aic_checks_keep(struct aic_checks *checks, size_t first, size_t count);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
