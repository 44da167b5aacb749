/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layout: the time of kernels. A matrix product takes its FLOP and, in addition, the traffic of its
 * operands, so that small ones fall off; all else takes its bytes. What one share of the peak
 * stands for was calibrated on measured steps (docs/methods/layout.md).
 */
#include "calculators/layout/layout.h"

#include "calculators/shared/matrices.h"

/* Kernels that run beside the matrix products, counted in traces of fused layers. */
enum {
    MIXER_FORWARD = 8,
    MIXER_BACKWARD = 16,
    DENSE_KERNELS = 2,
    EXPERTS_FORWARD = 20,
    EXPERTS_BACKWARD = 40
};

/* Passes over the scores where attention is not fused, forward and backward. */
static const double scores_forward = 4, scores_backward = 6;

/* What all kernels of a layout meet. */
struct machine {
    double matrices, experts, head, core; /* FLOP/s that each reaches */
    double moved, streamed;               /* B/s: operands of matrices, elementwise kernels */
    double element, gradient, quantize;   /* bytes */
    double overhead;                      /* s of a kernel */
    double tokens;                        /* of a micro-batch on one GPU */
    double split;                         /* GPUs that share tokens outside attention and blocks */
};

/* Matrices of a block; elements that go in and come out are what fp8 quantizes. */
struct products {
    struct pass time;
    double in, out;
};

/* Bytes of an operand by compute_dtype; fp4 has a scale of 8 bits for each 16 numbers. */
static const double element_widths[] = { 2, 2, 1, 0.5625 };

/* Bytes that a linear mixer moves for each element of its projections, forward: convolution, scan and
 * gate. Measured on Nemotron-H and Nemotron 3 Nano; the backward pass moves twice that. */
static const double scan_bytes = 48;

/* Wide experts are large matrices; narrow ones reach half of what those do. */
static double grouped_efficiency(const struct aic_layout_in *in, const struct layout *layout)
{
    double by_width = max(0.5, 1 - 1500 * layout->etp / in->model.expert_ffn);
    return value_or(in->expert_efficiency, by_width);
}

static struct machine machine_of(const struct layout_job *job, const struct layout *layout)
{
    const struct aic_layout_in *in = job->in;
    bool narrow = in->compute_dtype >= AIC_LAYOUT_FP8;
    double wide_peak = narrow ? in->gpu_flops_16 : in->gpu_flops;
    double matrices = in->gpu_flops * in->matmul_efficiency;
    return (struct machine){
        .matrices = matrices,
        .experts = matrices * grouped_efficiency(in, layout),
        .head = wide_peak * in->matmul_efficiency,
        .core = wide_peak * in->attention_efficiency,
        .moved = in->gpu_memory_bw,
        .streamed = in->gpu_memory_bw * in->memory_efficiency,
        .element = element_widths[in->compute_dtype],
        .gradient = job->sent.grad_width,
        .quantize = narrow ? in->quantize_bytes : 0,
        .overhead = in->kernel_overhead,
        .tokens = layout->micro_batch * in->seq / layout->cp,
        .split = sequence_ranks(layout->sequence_parallel, layout->tp),
    };
}

/* `times` products of rows x inputs with `copies` matrices of inputs x outputs, at a rate. The
 * backward pass has two: of the input's gradient, and of the weights', added to in place. */
static void multiply(struct products *sum, const struct machine *m, double rate, double times,
                     double rows, double inputs, double outputs, double copies)
{
    double flop = 2 * rows * inputs * outputs / rate;
    double weights = copies * inputs * outputs;
    double forward = m->element * (rows * inputs + weights) + 2 * rows * outputs;
    double backward = m->element * (rows * outputs + weights) + 2 * rows * inputs +
                      m->element * rows * (inputs + outputs) + 2 * m->gradient * weights;
    sum->time.forward += times * (flop + forward / m->moved + m->overhead);
    sum->time.backward += times * (2 * flop + backward / m->moved + 2 * m->overhead);
    sum->in += times * rows * inputs;
    sum->out += times * rows * outputs;
}

/* Adds what is elementwise: bytes and kernels of either pass. */
static struct pass with_elements(const struct machine *m, const struct products *p,
                                 struct pass bytes, double forward_kernels, double backward_kernels)
{
    return (struct pass){
        p->time.forward + (bytes.forward + m->quantize * p->in) / m->streamed +
            forward_kernels * m->overhead,
        p->time.backward + (bytes.backward + m->quantize * p->out) / m->streamed +
            backward_kernels * m->overhead,
    };
}

/* Elements of a token that are rotated, and the matrices around the attention core. */
static double attend(struct products *p, const struct machine *m, const struct layout_job *job,
                     double t, double share)
{
    const struct aic_model *model = &job->in->model;
    double h = model->hidden, a = model->heads, d = model->head_dim, u = model->v_head_dim;
    double n = m->tokens;
    double rotated;
    if (aic_model_is_latent(model)) {
        double q = model->q_lora_rank, r = model->kv_lora_rank;
        double key = aic_latent_key_width(model);
        if (q > 0) {
            multiply(p, m, m->matrices, share, n, h, q, 1);
        }
        multiply(p, m, m->matrices, share, n, aic_query_inputs(model), a * key / t, 1);
        multiply(p, m, m->matrices, share, n, h, r + model->qk_rope_head_dim, 1);
        multiply(p, m, m->matrices, share, n, r, a * (model->qk_nope_head_dim + u) / t, 1);
        rotated = 4 * a * (key + u) / t;
    } else {
        double keys = max(1, model->kv_heads / t);
        multiply(p, m, m->matrices, share, n, h, a * d / t + keys * (d + u), 1);
        rotated = 4 * d * (a / t + keys);
    }
    multiply(p, m, m->matrices, share, n, a * u / t, h, 1);
    return (job->in->qk_norm == 1 ? 2 : 1) * rotated * share;
}

static struct pass mixer_of(const struct layout_job *job, const struct machine *m, double t)
{
    const struct aic_layout_in *in = job->in;
    const struct aic_params *params = &job->params;
    double h = in->model.hidden, layers = in->model.layers, norms = in->model.norms_per_layer;
    bool eager = in->kernels == AIC_KERNELS_EAGER;
    struct products p = { { 0, 0 }, 0, 0 };
    double rotated = 0, scanned = 0;
    if (params->attention_layers > 0) {
        rotated = attend(&p, m, job, t, params->attention_layers / layers);
    }
    if (params->linear_layers > 0) {
        double share = params->linear_layers / layers, width = in->model.linear_params / (h * t);
        multiply(&p, m, m->matrices, share, m->tokens, h, width, 1);
        scanned = scan_bytes * width * share;
    }
    double residuals = min(2, norms);
    double masks = in->dropout == 1 ? residuals * h : 0;
    double forward = 2 * h * (norms * (eager ? 18 : 2) + 3 * residuals) + masks;
    double backward = 2 * h * (norms * (eager ? 30 : 3) + 3 * residuals) + masks;
    struct pass bytes = { m->tokens * forward / m->split + m->tokens * (rotated + scanned),
                          m->tokens * backward / m->split + m->tokens * (rotated + 2 * scanned) };
    return with_elements(m, &p, bytes, MIXER_FORWARD, MIXER_BACKWARD);
}

/* Scores and weighted values; without flash attention the scores go through memory. */
static struct pass core_of(const struct layout_job *job, const struct machine *m, double t)
{
    const struct aic_layout_in *in = job->in;
    double layers = in->model.layers, share = job->params.attention_layers / layers;
    double flop = job->sent.core_flops * m->tokens / (layers * t) / m->core;
    double scores = in->flash_attention == 1 || !(share > 0)
                        ? 0
                        : 2 * in->model.heads * in->seq / t * m->tokens / m->streamed * share;
    return (struct pass){ flop + scores_forward * scores, 2 * flop + scores_backward * scores };
}

/* Bytes of an activation function and of its gradient: with a gate there are two inputs. */
static struct pass activation_bytes(double matrices, double inner, double routed)
{
    return (struct pass){ matrices * inner + routed, (2 * matrices - 1) * inner + routed };
}

static struct pass dense_of(const struct layout_job *job, const struct machine *m, double t)
{
    const struct aic_model *model = &job->in->model;
    double matrices = model->gated == 1 ? 3 : 2;
    double width = model->ffn / t;
    struct products p = { { 0, 0 }, 0, 0 };
    multiply(&p, m, m->matrices, 1, m->tokens, model->hidden, (matrices - 1) * width, 1);
    multiply(&p, m, m->matrices, 1, m->tokens, width, model->hidden, 1);
    double inner = 2 * m->tokens * width * (job->in->kernels == AIC_KERNELS_EAGER ? 1.6 : 1);
    return with_elements(m, &p, activation_bytes(matrices, inner, 0), DENSE_KERNELS, DENSE_KERNELS);
}

/* Tokens are ordered by expert before, and returned to their places after. */
static struct pass experts_of(const struct layout_job *job, const struct machine *m,
                              const struct layout *layout)
{
    const struct aic_model *model = &job->in->model;
    double h = model->hidden, matrices = model->gated == 1 ? 3 : 2;
    double width = model->expert_ffn / layout->etp;
    double rows =
        m->tokens * model->experts_per_token * layout->etp / layout->tp * job->in->expert_imbalance;
    double held = model->experts / layout->ep;
    struct products p = { { 0, 0 }, 0, 0 };
    multiply(&p, m, m->experts, 1, rows, h, (matrices - 1) * width, held);
    multiply(&p, m, m->experts, 1, rows, width, h, held);
    double inner = 2 * rows * width;
    if (model->shared_experts > 0) {
        double shared = model->shared_experts * model->shared_expert_ffn / layout->tp;
        multiply(&p, m, m->matrices, 1, m->tokens, h, (matrices - 1) * shared, 1);
        multiply(&p, m, m->matrices, 1, m->tokens, shared, h, 1);
        inner += 2 * m->tokens * shared;
    }
    double routed = 4 * h * (rows + m->tokens / m->split);
    return with_elements(m, &p, activation_bytes(matrices, inner, routed), EXPERTS_FORWARD,
                         EXPERTS_BACKWARD);
}

/* Three products in 16 bits, the gradient of the weights added to in place, and the loss. */
static struct pass head_of(const struct layout_job *job, const struct machine *m, double t)
{
    double h = job->in->model.hidden, rows = job->in->model.vocab / t, n = m->tokens;
    double one =
        2 * n * h * rows / m->head + (2 * n * (h + rows) + 2 * h * rows) / m->moved + m->overhead;
    double added = 2 * (m->gradient - 1) * h * rows / m->moved;
    return (struct pass){ one, 2 * one + added + 16 * n * rows / m->streamed };
}

/* Of models without experts the same kernels take longer in PyTorch than in Megatron. */
static void slow_down(struct passes *passes, double factor)
{
    struct pass *const of_all[] = { &passes->mixer, &passes->core, &passes->dense, &passes->head };
    for (size_t i = 0; i < LENGTH_OF(of_all); i++) {
        of_all[i]->forward *= factor;
        of_all[i]->backward *= factor;
    }
}

struct passes aic_layout_passes(const struct layout_job *job, const struct layout *layout)
{
    const struct machine m = machine_of(job, layout);
    const struct pass none_of_it = { 0, 0 };
    double t = layout->tp;
    struct passes passes = {
        .mixer = mixer_of(job, &m, t),
        .core = core_of(job, &m, t),
        .dense = job->params.dense_layers > 0 ? dense_of(job, &m, t) : none_of_it,
        .experts = job->params.moe_layers > 0 ? experts_of(job, &m, layout) : none_of_it,
        .head = head_of(job, &m, t),
    };
    if (job->in->stack == AIC_STACK_PYTORCH && !aic_model_has_experts(&job->in->model)) {
        slow_down(&passes, job->in->stack_factor);
    }
    return passes;
}
