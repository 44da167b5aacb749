/* SPDX-License-Identifier: Apache-2.0 */
#include "query.h"

int cli_run_sweep(struct cli_query *query)
{
    return cli_usage(query->options.format, NULL, "being written");
}
