/* SPDX-License-Identifier: Apache-2.0 */
/* Random services for the tests of serve. */
#ifndef AICALC_TEST_DRAW_SERVICE_H
#define AICALC_TEST_DRAW_SERVICE_H

#include <math.h>

#include <aicalc/serve.h>

#include "draw.h"

/* A number between the two, whose logarithm is spread evenly. */
static double between(double low, double high)
{
    return low * pow(high / low, draw(1u << 20) / (double)(1u << 20));
}

static void draw_model(struct aic_model *model)
{
    model->kv_heads = power_of_two(3);
    model->heads = model->kv_heads * power_of_two(3);
    model->head_dim = draw(2) ? 64 : 128;
    model->hidden = 1024 * (1 + draw(8));
    model->layers = 8 * (1 + draw(10));
    model->ffn = 1024 * (1 + draw(28));
    model->vocab = 1000 * (1 + draw(200));
    if (draw(3) == 0) {
        model->experts = 8 * power_of_two(4);
        model->experts_per_token = 1 + draw(8);
        model->expert_ffn = 256 * (1 + draw(8));
        model->dense_layers = draw(4);
    }
    if (draw(4) == 0) {
        model->sliding_layers = model->layers / 2;
        model->sliding_window = 1024;
    }
}

static void draw_gpu(struct aic_serve_in *in)
{
    in->gpu_memory = between(40e9, 200e9);
    in->gpu_memory_bw = between(1e12, 8e12);
    in->gpu_flops = between(3e14, 4e15);
    in->nvlink_bw = draw(8) ? between(5e10, 9e11) : (double)NAN;
    in->scale_up_is_pcie = draw(8) == 0;
    in->gpu_price = between(1, 10);
}

static bool answer(const struct aic_serve_in *service, struct aic_serve_out *out)
{
    static struct aic_notes notes; /* large */
    struct aic_serve_in in = *service;
    aic_notes_init(&notes);
    notes.quiet = true;
    return aic_evaluate(&aic_serve, &in, out, &notes);
}

#endif
