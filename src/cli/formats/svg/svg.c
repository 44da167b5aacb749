/* SPDX-License-Identifier: Apache-2.0 */
/* SVG elements: numbers, escaped text, and widths guessed without a font. */
#include "cli/formats/svg/svg.h"

#include <math.h>
#include <string.h>

#include "cli/formats/xml.h"
#include "core/utf8.h"

#define LINE_HEIGHT 1.35

const char *svg_color(size_t series)
{
    static const char *const colors[SVG_COLORS] = { "#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                    "#e69f00", "#56b4e9", "#6a3d9a", "#4d4d4d" };
    return colors[series % SVG_COLORS];
}

void svg_open(struct aic_sink *sink, double height, const char *title, enum svg_place place)
{
    /* A page knows what it is; no address of any kind stands in one. */
    bool alone = place == SVG_ALONE;
    height = ceil(height);
    aic_sink_text(sink, alone ? "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\""
                              : "<svg role=\"img\"");
    cli_xml_put(sink, " width=\"%.1f\" height=\"%.1f\" viewBox=\"0 0 %.1f %.1f\"", SVG_WIDTH,
                height, SVG_WIDTH, height);
    aic_sink_text(sink, alone ? " font-family=\"system-ui, 'Segoe UI', Roboto, 'Liberation Sans', "
                                "Arial, sans-serif\""
                              : "");
    cli_xml_put(sink, ">\n<title>%s</title>\n", title);
    svg_rect(sink, 0, 0, SVG_WIDTH, height, SVG_PAPER, NULL);
}

void svg_close(struct aic_sink *sink)
{
    aic_sink_text(sink, "</svg>\n");
}

void svg_text(struct aic_sink *sink, double x, double y, struct svg_font font, const char *text)
{
    static const char *const anchors[] = { "", " text-anchor=\"middle\"", " text-anchor=\"end\"" };
    cli_xml_put(sink, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"%s\"", x, y, font.size,
                font.ink);
    aic_sink_text(sink, anchors[font.anchor]);
    aic_sink_text(sink, font.bold ? " font-weight=\"600\"" : "");
    aic_sink_text(sink, font.halo ? " paint-order=\"stroke\" stroke=\"" SVG_PAPER
                                    "\" stroke-width=\"4\" stroke-linejoin=\"round\""
                                  : "");
    cli_xml_put(sink, ">%s</text>\n", text);
}

void svg_line(struct aic_sink *sink, double x1, double y1, double x2, double y2, const char *ink,
              double width, const char *dashes)
{
    cli_xml_put(sink,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
                "stroke-width=\"%.1f\"",
                x1, y1, x2, y2, ink, width);
    if (dashes) {
        cli_xml_put(sink, " stroke-dasharray=\"%s\"", dashes);
    }
    aic_sink_text(sink, "/>\n");
}

/* Ends an element, with what it shows under the pointer. */
static void put_end(struct aic_sink *sink, const char *name, const char *hint)
{
    if (hint) {
        cli_xml_put(sink, "><title>%s</title></%s>\n", hint, name);
    } else {
        aic_sink_text(sink, "/>\n");
    }
}

void svg_rect(struct aic_sink *sink, double x, double y, double width, double height,
              const char *ink, const char *hint)
{
    cli_xml_put(sink, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"", x,
                y, width, height, ink);
    put_end(sink, "rect", hint);
}

void svg_dot(struct aic_sink *sink, double x, double y, double radius, const char *ink,
             const char *hint)
{
    cli_xml_put(sink,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"" SVG_PAPER "\"",
                x, y, radius, ink);
    put_end(sink, "circle", hint);
}

void svg_path_open(struct aic_sink *sink)
{
    aic_sink_text(sink, "<path fill=\"none\" stroke-linejoin=\"round\" d=\"");
}

void svg_path_point(struct aic_sink *sink, double x, double y, bool move)
{
    cli_xml_put(sink, move ? "M%.1f %.1f" : "L%.1f %.1f", x, y);
}

void svg_path_close(struct aic_sink *sink, const char *ink, double width)
{
    cli_xml_put(sink, "\" stroke=\"%s\" stroke-width=\"%.1f\"/>\n", ink, width);
}

void svg_corner(struct aic_sink *sink, double right, double top, double size, const char *ink)
{
    cli_xml_put(sink,
                "<path d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fZ\" stroke=\"" SVG_PAPER
                "\" fill=\"%s\"/>\n",
                right - size, top, right, top, right, top + size, ink);
}

void svg_cross(struct aic_sink *sink, double x, double y, const char *ink)
{
    const double arm = 3.5;
    svg_path_open(sink);
    svg_path_point(sink, x - arm, y - arm, true);
    svg_path_point(sink, x + arm, y + arm, false);
    svg_path_point(sink, x - arm, y + arm, true);
    svg_path_point(sink, x + arm, y - arm, false);
    svg_path_close(sink, ink, 1.6);
}

/* Widths in DejaVu Sans, the widest of the usual fonts, so that a guess errs on the safe side. */
static double character_width(unsigned char c)
{
    if (strchr("iljI.,:;'|!", c)) {
        return 0.32;
    }
    if (strchr("mwMW@%", c)) {
        return 0.95;
    }
    if (c >= 'A' && c <= 'Z') {
        return 0.70;
    }
    return c == ' ' ? 0.32 : 0.62;
}

double svg_text_width(const char *text, double size)
{
    double width = 0;
    for (; *text; text++) {
        width += aic_utf8_continues(*text) ? 0 : character_width((unsigned char)*text);
    }
    return width * size;
}

/* Bytes of the longest head of `text` that is at most `width` wide, whole characters. */
static size_t fitting(const char *text, double size, double width)
{
    double used = 0;
    size_t length = 0;
    while (text[length]) {
        size_t bytes = cli_xml_character(text + length);
        bytes += bytes == 0;
        used += size * character_width((unsigned char)text[length]);
        if (used > width) {
            break;
        }
        length += bytes;
    }
    return length;
}

void svg_cut(const char *text, double size, double width, char *out, size_t capacity)
{
    struct aic_text cut;
    aic_text_init(&cut, out, capacity);
    size_t length = fitting(text, size, width);
    if (!text[length]) {
        aic_text_add(&cut, text);
        return;
    }
    length = fitting(text, size, width - svg_text_width("...", size));
    aic_text_add_bytes(&cut, text, length);
    aic_text_add(&cut, "...");
}

/* Takes a line of whole words off the head of `text` into `line`; the last line is cut. */
static const char *take_line(const char *text, double size, double width, bool last, char *line,
                             size_t capacity)
{
    size_t length = fitting(text, size, width);
    if (last && text[length]) {
        svg_cut(text, size, width, line, capacity);
        return text + strlen(text);
    }
    if (text[length]) {
        size_t end = length;
        while (end > 0 && text[end] != ' ') {
            end--;
        }
        length = end > 0 ? end : length;
    }
    struct aic_text words;
    aic_text_init(&words, line, capacity);
    aic_text_add_bytes(&words, text, length);
    text += length;
    return text + (*text == ' ');
}

double svg_lines(struct aic_sink *sink, double x, double y, double width, struct svg_font font,
                 int most, const char *text)
{
    double size = font.size * (font.bold ? SVG_BOLD : 1);
    int lines = 0;
    while (*text && lines < most) {
        char line[512];
        text = take_line(text, size, width, lines + 1 == most, line, sizeof line);
        if (sink) {
            svg_text(sink, x, y + lines * font.size * LINE_HEIGHT, font, line);
        }
        lines++;
    }
    return lines * font.size * LINE_HEIGHT;
}
