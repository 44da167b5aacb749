/* SPDX-License-Identifier: Apache-2.0 */
/* What every drawing has: a head that says what was asked, panels, a foot, and lines for limits. */
#ifndef AICALC_CLI_FORMATS_SVG_PAGE_H
#define AICALC_CLI_FORMATS_SVG_PAGE_H

#include "cli/formats/svg/axis.h"

/* Most panels of a drawing, and the room before each. */
#define SVG_PANEL_GAP  24.0
#define SVG_PANELS_MAX 12

struct svg_page {
    enum svg_place place;
    char title[1024];
    char given[1024]; /* what was asked; a page that has the figure says it itself */
    char note[2048];  /* below the panels; may be "" */
    size_t count;
    double heights[SVG_PANELS_MAX];
    const void *panels;
    void (*draw)(const void *panels, size_t i, double top, struct aic_sink *sink);
};

void svg_page_write(const struct svg_page *page, struct aic_sink *sink);

/* The head of a panel: its title in bold, and what it means (may be NULL) behind it. */
void svg_subtitle(struct aic_sink *sink, double top, const char *title, const char *help);

/* Dashed lines across a panel, such as budgets, each with its words. */
#define SVG_LIMITS_MAX 66
struct svg_limits {
    size_t count;
    struct svg_limit {
        double at;
        struct aic_span words;
        const struct aic_budget *budget; /* NULL: another limit */
    } all[SVG_LIMITS_MAX];
};

void svg_limits_add(struct svg_limits *limits, struct svg_limit limit);

/* Adds the budgets on any of these results. */
void svg_limits_add_budgets(struct svg_limits *limits, const struct aic_budget *budgets,
                            size_t budget_count, const size_t *results, size_t count);

/* Widens an extent to the limits between `least` and `most`. */
void svg_limits_widen(const struct svg_limits *limits, double least, double most, double *low,
                      double *high);

/*
 * Draws those that are on the axis. Words stand at the end of a line across, and beside the beginning
 * of one that runs down: there each needs SVG_LIMIT_ROOM above `top`.
 */
#define SVG_LIMIT_ROOM 16.0
void svg_limits_across(const struct svg_limits *limits, const struct svg_axis *axis, double left,
                       double right, struct aic_sink *sink);
void svg_limits_down(const struct svg_limits *limits, const struct svg_axis *axis, double top,
                     double bottom, struct aic_sink *sink);

#endif
