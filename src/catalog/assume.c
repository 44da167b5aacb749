/* SPDX-License-Identifier: Apache-2.0 */
/* Entries that nobody named and a calculator assumes: the node of a GPU, the fabric of a port. */
#include <aicalc/catalog.h>

#include <string.h>

#include "catalog/catalog.h"

/* What an entry must be. */
struct wanted {
    enum aic_assumed_how how;
    const char *gpu;
    double
        joined; /* GPUs of its scale-up domain by its entry, where that makes the node too small */
    double port;
    struct aic_question *question; /* keeps the names */
    const char *name, *other; /* of the first that is, and of a port's first roce-; NULL: none */
    bool failed;
};

static bool is_ours(const struct aic_json_value *fields)
{
    return !aic_json_member(fields, "gpu_price") && !aic_json_member(fields, "node_price");
}

static void note(struct wanted *wanted, const char **name, const struct aic_entry *entry)
{
    const char *text = aic_entry_name(entry);
    *name = aic_question_keep(wanted->question, text, strlen(text));
    wanted->failed = !*name;
}

static bool look_at(void *context, const struct aic_entry *entry)
{
    struct wanted *wanted = context;
    const struct aic_json_value *fields = aic_json_member(entry->node, "fields");
    const struct aic_json_value *port = aic_json_member(fields, "nic_bw");
    const char *name = aic_entry_name(entry);
    if (wanted->how != AIC_ENTRY_OF_PORT) {
        if (aic_json_is_text(aic_json_member(fields, "gpu"), wanted->gpu) && is_ours(fields)) {
            const struct aic_json_value *gpus = aic_json_member(fields, "gpus_per_node");
            bool holds = !(wanted->joined > aic_json_number_of(gpus));
            if (holds) {
                note(wanted, &wanted->name, entry);
            }
            return false;
        }
    } else if (aic_json_number_of(port) == wanted->port) {
        if (strncmp(name, "ib-", 3) == 0) {
            note(wanted, &wanted->name, entry);
        } else if (strncmp(name, "roce-", 5) == 0 && !wanted->other) {
            note(wanted, &wanted->other, entry);
        }
    }
    return !wanted->name && !wanted->failed;
}

static bool is_known(const struct aic_question *question, struct aic_span name)
{
    const struct aic_table *inputs = &question->calculator->inputs;
    size_t index = aic_table_find(inputs, name.at, name.length);
    return index < aic_table_size(inputs) &&
           aic_question_origin(question, index) >= AIC_FROM_CATALOG;
}

static bool is_excluded(const struct aic_question *question, const char *names)
{
    while (names && *names) {
        struct aic_span name = { names, strcspn(names, " ") };
        if (is_known(question, name)) {
            return true;
        }
        names += name.length + strspn(names + name.length, " ");
    }
    return false;
}

/* The value of the input that decides; false where it has none, or its entry is not found. */
static bool find_deciding(const struct aic_catalog *catalog, const struct aic_question *question,
                          const struct aic_assumed_entry *assumed, struct wanted *wanted,
                          struct aic_entry *gpu, struct aic_error *error)
{
    const struct aic_table *inputs = &question->calculator->inputs;
    size_t index = aic_table_find(inputs, assumed->by, strlen(assumed->by));
    struct aic_value value = aic_question_value(question, index);
    wanted->port = value.number;
    if (value.set && assumed->how != AIC_ENTRY_OF_PORT) { /* as typed: "h100" */
        value.set = aic_catalog_find(catalog, AIC_GPUS, value.name, gpu, error);
        wanted->gpu = value.set ? aic_entry_name(gpu) : NULL;
    }
    if (value.set && assumed->how == AIC_DOMAIN_OF_GPU) {
        const struct aic_json_value *fields = aic_json_member(gpu->node, "fields");
        const struct aic_json_value *joined = aic_json_member(fields, "scale_up_gpus");
        wanted->joined = joined ? aic_json_number_of(joined) : 0;
    }
    return value.set;
}

bool aic_catalog_assume(const struct aic_catalog *catalog, struct aic_question *question,
                        size_t reference, struct aic_error *error)
{
    const struct aic_assumed_entry *assumed = question->calculator->assumes;
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, reference, NULL);
    while (assumed && assumed->reference && strcmp(assumed->reference, field->name) != 0) {
        assumed++;
    }
    if (!assumed || !assumed->reference || aic_question_value(question, reference).set ||
        is_excluded(question, assumed->unless)) {
        return true;
    }
    struct wanted wanted = { .how = assumed->how, .question = question };
    struct aic_entry gpu = { .node = NULL };
    const char *name = assumed->how == AIC_ENTRY_NAMED ? assumed->by : wanted.name;
    if (assumed->how != AIC_ENTRY_NAMED) {
        struct aic_error why = { .code = AIC_OK };
        bool is_known = find_deciding(catalog, question, assumed, &wanted, &gpu, &why);
        bool ok = !is_known || aic_catalog_each(catalog, field->catalog, look_at, &wanted, error);
        aic_entry_clear(&gpu);
        if (why.code ==
            AIC_ERR_MEMORY) { /* what else is wrong with a name is said where it is applied */
            aic_fail(error, why.code, NULL, "%s", why.message);
            ok = false;
        }
        if (wanted.failed) {
            ok = aic_fail_memory(error);
        }
        if (!ok) {
            return false;
        }
        bool has_second = assumed->how == AIC_ENTRY_OF_PORT && !wanted.name;
        name = has_second ? wanted.other : wanted.name;
    }
    /* Of one part alone it is kept as a catalog's are, though answers call it a default; a plain one is one. */
    const struct aic_source source = { assumed->source, AIC_ASSUMED, false, false };
    bool is_of_part = strchr(field->name, '.') != NULL;
    return !name ||
           aic_question_set_text(question, reference, name,
                                 is_of_part ? AIC_FROM_CATALOG : AIC_FROM_DEFAULT, &source, error);
}
