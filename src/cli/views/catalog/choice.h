/* SPDX-License-Identifier: Apache-2.0 */
/* Which entries of a kind are listed, and in which order: --where, --sort, --top. */
#ifndef AICALC_CLI_VIEWS_CATALOG_CHOICE_H
#define AICALC_CLI_VIEWS_CATALOG_CHOICE_H

#include "cli/options/options.h"
#include "cli/views/catalog/columns.h"

/* A field of a kind that an option names. */
struct cli_named_field {
    char name[64];
    char choice[32]; /* of a field with a value a choice: "fp4" of fp4_gpu_flops; else empty */
    struct cli_fact_column column;
    enum aic_dimension dimension;
    bool is_flag;
};

/* "FIELD OP QUANTITY", or a flag alone. */
struct cli_condition {
    struct cli_named_field field;
    struct aic_budget limit; /* its relation and limit, of a number */
    struct aic_span word;    /* what a text must be */
    double silent;           /* entries that do not state the field */
};

struct cli_entry_choice {
    struct cli_condition conditions[CLI_REPEAT_MAX]; /* all must hold */
    size_t count;
    struct cli_named_field sort;
    bool sorts, descends;
    size_t top; /* most entries that are listed; 0: all */
};

/* Reads the options against the fields that entries of a kind have. */
bool cli_entry_choice_read(struct cli_entry_choice *choice, const struct aic_catalog *catalog,
                           enum aic_catalog_kind kind, const struct cli_options *options,
                           struct aic_error *error);

/* True where all conditions hold; counts the entries that do not state a field. */
bool cli_entry_choice_has(struct cli_entry_choice *choice, const struct aic_entry *entry);

#endif
