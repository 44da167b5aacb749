/* SPDX-License-Identifier: Apache-2.0 */
/* kvcache: questions that have no answer, and what would have one. */
#include "calculators/kvcache/kvcache.h"

#include <math.h>

#include <aicalc/text.h>

/* Values that a suggestion tries, and how many of them it names. */
#define SUGGESTIONS_TRIED 64
#define SUGGESTIONS_NAMED 6

typedef bool works_fn(const struct aic_kvcache_in *in, double value);

/* "tp of 1, 2, 7, 14 would do": the first values of a whole number that work, 1 among them. */
static bool suggest_values(const struct aic_kvcache_in *in, const char *name, works_fn *works,
                           struct aic_error *error)
{
    char list[128];
    struct aic_text text;
    aic_text_init(&text, list, sizeof list);
    int named = 0;
    for (int value = 1; value <= SUGGESTIONS_TRIED && named < SUGGESTIONS_NAMED; value++) {
        if (works(in, value)) {
            aic_text_format(&text, "%s%d", named > 0 ? ", " : "", value);
            named++;
        }
    }
    return aic_suggest(error, "%s of %s would do", name, list);
}

static bool divides(double divisor, double number)
{
    return fmod(number, divisor) == 0;
}

static bool check_shape(const struct aic_kvcache_in *in, struct aic_error *error)
{
    const struct aic_model *m = &in->model;
    if (!aic_is_set(m->layers)) {
        aic_fail(error, AIC_ERR_MISSING, "layers", "no model, and layers is not given");
        return aic_suggest(error, "give a model, or layers, kv_heads and head_dim");
    }
    /* a latent model has its rank, and qk_rope_head_dim is checked with the model */
    if (m->attention_layers > 0 && !aic_model_is_latent(m) &&
        !(m->kv_heads > 0 && m->head_dim > 0)) {
        const char *missing = m->kv_heads > 0 ? "head_dim" : "kv_heads";
        aic_fail(error, AIC_ERR_MISSING, missing,
                 "attention_layers ('%g') without kv_heads and head_dim", m->attention_layers);
        return aic_suggest(error,
                           "give %s, or for latent attention kv_lora_rank and "
                           "qk_rope_head_dim",
                           missing);
    }
    if (m->sliding_layers > 0 && !(m->sliding_kv_heads > 0 && m->sliding_head_dim > 0)) {
        return aic_fail(error, AIC_ERR_MISSING, "sliding_kv_heads",
                        "sliding_layers ('%g') without sliding_kv_heads and sliding_head_dim",
                        m->sliding_layers);
    }
    if (in->pp > m->layers) {
        aic_fail(error, AIC_ERR_CONFLICT, "pp", "pp ('%g') is above layers ('%g')", in->pp,
                 m->layers);
        return aic_suggest(error, "a stage has at least one layer: give pp of at most %g",
                           m->layers);
    }
    return true;
}

static bool check_prefix(const struct aic_kvcache_in *in, struct aic_error *error)
{
    if (in->shared_prefix > 0 && !aic_is_set(in->context)) {
        aic_fail(error, AIC_ERR_MISSING, "context", "shared_prefix ('%g') without context",
                 in->shared_prefix);
        return aic_suggest(error, "give context: prefix and what follows it");
    }
    if (in->shared_prefix > in->context) {
        aic_fail(error, AIC_ERR_CONFLICT, "shared_prefix",
                 "shared_prefix ('%g') is above context ('%g')", in->shared_prefix, in->context);
        return aic_suggest(error, "the prefix is part of the context: give at most %g",
                           in->context);
    }
    return true;
}

/* Vectors of `width`, `heads` of them on a GPU. */
static bool check_width(const struct aic_kvcache_in *in, const char *name, double heads,
                        double width, struct aic_error *error)
{
    if (aic_kvcache_width_holds(in->kv_dtype, heads, width)) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, "kv_dtype", "kv_dtype '%s' cannot hold %s of %g",
             aic_kvcache_dtypes[in->kv_dtype], name, width);
    return aic_suggest(error, "%s",
                       in->kv_dtype == AIC_KV_INT4 ? "widths must be even; int8 would do"
                       : in->kv_dtype == AIC_KV_NVFP4
                           ? "widths must be multiples of 16; fp8 would do"
                           : "heads on a GPU x width must be a multiple of 32; bf16 would do");
}

static bool check_latent_format(const struct aic_kvcache_in *in, struct aic_error *error)
{
    const struct aic_model *m = &in->model;
    if (in->kv_dtype != AIC_KV_FP8_DS_MLA) {
        return true;
    }
    if (!aic_model_is_latent(m)) {
        aic_fail(error, AIC_ERR_CONFLICT, "kv_dtype",
                 "kv_dtype 'fp8_ds_mla' on a model without kv_lora_rank");
        return aic_suggest(error, "it is the format of DeepSeek's latent; fp8 would do");
    }
    if (!divides(128, m->kv_lora_rank)) {
        aic_fail(error, AIC_ERR_CONFLICT, "kv_dtype",
                 "kv_dtype 'fp8_ds_mla' needs a kv_lora_rank that is a multiple of 128, not '%g'",
                 m->kv_lora_rank);
        return aic_suggest(error, "fp8 would do");
    }
    return true;
}

static bool check_widths(const struct aic_kvcache_in *in, struct aic_error *error)
{
    const struct aic_model *m = &in->model;
    if (!check_latent_format(in, error)) {
        return false;
    }
    if (aic_model_is_latent(m)) {
        double width = m->kv_lora_rank + m->qk_rope_head_dim;
        return check_width(in, "kv_lora_rank + qk_rope_head_dim", 1, width, error);
    }
    double heads = ceil(m->kv_heads / in->tp), sliding_heads = ceil(m->sliding_kv_heads / in->tp);
    return (!(m->attention_layers > m->sliding_layers) ||
            (check_width(in, "head_dim", heads, m->head_dim, error) &&
             check_width(in, "v_head_dim", heads, m->v_head_dim, error))) &&
           (!(m->sliding_layers > 0) ||
            (check_width(in, "sliding_head_dim", sliding_heads, m->sliding_head_dim, error) &&
             check_width(in, "v_head_dim", sliding_heads, aic_model_sliding_v_head_dim(m), error)));
}

static bool tp_shares(double tp, double heads)
{
    return !aic_is_set(heads) || divides(tp, heads) || divides(heads, tp);
}

/* vLLM splits query heads evenly, and splits or repeats KV heads evenly. */
static bool tp_works(const struct aic_kvcache_in *in, double tp)
{
    const struct aic_model *m = &in->model;
    return (!aic_is_set(m->heads) || divides(tp, m->heads)) && tp_shares(tp, m->kv_heads) &&
           (!(m->sliding_layers > 0) || tp_shares(tp, m->sliding_kv_heads));
}

static bool check_vllm(const struct aic_kvcache_in *in, struct aic_error *error)
{
    const struct aic_model *m = &in->model;
    if (tp_works(in, in->tp)) {
        return true;
    }
    if (aic_is_set(m->heads) && !divides(in->tp, m->heads)) {
        aic_fail(error, AIC_ERR_CONFLICT, "tp", "vllm: tp ('%g') does not divide heads ('%g')",
                 in->tp, m->heads);
    } else {
        bool sliding = tp_shares(in->tp, m->kv_heads);
        aic_fail(error, AIC_ERR_CONFLICT, "tp",
                 "vllm: neither of tp ('%g') and %s ('%g') divides the other", in->tp,
                 sliding ? "sliding_kv_heads" : "kv_heads",
                 sliding ? m->sliding_kv_heads : m->kv_heads);
    }
    return suggest_values(in, "tp", tp_works, error);
}

static bool check_llamacpp(const struct aic_kvcache_in *in, struct aic_error *error)
{
    if (in->tp > 1) {
        aic_fail(error, AIC_ERR_CONFLICT, "tp",
                 "llamacpp has no tp ('%g'): it gives each GPU whole layers, which is pp", in->tp);
        return aic_suggest(error, "use --pp %g", in->tp);
    }
    if (in->dcp > 1) {
        aic_fail(error, AIC_ERR_CONFLICT, "dcp", "llamacpp has no dcp ('%g')", in->dcp);
        return aic_suggest(error, "leave dcp out, or take engine vllm");
    }
    return true;
}

/* Of the formats that are not its own an engine has none. */
static bool check_format(const struct aic_kvcache_in *in, struct aic_error *error)
{
    bool is_vllm = in->engine == AIC_ENGINE_VLLM;
    bool is_q = in->kv_dtype == AIC_KV_Q8_0 || in->kv_dtype == AIC_KV_Q4_0;
    if (in->engine == AIC_ENGINE_IDEAL || in->kv_dtype <= AIC_KV_FP32 || is_q != is_vllm) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, "kv_dtype", "%s has no kv_dtype '%s'",
             aic_kvcache_engines[in->engine], aic_kvcache_dtypes[in->kv_dtype]);
    return aic_suggest(error, "%s",
                       is_vllm ? "bf16, fp8 and int8 are vllm's; q8_0 and q4_0 are llamacpp's"
                               : "bf16, fp16, fp32, q8_0 and q4_0 are llamacpp's");
}

static bool check_engine(const struct aic_kvcache_in *in, struct aic_error *error)
{
    if (in->swa_full == 1 && in->engine == AIC_ENGINE_IDEAL) {
        aic_fail(error, AIC_ERR_CONFLICT, "swa_full",
                 "swa_full with engine 'ideal', which keeps only what holds information");
        return aic_suggest(error, "give engine vllm or llamacpp, or leave swa_full out");
    }
    if (in->kv_unified == 1 && in->engine != AIC_ENGINE_LLAMACPP) {
        aic_fail(error, AIC_ERR_CONFLICT, "kv_unified", "kv_unified without engine 'llamacpp'");
        return aic_suggest(error, "give engine llamacpp, or leave kv_unified out");
    }
    return check_format(in, error) && (in->engine != AIC_ENGINE_VLLM || check_vllm(in, error)) &&
           (in->engine != AIC_ENGINE_LLAMACPP || check_llamacpp(in, error));
}

/* Decode-context ways split the copies of the cache that a tensor group holds. */
static bool dcp_works(const struct aic_kvcache_in *in, double dcp)
{
    const struct aic_model *m = &in->model;
    bool copies = aic_model_is_latent(m) || !(in->tp < m->kv_heads * dcp);
    bool windows = m->sliding_layers > 0 || m->chunked_layers > 0;
    return dcp == 1 || (divides(dcp, in->tp) && copies && !windows);
}

static bool check_dcp(const struct aic_kvcache_in *in, struct aic_error *error)
{
    const struct aic_model *m = &in->model;
    if (dcp_works(in, in->dcp)) {
        return true;
    }
    if (!divides(in->dcp, in->tp)) {
        aic_fail(error, AIC_ERR_CONFLICT, "dcp", "dcp ('%g') does not divide tp ('%g')", in->dcp,
                 in->tp);
    } else if (m->sliding_layers > 0 || m->chunked_layers > 0) {
        aic_fail(error, AIC_ERR_CONFLICT, "dcp", "dcp ('%g') on a model with %s", in->dcp,
                 m->sliding_layers > 0 ? "sliding_layers" : "chunked_layers");
    } else {
        aic_fail(error, AIC_ERR_CONFLICT, "dcp",
                 "dcp ('%g') splits copies of the cache, but tp ('%g') holds kv_heads ('%g') less "
                 "than %g times",
                 in->dcp, in->tp, m->kv_heads, in->dcp);
    }
    return suggest_values(in, "dcp", dcp_works, error);
}

static bool ep_works(const struct aic_kvcache_in *in, double ep)
{
    return ep == 1 || (ep <= in->model.experts && divides(ep, in->tp * in->dp));
}

static bool check_ep(const struct aic_kvcache_in *in, struct aic_error *error)
{
    if (ep_works(in, in->ep)) {
        return true;
    }
    if (!aic_model_has_experts(&in->model)) {
        aic_fail(error, AIC_ERR_CONFLICT, "ep", "ep ('%g') without experts", in->ep);
        return aic_suggest(error, "leave ep out: the model is dense");
    }
    if (in->ep > in->model.experts) {
        aic_fail(error, AIC_ERR_CONFLICT, "ep", "ep ('%g') is above experts ('%g')", in->ep,
                 in->model.experts);
    } else {
        aic_fail(error, AIC_ERR_CONFLICT, "ep", "ep ('%g') does not divide tp x dp ('%g')", in->ep,
                 in->tp * in->dp);
    }
    return suggest_values(in, "ep", ep_works, error);
}

bool aic_kvcache_check(const struct aic_kvcache_in *in, struct aic_error *error)
{
    return check_shape(in, error) && check_prefix(in, error) && check_engine(in, error) &&
           check_widths(in, error) && check_dcp(in, error) && check_ep(in, error);
}
