/* SPDX-License-Identifier: Apache-2.0 */
/* What was asked, in the head of a drawing. */
#include <math.h>

#include "cli/views/answer/answer.h"
#include "cli/views/plot/plots.h"

#define DEFAULTS 6 /* that move the answer most and are named */

/* Inputs under way to a line of words. */
struct inputs {
    const struct cli_view *view;
    const size_t *skipped;
    size_t skipped_count;
    const char *label; /* before the next one */
    size_t left;       /* how many more may be named */
    struct aic_text text;
};

static void add_input(void *context, size_t input)
{
    struct inputs *inputs = context;
    bool is_skipped = inputs->left == 0;
    for (size_t i = 0; i < inputs->skipped_count; i++) {
        is_skipped = is_skipped || inputs->skipped[i] == input;
    }
    if (!is_skipped) {
        char words[CLI_VALUE_SIZE];
        cli_write_input(inputs->view, input, words, sizeof words);
        aic_text_format(&inputs->text, "%s%s %s", inputs->label,
                        cli_input(inputs->view, input)->name, words);
        inputs->label = ", ";
        inputs->left--;
    }
}

/* What was given, then the defaults that move the answer most, where that is known. */
void svg_given(const struct cli_view *view, const size_t *skipped, size_t skipped_count, char *out,
               size_t capacity)
{
    struct inputs inputs = { view, skipped, skipped_count, .label = "", .left = SIZE_MAX };
    aic_text_init(&inputs.text, out, capacity);
    for (size_t i = 0; i < aic_table_size(&view->answer->question->calculator->inputs); i++) {
        if (cli_is_given(view->answer, i)) {
            add_input(&inputs, i);
        }
    }
    inputs.label = inputs.text.length > 0 ? "; assumed: " : "assumed: ";
    inputs.left = DEFAULTS;
    if (view->influence) {
        cli_each_default(view, AIC_INFLUENCE_COUNTS, INFINITY, add_input, &inputs);
    }
}
