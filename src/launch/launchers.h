/* SPDX-License-Identifier: Apache-2.0 */
/* torchrun, accelerate, deepspeed, mpirun, srun: how many GPUs a command starts. */
#ifndef AICALC_LAUNCH_LAUNCHERS_H
#define AICALC_LAUNCH_LAUNCHERS_H

#include "launch/case.h"

/* The launcher among words[0..end), where words[end] is the program. */
struct launcher aic_launch_launcher(const struct shell *shell, struct words words, size_t end);

/* The word behind an option of accelerate (`--zero-stage`; `_` and `-` are one), or its value behind `=`; NULL: it is
 * not there. */
const struct word *aic_launch_launcher_option(struct reader *reader,
                                              const struct launcher *launcher, const char *name);

#endif
