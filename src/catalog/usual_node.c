/* SPDX-License-Identifier: Apache-2.0 */
/* The node of a GPU, for questions that name the GPU alone. */
#include <string.h>

#include "catalog/catalog.h"

struct usual_node {
    const char *gpu;
    struct aic_entry *node;
    bool found;
};

static const struct aic_json_value *field_of(const struct aic_entry *entry, const char *name)
{
    return aic_json_member(aic_json_member(entry->node, "fields"), name);
}

/* A price belongs to an offer. */
static bool take_node(void *context, const struct aic_entry *entry)
{
    struct usual_node *usual = context;
    bool is_offer = field_of(entry, "gpu_price") || field_of(entry, "node_price");
    if (is_offer || !aic_json_is_text(field_of(entry, "gpu"), usual->gpu)) {
        return true;
    }
    usual->found = aic_entry_keep(entry, usual->node);
    return false;
}

bool aic_catalog_usual_node(const struct aic_catalog *catalog, const struct aic_entry *gpu,
                            struct aic_entry *node)
{
    struct usual_node usual = { aic_entry_name(gpu), node, false };
    aic_catalog_each(catalog, AIC_NODES, take_node, &usual, NULL);
    return usual.found;
}

/* Whether the GPU's scale-up link joins more of them than the node has: the slice of a TPU. */
static bool joins_more(const struct aic_entry *gpu, const struct aic_entry *node)
{
    const struct aic_json_value *joined = field_of(gpu, "scale_up_gpus");
    return joined &&
           aic_json_number_of(joined) > aic_json_number_of(field_of(node, "gpus_per_node"));
}

bool aic_catalog_assume_node(const struct aic_catalog *catalog, struct aic_question *question,
                             struct aic_error *error)
{
    const struct aic_table *inputs = &question->calculator->inputs;
    size_t at = aic_table_find(inputs, "node", strlen("node"));
    size_t of = aic_table_find(inputs, "gpu", strlen("gpu"));
    bool assumes = at < aic_table_size(inputs) && of < aic_table_size(inputs) &&
                   (aic_table_at(inputs, at, NULL)->flags & AIC_USUAL) != 0;
    struct aic_entry gpu, node;
    if (!assumes || aic_question_value(question, at).set || !aic_question_value(question, of).set ||
        !aic_catalog_find(catalog, AIC_GPUS, aic_question_value(question, of).name, &gpu, NULL)) {
        return true; /* a GPU that is not there is refused where it is applied */
    }
    bool ok = true;
    if (aic_catalog_usual_node(catalog, &gpu, &node)) {
        ok = joins_more(&gpu, &node) || aic_question_set_text(question, at, aic_entry_name(&node),
                                                              AIC_FROM_DEFAULT, NULL, error);
        aic_entry_clear(&node);
    }
    aic_entry_clear(&gpu);
    return ok;
}
