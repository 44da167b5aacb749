/* SPDX-License-Identifier: Apache-2.0 */
/* Members of JSON objects, as all that is written as JSON needs them. */
#ifndef AICALC_CLI_FORMATS_JSON_H
#define AICALC_CLI_FORMATS_JSON_H

#include <aicalc/aicalc.h>

struct aic_json_value;

/* Begins a document of that schema, which says the version of the program. */
void cli_json_begin(struct aic_json_writer *writer, struct aic_sink *sink, const char *schema);

/* Opens a member that is an object ('{') or a list ('['). */
void cli_json_open(struct aic_json_writer *writer, const char *key, char bracket, bool lines);

/* A member that is a text; nothing where there is none. */
void cli_json_text(struct aic_json_writer *writer, const char *key, const char *text);

/* A member that is a stretch of a text, such as a budget as it was typed. */
void cli_json_span(struct aic_json_writer *writer, const char *key, struct aic_span span);

/* A member that is a number; nothing where it is not set. */
void cli_json_number(struct aic_json_writer *writer, const char *key, double number);

void cli_json_flag(struct aic_json_writer *writer, const char *key, bool flag);

/* A value: a number in base units, a name, true or false. */
void cli_json_value(struct aic_json_writer *writer, const struct aic_field *field,
                    struct aic_value value);

/* A member that is such a value; nothing where it is not set. */
void cli_json_member(struct aic_json_writer *writer, const char *key, const struct aic_field *field,
                     struct aic_value value);

/* A value that was read, on a line of its own to `lines` levels. */
void cli_json_node(struct aic_json_writer *writer, const struct aic_json_value *node, int lines);

/* The member "error". */
void cli_json_error(struct aic_json_writer *writer, const struct aic_error *error);

#endif
