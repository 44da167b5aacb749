/* SPDX-License-Identifier: Apache-2.0 */
/* Renderers: one per format, all from the same view of an answer. */
#ifndef AICALC_CLI_RENDER_H
#define AICALC_CLI_RENDER_H

#include "cli/cli.h"

/* An answer as it is to be shown. */
struct cli_view {
    const struct aic_answer *answer;
    const size_t *results; /* indices to show, in order */
    size_t result_count;
    bool chosen; /* the user chose them: no sections */
    const struct aic_budget *budgets;
    const struct aic_verdict *verdicts;
    size_t budget_count;
    const struct aic_spread *spread;     /* the results' intervals; NULL: no input has a range */
    const struct aic_solution *solution; /* NULL: not solved */
    const struct aic_sensitivity *sensitivity; /* NULL: not asked */
    bool explain;
    enum aic_unit_style units;
    bool color;
    bool unicode; /* the terminal shows more than ASCII */
    int columns;
};

void cli_render_table(const struct cli_view *view, struct aic_sink *sink);
void cli_render_json(const struct cli_view *view, struct aic_sink *sink);
void cli_render_csv(const struct cli_view *view, struct aic_sink *sink);
void cli_render_markdown(const struct cli_view *view, struct aic_sink *sink);
void cli_render_svg(const struct cli_view *view, struct aic_sink *sink);

/* Room for a value in words. */
#define CLI_VALUE_SIZE 256

/* A value for people: "40.00 GiB", "memory", "yes". `unit` suits the row. */
void cli_write_value(const struct aic_field *field, struct aic_value value,
                     enum aic_unit_style style, char *out, size_t capacity);

/* An interval for people: "27.1 .. 33.9 d"; empty where both ends are equal or not set. */
void cli_write_interval(const struct aic_field *field, struct aic_value low, struct aic_value high,
                        enum aic_unit_style style, char *out, size_t capacity);

/* The interval of a result, and the range of an input; empty where there is none. */
void cli_write_spread(const struct cli_view *view, size_t result, char *out, size_t capacity);
void cli_write_range(const struct cli_view *view, size_t input, char *out, size_t capacity);

/* A value for machines: base units, no unit name. */
void cli_write_plain(const struct aic_field *field, struct aic_value value, char *out,
                     size_t capacity);

/* What --solve found and what --sensitivity shows, for people. */
void cli_solution_table(const struct cli_view *view, struct aic_sink *sink);
void cli_solution_markdown(const struct cli_view *view, struct aic_sink *sink);
void cli_sensitivity_table(const struct cli_view *view, struct aic_sink *sink);
void cli_sensitivity_markdown(const struct cli_view *view, struct aic_sink *sink);

/* True for the assumption if one of its results is in the answer. */
bool cli_assumption_holds(const struct aic_answer *answer, const struct aic_assumption *assumption);

/* The share that a result has in the one it is part of; false where that is not to be told. */
bool cli_share(const struct cli_view *view, size_t index, double *share);

/* A share as a bar and in percent, cli_bar_width() columns wide. */
size_t cli_bar_width(void);
void cli_write_bar(const struct cli_view *view, double share, struct aic_sink *sink);

/* True where the answer can be drawn: it has parts, or chosen numbers. */
bool cli_check_svg(const struct cli_view *view, struct aic_error *error);

/* The field of a result, and of an input. */
const struct aic_field *cli_result(const struct cli_view *view, size_t index);
const struct aic_field *cli_input(const struct cli_view *view, size_t index);

/* Writes text for Markdown (`|` and line ends escaped) or a CSV cell (quoted where needed). */
void cli_sink_markdown(struct aic_sink *sink, const char *text);
void cli_sink_csv(struct aic_sink *sink, const char *text);

#endif
