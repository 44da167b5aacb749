/* SPDX-License-Identifier: Apache-2.0 */
/* Showing a single answer. */
#include "cli/io/report.h"
#include "cli/query/query.h"

static int exit_code(const struct cli_query *query)
{
    for (size_t i = 0; i < query->options.budgets.count; i++) {
        if (!query->verdicts[i].pass && !query->budgets[i].warns) {
            return CLI_EXCEEDED;
        }
    }
    return CLI_OK;
}

static int write(struct cli_query *query, const struct cli_format *format, struct aic_sink *sink)
{
    const struct cli_view view = cli_query_view(query);
    format->answer(&view, sink);
    return exit_code(query);
}

int cli_query_show(struct cli_query *query)
{
    const struct cli_format *format;
    query->result_count = cli_query_select(query, query->results);
    const struct cli_view view = cli_query_view(query);
    for (size_t i = 0; (format = cli_format_written(&query->options, i)); i++) {
        if (format->accepts_answer && !format->accepts_answer(&view, &query->error)) {
            return cli_query_fail(query);
        }
    }
    return cli_write_each(query, write);
}
