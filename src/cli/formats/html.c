/* SPDX-License-Identifier: Apache-2.0 */
/* What all pages are made of: escaped text, the frame, sections, tables, budgets, the command. */
#include <string.h>

#include "cli/formats/html.h"
#include "cli/formats/style.h"
#include "cli/formats/xml.h"

/* Nothing is loaded, wherever the file is put: the policy says so to the browser too. */
void html_open(struct aic_sink *sink, const char *title)
{
    html_put(sink,
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "style-src 'unsafe-inline'\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta name=\"color-scheme\" content=\"light dark\">\n"
             "<meta name=\"generator\" content=\"aicalc %s\">\n<title>%s</title>\n<style>\n",
             AICALC_VERSION, title);
    aic_sink_text(sink, html_style);
    aic_sink_text(sink, "</style>\n</head>\n<body>\n<main>\n");
}

void html_close(struct aic_sink *sink)
{
    html_put(sink, "<footer>aicalc %s</footer>\n</main>\n</body>\n</html>\n", AICALC_VERSION);
}

void html_head(struct aic_sink *sink, const char *about, const char *says)
{
    html_put(sink, "<header>\n<p class=\"about\">aicalc <b>%s</b></p>\n<h1>%s</h1>\n", about, says);
}

void html_command(struct aic_sink *sink, const struct cli_asked *asked)
{
    aic_sink_text(sink, "<pre class=\"command\" tabindex=\"0\"><code><span>aicalc");
    for (size_t i = 0; i < asked->count; i++) {
        char word[4096];
        struct aic_text text;
        /* An option stays on a line with its value. */
        bool begins = i > 0 && (asked->words[i][0] == '-' || asked->words[i - 1][0] != '-');
        aic_text_init(&text, word, sizeof word);
        cli_add_shell_word(&text, asked->words[i]);
        html_put(sink, begins ? "</span> <span>%s" : " %s", word);
    }
    aic_sink_text(sink, "</span></code></pre>\n");
}

void html_section(struct aic_sink *sink, const char *id, const char *title, const char *note)
{
    html_put(sink, "<section id=\"%s\" aria-labelledby=\"h-%s\">\n<h2 id=\"h-%s\">%s</h2>\n", id,
             id, id, title);
    if (note) {
        html_put(sink, "<p class=\"note\">%s</p>\n", note);
    }
}

void html_section_end(struct aic_sink *sink)
{
    aic_sink_text(sink, "</section>\n");
}

const char *html_class(enum cli_style style)
{
    static const char *const classes[] = {
        [CLI_PLAIN] = "plain",  [CLI_STRONG] = "plain", [CLI_GOOD] = "good",
        [CLI_WARNING] = "warn", [CLI_BAD] = "bad",
    };
    return classes[style];
}

void html_reference(struct aic_sink *sink, size_t number)
{
    html_put(sink, "<a class=\"ref\" href=\"#s-%g\">[%g]</a>", (double)number, (double)number);
}

void html_pill(struct aic_sink *sink, enum cli_style style, const char *words)
{
    html_put(sink, "<span class=\"pill %s\">%s</span>", html_class(style), words);
}

/* A table scrolls by itself where it is wider than the page. */
static void write_head(struct cli_grid *grid)
{
    aic_sink_text(grid->sink, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                              "aria-label=\"table\">\n<table>\n<thead><tr>");
    for (size_t i = 0; i < grid->count; i++) {
        aic_sink_text(grid->sink, grid->columns[i].right ? "<th scope=\"col\" class=\"n\">"
                                                         : "<th scope=\"col\">");
        html_put(grid->sink, "%s</th>", grid->columns[i].title);
    }
    aic_sink_text(grid->sink, "</tr></thead>\n<tbody>\n");
}

static void begin_cell(struct cli_grid *grid)
{
    aic_sink_text(grid->sink, grid->at == 0 ? "<tr>" : "");
}

static void write_cell(struct cli_grid *grid, const struct cli_cell *cell)
{
    begin_cell(grid);
    aic_sink_text(grid->sink, grid->columns[grid->at].right ? "<td class=\"n\">" : "<td>");
    if (cell->style != CLI_PLAIN) {
        html_pill(grid->sink, cell->style, cell->text);
    } else {
        html_put(grid->sink, cell->marked ? "<strong>%s</strong>" : "%s", cell->text);
    }
    aic_sink_text(grid->sink, "</td>");
}

static void end_row(struct cli_grid *grid)
{
    aic_sink_text(grid->sink, "</tr>\n");
}

static void write_note(struct cli_grid *grid, const char *words)
{
    begin_cell(grid);
    html_put(grid->sink, "<td class=\"why\" colspan=\"%g\">%s</td></tr>\n",
             (double)(grid->count - grid->at), words);
}

const struct cli_layout html_layout = {
    .head = write_head,
    .cell = write_cell,
    .end = end_row,
    .note = write_note,
};

void html_table_end(struct aic_sink *sink)
{
    aic_sink_text(sink, "</tbody>\n</table>\n</div>\n");
}
