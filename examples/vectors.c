/* SPDX-License-Identifier: Apache-2.0 */
/* vectors: memory of a flat vector index, and the hosts that hold it. */
#include <aicalc/calculator.h>

#include <math.h>

struct aic_vectors_in {
    struct aic_origins origins; /* always first: where each value came from */
    double vectors, width;
    int element;
    double host_memory, fill_limit;
};

struct aic_vectors_out {
    double bytes_per_vector, index_bytes, hosts;
};

enum { ELEMENT_FP32, ELEMENT_FP16, ELEMENT_INT8 };
static const char *const elements[] = { "fp32", "fp16", "int8", NULL };
static const double element_bytes[] = { 4, 2, 1 };

#define IN  struct aic_vectors_in
#define OUT struct aic_vectors_out

static const struct aic_field index_fields[] = {
    { AIC_FIELD_INTEGER(IN, vectors), .help = "vectors of the index", .min = 1 },
    { AIC_FIELD_INTEGER(IN, width), .help = "elements of a vector", .min = 1, .preset = "1024" },
    { AIC_FIELD_CHOICE(IN, element, elements), .help = "number format", .preset = "fp32" },
};

static const struct aic_field host_fields[] = {
    { AIC_FIELD_REAL(IN, host_memory), .help = "memory of one host", .dimension = AIC_BYTES,
      .flags = AIC_ABOVE_MIN },
    { AIC_FIELD_REAL(IN, fill_limit), .help = "share of it that the index may take",
      .dimension = AIC_RATIO, .max = 1, .preset = "80%", .flags = AIC_ABOVE_MIN | AIC_ASSUMPTION },
};

static const struct aic_field result_fields[] = {
    { AIC_FIELD_REAL(OUT, index_bytes), .help = "bytes of the index", .dimension = AIC_BYTES,
      .flags = AIC_KEY, .formula = "vectors * bytes_per_vector" },
    { AIC_FIELD_REAL(OUT, hosts), .help = "hosts that hold it", .flags = AIC_KEY,
      .formula = "up(index_bytes / (host_memory * fill_limit))" },
    { AIC_FIELD_REAL(OUT, bytes_per_vector), .help = "bytes of one vector", .dimension = AIC_BYTES,
      .flags = AIC_PROSE, .formula = "width elements of 4, 2 or 1 B", .rests_on = "element" },
};

static const struct aic_group inputs[] = {
    AIC_GROUP("Index", index_fields, 0),
    AIC_GROUP("Hosts", host_fields, 0),
};
static const struct aic_group results[] = { AIC_GROUP("Index", result_fields, 0) };

static const struct aic_assumption assumptions[] = {
    { "flat-index", "every vector is kept as it is; graphs and lists on top are not counted",
      "definition of a flat index", NULL },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc vectors --vectors 100M --width 768 --element fp16 --host-memory 512GiB",
    NULL,
};

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_vectors_in *in = input;
    struct aic_vectors_out *out = output;
    if (!aic_is_set(in->vectors)) {
        aic_fail(&notes->error, AIC_ERR_MISSING, "vectors", "vectors is not given");
        return aic_suggest(&notes->error, "give vectors, such as 100M");
    }
    out->bytes_per_vector = in->width * element_bytes[in->element];
    out->index_bytes = in->vectors * out->bytes_per_vector;
    /* Without host_memory this is NaN, and the result is left out. */
    out->hosts = ceil(out->index_bytes / (in->host_memory * in->fill_limit) * (1 - 1e-12));
    return true;
}

const struct aic_calculator aic_vectors = {
    .name = "vectors",
    .help = "memory of a flat vector index, and the hosts that hold it",
    .in_size = sizeof(struct aic_vectors_in),
    .out_size = sizeof(struct aic_vectors_out),
    .inputs = AIC_TABLE(inputs),
    .results = AIC_TABLE(results),
    .assumptions = assumptions,
    .examples = examples,
    .compute = compute,
};
