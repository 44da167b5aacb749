/* SPDX-License-Identifier: Apache-2.0 */
/* network: what deserves attention in an answer. */
#include "calculators/network/network.h"

#include <math.h>

#include "calculators/shared/format_quantity.h"
#include "engine/rows/rows.h"

static void warn_layout(const struct aic_network_in *in, const struct aic_network_out *out,
                        struct aic_notes *notes)
{
    double per_node = in->gpus_per_node;
    if (in->tp > 1 && in->gpus > per_node && fmod(per_node, in->tp) != 0) {
        aic_warn(
            notes, "tp-straddles-nodes",
            "tp ('%g') does not divide gpus_per_node ('%g'): some tensor groups span nodes and "
            "are timed so",
            in->tp, per_node);
    }
    if (out->ep_per_node < in->ep) {
        aic_warn(notes, "ep-crosses-nodes",
                 "an expert group spans %g nodes: %g of its %g ranks share one", out->ep_nodes,
                 out->ep_per_node, in->ep);
    }
    if (out->cp_per_node < in->cp) {
        aic_warn(notes, "cp-crosses-nodes",
                 "a context group spans nodes: %g of its %g ranks share one", out->cp_per_node,
                 in->cp);
    }
    if (in->pp > 1) {
        aic_warn(notes, "bubble-not-included",
                 "step_time is that of a busy stage: the pipeline bubble is not in it");
    }
    if (aic_model_has_experts(&in->model) && in->etp > 1) {
        aic_warn(notes, "etp-multiplies",
                 "experts cut %g ways exchange %g copies of each token: as many times the bytes of "
                 "a dense layer",
                 in->etp, in->model.experts_per_token);
    }
}

/* The volume of a step grows with its micro-batches unless weights and gradients move once. */
static void warn_gathers(const struct aic_network_in *in, const struct aic_network_out *out,
                         struct aic_notes *notes)
{
    bool grows = out->gather_rounds > 1 || out->sync_rounds > 1 || out->regathers > 0;
    if (in->zero == 3 && out->micro_batches > 1 && grows) {
        aic_warn(notes, "regather-each-micro-batch",
                 "zero 3 moves %s for each of %g micro-batches: a larger micro_batch moves less",
                 out->gather_rounds > 1 ? "weights" : "gradients", out->micro_batches);
    }
}

static void warn_exposed(const struct aic_network_in *in, const struct aic_network_out *out,
                         struct aic_notes *notes)
{
    if (!(out->dp_exposed_time > in->exposed_tolerance * out->step_time)) {
        return;
    }
    if (out->dp_hidden_micro_batch > in->micro_batch) {
        aic_warn(notes, "dp-not-hidden",
                 "data parallelism shows %s of a step of %s: raise micro_batch to %g, shard inside "
                 "the node (shard_group) or take a faster port",
                 aic_format(out->dp_exposed_time, AIC_TIME).text,
                 aic_format(out->step_time, AIC_TIME).text, out->dp_hidden_micro_batch);
    } else {
        aic_warn(notes, "dp-not-hidden",
                 "data parallelism shows %s of a step of %s, though it fits under compute: %s",
                 aic_format(out->dp_exposed_time, AIC_TIME).text,
                 aic_format(out->step_time, AIC_TIME).text,
                 in->dp_overlap == 1 ? "the part of one layer never hides" : "dp_overlap is off");
    }
    if (out->dp_latency_time > out->dp_time / 2) {
        aic_warn(notes, "latency-bound",
                 "start-up takes %s of its %s: a faster port does not help, a smaller shard_group "
                 "or larger buckets do",
                 aic_format(out->dp_latency_time, AIC_TIME).text,
                 aic_format(out->dp_time, AIC_TIME).text);
    }
}

static void warn_port(const struct aic_network_in *in, const struct aic_network_out *out,
                      struct aic_notes *notes)
{
    double port = in->links.nic_bw;
    if (out->nic_sufficient < 0) {
        return; /* where it is known, so are the port and the peak */
    }
    bool by_rule = port >= out->rule_of_thumb_bw;
    if (by_rule != (out->nic_sufficient == 1)) {
        aic_warn(notes, "rule-of-thumb",
                 "nic_bw %s is %s by the rule of thumb (%s) and %s by what is exposed: tokens per "
                 "GPU decide, not the peak",
                 aic_format(port, AIC_RATE).text, by_rule ? "enough" : "too little",
                 aic_format(out->rule_of_thumb_bw, AIC_RATE).text,
                 by_rule ? "too little" : "enough");
    }
}

void aic_network_warn(const struct aic_network_in *in, const struct aic_network_out *out,
                      double widest_span, struct aic_notes *notes)
{
    warn_layout(in, out, notes);
    warn_gathers(in, out, notes);
    warn_exposed(in, out, notes);
    warn_port(in, out, notes);
    const aic_flag scale_up_is_pcie = in->links.scale_up_is_pcie;
#include "engine/rows/as_checks.h"
    WARNING_BEYOND_MEASURED(widest_span)
    WARNING_PCIE
}
