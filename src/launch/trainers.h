/* SPDX-License-Identifier: Apache-2.0 */
/* What the trainers share: GPUs, batch arithmetic, DeepSpeed's configuration. */
#ifndef AICALC_LAUNCH_TRAINERS_H
#define AICALC_LAUNCH_TRAINERS_H

#include "launch/case.h"

/* gpus and gpus_per_node of the launcher, once tp, pp and cp are known; asked for otherwise. */
void aic_launch_set_gpus(struct work *work);
/* GPUs over tp, pp and cp; NAN where GPUs are not known. */
double aic_launch_data_parallel(const struct work *work);
/* tp, pp, cp: 1 where nothing is said. */
double aic_launch_degree(const struct work *work, const char *name);
/* The setting that is there first; NULL: none. */
const struct setting *aic_launch_first(const struct work *work, const char *const *flags);

/* DeepSpeed's file. `root` may be NULL. */
struct deepspeed {
    const struct node *root;
    const char *name; /* of its source */
};
/* A value of it as a setting; false where it is not there, null or `auto`. */
bool aic_launch_deepspeed_value(const struct deepspeed *file, const char *path,
                                struct setting *setting);
/* Stage, offload and groups. False where the file says no stage. */
bool aic_launch_deepspeed_zero(struct work *work, const struct deepspeed *file);
/* The width that it names: bf16, fp16; NULL: none, or the trainer's. */
const char *aic_launch_deepspeed_dtype(const struct deepspeed *file, struct setting *from);
void aic_launch_deepspeed_types(struct work *work, const struct deepspeed *file);
void aic_launch_deepspeed_rest(struct work *work, const struct deepspeed *file);
/* The file that a setting names; where it was not given, the stage in its name is taken. */
struct deepspeed aic_launch_deepspeed_file(struct work *work, const struct setting *setting);

/* micro batches times steps times data parallel ranks. */
void aic_launch_set_batch(struct work *work, const struct setting *steps, double accumulation);

#endif
