/* SPDX-License-Identifier: Apache-2.0 */
/* The columns of lists of entries: figures that decide between entries of a kind. */
#include "cli/views/catalog/columns.h"

#include <math.h>
#include <string.h>

#include "catalog/catalog.h"
#include "cli/formats/lines.h"

#define GIB 1073741824.0

/* Longer numbers are rounded: prices per GB are none of few digits per GiB. */
#define DIGITS_MAX 7

#define BOTH   CLI_IN_BOTH
#define TEXT   CLI_IN_TEXT
#define VALUES CLI_IN_VALUES

/* clang-format off */
static const struct cli_fact_column models[] = {
    { "params",     "params_total",  CLI_FACT_RESULT, "params_total",   NULL, 0, BOTH },
    { "active",     "params_active", CLI_FACT_RESULT, "params_active",  NULL, 0, BOTH },
    { "layers",     "layers",        CLI_FACT_NUMBER, "layers",         NULL, 1, BOTH },
    { "context",    "max_context",   CLI_FACT_NUMBER, "max_context",    NULL, 1, BOTH },
    { "",           "released_dtype",CLI_FACT_TEXT,   "released_dtype", NULL, 0, VALUES },
    { "year",       "year",          CLI_FACT_YEAR,   NULL,             NULL, 1, BOTH },
    { NULL, NULL, CLI_FACT_END, NULL, NULL, 0, 0 }
};

static const struct cli_fact_column gpus[] = {
    { "usable GiB",     "gpu_memory",     CLI_FACT_NUMBER, "gpu_memory",    NULL,   GIB,  BOTH },
    { "TB/s",           "gpu_memory_bw",  CLI_FACT_NUMBER, "gpu_memory_bw", NULL,   1e12, BOTH },
    { "bf16 TFLOP/s",   "bf16_gpu_flops", CLI_FACT_CHOICE, "gpu_flops",     "bf16", 1e12, BOTH },
    { "fp8 TFLOP/s",    "fp8_gpu_flops",  CLI_FACT_CHOICE, "gpu_flops",     "fp8",  1e12, BOTH },
    { "link GB/s",      "nvlink_bw",      CLI_FACT_NUMBER, "nvlink_bw",     NULL,   1e9,  BOTH },
    { "W",              "gpu_power",      CLI_FACT_NUMBER, "gpu_power",     NULL,   1,    BOTH },
    { "year",           "year",           CLI_FACT_YEAR,   NULL,            NULL,   1,    BOTH },
    { NULL, NULL, CLI_FACT_END, NULL, NULL, 0, 0 }
};

static const struct cli_fact_column nodes[] = {
    { "gpu",           "gpu",           CLI_FACT_TEXT,   "gpu",           NULL, 0,   BOTH },
    { "GPUs",          "gpus_per_node", CLI_FACT_NUMBER, "gpus_per_node", NULL, 1,   BOTH },
    { "NIC GB/s",      "nic_bw",        CLI_FACT_NUMBER, "nic_bw",        NULL, 1e9, BOTH },
    { "kW",            "node_power",    CLI_FACT_NUMBER, "node_power",    NULL, 1e3, BOTH },
    { "USD/h per GPU", "gpu_price",     CLI_FACT_NUMBER, "gpu_price",     NULL, 1,   BOTH },
    { "",              "node_price",    CLI_FACT_NUMBER, "node_price",    NULL, 1,   VALUES },
    { "year",          "year",          CLI_FACT_YEAR,   NULL,            NULL, 1,   BOTH },
    { NULL, NULL, CLI_FACT_END, NULL, NULL, 0, 0 }
};

static const struct cli_fact_column fabrics[] = {
    { "GB/s per GPU", "",                   CLI_FACT_NUMBER, "nic_bw nvlink_bw", NULL, 1e9, TEXT },
    { "",             "nic_bw",             CLI_FACT_NUMBER, "nic_bw",           NULL, 1,   VALUES },
    { "",             "nvlink_bw",          CLI_FACT_NUMBER, "nvlink_bw",        NULL, 1,   VALUES },
    { "efficiency",   "",                   CLI_FACT_NUMBER, "nic_efficiency nvlink_efficiency",
                                                                                 NULL, 1,   TEXT },
    { "",             "nic_efficiency",     CLI_FACT_NUMBER, "nic_efficiency",   NULL, 1,   VALUES },
    { "",             "nvlink_efficiency",  CLI_FACT_NUMBER, "nvlink_efficiency",NULL, 1,   VALUES },
    { "switch ports", "leaf_radix",         CLI_FACT_NUMBER, "leaf_radix",       NULL, 1,   BOTH },
    { "what it is",   "",                   CLI_FACT_TEXT,   "label",            NULL, 0,   TEXT },
    { NULL, NULL, CLI_FACT_END, NULL, NULL, 0, 0 }
};

static const struct cli_fact_column tiers[] = {
    { "USD/GiB/mo", "storage_price", CLI_FACT_NUMBER, "storage_price", NULL, 1, BOTH },
    { "read",  "", CLI_FACT_NUMBER, "read_throughput read_throughput_per_tib max_read_throughput",
                                                               NULL, 0, TEXT },
    { "write", "", CLI_FACT_NUMBER, "write_throughput write_throughput_per_tib max_write_throughput",
                                                               NULL, 0, TEXT },
    { "", "read_throughput",          CLI_FACT_NUMBER, "read_throughput",          NULL, 1, VALUES },
    { "", "write_throughput",         CLI_FACT_NUMBER, "write_throughput",         NULL, 1, VALUES },
    { "", "read_throughput_per_tib",  CLI_FACT_NUMBER, "read_throughput_per_tib",  NULL, 1, VALUES },
    { "", "write_throughput_per_tib", CLI_FACT_NUMBER, "write_throughput_per_tib", NULL, 1, VALUES },
    { "", "max_read_throughput",      CLI_FACT_NUMBER, "max_read_throughput",      NULL, 1, VALUES },
    { "", "max_write_throughput",     CLI_FACT_NUMBER, "max_write_throughput",     NULL, 1, VALUES },
    { NULL, NULL, CLI_FACT_END, NULL, NULL, 0, 0 }
};

static const struct cli_fact_column grids[] = {
    { "g/kWh",      "carbon_intensity", CLI_FACT_NUMBER, "carbon_intensity", NULL, 1, BOTH },
    { "what it is", "",                 CLI_FACT_TEXT,   "label",            NULL, 0, TEXT },
    { NULL, NULL, CLI_FACT_END, NULL, NULL, 0, 0 }
};

static const struct cli_fact_column routes[] = {
    { "USD/GiB",    "egress_price", CLI_FACT_NUMBER, "egress_price", NULL, 1, BOTH },
    { "what it is", "",             CLI_FACT_TEXT,   "label",        NULL, 0, TEXT },
    { NULL, NULL, CLI_FACT_END, NULL, NULL, 0, 0 }
};

/* Of a kind that has none of its own. */
static const struct cli_fact_column plain[] = {
    { "what it is", "", CLI_FACT_TEXT, "label", NULL, 0, TEXT },
    { NULL, NULL, CLI_FACT_END, NULL, NULL, 0, 0 }
};
/* clang-format on */

const struct cli_fact_column *cli_fact_columns(enum aic_catalog_kind kind)
{
    static const struct cli_fact_column *const columns[AIC_CATALOG_KINDS] = {
        [AIC_MODELS] = models, [AIC_GPUS] = gpus,   [AIC_NODES] = nodes,   [AIC_FABRICS] = fabrics,
        [AIC_TIERS] = tiers,   [AIC_GRIDS] = grids, [AIC_ROUTES] = routes,
    };
    return columns[kind] ? columns[kind] : plain;
}

enum aic_dimension cli_fact_dimension(const char *name)
{
    const struct aic_field *field = aic_catalog_field(name);
    return field ? field->dimension : AIC_COUNT;
}

/* A number of a catalog, which may be written as a text with a unit. */
static double read_number(const struct aic_json_value *node, enum aic_dimension dimension)
{
    double number = NAN;
    const char *text = aic_json_text_of(node);
    if (text) {
        aic_quantity_read(text, strlen(text), dimension, "", &number, NULL);
    } else if (aic_json_is(node, AIC_JSON_NUMBER)) {
        number = aic_json_number_of(node);
    } else if (aic_json_is(node, AIC_JSON_BOOL)) {
        number = aic_json_is_true(node);
    }
    return number;
}

/* The first of the fields that an entry has. */
static double find_number(const char *names, const struct aic_entry *entry,
                          enum aic_dimension *dimension)
{
    const struct aic_json_value *fields = aic_json_member(entry->node, "fields");
    for (size_t length; *names; names += length + (names[length] == ' ')) {
        char name[64];
        struct aic_text text;
        length = strcspn(names, " ");
        aic_text_init(&text, name, sizeof name);
        aic_text_add_bytes(&text, names, length);
        const struct aic_json_value *node = aic_json_member(fields, name);
        if (node) {
            *dimension = cli_fact_dimension(name);
            return read_number(node, *dimension);
        }
    }
    return NAN;
}

/* A result of a calculator that is asked of the entry alone; false where it needs more. */
static bool ask(const struct aic_calculator *calculator, size_t result,
                const struct aic_entry *entry, double *number)
{
    struct aic_question question;
    struct aic_answer answer = { 0 };
    struct aic_error ignored;
    bool ok = aic_question_init(&question, calculator, &ignored) &&
              aic_entry_apply(&question, AIC_MODELS, entry, &ignored) &&
              aic_answer_init(&answer, &question, &ignored);
    struct aic_value value = { false, NAN, NULL };
    if (ok) {
        value = aic_answer_result(&answer, result);
    }
    *number = value.number;
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    return value.set;
}

/* A result of the first calculator that has it, takes a model and needs nothing else. */
static double find_result(const char *name, const struct aic_entry *entry)
{
    const struct aic_calculator *calculator;
    double number;
    for (size_t c = 0; (calculator = aic_calculator_at(c)); c++) {
        size_t result = aic_table_find(&calculator->results, name, strlen(name));
        size_t model = aic_table_find(&calculator->inputs, "model", strlen("model"));
        if (result < aic_table_size(&calculator->results) &&
            model < aic_table_size(&calculator->inputs) &&
            ask(calculator, result, entry, &number)) {
            return number;
        }
    }
    return NAN;
}

static double fact_number(const struct cli_fact_column *column, const struct aic_entry *entry,
                          enum aic_dimension *dimension)
{
    const struct aic_json_value *fields = aic_json_member(entry->node, "fields");
    const struct aic_json_value *node;
    *dimension = AIC_COUNT;
    switch (column->fact) {
    case CLI_FACT_NUMBER:
        return find_number(column->names, entry, dimension);
    case CLI_FACT_CHOICE:
        node = aic_json_member(aic_json_member(fields, column->names), "values");
        *dimension = cli_fact_dimension(column->names);
        return read_number(aic_json_member(node, column->choice), *dimension);
    case CLI_FACT_YEAR:
        return read_number(aic_json_member(entry->node, "year"), AIC_COUNT);
    case CLI_FACT_RESULT:
        return find_result(column->names, entry);
    case CLI_FACT_TEXT:
    case CLI_FACT_END:
        break;
    }
    return NAN;
}

double cli_fact_number(const struct cli_fact_column *column, const struct aic_entry *entry)
{
    enum aic_dimension dimension;
    return fact_number(column, entry, &dimension);
}

/* "70.55B", "8.030B", "134.5M": counts of parameters as people say them. */
static void write_count(struct aic_text *text, double count)
{
    static const char *const units[] = { "", "k", "M", "B", "T" };
    char number[AIC_NUMBER_SIZE];
    size_t unit = 0;
    while (count >= 1000 && unit + 1 < sizeof units / sizeof units[0]) {
        count /= 1000;
        unit++;
    }
    number[aic_number_write_short(number, count, 4)] = '\0';
    aic_text_format(text, "%s%s", number, units[unit]);
}

static void write_number(const struct cli_fact_column *column, double number,
                         enum aic_dimension dimension, struct aic_text *text)
{
    char out[AIC_QUANTITY_SIZE];
    if (column->fact == CLI_FACT_RESULT) {
        write_count(text, number);
        return;
    }
    if (column->unit == 0) {
        aic_quantity_write(out, sizeof out, number, dimension, NULL, AIC_UNITS_SI);
    } else {
        out[aic_number_write(out, number / column->unit)] = '\0';
        if (strlen(out) > DIGITS_MAX) {
            out[aic_number_write_short(out, number / column->unit, 4)] = '\0';
        }
    }
    aic_text_add(text, out);
}

const char *cli_fact_text(const struct cli_fact_column *column, const struct aic_entry *entry)
{
    if (column->fact != CLI_FACT_TEXT) {
        return NULL;
    }
    const char *own = aic_json_member_text(aic_json_member(entry->node, "fields"), column->names);
    return own ? own : aic_json_member_text(entry->node, column->names);
}

void cli_fact_write(const struct cli_fact_column *column, const struct aic_entry *entry, bool exact,
                    struct aic_text *text)
{
    if (column->fact == CLI_FACT_TEXT) {
        const char *own = cli_fact_text(column, entry);
        aic_text_add(text, own ? own : "");
        return;
    }
    enum aic_dimension dimension;
    double number = fact_number(column, entry, &dimension);
    if (!isfinite(number)) {
        return;
    }
    if (exact) {
        aic_text_add_number(text, number);
    } else {
        write_number(column, number, dimension, text);
    }
}

struct cli_fact_order cli_fact_order(enum aic_catalog_kind kind, const struct aic_entry *entry,
                                     size_t place)
{
    const struct aic_json_value *fields = aic_json_member(entry->node, "fields");
    const char *gpu = aic_json_member_text(fields, "gpu");
    enum aic_dimension dimension;
    switch (kind) {
    case AIC_MODELS: /* families together, by their numbers */
        return (struct cli_fact_order){ "", 0 };
    case AIC_GPUS: /* the newest first */
        return (struct cli_fact_order){ "", -read_number(aic_json_member(entry->node, "year"),
                                                         AIC_COUNT) };
    case AIC_NODES: /* those with the same GPU together, the cheapest of them first */
        return (struct cli_fact_order){ gpu ? gpu : "",
                                        find_number("gpu_price", entry, &dimension) };
    case AIC_TIERS: /* the cheapest first */
        return (struct cli_fact_order){ "", find_number("storage_price", entry, &dimension) };
    default: /* as the catalog has them */
        return (struct cli_fact_order){ "", (double)place };
    }
}
