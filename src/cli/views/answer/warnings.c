/* SPDX-License-Identifier: Apache-2.0 */
/* The warnings of an answer; on a terminal the most serious ones in full, the others by name. */
#include <string.h>

#include "cli/views/answer/answer.h"

/* Warnings that the first screen tells in full. */
#define WHOLE 3

/* What a name was taken for where it is none of the catalog, and a number without its unit: an answer about something else
 * is seen to be one. */
static const char *const taken[] = { "name-by-words", "preferred-name", "folder-of-that-name",
                                     "usual-unit", NULL };

static bool is_among(const char *const *ids, const char *id)
{
    for (; ids && *ids; ids++) {
        if (strcmp(*ids, id) == 0) {
            return true;
        }
    }
    return false;
}

bool cli_tells_what_was_taken(const char *id)
{
    return is_among(taken, id);
}

bool cli_is_first_warning(const struct cli_view *view, const char *id)
{
    return cli_tells_what_was_taken(id) ||
           is_among(view->answer->question->calculator->first_warnings, id);
}

bool cli_has_warning(const struct cli_view *view, const char *id)
{
    const struct aic_notes *notes = &view->answer->notes;
    for (size_t i = 0; i < notes->count; i++) {
        if (strcmp(notes->notes[i].id, id) == 0) {
            return true;
        }
    }
    return false;
}

/* Warnings in full, those that change a decision before the others. */
static size_t room(const struct cli_view *view)
{
    if (view->all || view->explain) {
        return AIC_NOTES_MAX;
    }
    return view->fold >= CLI_FOLD_WARNINGS ? 1 : WHOLE;
}

static size_t count_first(const struct cli_view *view)
{
    const struct aic_notes *notes = &view->answer->notes;
    size_t count = 0;
    for (size_t i = 0; i < notes->count; i++) {
        count += cli_is_first_warning(view, notes->notes[i].id);
    }
    return count;
}

/* The note at a place: what a catalog says of names stands behind what the calculator says. */
static const struct aic_note *note_at(const struct cli_view *view, size_t place)
{
    const struct aic_notes *notes = &view->answer->notes;
    return &notes->notes[(place + view->answer->question->notes.count) % notes->count];
}

/* Those that change a decision. */
void cli_add_first_warnings(const struct cli_view *view, struct doc *doc)
{
    const struct aic_notes *notes = &view->answer->notes;
    for (size_t i = 0; i < notes->count; i++) {
        if (cli_is_first_warning(view, notes->notes[i].id)) {
            doc_add(doc, (struct doc_block){ .kind = DOC_ITEM,
                                             .style = CLI_WARNING,
                                             .name = notes->notes[i].id,
                                             .words = notes->notes[i].text });
        }
    }
}

/* True for a warning whose like stands before it, at or behind `from`. */
static bool is_again(const struct cli_view *view, size_t from, size_t place)
{
    for (size_t i = from; i < place; i++) {
        if (strcmp(note_at(view, i)->id, note_at(view, place)->id) == 0) {
            return true;
        }
    }
    return false;
}

/* "2 more warnings: price-age, unverified; in full with --all" */
static void name_rest(const struct cli_view *view, size_t from, size_t rest, struct doc *doc)
{
    const char *comma = "";
    char words[1024];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    if (view->fold >= CLI_FOLD_NAMES) {
        doc_point(doc, "%g more warning%s: --all", (double)rest, rest == 1 ? "" : "s");
        return;
    }
    aic_text_format(&text, "%g more warning%s:", (double)rest, rest == 1 ? "" : "s");
    for (size_t i = from; i < view->answer->notes.count; i++) {
        const char *id = note_at(view, i)->id;
        if (!cli_is_first_warning(view, id) && !is_again(view, from, i)) {
            aic_text_format(&text, "%s %s", comma, id);
            comma = ",";
        }
    }
    aic_text_add(&text, "; in full with --all");
    doc_point(doc, "%s", words);
}

/* The others in full as far as there is room, and the names of the rest. */
static void add_others(const struct cli_view *view, struct doc *doc)
{
    const struct aic_notes *notes = &view->answer->notes;
    size_t first = count_first(view);
    size_t most = room(view) > first ? room(view) - first : 0;
    size_t whole = 0, i = 0;
    for (; i < notes->count && whole < most; i++) {
        if (!cli_is_first_warning(view, note_at(view, i)->id)) {
            doc_item(doc, note_at(view, i)->id, note_at(view, i)->text);
            whole++;
        }
    }
    if (notes->count - first > whole) {
        name_rest(view, i, notes->count - first - whole, doc);
    }
}

/* A page and Markdown have all of them. */
static void add_all(const struct cli_view *view, struct doc *doc)
{
    const struct aic_notes *notes = &view->answer->notes;
    bool is_page = doc->form == DOC_PAGE;
    if (is_page) {
        cli_add_first_warnings(view, doc);
    }
    for (size_t i = 0; i < notes->count; i++) {
        if (!is_page || !cli_is_first_warning(view, notes->notes[i].id)) {
            doc_item(doc, notes->notes[i].id, notes->notes[i].text);
        }
    }
}

void cli_add_warnings(const struct cli_view *view, struct doc *doc)
{
    size_t told = doc->form == DOC_TEXT ? count_first(view) : 0;
    if (view->answer->notes.count == told) {
        return;
    }
    doc_section(doc, "warnings", doc->form == DOC_PAGE || view->all ? "Warnings" : NULL, NULL);
    if (doc->form == DOC_TEXT) {
        add_others(view, doc);
    } else {
        add_all(view, doc);
    }
}
