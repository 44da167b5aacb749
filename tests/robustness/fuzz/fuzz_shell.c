/* SPDX-License-Identifier: Apache-2.0 */
/* Shell text: whatever it holds, it is read to its end or refused, in bounded time. */
#include "launches.h"

static void use(struct reader *reader, const struct source *source)
{
    struct shell shell = aic_launch_shell(reader, source);
    aic_launch_slurm(&shell, source);
    aic_launch_run_shell(&shell, source);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_source(data, size, use);
    return 0;
}
