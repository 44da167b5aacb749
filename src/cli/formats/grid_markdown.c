/* SPDX-License-Identifier: Apache-2.0 */
/* Tables and lists in Markdown. */
#include "cli/formats/grid.h"

#include <string.h>

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* An underscore between letters is one (CommonMark, rule 2 of emphasis): kv_heads. */
static bool is_plain_underscore(const char *text, const char *c)
{
    return *c == '_' && c > text && is_word(c[-1]) && is_word(c[1]);
}

/* Two of these strike out what is between them on GitHub; one by itself is a mark of a table. */
static bool is_strike(const char *text, const char *c)
{
    bool opens = c[1] != '\0' && c[1] != ' ';
    return *c == '~' && (opens || (c > text && c[-1] != ' '));
}

/* Markdown would read the character of a text as its own. */
static bool is_markup(const char *text, const char *c)
{
    return (strchr("|\\`*_<>[]", *c) && !is_plain_underscore(text, c)) || is_strike(text, c);
}

/* Forges make links and mentions of plain words: addresses, @name, #12. No backslash prevents it. */
static bool is_live(const char *word, size_t length)
{
    for (const char *c = word; c < word + length; c++) {
        size_t left = (size_t)(word + length - c);
        bool begins = c == word || !is_word(c[-1]);
        if ((left > 3 && strncmp(c, "://", 3) == 0) || (left > 1 && *c == '@' && is_word(c[1])) ||
            (left > 4 && begins && strncmp(c, "www.", 4) == 0) ||
            (left > 1 && *c == '#' && c[1] >= '0' && c[1] <= '9')) {
            return true;
        }
    }
    return false;
}

static void write_escaped(struct aic_sink *sink, const char *text, const char *from, const char *to)
{
    for (const char *c = from; c < to; c++) {
        if (is_markup(text, c)) {
            aic_sink_bytes(sink, "\\", 1);
        }
        bool is_control = (unsigned char)*c < 0x20 || *c == 0x7F;
        aic_sink_bytes(sink, is_control ? " " : c, 1);
    }
}

/* In code, which a backtick would end, and a bar in a table. */
static void write_inert(struct aic_sink *sink, const char *from, const char *to)
{
    aic_sink_bytes(sink, "`", 1);
    for (const char *c = from; c < to; c++) {
        bool is_control = (unsigned char)*c < 0x20 || *c == 0x7F;
        aic_sink_text(sink, *c == '|' ? "\\" : "");
        aic_sink_bytes(sink, is_control ? " " : *c == '`' ? "'" : c, 1);
    }
    aic_sink_bytes(sink, "`", 1);
}

void cli_sink_markdown(struct aic_sink *sink, const char *text)
{
    for (const char *word = text; *word;) {
        size_t length = strcspn(word, " ");
        if (is_live(word, length)) {
            write_inert(sink, word, word + length);
        } else {
            write_escaped(sink, text, word, word + length);
        }
        word += length;
        size_t blanks = strspn(word, " ");
        aic_sink_bytes(sink, word, blanks);
        word += blanks;
    }
}

static void write_markup(struct aic_sink *sink, const char *text)
{
    for (; *text; text++) {
        aic_sink_text(sink, *text == '|' ? "\\" : "");
        aic_sink_bytes(sink, text, 1);
    }
}

/* A title that would need a backslash is code, such as the words of a budget. */
static void write_title(struct aic_sink *sink, const char *title)
{
    bool is_code = is_live(title, strlen(title));
    for (const char *c = title; *c; c++) {
        is_code = is_code || is_markup(title, c);
    }
    if (is_code && !strchr(title, '`')) {
        aic_sink_text(sink, "`");
        write_markup(sink, title);
        aic_sink_text(sink, "`");
    } else {
        cli_sink_markdown(sink, title);
    }
}

static void write_head(struct cli_grid *grid)
{
    for (size_t i = 0; i < grid->count; i++) {
        const char *title = grid->columns[i].title;
        aic_sink_text(grid->sink, "| ");
        write_title(grid->sink, title);
        aic_sink_text(grid->sink, *title ? " " : "");
    }
    aic_sink_text(grid->sink, "|\n");
    for (size_t i = 0; i < grid->count; i++) {
        aic_sink_text(grid->sink, grid->columns[i].right ? "|---:" : "|---");
    }
    aic_sink_text(grid->sink, "|\n");
}

static void write_cell(struct cli_grid *grid, const struct cli_cell *cell)
{
    const char *mark = cell->marked ? "**" : "";
    aic_sink_text(grid->sink, "| ");
    aic_sink_text(grid->sink, mark);
    if (grid->columns[grid->at].code && !strchr(cell->text, '`')) {
        aic_sink_text(grid->sink, "`");
        write_markup(grid->sink, cell->text);
        aic_sink_text(grid->sink, "`");
    } else if (cell->markup) {
        write_markup(grid->sink, cell->text);
    } else {
        cli_sink_markdown(grid->sink, cell->text);
    }
    aic_sink_text(grid->sink, mark);
    aic_sink_text(grid->sink, " ");
}

static void end_row(struct cli_grid *grid)
{
    aic_sink_text(grid->sink, "|\n");
}

const struct cli_layout cli_layout_markdown = {
    .head = write_head,
    .cell = write_cell,
    .end = end_row,
};
