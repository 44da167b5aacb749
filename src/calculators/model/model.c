/* SPDX-License-Identifier: Apache-2.0 */
/* model: how big a model is, from its name, its config or its weights. */
#include <math.h>

#include "calculators/kvcache/cache_of_model.h"
#include "calculators/shared/params.h"
#include "calculators/shared/released_bytes.h"
#include "calculators/shared/serving_inputs.h"
#include "calculators/shared/stored_inputs.h"

#define AIC_PART_HELP_embedding "vocabulary and positions"
#define AIC_PART_HELP_attention "attention, with its biases"
#define AIC_PART_HELP_mixer     "mixers of linear layers"
#define AIC_PART_HELP_mlp       "dense blocks and shared experts"
#define AIC_PART_HELP_experts   "routed experts"
#define AIC_PART_HELP_router    "routers"
#define AIC_PART_HELP_norms     "norms"
#define AIC_PART_HELP_head      "output matrix"
#define AIC_PART_HELP_other     "all others"
#define AIC_PART_HELP_mtp       "multi-token prediction, in no total"
#define AIC_PART_HELP_towers    "vision and audio, in no total"

struct model_in {
    struct aic_origins origins;
    struct aic_model model;
    int weight_dtype;
    double weight_bits;
    int kv_dtype;
#define COUNTED_MEMBER(part)               double counted_##part;
#define STORED_MEMBER(part)                double stored_##part;
#define TYPE_MEMBER(type, elements, bytes) double stored_##type;
    AIC_EACH_PART(COUNTED_MEMBER)
    AIC_EACH_PART(STORED_MEMBER)
    AIC_EACH_TYPE(TYPE_MEMBER)
    double tensors, files, file_bytes, total_size;
};

/* In the order in which the results are shown. */
struct model_out {
    double params_total, params_active, params_matmul;
    double fields_matmul; /* term */
#define PARAMS_MEMBER(part) double part##_params;
#define BYTES_MEMBER(part)  double part##_bytes;
#define FORMAT_MEMBER(part) double part##_by_format;
    AIC_EACH_PART(PARAMS_MEMBER)
    double weight_bytes;
    AIC_EACH_PART(BYTES_MEMBER)
    double bits_per_weight, active_bytes, expert_bytes;
    double stored_total, parts_bytes, format_total, uncounted_bytes; /* terms */
    AIC_EACH_COUNTED_PART(FORMAT_MEMBER)                             /* terms */
    AIC_EACH_TYPE(TYPE_MEMBER)
    double tensors, files, file_bytes;
    double kv_per_token, kv_per_token_initial, kv_fixed, kv_max_context;
    double forward_flops_per_token, train_flops_per_token;
};

#define CALCULATOR model
#define IN         struct model_in
#define OUT        struct model_out

enum { fp8_ds_mla = AIC_KV_FP8_DS_MLA, bf16 = AIC_WEIGHT_BF16 };

static double nonzero(double x)
{
    return x != 0 ? x : (double)NAN;
}

/* Parameters of a part by the fields: those in the format of its matrices, and the rest. */
struct field_part {
    double matrices, rest;
};

static struct field_part part_of_fields(const struct aic_params *p, enum aic_part part)
{
    switch (part) {
    case AIC_PART_embedding:
        return (struct field_part){ p->embedding + p->lookup, p->positions };
    case AIC_PART_attention:
        return (struct field_part){ p->attention, p->attention_biases };
    case AIC_PART_mixer:
        return (struct field_part){ p->linear, 0 };
    case AIC_PART_mlp:
        return (struct field_part){ p->dense + p->shared, p->biases - p->attention_biases };
    case AIC_PART_experts:
        return (struct field_part){ p->routed, p->routed_biases };
    case AIC_PART_router:
        return (struct field_part){ 0, p->routers };
    case AIC_PART_norms:
        return (struct field_part){ 0, p->norms + p->last_norm };
    case AIC_PART_head:
        return (struct field_part){ p->head, 0 };
    case AIC_PART_other:
        return (struct field_part){ 0, p->extra };
    default:
        return (struct field_part){ NAN, NAN };
    }
}

/* What headers count; where they do not (a packing that is not known), what the fields come to. */
static double part_params(const struct model_in *in, const struct aic_params *p, enum aic_part part,
                          double counted)
{
#define HAS_PART(part) || in->counted_##part > 0
    bool has_counts = false AIC_EACH_PART(HAS_PART);
#undef HAS_PART
    if (part == AIC_PART_towers && !has_counts) {
        return in->model.tower_params;
    }
    if (has_counts || !p->counted) {
        return counted;
    }
    struct field_part of = part_of_fields(p, part);
    return of.matrices + of.rest;
}

static struct aic_weight_format format_of(const struct model_in *in)
{
    return (struct aic_weight_format){
        .weight_dtype = in->weight_dtype,
        .is_given = AIC_GIVEN(in, weight_dtype),
        .weight_bits = in->weight_bits,
        .attention_dtype = -1,
    };
}

/* Bytes of each part in the format that is asked for. */
#define RECIPE_MEMBER(part) double part;
struct recipe {
    AIC_EACH_COUNTED_PART(RECIPE_MEMBER)
};
#undef RECIPE_MEMBER

static double part_bytes(const struct model_in *in, const struct aic_params *p, enum aic_part part)
{
    static const enum aic_weight_place places[] = {
        [AIC_PART_embedding] = AIC_PLACE_EMBEDDING, [AIC_PART_attention] = AIC_PLACE_ATTENTION,
        [AIC_PART_mixer] = AIC_PLACE_MIXER,         [AIC_PART_mlp] = AIC_PLACE_MLP,
        [AIC_PART_experts] = AIC_PLACE_EXPERTS,     [AIC_PART_router] = AIC_PLACE_REST,
        [AIC_PART_norms] = AIC_PLACE_REST,          [AIC_PART_head] = AIC_PLACE_HEAD,
        [AIC_PART_other] = AIC_PLACE_REST,
    };
    const struct aic_weight_format format = format_of(in);
    struct field_part of = part_of_fields(p, part);
    double bits = aic_weight_bits(&in->model, &format, places[part]) * of.matrices +
                  aic_weight_bits(&in->model, &format, AIC_PLACE_REST) * of.rest;
    return p->counted ? p->total / p->count * bits / 8 : (double)NAN;
}

static struct recipe recipe_of(const struct model_in *in, const struct aic_params *p)
{
#define RECIPE_VALUE(part) .part = part_bytes(in, p, AIC_PART_##part),
    return (struct recipe){ AIC_EACH_COUNTED_PART(RECIPE_VALUE) };
#undef RECIPE_VALUE
}

/* Whether every layer that has a cache says how wide it is. */
static bool knows_cache(const struct aic_model *m)
{
    bool heads = aic_model_is_latent(m) || !(m->attention_layers > 0) ||
                 (m->kv_heads > 0 && m->head_dim > 0);
    bool sliding = !(m->sliding_layers > 0) || (m->sliding_kv_heads > 0 && m->sliding_head_dim > 0);
    return aic_is_set(m->layers) && aic_is_set(m->attention_layers) && heads && sliding;
}

/* Fields that the count lacks; those of a block that the model may not have are asked for with it. */
static bool fail_too_little(const struct aic_model *m, struct aic_error *error)
{
    const bool attends = m->attention_layers != 0;
    const bool is_dense = !aic_model_has_experts(m) || m->dense_layers > 0;
    const struct {
        const char *name;
        bool lacks;
    } fields[] = {
        { "layers", !aic_is_set(m->layers) },
        { "hidden", !aic_is_set(m->hidden) },
        { "vocab", !aic_is_set(m->vocab) },
        { "heads", attends && !aic_is_set(m->heads) },
        { "ffn", m->ffn_layers != 0 && is_dense && !aic_is_set(m->ffn) },
        { "expert_ffn", aic_model_has_experts(m) && !aic_is_set(m->expert_ffn) },
        { "linear_params", m->linear_layers > 0 && !aic_is_set(m->linear_params) },
    };
    char words[120];
    struct aic_text text;
    const char *first = NULL;
    aic_text_init(&text, words, sizeof words);
    for (size_t i = 0; i < LENGTH_OF(fields); i++) {
        if (fields[i].lacks) {
            aic_text_format(&text, "%s%s", first ? ", " : "", fields[i].name);
            first = first ? first : fields[i].name;
        }
    }
    aic_fail(error, AIC_ERR_MISSING, first ? first : "params",
             "nothing follows from these fields alone: without %s", first ? words : "more of them");
    return aic_suggest(error, "give %s too, or params, or a model by its name or path",
                       first ? "them" : "more");
}

#include "engine/rows/tables.inc"

static const struct aic_assumption assumptions[] = {
    { "headers-only",
      "sizes are those that the headers promise, compared with the length of the files (but of "
      "pipes); the data itself is not read",
      "formats of safetensors and GGUF", "file_bytes tensors" },
    { "loaded-as-stored",
      "an engine holds what the file holds; vLLM repacks some formats (Marlin, padded mxfp4), "
      "llama.cpp does on CPUs; multi-token prediction and towers are left out, though servers of "
      "such "
      "models load them",
      "vLLM 001cabc; llama.cpp c392e509", "tensors" },
    { "parts-by-name", "parts follow the names of tensors; 'other' shows what the names do not say",
      "names in transformers and llama.cpp (llama-arch.cpp)", "tensors" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc model --model llama-3.1-70b",
    "aicalc model --model deepseek-v3 --kv-dtype fp8 --fields "
    "params_active,weight_bytes,kv_max_context",
    "aicalc model --model llama-3.1-70b --sweep weight_dtype=bf16,fp8,int4,q4_k_m "
    "--fields weight_bytes,bits_per_weight",
    "aicalc model --model llama-3.1-8b --weight-dtype q4_k_m --budget 'weight_bytes <= 6GiB'",
    NULL,
};

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct model_in *in = input;
    struct model_out *out = output;
    struct aic_error *error = &notes->error;
    struct aic_params shared, *counts = &shared;
    const double tp = 1; /* one copy of the cache, on one GPU */
    if (!AIC_MODEL_CHECK(in, notes)) {
        return false;
    }
#include "engine/rows/code.inc"

#include "engine/rows/as_checks.h"

#include NOTE_ROWS
    aic_model_count(&in->model, counts, notes);
    const struct aic_cache_of_model cache = aic_cache_of_model(&in->model, in->kv_dtype, counts);
    const struct aic_weight_format format = format_of(in);
    const struct recipe recipe = recipe_of(in, counts);
    const bool has_cache = knows_cache(&in->model);
#include "engine/rows/as_results.h"

#include RESULT_ROWS
    const bool has_files = known(in->files) && !is_given(files);
    if (!known(params_total) && !known(weight_bytes) && !known(kv_per_token) && !has_files) {
        return fail_too_little(&in->model, error);
    }
    if (!notes->quiet) {
#include "engine/rows/as_notes.h"
#include NOTE_ROWS
    }
    return true;
}
#include "engine/rows/none.h"

/* Warnings that change a decision. */
static const char *const first_warnings[] = { "stored-set-aside", "config-differs", NULL };

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_model,  INDEX_weight_dtype, INDEX_kv_dtype, INDEX_params,   INDEX_active_params,
    INDEX_layers, INDEX_hidden,       INDEX_heads,    INDEX_kv_heads, INDEX_experts,
};

const struct aic_calculator aic_model = {
    .name = "model",
    .help = "parameters, bytes and cache of a model, from its name, its config or its weights",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .first_warnings = first_warnings,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
};
