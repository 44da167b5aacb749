/* SPDX-License-Identifier: Apache-2.0 */
/* The warnings of an answer for a terminal: the most serious ones in full, the others by name. */
#include <string.h>

#include "cli/views/answer/answer.h"

/* Warnings that the first screen tells in full. */
#define WHOLE 3

bool cli_is_first_warning(const struct cli_view *view, const char *id)
{
    const char *const *first = view->answer->question->calculator->first_warnings;
    for (; first && *first; first++) {
        if (strcmp(*first, id) == 0) {
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

static void write_warning(const struct cli_view *view, const struct aic_note *note,
                          struct aic_sink *sink)
{
    cli_repeat(sink, ' ', CLI_INDENT);
    cli_styled_text(sink, view->color ? CLI_WARNING : CLI_PLAIN, note->id);
    aic_sink_text(sink, ": ");
    cli_wrapped(sink, view->columns, note->text, CLI_INDENT + strlen(note->id) + 2, 2 * CLI_INDENT);
}

void cli_first_warnings_text(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_notes *notes = &view->answer->notes;
    for (size_t i = 0; i < notes->count; i++) {
        if (cli_is_first_warning(view, notes->notes[i].id)) {
            write_warning(view, &notes->notes[i], sink);
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
static void name_rest(const struct cli_view *view, size_t from, size_t rest, struct aic_sink *sink)
{
    const char *comma = "";
    char words[1024];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    aic_text_format(&text, "%g more warning%s:", (double)rest, rest == 1 ? "" : "s");
    for (size_t i = from; i < view->answer->notes.count; i++) {
        const char *id = note_at(view, i)->id;
        if (!cli_is_first_warning(view, id) && !is_again(view, from, i)) {
            aic_text_format(&text, "%s %s", comma, id);
            comma = ",";
        }
    }
    aic_text_add(&text, "; in full with --all");
    cli_paragraph(sink, view->columns, words);
}

void cli_warnings_text(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_notes *notes = &view->answer->notes;
    size_t first = count_first(view);
    size_t most = room(view) > first ? room(view) - first : 0;
    size_t whole = 0, i = 0;
    if (notes->count == first) {
        return;
    }
    cli_heading(sink, view->all ? "Warnings" : NULL, view->color);
    for (; i < notes->count && whole < most; i++) {
        if (!cli_is_first_warning(view, note_at(view, i)->id)) {
            write_warning(view, note_at(view, i), sink);
            whole++;
        }
    }
    if (notes->count - first > whole) {
        name_rest(view, i, notes->count - first - whole, sink);
    }
}
