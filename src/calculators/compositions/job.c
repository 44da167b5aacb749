/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job: the inputs of a plan of its own. Whether the layout is searched, and the batch of a step
 * where none is given: what runs of that size took.
 */
#include "calculators/compositions/compositions.h"
#include "calculators/shared/params.h"
#include "calculators/shared/shared_inputs.h"
#include "engine/rows/rows.h"

#define INPUT_ROWS  "calculators/compositions/job.inc"
#define RESULT_ROWS "calculators/compositions/job_results.inc"
#define NOTE_ROWS   "calculators/compositions/job_warnings.inc"
#define SCREEN_ROWS "engine/rows/no_rows.inc"

struct job_in {
    struct aic_origins origins; /* always first: where each value came from */
    struct aic_model model;
    AIC_SLOT struct aic_name node, gpu;
    AIC_SLOT double gpus;
    AIC_SLOT int layout;
    AIC_SLOT double seq, global_batch;
};

struct job_out {
    double tokens_per_step;
};

#define IN  struct job_in
#define OUT struct job_out

static const char *const layouts[] = { "search", "given", NULL };

/* Llama 3 405B, DeepSeek-V3 and other large models took 8 to 60 Mi tokens, smaller ones 1 to 8. */
static const double large_model = 200e9, usual_tokens = 4194304, large_tokens = 16777216;

/* Whole sequences of a step; at least one. */
static double usual_batch(const struct job_in *in)
{
    struct aic_params counts;
    aic_model_count(&in->model, &counts, NULL);
    return fmax(1, floor((counts.total > large_model ? large_tokens : usual_tokens) / in->seq));
}

/* What both have as a factor: dp divides the sequences of a step and the GPUs. */
static double common_factor(double a, double b)
{
    while (b > 0) {
        double rest = fmod(a, b);
        a = b;
        b = rest;
    }
    return a;
}

/* A batch of about that size that comes out even over many of the GPUs. */
static double even_batch(double gpus, double batch)
{
    double share = fmax(1, fmin(gpus, floor(batch / 4)));
    while (fmod(gpus, share) != 0) {
        share--;
    }
    return fmax(1, round(batch / share)) * share;
}

#include "engine/rows/calculator.inc"

/* Warnings that change a decision. */
static const char *const first_warnings[] = { "batch-divides-badly", "batch-assumed", NULL };

const struct aic_calculator aic_job = {
    .name = "job",
    .help = "what a plan assumes of a job",
    AIC_CALCULATOR_ROWS,
    .first_warnings = first_warnings,
};
