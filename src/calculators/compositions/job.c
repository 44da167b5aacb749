/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job: the inputs of a plan of its own, and what an engineer takes before asking where they are not
 * given: the batch of a step, what the storage writes, how adapters are sharded.
 */
#include "calculators/compositions/compositions.h"
#include "calculators/shared/params.h"
#include "calculators/shared/shared_inputs.h"
#include "calculators/shared/usual_batch.h"
#include "engine/rows/rows.h"

#define INPUT_ROWS  "calculators/compositions/job.inc"
#define RESULT_ROWS "calculators/compositions/job_results.inc"
#define NOTE_ROWS   "calculators/compositions/job_warnings.inc"
#define SCREEN_ROWS "engine/rows/no_rows.inc"

struct job_in {
    struct aic_origins origins; /* always first: where each value came from */
    struct aic_model model;
    AIC_SLOT struct aic_name node, gpu;
    AIC_SLOT double gpus, gpus_per_node, scale_up_gpus;
    AIC_SLOT int layout;
    AIC_SLOT double seq, tp, pp, vpp, cp, micro_batch, global_batch, lora_rank, zero;
    double node_write_bw, rank_write_bw, checkpoint_time, node_read_bw, write_bw, read_bw;
    double warm_retention, keep_hot, spot_price, electricity_price;
};

struct job_out {
    double domain;
    AIC_SLOT aic_flag sized, one_domain, adapters;
    AIC_SLOT double spot, retention, hot_count;
};

#define IN  struct job_in
#define OUT struct job_out

static const char *const layouts[] = { "search", "given", NULL };

static double usual_batch(const struct job_in *in)
{
    struct aic_params counts;
    aic_model_count(&in->model, &counts, NULL);
    return aic_usual_batch(counts.total, in->seq,
                           (struct aic_batch_shares){ .gpus = in->gpus,
                                                      .tp = in->tp,
                                                      .pp = in->pp,
                                                      .cp = in->cp,
                                                      .vpp = in->vpp,
                                                      .micro_batch = in->micro_batch });
}

#include "engine/rows/calculator.inc"

/* Warnings that change a decision. */
static const char *const first_warnings[] = { "batch-assumed", "node-assumed", NULL };

const struct aic_calculator aic_job = {
    .name = "job",
    .help = "what a plan assumes of a job",
    AIC_CALCULATOR_ROWS,
    .first_warnings = first_warnings,
};
