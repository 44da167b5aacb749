/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A document: what is said to a person, in blocks below each other, whatever it is written as.
 *
 * A view makes one and adds its blocks; doc_write() writes them as text for a terminal, Markdown, a
 * page of HTML or values. A block, or a column of a table, that only some of these have says in
 * which it stands. Whatever is handed over is copied, so that a caller may build words where it
 * likes; without memory a document fails as a whole, and nothing has to be checked on the way.
 */
#ifndef AICALC_CLI_FORMATS_DOCUMENT_H
#define AICALC_CLI_FORMATS_DOCUMENT_H

#include "cli/formats/asked.h"
#include "cli/formats/grid.h"

/* What a document is written as; bits, so that a block can name several. */
enum doc_form { DOC_TEXT = 1, DOC_MARKDOWN = 2, DOC_PAGE = 4, DOC_VALUES = 8 };

/* Where most blocks stand. */
#define DOC_FOR_PEOPLE (DOC_TEXT | DOC_MARKDOWN | DOC_PAGE)

enum doc_kind {
    DOC_HEAD, /* name: what it is about; words: what it says, wrapped: which is a title without it */
    DOC_PILL,  /* words in a rim of a style; id: what they link to; without words the line alone */
    DOC_ASKED, /* words: what was asked; after them rows of a name and a value */
    DOC_BODY,  /* the head of a page ends, with all that belongs to it */
    DOC_SECTION, /* name: its title; wrapped: the note beside it, depth: without an empty line before it; id, note and words, a verdict in a
                    style: of a page, where one without an id only ends the one before */
    DOC_GAP,     /* an empty line, where there are lines */
    DOC_LINE,    /* words by themselves, in a style; code: just as they are */
    DOC_POINT,   /* words: a paragraph of text or of a page, an item of Markdown */
    DOC_ITEM,    /* name and words, such as a warning; note: a mark before them, in a style */
    DOC_STEP,    /* name: what to type; words: what that gives */
    DOC_LEGEND,  /* words: one thing of a line that explains signs */
    DOC_NODE,    /* a line of a tree: name: what it is about; words; depth; code: a formula */
    DOC_BUDGET,  /* a budget with its verdict */
    DOC_TABLE,   /* columns and rows */
    DOC_LIST,    /* name: its label; rows of a name, a value, a help text and a note */
    DOC_COMMAND, /* the command that asks the same again */
    DOC_OWN,     /* what one form alone has, such as a chart: written by its own function */
    DOC_KINDS
};

/* A budget: its verdict, its words, what is, and how far that is from the limit. */
struct doc_budget {
    enum cli_style style;
    const char *verdict, *budget;
    const char *actual; /* "" where there is none */
    const char *note;   /* what else there is to say; "": nothing */
    double value, limit;
    double margin; /* as of aic_budget_margin() */
    bool has_bar;
};

struct doc_row {
    struct doc_row *next;
    struct cli_cell cells[];
};

/* How text and pages show a table or a list; the other forms need nothing of it. */
struct doc_shape {
    bool untitled;   /* text: without its titles */
    bool ruled;      /* text: a line below the titles */
    bool unindented; /* text: begins at the left end */
    bool fitted;     /* text: titles are broken, and columns dropped, until the terminal has room */
    bool aligned;    /* text: columns as wide as those of all aligned tables before and behind */
    bool folded;     /* page: the list is behind its title */
    bool values;     /* page: rows have a value, be it empty */
    bool names_rows; /* page: each row of the list can be referred to by its name */
    size_t frozen;   /* text: with too many columns, these begin each of several tables ... */
    size_t together; /* ... and so many of the others stand together */
    const char *caption; /* page: the title of the list */
    size_t source;       /* page: the number of the source that all of the list is from; 0: none */
};

struct doc_table {
    struct doc_shape shape;
    struct cli_column *columns;
    size_t count;
    struct doc_row *first, *last;
    size_t rows;
};

struct doc_block {
    enum doc_kind kind;
    unsigned in;                          /* the forms that have it; 0: those for people */
    const char *id, *name, *words, *note; /* NULL: none */
    enum cli_style style;
    size_t depth;
    bool code, wrapped;
    struct doc_budget budget;
    struct doc_table table;
    const struct cli_asked *asked;
    void (*write)(const void *context, struct aic_sink *sink);
    const void *context;
    struct doc_block *next;
};

/* Most columns of a table. */
#define DOC_COLUMNS_MAX 64

struct doc_chunk;

struct doc {
    enum doc_form form;
    bool color, unicode; /* of text */
    size_t columns;
    bool failed; /* without memory */
    struct doc_block *first, *last;
    struct doc_table *table; /* the last one, which rows are added to */
    size_t at;               /* the column under way; 0: no row is */
    struct doc_chunk *chunks;
    struct aic_text text; /* of doc_words() */
    char room[8192];
};

/* A document without blocks. Release with doc_clear(). */
void doc_init(struct doc *doc, enum doc_form form);
void doc_clear(struct doc *doc);

/* Writes it; without memory the sink fails. */
void doc_write(const struct doc *doc, struct aic_sink *sink);

/* Words that last as long as the document; formats of aic_text_format(). Never NULL. */
const char *doc_print(struct doc *doc, const char *format, ...) AIC_PRINTF(2, 3);
const char *doc_keep(struct doc *doc, const char *words);

/* The words, with blanks that break no line between a number and its unit, or, where two blanks part them,
 * between a value and its label. */
const char *doc_join(struct doc *doc, const char *words, bool labelled);

/* Memory as long as the document lasts, all zero; NULL where there is none. */
void *doc_room(struct doc *doc, size_t size);

/* Room to put words together, until it is asked for again. */
struct aic_text *doc_words(struct doc *doc);

/* Adds a block as it is described. */
void doc_add(struct doc *doc, struct doc_block block);

/* The most usual ones, for people. */
void doc_section(struct doc *doc, const char *id, const char *title, const char *note);
void doc_point(struct doc *doc, const char *format, ...) AIC_PRINTF(2, 3);
void doc_item(struct doc *doc, const char *name, const char *words);
void doc_own(struct doc *doc, void (*write)(const void *context, struct aic_sink *sink),
             const void *context);
void doc_line(struct doc *doc, unsigned in, enum cli_style style, const char *words);

/* A table, then its rows: cells one by one, and the end of each row, whose other cells are empty. */
void doc_table(struct doc *doc, unsigned in, const struct cli_column *columns, size_t count,
               struct doc_shape shape);
void doc_list(struct doc *doc, unsigned in, const char *label, struct doc_shape shape);
void doc_asked(struct doc *doc, const char *words);
void doc_cell(struct doc *doc, const char *text);
void doc_cell_as(struct doc *doc, struct cli_cell cell);
void doc_number(struct doc *doc, double number); /* to its last digit; empty where it is not set */
void doc_row(struct doc *doc);

/* The writers. */
void doc_write_text(const struct doc *doc, struct aic_sink *sink);
void doc_write_markdown(const struct doc *doc, struct aic_sink *sink);
void doc_write_page(const struct doc *doc, struct aic_sink *sink);
void doc_write_values(const struct doc *doc, struct aic_sink *sink);

/* What the writers share: the blocks that the form has, one after the other. */
const struct doc_block *doc_first(const struct doc *doc);
const struct doc_block *doc_next(const struct doc *doc, const struct doc_block *block);

/* A grid of those columns of a table that the form has, which are put into `columns`. */
void doc_open_grid(const struct doc *doc, const struct doc_table *table,
                   const struct cli_layout *layout, struct cli_column *columns,
                   struct cli_grid *grid, struct aic_sink *sink);
void doc_write_rows(const struct doc *doc, const struct doc_table *table, struct cli_grid *grid);

#endif
