/* SPDX-License-Identifier: Apache-2.0 */
/* SVG elements: numbers, escaped text, and widths guessed without a font. */
#include "cli/svg/svg.h"

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

static void put(struct aic_sink *sink, const char *text)
{
    aic_sink_text(sink, text);
}

/* A tenth of a pixel is finer than anybody sees, and keeps files short. */
static void put_number(struct aic_sink *sink, double value)
{
    aic_sink_number(sink, nearbyint(value * 10) / 10);
}

static void put_attribute(struct aic_sink *sink, const char *name, double value)
{
    cli_xml_number(sink, name, nearbyint(value * 10) / 10);
}

void svg_open(struct aic_sink *sink, double height, const char *title, enum svg_place place)
{
    height = ceil(height);
    /* A page knows what it is; no address of any kind stands in one. */
    put(sink, place == SVG_ALONE ? "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\""
                                 : "<svg role=\"img\"");
    put_attribute(sink, "width", SVG_WIDTH);
    put_attribute(sink, "height", height);
    put(sink, " viewBox=\"0 0 ");
    put_number(sink, SVG_WIDTH);
    put(sink, " ");
    put_number(sink, height);
    put(sink, place == SVG_ALONE
                  ? "\" font-family=\"system-ui, 'Segoe UI', Roboto, 'Liberation Sans', Arial, "
                    "sans-serif\">\n<title>"
                  : "\">\n<title>");
    cli_xml_text(sink, title);
    put(sink, "</title>\n");
    svg_rect(sink, 0, 0, SVG_WIDTH, height, SVG_PAPER, NULL);
}

void svg_close(struct aic_sink *sink)
{
    put(sink, "</svg>\n");
}

void svg_text(struct aic_sink *sink, double x, double y, const struct svg_font *font,
              const char *text)
{
    static const char *const anchors[] = { NULL, "middle", "end" };
    put(sink, "<text");
    put_attribute(sink, "x", x);
    put_attribute(sink, "y", y);
    put_attribute(sink, "font-size", font->size);
    cli_xml_attribute(sink, "fill", font->ink);
    if (anchors[font->anchor]) {
        cli_xml_attribute(sink, "text-anchor", anchors[font->anchor]);
    }
    if (font->bold) {
        cli_xml_attribute(sink, "font-weight", "600");
    }
    if (font->halo) {
        put(sink, " paint-order=\"stroke\" stroke=\"" SVG_PAPER "\" stroke-width=\"4\" "
                  "stroke-linejoin=\"round\"");
    }
    put(sink, ">");
    cli_xml_text(sink, text);
    put(sink, "</text>\n");
}

void svg_line(struct aic_sink *sink, double x1, double y1, double x2, double y2, const char *ink,
              double width, const char *dashes)
{
    put(sink, "<line");
    put_attribute(sink, "x1", x1);
    put_attribute(sink, "y1", y1);
    put_attribute(sink, "x2", x2);
    put_attribute(sink, "y2", y2);
    cli_xml_attribute(sink, "stroke", ink);
    put_attribute(sink, "stroke-width", width);
    if (dashes) {
        cli_xml_attribute(sink, "stroke-dasharray", dashes);
    }
    put(sink, "/>\n");
}

/* Ends an element, with what it shows under the pointer. */
static void put_end(struct aic_sink *sink, const char *name, const char *hint)
{
    if (!hint) {
        put(sink, "/>\n");
        return;
    }
    put(sink, "><title>");
    cli_xml_text(sink, hint);
    put(sink, "</title></");
    put(sink, name);
    put(sink, ">\n");
}

void svg_rect(struct aic_sink *sink, double x, double y, double width, double height,
              const char *ink, const char *hint)
{
    put(sink, "<rect");
    put_attribute(sink, "x", x);
    put_attribute(sink, "y", y);
    put_attribute(sink, "width", width);
    put_attribute(sink, "height", height);
    cli_xml_attribute(sink, "fill", ink);
    put_end(sink, "rect", hint);
}

void svg_dot(struct aic_sink *sink, double x, double y, double radius, const char *ink,
             const char *hint)
{
    put(sink, "<circle");
    put_attribute(sink, "cx", x);
    put_attribute(sink, "cy", y);
    put_attribute(sink, "r", radius);
    cli_xml_attribute(sink, "fill", ink);
    put(sink, " stroke=\"" SVG_PAPER "\"");
    put_end(sink, "circle", hint);
}

void svg_path_open(struct aic_sink *sink)
{
    put(sink, "<path fill=\"none\" stroke-linejoin=\"round\" d=\"");
}

void svg_path_point(struct aic_sink *sink, double x, double y, bool move)
{
    put(sink, move ? "M" : "L");
    put_number(sink, x);
    put(sink, " ");
    put_number(sink, y);
}

void svg_path_close(struct aic_sink *sink, const char *ink, double width)
{
    put(sink, "\"");
    cli_xml_attribute(sink, "stroke", ink);
    put_attribute(sink, "stroke-width", width);
    put(sink, "/>\n");
}

void svg_corner(struct aic_sink *sink, double right, double top, double size, const char *ink)
{
    put(sink, "<path d=\"");
    svg_path_point(sink, right - size, top, true);
    svg_path_point(sink, right, top, false);
    svg_path_point(sink, right, top + size, false);
    put(sink, "Z\" stroke=\"" SVG_PAPER "\"");
    cli_xml_attribute(sink, "fill", ink);
    put(sink, "/>\n");
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
        length = end > 0 ? end : length > 0 ? length : 1;
    }
    struct aic_text words;
    aic_text_init(&words, line, capacity);
    aic_text_add_bytes(&words, text, length);
    text += length;
    return text + (*text == ' ');
}

double svg_lines(struct aic_sink *sink, double x, double y, double width,
                 const struct svg_font *font, int most, const char *text)
{
    double size = font->size * (font->bold ? SVG_BOLD : 1);
    int lines = 0;
    while (*text && lines < most) {
        char line[512];
        text = take_line(text, size, width, lines + 1 == most, line, sizeof line);
        if (sink) {
            svg_text(sink, x, y + lines * font->size * LINE_HEIGHT, font, line);
        }
        lines++;
    }
    return lines * font->size * LINE_HEIGHT;
}

double svg_lines_height(double width, const struct svg_font *font, int most, const char *text)
{
    return svg_lines(NULL, 0, 0, width, font, most, text);
}
