/* SPDX-License-Identifier: Apache-2.0 */
/* Showing a single answer. */
#include "cli/io/report.h"
#include "cli/query/query.h"
#include "cli/views/answer/answer.h"

static int exit_code(const struct cli_query *query)
{
    for (size_t i = 0; i < query->options.budgets.count; i++) {
        if (!query->verdicts[i].pass && !query->budgets[i].warns) {
            return CLI_EXCEEDED;
        }
    }
    return CLI_OK;
}

/* The results of --fields that have no value: they are told, whatever the format. */
static void find_missing(struct cli_query *query)
{
    for (size_t i = 0; query->options.fields && i < query->result_count; i++) {
        if (!aic_answer_result(&query->answer, query->results[i]).set) {
            query->missing[query->missing_count++] = query->results[i];
        }
    }
}

/* On standard error, where standard output is for a machine. */
static void tell_missing(const struct cli_query *query)
{
    bool is_shown = query->for_people && !query->options.quiet;
    for (size_t i = 0; i < query->missing_count && !is_shown; i++) {
        struct aic_error note = { .code = AIC_ERR_MISSING };
        struct aic_text text;
        aic_text_init(&text, note.message, sizeof note.message);
        aic_text_format(&text, "--fields: no value for '%s': ",
                        aic_table_at(&query->calculator->results, query->missing[i], NULL)->name);
        aic_explain_missing(&query->answer, query->missing[i], &text);
        cli_report(&note, NULL);
    }
}

static int write(struct cli_query *query, const struct cli_format *format, struct aic_sink *sink)
{
    const struct cli_view view = cli_query_view(query);
    if (query->options.quiet && !query->to_file) {
        cli_answer_bare(&view, sink);
    } else {
        format->answer(&view, sink);
    }
    return exit_code(query);
}

int cli_query_show(struct cli_query *query)
{
    const struct cli_format *format;
    find_missing(query);
    query->result_count = cli_query_select(query, query->results);
    if (!cli_query_find_for_people(query)) {
        return cli_query_fail(query);
    }
    tell_missing(query);
    const struct cli_view view = cli_query_view(query);
    for (size_t i = 0; (format = cli_format_written(&query->options, i)); i++) {
        if (format->accepts_answer && !format->accepts_answer(&view, &query->error)) {
            return cli_query_fail(query);
        }
    }
    return cli_write_each(query, write);
}
