/* SPDX-License-Identifier: Apache-2.0 */
/* Output formats: what each is called and what it shows. */
#ifndef AICALC_CLI_FORMATS_FORMAT_H
#define AICALC_CLI_FORMATS_FORMAT_H

#include <aicalc/aicalc.h>

#include "cli/formats/document.h"

/* What there is to show; bits, so that an option can say where it is taken. */
enum cli_subject {
    CLI_ANSWER = 1, /* a calculator's */
    CLI_SWEEP = 2,
    CLI_CHECK = 4,
    CLI_DIFF = 8,
    CLI_CATALOG = 16,
    CLI_MANUAL = 32,   /* pages about the program, in no output format */
    CLI_MEANING = 64,  /* of a word */
    CLI_COMPARE = 128, /* saved answers side by side */
    CLI_READ = 256     /* the answers to what is deployed, together */
};

/* Their places in the list; what shows a subject has its writers in an array of these. */
enum cli_format_id {
    CLI_TABLE,
    CLI_JSON,
    CLI_CSV,
    CLI_JUNIT,
    CLI_GITHUB,
    CLI_MARKDOWN,
    CLI_HTML,
    CLI_SVG,
    CLI_SARIF,
    CLI_JSONL,
    CLI_FORMATS
};

struct cli_format {
    const char *name;   /* as -o takes it */
    const char *ending; /* of files of -O; NULL: of none */
    enum cli_format_id id;
    unsigned subjects;    /* enum cli_subject: what it shows */
    enum doc_form form;   /* of its documents; 0: each subject has a writer of its own */
    bool json_errors;     /* errors are told as JSON as well */
    bool explains_sweeps; /* --explain says something of each case */
    bool for_people;      /* it says which defaults move the answer, and what mends a no */
    bool names_defaults;  /* it says which defaults move the answer, and no more */
    bool cites;           /* it says what entries of catalogs say of themselves */
};

/* The formats that show a subject, the default first; NULL after the last. */
const struct cli_format *cli_format_at(enum cli_subject subject, size_t i);

/* Whether a file's name has this ending. */
bool cli_has_ending(const char *path, const char *ending);

/* The format that -o names, and the one that the ending of a file names; NULL if none does. */
const struct cli_format *cli_format_find(enum cli_subject subject, const char *name);
const struct cli_format *cli_format_of_file(enum cli_subject subject, const char *path);

/* Adds the endings that name formats: ".txt, .json, .csv". */
void cli_add_endings(enum cli_subject subject, struct aic_text *text);

/* Refuses files of -O whose ending names no format. */
bool cli_check_endings(enum cli_subject subject, const char *const *paths, size_t count,
                       struct aic_error *error);

#endif
