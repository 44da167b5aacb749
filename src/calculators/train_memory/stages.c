/* SPDX-License-Identifier: Apache-2.0 */
/* Pipeline stages: which can need most, what layers they have, and what those hold. */
#include "calculators/train_memory/train_memory.h"

#include <math.h>

/* Where the layers of a model with leading dense layers lie; stages are counted from 0. */
struct run {
    double layers;  /* of one chunk; of a stage between the ends where they are uneven */
    double full;    /* dense layers in the chunks that each stage has full of them */
    double partial; /* stages before this one have a full chunk more, this one `rest` more */
    double rest;
};

/* Layers of the first, the last, and each stage between them. */
struct lengths {
    double first, middle, last;
    bool uneven;
};

static struct lengths lengths_of(const struct tm_plan *plan)
{
    const struct aic_train_memory_in *in = plan->in;
    double layers = plan->model->layers;
    bool first = aic_is_set(in->first_stage_layers), last = aic_is_set(in->last_stage_layers);
    if (!first && !last) {
        double each = layers / in->pp;
        return (struct lengths){ each, each, each, false };
    }
    double rest = layers - aic_or(in->first_stage_layers, 0) - aic_or(in->last_stage_layers, 0);
    double others = in->pp - (first ? 1 : 0) - (last ? 1 : 0);
    double each = others > 0 ? rest / others : 0;
    return (struct lengths){ aic_or(in->first_stage_layers, each), each,
                             aic_or(in->last_stage_layers, each), true };
}

/*
 * Chunks of layers go round the stages, vpp times; the dense ones fill the first of them. So each
 * stage has as many full chunks as there are full rounds, those before `partial` one more,
 * and that one what is left. Uneven pipelines have one round, whose ends are apart.
 */
static struct run run_of(const struct tm_plan *plan, const struct lengths *lengths)
{
    const struct aic_train_memory_in *in = plan->in;
    double dense = plan->params.dense_layers;
    double before = lengths->uneven ? lengths->first : 0;
    double chunk = lengths->middle / in->vpp;
    double left = dense > before ? dense - before : 0;
    double chunks = chunk > 0 ? floor(left / chunk) : 0;
    double rounds = lengths->uneven ? 0 : floor(chunks / in->pp);
    double apart = lengths->uneven ? 1 : 0; /* the first stage */
    return (struct run){ chunk, rounds * chunk, apart + chunks - rounds * in->pp,
                         left - chunks * chunk };
}

static double leading_dense(const struct tm_plan *plan, const struct lengths *lengths,
                            const struct run *run, double stage)
{
    double dense = plan->params.dense_layers;
    if (lengths->uneven && stage == 0) {
        return fmin(dense, lengths->first);
    }
    if (lengths->uneven && stage == plan->in->pp - 1) {
        return fmax(0, dense - (plan->model->layers - lengths->last));
    }
    return run->full + (stage < run->partial ? run->layers : stage == run->partial ? run->rest : 0);
}

static void set_layers(const struct tm_plan *plan, const struct lengths *lengths,
                       const struct run *run, double index, struct tm_stage *stage)
{
    const struct aic_params *p = &plan->params;
    double layers = plan->model->layers;
    stage->index = index + 1;
    stage->first = index == 0;
    stage->last = index == plan->in->pp - 1;
    stage->layers = stage->first ? lengths->first : stage->last ? lengths->last : lengths->middle;
    if (!aic_tm_leads_dense(plan)) {
        stage->dense = stage->layers * p->dense_layers / layers;
        stage->experts = stage->layers * p->moe_layers / layers;
        return;
    }
    double others = layers - p->dense_layers;
    stage->dense = leading_dense(plan, lengths, run, index);
    stage->experts = others > 0 ? (stage->layers - stage->dense) * p->moe_layers / others : 0;
}

static void set_params(const struct tm_plan *plan, struct tm_stage *stage)
{
    const struct tm_counts *c = &plan->counts;
    double l = stage->layers, dense = stage->dense, experts = stage->experts;
    bool shares_head = plan->in->pp == 1 && plan->model->tied_embeddings == 1;
    stage->params.matrix =
        l * c->mixer.matrix + dense * c->dense.matrix + experts * c->shared.matrix;
    stage->params.other = l * c->mixer.other + dense * c->dense.other + experts * c->shared.other;
    stage->routed = (struct tm_params){ experts * c->routed.matrix, experts * c->routed.other };
    if (stage->first) {
        stage->params.other += c->head + c->positions;
    }
    if (stage->last) {
        stage->params.other += c->last_norm + (shares_head ? 0 : c->head);
    }
    stage->adapters = l * c->adapters.attention.params + dense * c->adapters.dense.params +
                      experts * c->adapters.shared.params;
}

/* U: what ZeRO gathers, and reduces gradients of, at a time. */
static double largest_layer(const struct tm_counts *c, const struct tm_stage *stage)
{
    double dense = stage->dense > 0 ? c->dense.matrix + c->dense.other : 0;
    double experts = stage->experts > 0
                         ? c->shared.matrix + c->shared.other + c->routed.matrix + c->routed.other
                         : 0;
    return c->mixer.matrix + c->mixer.other + fmax(dense, experts);
}

/* Bytes of the largest matrix that a quantized model dequantizes, as wide as the hidden width. */
static double largest_matrix(const struct tm_plan *plan, const struct tm_stage *stage)
{
    double width = plan->full.query;
    if (stage->dense > 0) {
        width = fmax(width, plan->model->ffn / plan->in->tp);
    }
    if (stage->experts > 0) {
        width = fmax(width, plan->model->expert_ffn / plan->in->etp);
    }
    return plan->widths.activation * plan->model->hidden * width;
}

/* Distinct shapes of weight matrices. */
enum { SHAPES_MAX = 12 };
struct shapes {
    double rows[SHAPES_MAX], columns[SHAPES_MAX];
    size_t count;
    double elements;
};

static void add_shape(struct shapes *shapes, double rows, double columns)
{
    for (size_t i = 0; i < shapes->count; i++) {
        if (shapes->rows[i] == rows && shapes->columns[i] == columns) {
            return;
        }
    }
    shapes->rows[shapes->count] = rows;
    shapes->columns[shapes->count] = columns;
    shapes->count++;
    shapes->elements += rows * columns;
}

static void add_attention_shapes(const struct aic_model *m, struct shapes *shapes)
{
    double h = m->hidden;
    if (aic_model_is_latent(m)) {
        double queries = m->heads * (m->qk_nope_head_dim + m->qk_rope_head_dim);
        if (m->q_lora_rank > 0) {
            add_shape(shapes, h, m->q_lora_rank);
            add_shape(shapes, m->q_lora_rank, queries);
        } else {
            add_shape(shapes, h, queries);
        }
        add_shape(shapes, h, m->kv_lora_rank + m->qk_rope_head_dim);
        add_shape(shapes, m->kv_lora_rank, m->heads * (m->qk_nope_head_dim + m->v_head_dim));
    } else {
        add_shape(shapes, h, m->heads * m->head_dim + m->kv_heads * (m->head_dim + m->v_head_dim));
    }
    add_shape(shapes, m->heads * m->v_head_dim, h);
}

static void add_feed_forward_shapes(const struct aic_model *m, double width, struct shapes *shapes)
{
    add_shape(shapes, m->hidden, m->gated ? 2 * width : width);
    add_shape(shapes, width, m->hidden);
}

/* TransformerEngine's bf16 buffers for weight gradients: one for each shape of a matrix. */
static double gradient_buffers(const struct tm_plan *plan, const struct tm_stage *stage)
{
    const struct aic_model *m = plan->model;
    struct shapes shapes = { .count = 0, .elements = 0 };
    if (plan->params.attention_layers > 0) {
        add_attention_shapes(m, &shapes);
    }
    if (stage->dense > 0) {
        add_feed_forward_shapes(m, m->ffn, &shapes);
    }
    if (stage->experts > 0 && m->shared_experts > 0) {
        add_feed_forward_shapes(m, m->shared_experts * m->shared_expert_ffn, &shapes);
    }
    if (stage->last) {
        add_shape(&shapes, plan->counts.vocab, m->hidden);
    }
    return 2 * shapes.elements / plan->in->tp;
}

static void add_stage(struct tm_plan *plan, const struct lengths *lengths, const struct run *run,
                      double index)
{
    struct tm_stage *stage = &plan->stages[plan->stage_count++];
    set_layers(plan, lengths, run, index, stage);
    set_params(plan, stage);
    stage->gathered = largest_layer(&plan->counts, stage);
    stage->dequantized = plan->widths.quantized ? largest_matrix(plan, stage) : 0;
    stage->buffers =
        plan->in->workspace + (plan->in->wgrad_buffers == 1 ? gradient_buffers(plan, stage) : 0);
}

/* Without the architecture: parameters spread evenly over stages, all alike. */
static void set_even_stage(struct tm_plan *plan)
{
    double each = plan->params.total / (plan->in->tp * plan->in->pp);
    plan->stages[0] = (struct tm_stage){
        .index = 1, .first = true, .params = { each, 0 }, .buffers = plan->in->workspace
    };
    plan->stage_count = 1;
}

void aic_tm_stages(struct tm_plan *plan)
{
    if (!plan->known) {
        set_even_stage(plan);
        return;
    }
    double last = plan->in->pp - 1;
    struct lengths lengths = lengths_of(plan);
    struct run run = { 0, 0, 0, 0 };
    plan->stage_count = 0;
    if (aic_tm_leads_dense(plan)) {
        run = run_of(plan, &lengths);
    }
    add_stage(plan, &lengths, &run, 0);
    if (last > 1) {
        add_stage(plan, &lengths, &run, 1);
    }
    if (run.partial > 1 && run.partial < last) {
        add_stage(plan, &lengths, &run, run.partial);
    }
    if (run.partial > 0 && run.partial + 1 < last) {
        add_stage(plan, &lengths, &run, run.partial + 1);
    }
    if (last > 0) {
        add_stage(plan, &lengths, &run, last);
    }
}
