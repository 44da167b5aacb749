/* SPDX-License-Identifier: Apache-2.0 */
/* kvcache: the layers of each kind in a pipeline stage. */
#include "calculators/kvcache/kvcache.h"

#include <math.h>

struct aic_kvcache_stage aic_kvcache_all_layers(const struct aic_kvcache_in *in,
                                                const struct aic_kvcache_out *out)
{
    const struct aic_model *m = &in->model;
    return (struct aic_kvcache_stage){
        .index = 1,
        .layers = m->layers,
        .full = out->full_layers,
        .sliding = m->sliding_layers,
        .chunked = m->chunked_layers,
        .linear = m->linear_layers,
        .ffn = m->ffn_layers,
        .dense = m->ffn_layers - out->moe_layers,
        .moe = out->moe_layers,
    };
}

/* part * whole / of, rounded down; 0 of nothing. */
static double share(double part, double whole, double of)
{
    return of > 0 ? floor(part * whole / of) : 0;
}

/* Layers of each kind among the first `z`: kinds are spread evenly, dense blocks may lead. */
static struct aic_kvcache_stage first_layers(const struct aic_kvcache_in *in,
                                             const struct aic_kvcache_stage *all, double z)
{
    struct aic_kvcache_stage first = { .layers = z };
    first.full = share(z, all->full, all->layers);
    double rest = z - first.full;
    double others = all->layers - all->full;
    first.sliding = share(rest, all->sliding, others);
    first.chunked = share(rest, all->chunked, others);
    first.linear = share(rest, all->linear, others);
    first.ffn = share(z, all->ffn, all->layers);
    first.dense = in->model.dense_leading && all->moe > 0 ? fmin(first.ffn, all->dense)
                                                          : share(first.ffn, all->dense, all->ffn);
    first.moe = first.ffn - first.dense;
    return first;
}

/* Layers up to the end of stage `index`. Stages before the last take the remainder, the later
 * ones first (vLLM's rule): the last one has the output matrix. */
static double stage_end(const struct aic_kvcache_in *in, double index)
{
    double each = floor(in->model.layers / in->pp);
    double rest = in->model.layers - each * in->pp;
    return index * each + fmin(rest, fmax(0, index - (in->pp - rest) + 1));
}

struct aic_kvcache_stage aic_kvcache_stage_of(const struct aic_kvcache_in *in,
                                              const struct aic_kvcache_out *out, double index)
{
    struct aic_kvcache_stage all = aic_kvcache_all_layers(in, out);
    if (in->pp == 1) {
        return all;
    }
    struct aic_kvcache_stage before = first_layers(in, &all, stage_end(in, index - 1));
    struct aic_kvcache_stage upto = first_layers(in, &all, stage_end(in, index));
    return (struct aic_kvcache_stage){
        .index = index,
        .layers = upto.layers - before.layers,
        .full = upto.full - before.full,
        .sliding = upto.sliding - before.sliding,
        .chunked = upto.chunked - before.chunked,
        .linear = upto.linear - before.linear,
        .ffn = upto.ffn - before.ffn,
        .dense = upto.dense - before.dense,
        .moe = upto.moe - before.moe,
    };
}
