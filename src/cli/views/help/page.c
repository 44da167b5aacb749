/* SPDX-License-Identifier: Apache-2.0 */
/* Pages of the manual in roff and in Markdown. */
#include "cli/views/help/page.h"

#include <string.h>

#define ROFF_WIDTH 76

static void put(struct cli_page *page, const char *text)
{
    aic_sink_text(page->sink, text);
}

/* One character of roff text: what roff would read as its own is written so that it is shown.
 * Returns the columns it takes in the source. */
static size_t put_roff_byte(struct cli_page *page, char c)
{
    static const struct {
        char c;
        const char *escape;
    } escapes[] = {
        { '\\', "\\e" },  { '-', "\\-" },    { '`', "\\(ga" }, { '^', "\\(ha" },
        { '~', "\\(ti" }, { '\'', "\\(aq" }, { '"', "\\(dq" },
    };
    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++) {
        if (escapes[i].c == c) {
            put(page, escapes[i].escape);
            return strlen(escapes[i].escape);
        }
    }
    aic_sink_bytes(page->sink, &c, 1);
    return 1;
}

/* Text in lines of whole words from `column` on; returns the column where it ends. */
static size_t put_roff(struct cli_page *page, const char *text, size_t length, size_t column)
{
    for (size_t i = 0; i < length;) {
        const char *blank = memchr(text + i, ' ', length - i);
        size_t word = blank ? (size_t)(blank - text) - i : length - i;
        if (column > 0 && i > 0) {
            bool wraps = column + 1 + word > ROFF_WIDTH;
            put(page, wraps ? "\n" : " ");
            column = wraps ? 0 : column + 1;
        }
        if (column == 0 && text[i] == '.') {
            put(page, "\\&");
        }
        for (size_t at = 0; at < word; at++) {
            column += put_roff_byte(page, text[i + at]);
        }
        i += word + 1;
    }
    return column;
}

static void put_upper(struct cli_page *page, const char *text)
{
    for (; *text; text++) {
        char c = *text;
        put_roff_byte(page, c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c);
    }
}

/* A new paragraph; a heading has begun one. */
static void put_paragraph(struct cli_page *page)
{
    if (!page->headed) {
        put(page, ".PP\n");
    }
    page->headed = false;
}

void cli_page_title(struct cli_page *page, const char *name, const char *about)
{
    if (!page->roff) {
        cli_write(page->sink,
                  "# %s\n\n%s\n\n<!-- Written by the program from its tables: aicalc help "
                  "--markdown -->\n",
                  name, about);
        return;
    }
    put(page, ".\\\" Written by the program from its tables: aicalc help --man\n.TH ");
    put_upper(page, name);
    put(page, " 1 " AICALC_DATE " \"aicalc " AICALC_VERSION "\" \"aicalc manual\"\n"
              ".SH NAME\n");
    put_roff(page, name, strlen(name), 0);
    put(page, " \\- ");
    put_roff(page, about, strlen(about), strlen(name) + 3);
    put(page, "\n");
}

void cli_page_heading(struct cli_page *page, const char *text)
{
    if (page->roff) {
        put(page, ".SH ");
        put_upper(page, text);
        put(page, "\n");
        page->headed = true;
    } else {
        cli_write(page->sink, "\n## %s\n", text);
    }
}

void cli_page_subheading(struct cli_page *page, const char *text)
{
    if (page->roff) {
        put(page, ".SS ");
        put_roff(page, text, strlen(text), 4);
        put(page, "\n");
        page->headed = true;
    } else {
        cli_write(page->sink, "\n### %s\n", text);
    }
}

void cli_page_text(struct cli_page *page, const char *text)
{
    if (page->roff) {
        put_paragraph(page);
        put_roff(page, text, strlen(text), 0);
    } else {
        put(page, "\n");
        put(page, text);
    }
    put(page, "\n");
}

void cli_page_code(struct cli_page *page, const char *lines)
{
    if (!page->roff) {
        cli_write(page->sink, "\n```sh\n%s\n```\n", lines);
        return;
    }
    put_paragraph(page);
    put(page, ".RS 4\n.nf\n");
    for (; *lines; lines++) {
        if (*lines == '\n') {
            put(page, "\n");
        } else {
            put_roff_byte(page, *lines);
        }
    }
    put(page, "\n.fi\n.RE\n");
}

void cli_page_table(struct cli_page *page, const char *const *columns, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        page->columns[i] = (struct cli_column){ .title = columns[i] };
    }
    page->count = count;
    page->headed = false;
    if (!page->roff) {
        put(page, "\n");
        cli_grid_init(&page->grid, page->sink, &cli_layout_markdown, page->columns, count);
        cli_grid_head(&page->grid);
    }
}

/* The other cells of a row, as sentences: "layers held. Unit: layer. Default: 4." */
static void put_roff_cells(struct cli_page *page, const char *const *cells)
{
    size_t column = 0;
    for (size_t i = 1; i < page->count; i++) {
        const char *cell = cells[i];
        bool is_word = cell[0] == '`';
        size_t length = strlen(cell) - (is_word ? 2 : 0);
        if (!*cell) {
            continue;
        }
        if (column > 0) {
            put(page, "\n");
        }
        column = 0;
        if (i > 1) {
            column = put_roff(page, page->columns[i].title, strlen(page->columns[i].title), 0);
            put(page, ": ");
            column += 2;
        }
        column = put_roff(page, cell + is_word, length, column);
        put(page, is_word ? "" : ".");
    }
    put(page, "\n");
}

void cli_page_row(struct cli_page *page, const char *const *cells)
{
    for (size_t i = 0; i < page->count && !page->roff; i++) {
        /* Words of the program's language and links stand as they are. */
        bool is_markup = *cells[i] == '`' || *cells[i] == '[';
        cli_grid_add(&page->grid, (struct cli_cell){ .text = cells[i], .markup = is_markup });
    }
    if (!page->roff) {
        cli_grid_end(&page->grid);
        return;
    }
    bool is_word = cells[0][0] == '`';
    put(page, ".TP\n\\fB");
    put_roff(page, cells[0] + is_word, strlen(cells[0]) - (is_word ? 2 : 0), 0);
    put(page, "\\fR\n");
    put_roff_cells(page, cells);
}
