/* SPDX-License-Identifier: Apache-2.0 */
/* What a list of entries shows of each, by kind, and in which order. */
#ifndef AICALC_CLI_VIEWS_CATALOG_COLUMNS_H
#define AICALC_CLI_VIEWS_CATALOG_COLUMNS_H

#include <aicalc/aicalc.h>

/* Where a column is shown. */
enum { CLI_IN_TEXT = 1, CLI_IN_VALUES = 2, CLI_IN_BOTH = 3 };

enum cli_fact {
    CLI_FACT_END,
    CLI_FACT_NUMBER, /* the first of the fields that the entry has */
    CLI_FACT_CHOICE, /* a field that depends on a choice: its value for one */
    CLI_FACT_TEXT,   /* a field or member that is a text */
    CLI_FACT_YEAR,
    CLI_FACT_RESULT /* of the calculator that counts a model */
};

struct cli_fact_column {
    const char *title; /* in text, with its unit */
    const char *key;   /* in values */
    enum cli_fact fact;
    const char *names;  /* of fields, with blanks between them; of a member; of a result */
    const char *choice; /* of a CLI_FACT_CHOICE */
    double unit;        /* text shows numbers in it; 0: each with its own unit */
    unsigned shown;
};

/* The columns of a kind, up to CLI_FACT_END. */
const struct cli_fact_column *cli_fact_columns(enum aic_catalog_kind kind);

/* The cell of an entry: empty where it has nothing there. `exact` for values. */
void cli_fact_write(const struct cli_fact_column *column, const struct aic_entry *entry, bool exact,
                    struct aic_text *text);

/* Its number in base units; NaN where the entry does not state it, or it is a text. */
double cli_fact_number(const struct cli_fact_column *column, const struct aic_entry *entry);

/* Its text; NULL where the entry does not state it, or it is a number. */
const char *cli_fact_text(const struct cli_fact_column *column, const struct aic_entry *entry);

/* The dimension that calculators give a field; a count where none has it. */
enum aic_dimension cli_fact_dimension(const char *name);

/* What an entry is sorted by: the text first, then the number, then the name. */
struct cli_fact_order {
    const char *text; /* of the entry */
    double number;
};
struct cli_fact_order cli_fact_order(enum aic_catalog_kind kind, const struct aic_entry *entry,
                                     size_t place);

#endif
