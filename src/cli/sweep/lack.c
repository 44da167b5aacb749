/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cases that cannot be compared with the others: they lack what must hold, a value that decides, or
 * something that others count. Where all cases lack it, they can be compared again.
 */
#include <string.h>

#include "cli/sweep/summary.h"

/* How many cases have a warning of this id. */
static uint64_t cases_with(const struct cli_summary *summary, const char *id)
{
    for (size_t i = 0; i < summary->warning_count; i++) {
        if (strcmp(summary->warnings[i].note.id, id) == 0) {
            return summary->warnings[i].cases;
        }
    }
    return 0;
}

/* A warning that some cases leave out what others count. */
static bool is_uneven(const struct cli_summary *summary, const struct aic_note *note)
{
    return aic_note_leaves_out(note) && cases_with(summary, note->id) < summary->possible;
}

bool cli_sweep_is_lacking(const struct cli_sweep *sweep, const struct cli_summary *summary)
{
    const struct aic_notes *notes = &sweep->evaluation.notes;
    bool lacking = aic_evaluation_lacks(&sweep->evaluation) != NULL;
    for (size_t i = 0; i < notes->count; i++) {
        lacking = lacking || is_uneven(summary, &notes->notes[i]);
    }
    return lacking;
}

static void add(struct aic_text *text, const char *format, const char *name)
{
    aic_text_add(text, text->length > 0 ? ", " : "");
    aic_text_format(text, format, name);
}

void cli_sweep_add_lack(const struct cli_sweep *sweep, const struct cli_summary *summary,
                        struct aic_text *text)
{
    const struct aic_field *flag = aic_evaluation_lacks(&sweep->evaluation);
    const struct aic_notes *notes = &sweep->evaluation.notes;
    if (flag) {
        add(text, cli_sweep_is_unjudged(sweep) ? "%s cannot be told" : "%s is false", flag->name);
    }
    for (size_t i = 0; i < summary->column_count; i++) {
        const struct cli_sweep_column *column = &summary->columns[i];
        bool decides = column->appears && column->field->better != AIC_NEITHER_IS_BETTER;
        if (decides && !aic_evaluation_result(&sweep->evaluation, column->result).set) {
            add(text, "no %s", column->field->name);
        }
    }
    for (size_t i = 0; i < notes->count; i++) {
        if (is_uneven(summary, &notes->notes[i])) {
            add(text, "%s", notes->notes[i].id);
        }
    }
}
