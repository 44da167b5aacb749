/* SPDX-License-Identifier: Apache-2.0 */
/* train-memory: what deserves attention in an answer. */
#include "calculators/train_memory/train_memory.h"

/* Logits above this share of the total are worth another kind of loss. */
#define LOGITS_SHARE 0.2
/* A fit with less room than this is no plan: arXiv 2411.06465 saw no failure below 80 %. */
#define TIGHT_SHARE 0.1

static void warn_architecture(const struct plan *plan, struct aic_notes *notes)
{
    const struct aic_train_memory_in *in = plan->in;
    const struct aic_model *m = plan->model;
    if (!plan->known) {
        aic_warn(notes, "states-only",
                 "params alone has no activations: the answer is weights, gradients and optimizer; "
                 "give a model for the whole");
        return;
    }
    if (in->seq > m->max_context) {
        aic_warn(notes, "seq-above-context",
                 "seq ('%g') is above the %g tokens that the model is made for", in->seq,
                 m->max_context);
    }
    if (plan->params.linear_layers > 0) {
        aic_warn(notes, "linear-layers-estimated",
                 "activations of linear layers are an estimate from their parameters");
    }
    if (aic_model_has_experts(m) && in->expert_imbalance == 1) {
        aic_warn(notes, "balanced-experts",
                 "experts are taken as evenly loaded; expert_imbalance says how much the fullest "
                 "rank gets");
    }
    if (aic_model_has_experts(m) && in->tp > 1 && in->sequence_parallel == 0) {
        aic_warn(notes, "moe-needs-sequence-parallel",
                 "frameworks refuse experts with tp ('%g') and no sequence_parallel", in->tp);
    }
}

static void warn_recipe(const struct plan *plan, struct aic_notes *notes)
{
    const struct aic_train_memory_in *in = plan->in;
    bool attends = plan->params.attention_layers > 0;
    if (in->tp > in->gpus_per_node) {
        aic_warn(notes, "tp-crosses-nodes",
                 "tp ('%g') is above gpus_per_node ('%g'): its exchange leaves the node", in->tp,
                 in->gpus_per_node);
    }
    if (in->zero >= 2 && in->pp > 1) {
        aic_warn(notes, "zero-with-pipeline",
                 "zero ('%g') with pp ('%g'): frameworks keep whole gradients%s until the last "
                 "micro batch",
                 in->zero, in->pp, in->zero >= 3 ? ", and FSDP the gathered weights," : "");
    }
    if (aic_train_memory_is_quantized(in)) {
        aic_warn(notes, "quantized-estimate-low",
                 "measured QLoRA takes 10 to 30 %% more than this estimate");
    }
    if (!plan->known || !attends) {
        return;
    }
    if (in->flash_attention == 0) {
        aic_warn(notes, "softmax-kept",
                 "without flash attention the scores of every query and key stay: memory grows "
                 "with the square of seq");
    } else if (in->recompute == AIC_TRAIN_MEMORY_RECOMPUTE_SELECTIVE) {
        aic_warn(notes, "selective-without-effect",
                 "selective recomputation with flash attention frees 4 B per head and token only; "
                 "recompute 'full' frees the layers");
    }
}

static void warn_pipeline(const struct plan *plan, const struct aic_train_memory_out *out,
                          struct aic_notes *notes)
{
    const struct aic_train_memory_in *in = plan->in;
    double ranks = in->tp * in->pp * in->cp;
    double fewest = in->global_batch / (out->min_gpus / ranks * in->micro_batch);
    if (out->micro_batches < in->pp) {
        aic_warn(notes, "pipeline-not-filled",
                 "%g micro batches do not fill pp ('%g') stages: memory is low because stages idle",
                 out->micro_batches, in->pp);
    } else if (fewest < in->pp) {
        aic_warn(notes, "pipeline-not-filled",
                 "at min_gpus %g micro batches do not fill pp ('%g') stages: it fits because "
                 "stages idle",
                 fewest, in->pp);
    }
}

static void warn_fit(const struct aic_train_memory_in *in, const struct aic_train_memory_out *out,
                     struct aic_notes *notes)
{
    if (out->logits_memory > LOGITS_SHARE * out->total_memory) {
        aic_warn(notes, "logits-dominate",
                 "logits are %g %% of the total: loss 'fused' or 'chunked' takes less",
                 (double)(int)(100 * out->logits_memory / out->total_memory));
    }
    if (out->fits == 1 && out->headroom < TIGHT_SHARE * in->gpu_memory) {
        aic_warn(notes, "tight-fit",
                 "less than 10 %% of the GPU is left: without a measurement plan at 80 %%");
    }
    if (out->fits == 0 && !aic_is_set(out->min_gpus)) {
        aic_warn(notes, "more-gpus-do-not-help",
                 "no number of GPUs fits with tp, pp, cp, ep and micro_batch unchanged%s",
                 aic_is_set(out->memory_floor) ? ": memory_floor is what would remain" : "");
    }
}

void aic_train_memory_warn(const struct plan *plan, const struct aic_train_memory_out *out,
                           struct aic_notes *notes)
{
    warn_architecture(plan, notes);
    warn_recipe(plan, notes);
    warn_pipeline(plan, out, notes);
    warn_fit(plan->in, out, notes);
}
