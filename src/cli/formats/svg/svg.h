/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Drawing: SVG without script, styles or fonts of its own, so that it looks the same in a
 * browser, in a Markdown page and in an editor. Lengths are in pixels of the view box.
 */
#ifndef AICALC_CLI_FORMATS_SVG_SVG_H
#define AICALC_CLI_FORMATS_SVG_SVG_H

#include <aicalc/aicalc.h>

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
#define SVG_PLAIN(size, ink, anchor)                                                               \
    (struct svg_font)                                                                              \
    {                                                                                              \
        size, ink, anchor, .bold = false, .halo = false                                            \
    }
/* Words of ticks, of names beside bars and lines, and of the names of axes. */
#define SVG_TICK_SIZE 11.5
#define SVG_NAME_SIZE 12.0
#define SVG_AXIS_SIZE 12.5

/*
 * A drawing is a file of its own, or a figure of a page, which says by itself what was asked and by
 * whom, and has a font.
 */
enum svg_place { SVG_ALONE, SVG_FIGURE };

/* Opens a drawing of SVG_WIDTH by `height` on paper; closes it. */
void svg_open(struct aic_sink *sink, double height, const char *title, enum svg_place place);
void svg_close(struct aic_sink *sink);

/* Text is escaped, whatever it holds. */
void svg_text(struct aic_sink *sink, double x, double y, struct svg_font font, const char *text);
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

/*
 * Writes text in up to `most` lines of `width`; returns the height that they take. Without a sink
 * nothing is written.
 */
double svg_lines(struct aic_sink *sink, double x, double y, double width, struct svg_font font,
                 int most, const char *text);

#endif
