/* SPDX-License-Identifier: Apache-2.0 */
/* Logs: what has a mark of one is read line by line, whatever stands in the lines. */
#include "launches.h"

#include "launch/logs.h"

static void use(struct reader *reader, const struct source *source)
{
    if (aic_launch_log_kind(source) != NO_LOG) {
        aic_launch_read_log(reader, source);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_source(data, size, use);
    return 0;
}
