/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Drawing: SVG without script, styles or fonts of its own, so that it looks the same in a
 * browser, in a Markdown page and in an editor. Lengths are in pixels of the view box.
 */
#ifndef AICALC_CLI_SVG_H
#define AICALC_CLI_SVG_H

#include "cli/views/answer/view.h"

#define SVG_WIDTH  860.0
#define SVG_MARGIN 24.0

/* Inks. The series' colours can be told apart with colour blindness (Okabe and Ito, 2008). */
#define SVG_INK    "#1f2933"
#define SVG_MUTED  "#5f6b7a"
#define SVG_GRID   "#e3e7ec"
#define SVG_FRAME  "#9aa5b1"
#define SVG_PAPER  "#ffffff"
#define SVG_BUDGET "#b42318"
/* Words on a shade, which stays as it is on a dark page too. */
#define SVG_ON_PALE "black"
#define SVG_ON_DARK "white"
#define SVG_COLORS  8
const char *svg_color(size_t series);

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

struct svg_font {
    double size;
    const char *ink;
    enum svg_anchor anchor;
    bool bold;
    bool halo; /* a rim of paper, for words across lines */
};

/*
 * A drawing is a file of its own, or a figure of a page, which says by itself what was asked and by
 * whom, and has a font.
 */
enum svg_place { SVG_ALONE, SVG_FIGURE };

/* Opens a drawing of SVG_WIDTH by `height` on paper; closes it. */
void svg_open(struct aic_sink *sink, double height, const char *title, enum svg_place place);
void svg_close(struct aic_sink *sink);

/* Text is escaped, whatever it holds. */
void svg_text(struct aic_sink *sink, double x, double y, const struct svg_font *font,
              const char *text);
void svg_line(struct aic_sink *sink, double x1, double y1, double x2, double y2, const char *ink,
              double width, const char *dashes);
/* Rectangles and dots show `hint` (may be NULL) under the pointer. */
void svg_rect(struct aic_sink *sink, double x, double y, double width, double height,
              const char *ink, const char *hint);
/* A triangle in the upper right corner of a rectangle that ends there. */
void svg_corner(struct aic_sink *sink, double right, double top, double size, const char *ink);
void svg_dot(struct aic_sink *sink, double x, double y, double radius, const char *ink,
             const char *hint);
/* A small x, for what is impossible. */
void svg_cross(struct aic_sink *sink, double x, double y, const char *ink);

/* A line through points; `move` starts it anew. */
void svg_path_open(struct aic_sink *sink);
void svg_path_point(struct aic_sink *sink, double x, double y, bool move);
void svg_path_close(struct aic_sink *sink, const char *ink, double width);

/* About the width of a text: no font is at hand to ask. Bold is wider by SVG_BOLD. */
#define SVG_BOLD 1.08
double svg_text_width(const char *text, double size);

/* The text cut to a width, with dots where something is missing. */
void svg_cut(const char *text, double size, double width, char *out, size_t capacity);

/* Writes text in up to `most` lines of `width`; returns the height that they take. */
double svg_lines(struct aic_sink *sink, double x, double y, double width,
                 const struct svg_font *font, int most, const char *text);
/* The same height without writing. */
double svg_lines_height(double width, const struct svg_font *font, int most, const char *text);

/*
 * The head of a drawing: its title, and below it what is given. Returns where the next
 * line may stand; without a sink nothing is written.
 */
double svg_head(struct aic_sink *sink, const char *title, const char *given);

/* The head of a panel: its title in bold, and what it means (may be NULL) behind it. */
void svg_subtitle(struct aic_sink *sink, double top, const char *title, const char *help);

/*
 * "model llama-3.1-8b, context 8Ki; assumed: kv_dtype bf16": the inputs that the user gave,
 * but those skipped, and the defaults that results rest on.
 */
void svg_given(const struct cli_view *view, const size_t *skipped, size_t skipped_count, char *out,
               size_t capacity);

/*
 * The same for the case of a sweep under way, of which the `shown` results are drawn, without what is
 * swept. False without memory: then the query's error says so.
 */
struct cli_sweep;
bool svg_given_case(const struct cli_sweep *sweep, const size_t *shown, size_t count, char *out,
                    size_t capacity);

/* A line at the bottom of the drawing, and the program's name beside it. */
#define SVG_FOOT 30.0
void svg_foot(struct aic_sink *sink, double height, enum svg_place place);

/*
 * A dashed line at a budget, its words at its end if it runs across, beside its beginning if
 * it runs down: there it needs SVG_BUDGET_ROOM above the bars.
 */
#define SVG_BUDGET_ROOM 16.0
void svg_budget_across(struct aic_sink *sink, const struct aic_budget *budget, double left,
                       double right, double y);
void svg_budget_down(struct aic_sink *sink, const struct aic_budget *budget, double x, double top,
                     double bottom);

/* The same for another limit, in these words. */
void svg_limit_down(struct aic_sink *sink, const char *words, double x, double top, double bottom);

#endif
