/* SPDX-License-Identifier: Apache-2.0 */
/* Meanings as text and as JSON. */
#include <string.h>

#include "cli/formats/grid.h"
#include "cli/formats/json.h"
#include "cli/views/explain/meaning.h"

#define LABEL_WIDTH 15

static void put_fact(struct aic_sink *sink, const char *label, const char *words)
{
    char head[64];
    size_t indent = CLI_INDENT + LABEL_WIDTH;
    cli_print(head, sizeof head, "%s", label);
    for (char *c = head; *c; c++) {
        *c = *c == '_' ? ' ' : *c;
    }
    cli_repeat(sink, ' ', CLI_INDENT);
    aic_sink_text(sink, head);
    cli_repeat(sink, ' ', LABEL_WIDTH - cli_width(head));
    cli_wrapped(sink, cli_columns(), words, indent, indent);
}

void cli_meanings_table(const struct cli_meanings *meanings, struct aic_sink *sink)
{
    for (size_t i = 0; i < meanings->count; i++) {
        const struct cli_meaning *meaning = meanings->at[i];
        char head[1024];
        struct aic_text text;
        const char *label = "";
        aic_text_init(&text, head, sizeof head);
        aic_text_format(&text, "%s: %s", meaning->name, meaning->kind);
        for (size_t k = 0; k < meaning->where_count; k++) {
            aic_text_format(&text, "%s%s", k == 0 ? " of " : ", ", meaning->where[k]->name);
        }
        aic_sink_text(sink, i > 0 ? "\n" : "");
        cli_wrapped(sink, cli_columns(), head, 0, CLI_INDENT);
        for (size_t k = 0; k < meaning->fact_count; k++) {
            const struct cli_fact *fact = &meaning->facts[k];
            put_fact(sink, strcmp(fact->label, label) == 0 ? "" : fact->label, fact->words);
            label = fact->label;
        }
    }
}

/* The facts of a label that may have several are one list, where the first of them stands. */
static void write_listed(struct aic_json_writer *writer, const struct cli_meaning *meaning,
                         size_t first)
{
    const char *label = meaning->facts[first].label;
    for (size_t i = 0; i < first; i++) {
        if (strcmp(meaning->facts[i].label, label) == 0) {
            return;
        }
    }
    cli_json_open(writer, label, '[', true);
    for (size_t i = first; i < meaning->fact_count; i++) {
        if (strcmp(meaning->facts[i].label, label) == 0) {
            aic_json_string(writer, meaning->facts[i].words);
        }
    }
    aic_json_close(writer);
}

void cli_meanings_json(const struct cli_meanings *meanings, struct aic_sink *sink)
{
    struct aic_json_writer writer;
    cli_json_begin(&writer, sink, "aicalc-explain/1");
    cli_json_text(&writer, "word", meanings->word);
    cli_json_open(&writer, "meanings", '[', true);
    for (size_t i = 0; i < meanings->count; i++) {
        const struct cli_meaning *meaning = meanings->at[i];
        aic_json_open(&writer, '{', true);
        cli_json_text(&writer, "kind", meaning->kind);
        cli_json_text(&writer, "name", meaning->name);
        cli_json_open(&writer, "calculators", '[', false);
        for (size_t k = 0; k < meaning->where_count; k++) {
            aic_json_string(&writer, meaning->where[k]->name);
        }
        aic_json_close(&writer);
        for (size_t k = 0; k < meaning->fact_count; k++) {
            if (meaning->facts[k].listed) {
                write_listed(&writer, meaning, k);
            } else {
                cli_json_text(&writer, meaning->facts[k].label, meaning->facts[k].words);
            }
        }
        aic_json_close(&writer);
    }
    aic_json_close(&writer);
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
}
