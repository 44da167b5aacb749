/* SPDX-License-Identifier: Apache-2.0 */
/* kvcache: what deserves attention in an answer. */
#include "calculators/kvcache/kvcache.h"

static void warn_stages(const struct aic_kvcache_in *in, const struct aic_kvcache_fit *fit,
                        struct aic_notes *notes)
{
    if (fit->raised > 0) {
        aic_warn(notes, "block-size-raised",
                 "block_size is raised from %g to %g tokens, so that a block of attention is as "
                 "large as one recurrent state; kernels may want a multiple of 32: give block_size",
                 in->block_size, fit->raised);
    }
    if (fit->padded) {
        aic_warn(notes, "padding-layers",
                 "kinds of layers do not fill groups of the same size: some places stay empty but "
                 "take memory");
    }
    if (fit->starved) {
        aic_warn(notes, "weights-do-not-fit",
                 "weights and overhead leave nothing for the cache on a GPU; take more tp or pp, "
                 "smaller weights or a larger GPU");
    }
}

static void warn_request(const struct aic_kvcache_in *in, struct aic_notes *notes)
{
    if (AIC_ORIGIN(in, context) == AIC_FROM_DEFAULT) {
        aic_warn(notes, "context-from-model",
                 "context is not given: the model's longest, %g tokens, is taken", in->context);
    }
    if (in->context > in->model.max_context) {
        aic_warn(notes, "context-above-model-limit",
                 "context ('%g') is above the %g tokens that the model is made for", in->context,
                 in->model.max_context);
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

static void warn_copies(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                        struct aic_notes *notes)
{
    if (!(out->kv_replication > 1)) {
        return;
    }
    if (aic_model_is_latent(&in->model)) {
        aic_warn(notes, "mla-replicated",
                 "every GPU of the tensor group holds the latent whole: %g copies; dcp splits it, "
                 "dp instead of tp avoids it",
                 out->kv_replication);
    } else {
        aic_warn(notes, "kv-heads-replicated",
                 "kv_heads ('%g') do not divide among tp ('%g'): the tensor group holds %g copies; "
                 "dcp splits them, dp instead of tp avoids them",
                 in->model.kv_heads, in->tp, out->kv_replication);
    }
}

static void warn_weights(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                         struct aic_notes *notes)
{
    if (AIC_ORIGIN(in, weight_dtype) == AIC_FROM_DEFAULT && in->model.released_dtype < 0 &&
        aic_is_set(out->params_total) && !aic_is_set(in->weight_memory)) {
        aic_warn(notes, "weight-dtype-assumed",
                 "the format of the weights is not known: bf16 is assumed; give weight_dtype");
    }
    if (out->overhead_estimate > 0) {
        aic_warn(notes, "overhead-estimated",
                 "overhead is an estimate for %s; give the figure of a log if there is one",
                 aic_kvcache_engines[in->engine]);
    }
    if (out->overhead_estimate == 0) {
        aic_warn(notes, "overhead-unknown",
                 "overhead of %s needs %s, which is not known: 0 is taken",
                 aic_kvcache_engines[in->engine],
                 in->engine == AIC_ENGINE_VLLM ? "vocab" : "vocab and hidden");
    }
}

static void warn_times(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                       struct aic_notes *notes)
{
    bool timed = aic_is_set(out->decode_time); /* a prefill time is not known without it */
    if (in->tp > 1 && timed && !(aic_is_set(in->nvlink_bw) && aic_is_set(in->model.hidden))) {
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

void aic_kvcache_warn(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                      const struct aic_kvcache_fit *fit, struct aic_notes *notes)
{
    warn_stages(in, fit, notes);
    warn_request(in, notes);
    warn_copies(in, out, notes);
    warn_weights(in, out, notes);
    warn_times(in, out, notes);
}
