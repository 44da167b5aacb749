/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prints what was formed as constants in C. A program of the build forms the compositions and prints
 * them, and aicalc is linked with what it printed: so it starts with them, instead of forming a
 * thousand fields for each question.
 */
#ifndef AICALC_CLI_FORMED_PRINT_H
#define AICALC_CLI_FORMED_PRINT_H

#include <stdio.h>

#include "engine/composition/composition.h"

/* Prints `formed_NAME`, a `static const struct aic_composition`, and all that it points to; false:
 * it has what cannot be printed, and standard error says what. */
bool cli_print_composition(FILE *file, const struct aic_composition *composition);

/* What all of it is made of. Names of arrays are "plan_links_3": of the composition, what, of which
 * part. */
struct cli_printer {
    FILE *file;
    const struct aic_composition *composition;
    char name[32]; /* of the composition, as C writes it */
};

/* ".help = "as C writes it", ", nothing for NULL. */
void cli_print_text(const struct cli_printer *printer, const char *member, const char *text);
/* ".count = 3, ", nothing for 0. */
void cli_print_size(const struct cli_printer *printer, const char *member, size_t number);
/* ".min = 0.5, ", also where it is none. */
void cli_print_real(const struct cli_printer *printer, const char *member, double number);
/* ".links = plan_links_3, "; nothing without elements. `part` AIC_NO_PART: of the whole. */
void cli_print_array(const struct cli_printer *printer, const char *member, const char *what,
                     size_t part, size_t count);
/* ".field = &plan_inputs[7], " */
void cli_print_place(const struct cli_printer *printer, const char *member, const char *what,
                     size_t place);
#define AIC_NO_PART ((size_t)-1)

/* "static const TYPE plan_WHAT_3[] = {" and the "};" of it. */
void cli_print_begin(const struct cli_printer *printer, const char *type, const char *what,
                     size_t part);
void cli_print_end(const struct cli_printer *printer);
/* A whole array of numbers of 1, 2, 4 or 8 bytes. */
void cli_print_numbers(const struct cli_printer *printer, const char *type, const char *what,
                       size_t part, const void *numbers, size_t size, size_t count);
/* A whole array of texts, with the NULL at its end. */
void cli_print_texts(const struct cli_printer *printer, const char *what, const char *const *texts);

/* The fields of both tables with their choices and groups. */
void cli_print_tables(const struct cli_printer *printer);
/* The arrays that the parts point to, and then the parts themselves. */
void cli_print_part_arrays(const struct cli_printer *printer);
void cli_print_parts(const struct cli_printer *printer);
/* The arrays of assumptions, constants, names, bands and warnings, and then the members. */
void cli_print_row_arrays(const struct cli_printer *printer);
void cli_print_rows(const struct cli_printer *printer);

#endif
