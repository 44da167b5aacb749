/* SPDX-License-Identifier: Apache-2.0 */
/* One entry of a catalog for people: numbers with their units, texts in whole words. */
#include <string.h>

#include "cli/views/catalog/catalog.h"
#include "cli/views/catalog/columns.h"

static void write_member(const struct aic_json_value *node, enum aic_dimension dimension,
                         struct aic_text *text);

/* "bf16 989.4 TFLOP/s, fp8 1.979 PFLOP/s", and "by operation" of a field with a value a choice. */
static void write_list(const struct aic_json_value *list, enum aic_dimension dimension,
                       struct aic_text *text)
{
    AIC_JSON_EACH(item, list) {
        aic_text_add(text, item == aic_json_first(list) ? "" : ", ");
        if (aic_json_key_of(item)) {
            aic_text_format(text, "%s ", aic_json_key_of(item));
        }
        write_member(item, dimension, text);
    }
}

/* A value in the words of a person, who is shown what it is and not how it is kept. */
static void write_member(const struct aic_json_value *node, enum aic_dimension dimension,
                         struct aic_text *text)
{
    char quantity[AIC_QUANTITY_SIZE];
    const struct aic_json_value *values = aic_json_member(node, "values");
    if (aic_json_is(node, AIC_JSON_STRING)) {
        aic_text_add(text, aic_json_text_of(node));
    } else if (aic_json_is(node, AIC_JSON_BOOL)) {
        aic_text_add(text, aic_json_is_true(node) ? "yes" : "no");
    } else if (aic_json_is(node, AIC_JSON_NUMBER) && dimension == AIC_COUNT) {
        aic_text_add_number(text, aic_json_number_of(node));
    } else if (aic_json_is(node, AIC_JSON_NUMBER)) {
        aic_quantity_write(quantity, sizeof quantity, aic_json_number_of(node), dimension, NULL,
                           dimension == AIC_BYTES ? AIC_UNITS_IEC : AIC_UNITS_SI);
        aic_text_add(text, quantity);
    } else {
        write_list(values ? values : node, dimension, text);
    }
}

/* A member a line, but for empty lists. */
static void add_member(struct doc *doc, const struct aic_json_value *member,
                       enum aic_dimension dimension)
{
    struct aic_text *text = doc_words(doc);
    if (aic_json_is(member, AIC_JSON_ARRAY) && !aic_json_first(member)) {
        return;
    }
    doc_cell(doc, aic_json_key_of(member));
    write_member(member, dimension, text);
    doc_cell(doc, text->at);
    doc_row(doc);
}

/* The dimension of a field; what is sold under a "_label" is what the field without it is. */
static enum aic_dimension dimension_of(const char *name)
{
    static const char ending[] = "_label";
    char without[64];
    cli_print(without, sizeof without, "%s", name);
    char *end = strstr(without, ending);
    if (end) {
        *end = '\0';
    }
    return cli_fact_dimension(without);
}

/* Those of "fields" stand under the names of the parameters that they set. */
void cli_catalog_entry(const struct aic_entry *entry, struct doc *doc)
{
    const struct cli_column columns[] = { { 0 }, { .gap = 2, .overflow = CLI_OVERFLOW_WRAPPED } };
    doc_table(doc, DOC_TEXT, columns, 2, (struct doc_shape){ .untitled = true });
    doc->columns = cli_columns();
    AIC_JSON_EACH(member, entry->node) {
        if (strcmp(aic_json_key_of(member), "fields") != 0) {
            add_member(doc, member, AIC_COUNT);
            continue;
        }
        AIC_JSON_EACH(field, member) {
            add_member(doc, field, dimension_of(aic_json_key_of(field)));
        }
    }
}
