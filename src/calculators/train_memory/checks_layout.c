/* SPDX-License-Identifier: Apache-2.0 */
/* train-memory: layouts, batches and lengths that do not come out even. */
#include "calculators/shared/parallel.h"
#include "calculators/train_memory/expressions.h"
#include "calculators/train_memory/train_memory.h"

/* Other tp are looked for this far; a message is not worth more. */
#define TP_REACH 1e5

/* A field that a tensor parallel degree does not split evenly. */
struct unsplit {
    const char *name;
    double value;
    const char *how; /* what is wrong between it and tp */
};

/* KV heads may also be fewer than the ranks, which then share them evenly. */
static bool splits_evenly(const struct plan *plan, double t, struct unsplit *field)
{
    const struct aic_model *m = plan->model;
    bool attends = plan->params.attention_layers > 0;
    bool has_kv_heads = attends && !aic_model_is_latent(m);
    if (attends && !aic_divides(t, m->heads)) {
        *field = (struct unsplit){ "heads", m->heads, "is not a multiple of tp" };
    } else if (has_kv_heads && !aic_divides(t, m->kv_heads) && !aic_divides(m->kv_heads, t)) {
        *field =
            (struct unsplit){ "kv_heads", m->kv_heads, "neither divides nor is a multiple of tp" };
    } else if (plan->params.dense_layers > 0 && !aic_divides(t, m->ffn)) {
        *field = (struct unsplit){ "ffn", m->ffn, "is not a multiple of tp" };
    } else {
        return true;
    }
    return false;
}

/* The degrees around the given one that split everything; 1 always does. */
static bool suggest_tp(const struct plan *plan, struct aic_error *error)
{
    struct unsplit field;
    double most = plan->params.attention_layers > 0 ? plan->model->heads : plan->model->ffn;
    double start = fmin(plan->in->tp - 1, most);
    double below = start, above = plan->in->tp + 1;
    while (below > 1 && below > start - TP_REACH && !splits_evenly(plan, below, &field)) {
        below--;
    }
    if (below <= start - TP_REACH) {
        below = 1;
    }
    double end = fmin(most, above + TP_REACH);
    while (above <= end && !splits_evenly(plan, above, &field)) {
        above++;
    }
    return above <= end ? aic_suggest(error, "tp of %g or %g would do", below, above)
                        : aic_suggest(error, "tp of %g would do", below);
}

static bool check_tp(const struct plan *plan, struct aic_error *error)
{
    struct unsplit field;
    double t = plan->in->tp;
    if (splits_evenly(plan, t, &field)) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, "tp", "%s ('%g') %s ('%g')", field.name, field.value,
             field.how, t);
    return suggest_tp(plan, error);
}

/* Whether a degree splits a number evenly. */
static bool check_split(struct aic_error *error, const char *name, double number,
                        const char *degree, double by)
{
    if (aic_divides(by, number)) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, degree, "%s ('%g') is not a multiple of %s ('%g')", name,
             number, degree, by);
    return aic_suggest_divisors(error, degree, number, by);
}

static bool check_experts(const struct plan *plan, const struct aic_train_memory_out *out,
                          struct aic_error *error)
{
    const struct aic_train_memory_in *in = plan->in;
    const struct aic_model *m = plan->model;
    if (!aic_model_has_experts(m)) {
        if (in->ep > 1) {
            aic_fail(error, AIC_ERR_CONFLICT, "ep", "ep ('%g') without experts", in->ep);
            return aic_suggest(error, "leave ep out, or give a model with experts");
        }
        return true;
    }
    if (!check_split(error, "tp", in->tp, "etp", in->etp) ||
        !check_split(error, "expert_ffn", m->expert_ffn, "etp", in->etp) ||
        !check_split(error, "experts", m->experts, "ep", in->ep)) {
        return false;
    }
    double ranks = out->dp * in->cp * in->tp;
    if (!aic_divides(in->ep * in->etp, ranks)) {
        aic_fail(error, AIC_ERR_CONFLICT, "ep",
                 "ep x etp ('%g' x '%g') does not divide dp x cp x tp ('%g' x '%g' x '%g')", in->ep,
                 in->etp, out->dp, in->cp, in->tp);
        double unit = aic_train_memory_dp_step(in) * in->tp * in->pp * in->cp;
        return aic_suggest(error, "gpus of %g would do", ceil(in->gpus / unit) * unit);
    }
    return true;
}

/* Fewer stages, or ends that leave an even rest: the usual way out for 126 layers on 16. */
static bool suggest_ends(const struct aic_train_memory_in *in, double layers,
                         struct aic_error *error)
{
    if (in->pp > layers) {
        return aic_suggest(error, "pp of at most %g would do", layers);
    }
    double middle = in->pp - 2;
    double each = ceil(layers / in->pp);
    double ends = layers - each * middle;
    if (ends < 2) {
        each = floor(layers / in->pp);
        ends = layers - each * middle;
    }
    return aic_suggest(error, "first_stage_layers of %g with last_stage_layers of %g would do%s",
                       ceil(ends / 2), floor(ends / 2), in->vpp > 1 ? ", with vpp 1" : "");
}

static bool check_even_stages(const struct aic_train_memory_in *in, double layers,
                              struct aic_error *error)
{
    if (aic_divides(in->pp * in->vpp, layers)) {
        return true;
    }
    if (in->vpp > 1) {
        aic_fail(error, AIC_ERR_CONFLICT, "vpp",
                 "layers ('%g') is not a multiple of pp x vpp ('%g' x '%g')", layers, in->pp,
                 in->vpp);
    } else {
        aic_fail(error, AIC_ERR_CONFLICT, "pp",
                 "layers ('%g') is not a multiple of pp ('%g'), and neither first_stage_layers nor "
                 "last_stage_layers is given",
                 layers, in->pp);
    }
    if (in->vpp > 1 && aic_divides(in->pp, layers)) {
        return aic_suggest_divisors(error, "vpp", layers / in->pp, in->vpp);
    }
    return suggest_ends(in, layers, error);
}

static bool check_uneven_stages(const struct aic_train_memory_in *in, double layers,
                                struct aic_error *error)
{
    struct middle rest = aic_train_memory_middle(in);
    bool even = rest.stages > 0
                    ? rest.layers >= rest.stages && aic_divides(rest.stages, rest.layers)
                    : rest.layers == 0;
    if (even) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT,
             aic_is_set(in->first_stage_layers) ? "first_stage_layers" : "last_stage_layers",
             "first_stage_layers and last_stage_layers ('%g' together) leave %g of %g layers to %g "
             "stages",
             layers - rest.layers, rest.layers, layers, rest.stages);
    return suggest_ends(in, layers, error);
}

static bool check_stages(const struct plan *plan, struct aic_error *error)
{
    const struct aic_train_memory_in *in = plan->in;
    double layers = plan->model->layers;
    if (!aic_check_interleaving(in->vpp, in->pp, error)) {
        return false;
    }
    if (in->recompute_layers > layers) {
        aic_fail(error, AIC_ERR_CONFLICT, "recompute_layers",
                 "recompute_layers ('%g') is above layers ('%g')", in->recompute_layers, layers);
        return aic_suggest(error, "give at most %g", layers);
    }
    bool uneven = aic_is_set(in->first_stage_layers) || aic_is_set(in->last_stage_layers);
    return uneven ? check_uneven_stages(in, layers, error) : check_even_stages(in, layers, error);
}

static bool check_batch(const struct plan *plan, const struct aic_train_memory_out *out,
                        struct aic_error *error)
{
    const struct aic_train_memory_in *in = plan->in;
    double pass = out->dp * in->micro_batch;
    if (!aic_check_batch_divides(in->global_batch, out->dp, in->micro_batch, error)) {
        return false;
    }
    if (in->vpp > 1 && aic_is_set(in->global_batch) &&
        !aic_divides(pass * in->pp, in->global_batch)) {
        aic_fail(error, AIC_ERR_CONFLICT, "global_batch",
                 "global_batch ('%g') makes %g micro batches, with vpp ('%g') not a multiple of pp "
                 "('%g')",
                 in->global_batch, in->global_batch / pass, in->vpp, in->pp);
        return aic_suggest_multiples(error, in->global_batch, pass * in->pp, "");
    }
    return true;
}

static bool check_seq(const struct plan *plan, struct aic_error *error)
{
    const struct aic_train_memory_in *in = plan->in;
    double split = sequence_ranks(in->sequence_parallel, in->tp);
    double pieces = in->cp * split;
    if (aic_divides(pieces, in->seq)) {
        return true;
    }
    if (split > 1) {
        aic_fail(error, AIC_ERR_CONFLICT, "seq",
                 "seq ('%g') is not a multiple of cp x tp ('%g' x '%g'), which split it with "
                 "sequence_parallel",
                 in->seq, in->cp, in->tp);
    } else {
        aic_fail(error, AIC_ERR_CONFLICT, "seq", "seq ('%g') is not a multiple of cp ('%g')",
                 in->seq, in->cp);
    }
    return aic_suggest_multiples(error, in->seq, pieces, "");
}

static bool check_shards(const struct plan *plan, const struct aic_train_memory_out *out,
                         struct aic_error *error)
{
    const struct aic_train_memory_in *in = plan->in;
    double replicas = out->dp * in->cp;
    if (!AIC_IN_PLAY(in, shard_group)) {
        return true;
    }
    if (!aic_divides(in->shard_group, replicas)) {
        aic_fail(error, AIC_ERR_CONFLICT, "shard_group",
                 "shard_group ('%g') does not divide dp x cp ('%g' x '%g')", in->shard_group,
                 out->dp, in->cp);
        return aic_suggest_divisors(error, "shard_group", replicas, in->shard_group);
    }
    if (aic_is_set(out->expert_dp) && !aic_divides(replicas / in->shard_group, out->expert_dp)) {
        aic_fail(error, AIC_ERR_CONFLICT, "shard_group",
                 "shard_group ('%g') makes %g groups, which do not divide the %g replicas of an "
                 "expert",
                 in->shard_group, replicas / in->shard_group, out->expert_dp);
        return aic_suggest(error, "shard_group of %g would do", replicas);
    }
    return true;
}

/* What speaks of layers has no meaning for a bare number of parameters. */
static bool check_states_only(const struct aic_train_memory_in *in, struct aic_error *error)
{
    const char *name = in->lora_rank > 0                    ? "lora_rank"
                       : in->ep > 1                         ? "ep"
                       : in->vpp > 1                        ? "vpp"
                       : aic_is_set(in->first_stage_layers) ? "first_stage_layers"
                       : aic_is_set(in->last_stage_layers)  ? "last_stage_layers"
                       : aic_is_set(in->recompute_layers)   ? "recompute_layers"
                                                            : NULL;
    if (!name) {
        return true;
    }
    aic_fail(error, AIC_ERR_MISSING, name,
             "%s without the architecture: params alone has no layers", name);
    return aic_suggest(error, "give a model, or leave %s out", name);
}

bool aic_train_memory_check_layout(const struct plan *plan, const struct aic_train_memory_out *out,
                                   struct aic_error *error)
{
    const struct aic_train_memory_in *in = plan->in;
    if (!aic_check_gpus_divide(in->gpus, in->tp, in->pp, in->cp, error)) {
        return false;
    }
    if (!plan->known) {
        return check_states_only(in, error) && check_batch(plan, out, error) &&
               check_shards(plan, out, error);
    }
    return check_tp(plan, error) && check_experts(plan, out, error) && check_stages(plan, error) &&
           check_batch(plan, out, error) && check_seq(plan, error) &&
           check_shards(plan, out, error);
}
