/* SPDX-License-Identifier: Apache-2.0 */
/* FLOP that one token costs: its attention core, and the matrices that it passes. */
#include "calculators/shared/flops.h"

#include "engine/rows/rows.h"

#define MODEL_MEMBER(name) name
#define CORE_MODEL         in

void aic_core_count(const struct aic_model *in, const struct aic_params *counts, double seq,
                    bool causal, struct aic_core *out)
{
    (void)counts;
/* clang-format off */
#include "engine/rows/as_values.h"
#include "calculators/shared/model_inputs.inc"
#include "engine/rows/as_results.h"
#include "calculators/shared/attention_core.inc"
#include "engine/rows/none.h"
    /* clang-format on */
    /* NaN: no such layer, or no heads */
    out->total = value_or(full_core, 0) + value_or(chunked_core, 0) + value_or(sliding_core, 0) +
                 value_or(index_core, 0);
}

double aic_mtp_layer_params(const struct aic_model *m, const struct aic_params *p)
{
    double layer = p->attention_layer;
    if (p->moe_layers > 0) {
        double expert = p->routed_layer / m->experts;
        layer += m->experts_per_token * expert + p->router_layer + p->shared_layer;
    } else {
        layer += p->dense_layer;
    }
    /* and the matrix that joins the hidden state and the next token's embedding */
    return layer + 2 * m->hidden * m->hidden;
}

struct aic_flops aic_flops_of(const struct aic_model *m, const struct aic_params *p, double core)
{
    double head = aic_or(m->vocab * m->hidden, 0);
    return aic_is_set(p->matmul) ? (struct aic_flops){ p->matmul - head, head, core }
                                 : (struct aic_flops){ p->active, 0, core };
}
