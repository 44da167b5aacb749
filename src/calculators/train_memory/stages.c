/* SPDX-License-Identifier: Apache-2.0 */
/* train-memory: the pipeline stages that can need most, their layers, and what those hold. */
#include "calculators/shared/matrices.h"
#include "calculators/train_memory/train_memory.h"

/* The stage, from 0, in which leading dense layers end: from there on stages have a chunk less. */
static double end_of_dense(const struct plan *plan, const struct aic_stages *stages)
{
    double dense = plan->params.dense_layers;
    if (stages->vpp > 1) {
        return fmod(floor((dense + stages->embedding) / stages->chunk), stages->pp);
    }
    double left = dense - stages->first; /* beside two stages or fewer nobody asks */
    return left > 0 ? 1 + floor(left / stages->middle) : 0;
}

static void set_layers(const struct plan *plan, const struct aic_stages *stages,
                       struct stage *stage)
{
    const struct aic_params *params = &plan->params;
    double layers = plan->model->layers;
    stage->layers = aic_stage_layers(stages, stage->index);
    if (!dense_layers_lead(plan->model->experts, plan->model->dense_leading)) {
        stage->dense = stage->layers * params->dense_layers / layers;
        stage->experts = stage->layers * params->moe_layers / layers;
        return;
    }
    double others = layers - params->dense_layers;
    stage->dense = aic_stage_leading(stages, stage->index, params->dense_layers);
    stage->experts = others > 0 ? (stage->layers - stage->dense) * params->moe_layers / others : 0;
}

/* A module has the layer of a model with experts, else of a dense one. */
static void set_modules(const struct plan *plan, const struct aic_stages *stages,
                        struct stage *stage)
{
    bool of_experts = aic_model_has_experts(plan->model);
    stage->modules = stage->last ? plan->in->mtp_layers : 0;
    stage->has_experts = stage->experts > 0 || (stage->modules > 0 && of_experts);
    stage->has_dense =
        stage->dense > 0 || (stage->modules > 0 && !of_experts && plan->params.dense_layers > 0);
    bool short_chunk = stages->embedding > 0 && (stage->first || stage->last);
    stage->places = short_chunk ? stages->chunk : 0;
}

/* Each joins the hidden state and the embedding of the next token, both after norms; another norm
 * is before the head. The embedding is there too. */
static void add_modules(const struct plan *plan, struct stage *stage)
{
    const struct counts *c = &plan->counts;
    const struct aic_model *m = plan->model;
    bool has_embedding = stage->first || m->tied_embeddings == 1;
    struct params joined = { 2 * m->hidden * m->hidden / plan->in->tp, 3 * plan->params.last_norm };
    add_params(&stage->params, stage->modules, joined);
    add_params(&stage->params, stage->modules, c->mixer);
    if (aic_model_has_experts(m)) {
        add_params(&stage->params, stage->modules, c->shared);
        add_params(&stage->routed, stage->modules, c->routed);
    } else {
        add_params(&stage->params, stage->modules, c->dense);
    }
    stage->params.other += has_embedding ? 0 : plan->embedding;
}

static void set_params(const struct plan *plan, struct stage *stage)
{
    const struct counts *c = &plan->counts;
    const struct aic_model *m = plan->model;
    double l = stage->layers, dense = stage->dense, experts = stage->experts;
    bool shares_head = plan->in->pp == 1 && m->tied_embeddings == 1;
    stage->params = stage->routed = (struct params){ 0, 0 };
    add_params(&stage->params, l, c->mixer);
    add_params(&stage->params, dense, c->dense);
    add_params(&stage->params, experts, c->shared);
    add_params(&stage->routed, experts, c->routed);
    if (stage->first) {
        stage->params.other +=
            plan->embedding + plan->params.positions + m->lookup_params / plan->in->tp;
    }
    if (stage->last) {
        stage->params.other += plan->params.last_norm + (shares_head ? 0 : plan->head.params);
    }
    if (stage->modules > 0) {
        add_modules(plan, stage);
    }
    stage->adapters = l * c->adapters.attention.params + dense * c->adapters.dense.params +
                      experts * c->adapters.shared.params;
}

/* Gradients are reduced in up to fp32 beside their copy, weights gathered as they are computed
 * with; adapters alone are too few to count. */
static struct whole whole_of(const struct plan *plan, double params, double width)
{
    double element = element_bytes(plan->in->compute_dtype);
    double reduced = plan->in->lora_rank > 0 ? 0 : element + min(4, plan->job->gradient_width);
    return (struct whole){ params, reduced * params, min(width, element) * params };
}

/* Parameters of what ZeRO gathers, and reduces gradients of, at a time. */
static double largest_layer(const struct counts *c, const struct stage *stage)
{
    double dense = stage->has_dense ? c->dense.matrix + c->dense.other : 0;
    double experts = stage->has_experts
                         ? c->shared.matrix + c->shared.other + c->routed.matrix + c->routed.other
                         : 0;
    return c->mixer.matrix + c->mixer.other + max(dense, experts);
}

/* Bytes of the largest matrix that a quantized model dequantizes, as wide as the hidden width. */
static double largest_matrix(const struct plan *plan, const struct stage *stage)
{
    double width = plan->full.query;
    if (stage->has_dense) {
        width = max(width, plan->model->ffn / plan->in->tp);
    }
    if (stage->has_experts) {
        width = max(width, plan->model->expert_ffn / plan->in->etp);
    }
    return element_bytes(plan->in->compute_dtype) * plan->model->hidden * width;
}

/* Weight matrices of a stage, fused. */
enum { SHAPES_MAX = 12 };
struct shapes {
    double rows[SHAPES_MAX], columns[SHAPES_MAX];
    size_t count;
};

static void add_shape(struct shapes *shapes, bool joined, double rows, double columns)
{
    if (joined) {
        shapes->columns[shapes->count - 1] += columns;
        return;
    }
    shapes->rows[shapes->count] = rows;
    shapes->columns[shapes->count++] = columns;
}
#define ADD_SHAPE(which, where, split, inputs, outputs, bias)                                      \
    if (where) {                                                                                   \
        add_shape(&shapes, aic_is_joined(which), inputs, outputs);                                 \
    }

/* Elements of one matrix of each shape. */
static double elements_of(const struct shapes *shapes)
{
    double elements = 0;
    for (size_t i = 0; i < shapes->count; i++) {
        bool again = false;
        for (size_t j = 0; j < i; j++) {
            again = again || (shapes->rows[j] == shapes->rows[i] &&
                              shapes->columns[j] == shapes->columns[i]);
        }
        elements += again ? 0 : shapes->rows[i] * shapes->columns[i];
    }
    return elements;
}

/* TransformerEngine's bf16 buffers for weight gradients: one for each shape of a matrix. */
static double weight_gradients(const struct plan *plan, const struct stage *stage)
{
    const struct aic_model *m = plan->model;
    struct shapes shapes = { .count = 0 };
    if (plan->params.attention_layers > 0 && aic_model_is_latent(m)) {
        AIC_LATENT_MATRICES(ADD_SHAPE, m)
    } else if (plan->params.attention_layers > 0) {
        AIC_ATTENTION_MATRICES(ADD_SHAPE, m, m->kv_heads, m->head_dim, m->v_head_dim)
    }
    if (stage->has_dense) {
        AIC_FEED_FORWARD_MATRICES(ADD_SHAPE, m->hidden, m->ffn, m->gated, false)
    }
    if (stage->has_experts) {
        AIC_FEED_FORWARD_MATRICES(ADD_SHAPE, m->hidden, m->shared_experts * m->shared_expert_ffn,
                                  m->gated, false)
    }
    if (stage->last) {
        add_shape(&shapes, false, m->output_head == 0 ? 0 : plan->job->padded_vocab, m->hidden);
    }
    if (stage->modules > 0) {
        add_shape(&shapes, false, 2 * m->hidden, m->hidden);
    }
    return 2 * elements_of(&shapes) / plan->in->tp;
}

static void add_stage(struct plan *plan, const struct aic_stages *stages, double index)
{
    const struct aic_train_memory_in *in = plan->in;
    struct stage *stage = &plan->stages[plan->stage_count++];
    stage->index = index + 1;
    stage->first = index == 0;
    stage->last = index == in->pp - 1;
    set_layers(plan, stages, stage);
    set_modules(plan, stages, stage);
    set_params(plan, stage);
    stage->largest = whole_of(plan, largest_layer(&plan->counts, stage), plan->job->weight_width);
    stage->dequantized = aic_train_memory_is_quantized(in) ? largest_matrix(plan, stage) : 0;
    stage->buffers = in->workspace + (in->wgrad_buffers == 1 ? weight_gradients(plan, stage) : 0);
}

/* Without the architecture: parameters spread evenly over stages, all alike. */
static void set_even_stage(struct plan *plan)
{
    plan->stages[0] = (struct stage){
        .index = NAN,
        .layers = NAN,
        .dense = NAN,
        .experts = NAN,
        .params.matrix = plan->params.total / (plan->in->tp * plan->in->pp),
        .buffers = plan->in->workspace,
    };
    plan->stage_count = 1;
    plan->rates = (struct rates){ .mixer = NAN, .dense = NAN, .experts = NAN };
}

void aic_train_memory_set_stages(struct plan *plan)
{
    double last = plan->in->pp - 1;
    if (!plan->known) {
        set_even_stage(plan);
        return;
    }
    plan->embedding = plan->job->padded_vocab * plan->model->hidden / plan->in->tp;
    plan->head =
        whole_of(plan, plan->model->output_head == 0 ? 0 : plan->embedding, plan->job->other_width);
    plan->stage_count = 0;
    struct aic_stages stages;
    (void)aic_train_memory_split(plan->in, &stages); /* checked before */
    bool lead = dense_layers_lead(plan->model->experts, plan->model->dense_leading);
    double partial = lead ? end_of_dense(plan, &stages) : 0;
    add_stage(plan, &stages, 0);
    if (last > 1) {
        add_stage(plan, &stages, 1);
    }
    if (partial > 1 && partial < last) {
        add_stage(plan, &stages, partial);
    }
    if (partial > 0 && partial + 1 < last) {
        add_stage(plan, &stages, partial + 1);
    }
    if (last > 0) {
        add_stage(plan, &stages, last);
    }
}
