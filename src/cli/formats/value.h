/* SPDX-License-Identifier: Apache-2.0 */
/* Values in words. */
#ifndef AICALC_CLI_FORMATS_VALUE_H
#define AICALC_CLI_FORMATS_VALUE_H

#include <aicalc/aicalc.h>

/* A real number or an integer, and no name, choice or flag. */
bool cli_is_number(const struct aic_field *field);

/* A value for people: "40.00 GiB", "memory", "yes". `unit` suits the row. */
void cli_write_value(const struct aic_field *field, struct aic_value value,
                     enum aic_unit_style style, char *out, size_t capacity);

/* The same for a number that is set. */
void cli_write_number(const struct aic_field *field, double number, enum aic_unit_style style,
                      char *out, size_t capacity);

/* An interval for people: "27.1 .. 33.9 d"; empty where both ends are equal or not set. */
void cli_write_interval(const struct aic_field *field, struct aic_value low, struct aic_value high,
                        enum aic_unit_style style, char *out, size_t capacity);

/* A value for machines: base units, no unit name; empty where it is not set. */
void cli_write_plain(const struct aic_field *field, struct aic_value value, char *out,
                     size_t capacity);

/* Cuts the unit off the end of `words` where `beside` ends with the same one. */
void cli_drop_same_unit(char *words, const char *beside);

#endif
