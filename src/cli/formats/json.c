/* SPDX-License-Identifier: Apache-2.0 */
/* Members of JSON objects, left out where there is nothing to say. */
#include "cli/formats/json.h"

void cli_json_begin(struct aic_json_writer *writer, struct aic_sink *sink, const char *schema)
{
    aic_json_writer_init(writer, sink);
    aic_json_open(writer, '{', true);
    cli_json_text(writer, "schema", schema);
    cli_json_text(writer, "version", AICALC_VERSION);
}

void cli_json_open(struct aic_json_writer *writer, const char *key, char bracket, bool lines)
{
    aic_json_key(writer, key);
    aic_json_open(writer, bracket, lines);
}

void cli_json_text(struct aic_json_writer *writer, const char *key, const char *text)
{
    if (text) {
        aic_json_key(writer, key);
        aic_json_string(writer, text);
    }
}

void cli_json_span(struct aic_json_writer *writer, const char *key, struct aic_span span)
{
    char words[256];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    aic_text_add_bytes(&text, span.at, span.length);
    cli_json_text(writer, key, words);
}

void cli_json_number(struct aic_json_writer *writer, const char *key, double number)
{
    if (aic_is_set(number)) {
        aic_json_key(writer, key);
        aic_json_number(writer, number);
    }
}

void cli_json_flag(struct aic_json_writer *writer, const char *key, bool flag)
{
    aic_json_key(writer, key);
    aic_json_bool(writer, flag);
}

void cli_json_value(struct aic_json_writer *writer, const struct aic_field *field,
                    struct aic_value value)
{
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        aic_json_number(writer, value.number);
        break;
    case AIC_CHOICE:
        aic_json_string(writer, aic_choice_name(field, (int)value.number));
        break;
    case AIC_FLAG:
        aic_json_bool(writer, value.number != 0);
        break;
    case AIC_REFERENCE:
        aic_json_string(writer, value.name);
        break;
    }
}

void cli_json_member(struct aic_json_writer *writer, const char *key, const struct aic_field *field,
                     struct aic_value value)
{
    if (value.set) {
        aic_json_key(writer, key);
        cli_json_value(writer, field, value);
    }
}

void cli_json_node(struct aic_json_writer *writer, const struct aic_json_value *node, int lines)
{
    if (aic_json_is(node, AIC_JSON_OBJECT) || aic_json_is(node, AIC_JSON_ARRAY)) {
        bool is_object = aic_json_is(node, AIC_JSON_OBJECT);
        aic_json_open(writer, is_object ? '{' : '[', lines > 0);
        AIC_JSON_EACH(child, node) {
            if (is_object) {
                aic_json_key(writer, aic_json_key_of(child));
            }
            cli_json_node(writer, child, lines - 1);
        }
        aic_json_close(writer);
    } else if (aic_json_is(node, AIC_JSON_STRING)) {
        aic_json_string(writer, aic_json_text_of(node));
    } else if (aic_json_is(node, AIC_JSON_NUMBER)) {
        aic_json_number(writer, aic_json_number_of(node));
    } else if (aic_json_is(node, AIC_JSON_BOOL)) {
        aic_json_bool(writer, aic_json_is_true(node));
    } else {
        aic_json_null(writer);
    }
}

void cli_json_error(struct aic_json_writer *writer, const struct aic_error *error)
{
    cli_json_open(writer, "error", '{', false);
    cli_json_text(writer, "code", aic_code_name(error->code));
    cli_json_text(writer, "message", error->message);
    cli_json_text(writer, "parameter", error->parameter[0] ? error->parameter : NULL);
    cli_json_text(writer, "suggestion", error->suggestion[0] ? error->suggestion : NULL);
    if (error->line > 0) {
        cli_json_number(writer, "line", (double)error->line);
        cli_json_number(writer, "column", (double)error->column);
    }
    aic_json_close(writer);
}
