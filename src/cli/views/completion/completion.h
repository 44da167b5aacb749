/* SPDX-License-Identifier: Apache-2.0 */
/* What a word on a command line may become. */
#ifndef AICALC_CLI_VIEWS_COMPLETION_COMPLETION_H
#define AICALC_CLI_VIEWS_COMPLETION_COMPLETION_H

#include <aicalc/aicalc.h>

#include "cli/formats/format.h"

struct completion {
    struct aic_sink *sink;
    const char *const *words; /* the words before the last one */
    size_t count;
    const char *typed;        /* the last word */
    size_t kept;              /* its leading bytes that stay before every candidate */
    enum cli_subject subject; /* whose options the command takes; 0: none */
    bool reads_texts;         /* the calculators that are asked follow from a text */
};

/* Writes what the last of the words of a command line may become, a line for each candidate. */
void cli_complete(const char *const *words, size_t count, struct aic_sink *sink);

/* Whether what was typed begins a word. */
bool cli_offers(const struct completion *completion, const char *word);

/* Offers a word if what was typed begins it. */
void cli_offer(const struct completion *completion, const char *word, const char *help);

/* Offers names of files, which the shell knows. */
void cli_offer_files(const struct completion *completion);

/* Offers the names of a catalog, the user's own included; nothing where those cannot be read. */
void cli_offer_entries(struct completion *completion, enum aic_catalog_kind kind);

/* Offers values of a field: choices, names, or units behind a number. */
void cli_offer_value(struct completion *completion, const struct aic_field *field);

/* Offers what --fields, --budget, --measured, --sort, --sweep and --solve take. */
void cli_offer_fields(struct completion *completion, const struct aic_calculator *calculator);
void cli_offer_budget(struct completion *completion, const struct aic_calculator *calculator);
void cli_offer_measured(struct completion *completion, const struct aic_calculator *calculator);
void cli_offer_sort(struct completion *completion, const struct aic_calculator *calculator);
void cli_offer_sweep(struct completion *completion, const struct aic_calculator *calculator);
void cli_offer_solve(struct completion *completion, const struct aic_calculator *calculator);

/* The field of that name; NULL if there is none. */
const struct aic_field *cli_find_field(const struct aic_table *table, const char *name,
                                       size_t length);

#endif
