/* SPDX-License-Identifier: Apache-2.0 */
/* What an answer has to say beside its numbers. */
#include "calculators/kvcache/kvcache.h"

static void warn_request(const struct kv_plan *plan, struct aic_notes *notes)
{
    const struct aic_kvcache_in *in = plan->in;
    if (AIC_ORIGIN(in, context) == AIC_FROM_DEFAULT) {
        aic_warn(notes, "context-from-model",
                 "context is not given: the model's longest, %g tokens, is taken", in->context);
    }
    if (in->context > plan->model->max_context) {
        aic_warn(notes, "context-above-model-limit",
                 "context ('%g') is above the %g tokens that the model is made for", in->context,
                 plan->model->max_context);
    }
    if (in->engine == AIC_ENGINE_VLLM && in->sequences > in->max_num_seqs) {
        aic_warn(notes, "sequences-above-max-num-seqs",
                 "sequences ('%g') are more than max_num_seqs ('%g') runs at once: the rest waits",
                 in->sequences, in->max_num_seqs);
    }
    if (in->engine == AIC_ENGINE_LLAMACPP && in->kv_unified != 1 && in->shared_prefix > 0) {
        aic_warn(
            notes, "prefix-not-shared",
            "slots of llamacpp share no prefix: each holds its own copy; kv_unified shares it");
    }
}

static void warn_copies(const struct kv_plan *plan, const struct aic_kvcache_out *out,
                        struct aic_notes *notes)
{
    if (!(out->kv_replication > 1)) {
        return;
    }
    if (aic_model_is_latent(plan->model)) {
        aic_warn(notes, "mla-replicated",
                 "every GPU of the tensor group holds the latent whole: %g copies; dcp splits it, "
                 "dp instead of tp avoids it",
                 out->kv_replication);
    } else {
        aic_warn(notes, "kv-heads-replicated",
                 "kv_heads ('%g') do not divide among tp ('%g'): the tensor group holds %g copies; "
                 "dcp splits them, dp instead of tp avoids them",
                 plan->model->kv_heads, plan->in->tp, out->kv_replication);
    }
}

static void warn_weights(const struct kv_plan *plan, struct aic_notes *notes)
{
    const struct aic_kvcache_in *in = plan->in;
    if (AIC_ORIGIN(in, weight_dtype) == AIC_FROM_DEFAULT && plan->model->released_dtype < 0 &&
        aic_is_set(plan->params.total) && !aic_is_set(in->weight_memory)) {
        aic_warn(notes, "weight-dtype-assumed",
                 "the format of the weights is not known: bf16 is assumed; give weight_dtype");
    }
    if (AIC_ORIGIN(in, overhead) != AIC_FROM_DEFAULT || in->engine == AIC_ENGINE_IDEAL) {
        return;
    }
    if (in->overhead > 0) {
        aic_warn(notes, "overhead-estimated",
                 "overhead is an estimate for %s; give the figure of a log if there is one",
                 aic_engines[in->engine]);
    } else {
        aic_warn(notes, "overhead-unknown",
                 "overhead of %s needs %s, which is not known: 0 is taken", aic_engines[in->engine],
                 in->engine == AIC_ENGINE_VLLM ? "vocab" : "vocab and hidden");
    }
}

static void warn_times(const struct kv_plan *plan, const struct aic_kvcache_out *out,
                       struct aic_notes *notes)
{
    const struct aic_kvcache_in *in = plan->in;
    bool timed = aic_is_set(out->decode_time); /* a prefill time is not known without it */
    if (in->tp > 1 && timed && !(aic_is_set(in->nvlink_bw) && aic_is_set(plan->model->hidden))) {
        aic_warn(notes, "tp-communication-not-counted",
                 "all-reduces of the tensor group are not in the times: give %s",
                 aic_is_set(in->nvlink_bw) ? "hidden" : "nvlink_bw, or a gpu that has it");
    }
    bool rated =
        aic_is_set(in->mbu) && (aic_is_set(in->mfu) || !aic_is_set(out->decode_compute_time));
    if (aic_is_set(in->gpu_price) && !rated) {
        aic_warn(notes, "efficiency-not-given",
                 "no rate and no price: times are floors, and a price needs %s given",
                 aic_is_set(in->mbu) ? "mfu" : "mbu and mfu");
    }
}

void aic_kv_warn(const struct kv_plan *plan, const struct aic_kvcache_out *out,
                 struct aic_notes *notes)
{
    warn_request(plan, notes);
    warn_copies(plan, out, notes);
    warn_weights(plan, notes);
    warn_times(plan, out, notes);
}
