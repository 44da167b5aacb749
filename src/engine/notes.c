/* SPDX-License-Identifier: Apache-2.0 */
/* Notes: the warnings that an evaluation gives beside its results. */
#include <aicalc/calculator.h>

#include <string.h>

#include <aicalc/text.h>

void aic_notes_init(struct aic_notes *notes)
{
    /* What each of them begins with: evaluations are too many to clear a kilobyte for each. */
    notes->error.code = AIC_OK;
    notes->error.parameter[0] = notes->error.message[0] = notes->error.suggestion[0] = '\0';
    notes->error.line = notes->error.column = 0;
    notes->quiet = notes->brief = false;
    notes->count = 0;
}

void aic_warn(struct aic_notes *notes, const char *id, const char *format, ...)
{
    if (notes->quiet || notes->count == AIC_NOTES_MAX) {
        return;
    }
    struct aic_note *note = &notes->notes[notes->count++];
    note->id = id;
    struct aic_text text;
    aic_text_init(&text, note->text, sizeof note->text);
    va_list arguments;
    va_start(arguments, format);
    aic_text_vformat(&text, format, arguments);
    va_end(arguments);
}

bool aic_warned(const struct aic_notes *notes, const char *id)
{
    for (size_t i = 0; i < notes->count; i++) {
        if (strcmp(notes->notes[i].id, id) == 0) {
            return true;
        }
    }
    return false;
}
