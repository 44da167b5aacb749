/* SPDX-License-Identifier: Apache-2.0 */
/* --from: texts that are deployed, as inputs of a query. */
#include <stdlib.h>
#include <string.h>

#include "cli/query/query.h"
#include "core/ascii.h"

#define FIGURES                                                                                    \
    (sizeof((struct cli_launched *)NULL)->figures / sizeof((struct cli_launched *)NULL)->figures[0])

/* A file that exists, standard input, or a command, which has a blank in it. */
static bool read_text(const struct aic_loader *loader, const char *word,
                      struct aic_launch_text *text, struct aic_error *error)
{
    bool is_input = strcmp(word, "-") == 0;
    if (is_input || loader->at(loader->context, word) != AIC_OPENED_NOTHING) {
        text->name = is_input ? "stdin" : word;
        return loader->load(loader->context, word, &text->text, &text->length, error);
    }
    if (!strchr(word, ' ')) {
        aic_fail(error, AIC_ERR_FILE, NULL, "no file '%s'", word);
        return aic_suggest(error, "a command is written in quotes or after --");
    }
    *text = (struct aic_launch_text){ "command", word, strlen(word) };
    return true;
}

static bool read_variable(struct cli_launched *launched, size_t i, const char *word,
                          struct aic_error *error)
{
    const char *equals = strchr(word, '=');
    struct aic_text name;
    if (!equals || equals == word) {
        aic_fail(error, AIC_ERR_USAGE, NULL, "--set '%s' has no NAME=", word);
        return aic_suggest(error, "for example --set TP=8");
    }
    aic_text_init(&name, launched->names[i], sizeof launched->names[i]);
    aic_text_add_bytes(&name, word, (size_t)(equals - word));
    launched->variables[i] = (struct aic_launch_pair){ launched->names[i], equals + 1 };
    return true;
}

bool cli_launched_read(struct cli_launched *launched, const struct aic_loader *loader,
                       const struct cli_list *from, const struct cli_list *set,
                       const struct aic_setting *settings, size_t setting_count,
                       const struct aic_catalog *catalog, struct aic_error *error)
{
    launched->flags = calloc(setting_count + 1, sizeof launched->flags[0]);
    if (!launched->flags) {
        return aic_fail_memory(error);
    }
    for (size_t i = 0; i < from->count; i++) {
        if (!read_text(loader, from->at[i], &launched->texts[i], error)) {
            return false;
        }
    }
    for (size_t i = 0; i < set->count; i++) {
        if (!read_variable(launched, i, set->at[i], error)) {
            return false;
        }
    }
    for (size_t i = 0; i < setting_count; i++) {
        launched->flags[i] = (struct aic_launch_pair){ settings[i].name, settings[i].text };
    }
    const struct aic_launch_request request = {
        launched->texts, from->count, launched->variables, set->count, launched->flags,
        setting_count,   catalog
    };
    return aic_launch_read(&request, &launched->launch, error);
}

static bool has_word(const char *name, const char *word, size_t length)
{
    for (; *name; name++) {
        size_t i = 0;
        while (i < length && aic_lower(name[i]) == aic_lower(word[i])) {
            i++;
        }
        if (i == length) {
            return true;
        }
    }
    return length == 0;
}

static bool has_words(const struct aic_launch_case *of, const char *words)
{
    while (words && *words) {
        size_t length = strcspn(words, " ");
        if (!has_word(of->name, words, length)) {
            return false;
        }
        words += length + strspn(words + length, " ");
    }
    return true;
}

bool cli_launched_is_asked(const struct aic_launch *launch, size_t index, const char *words)
{
    for (size_t i = 0; words && i < launch->case_count; i++) {
        if (strcmp(launch->cases[i].name, words) == 0) {
            return i == index;
        }
    }
    return has_words(&launch->cases[index], words);
}

/* The only case, or that of --case. */
static const struct aic_launch_case *choose(const struct cli_query *query, struct aic_error *error)
{
    const struct aic_launch *launch = &query->launched.launch;
    const struct aic_launch_case *found = NULL;
    size_t count = 0;
    char names[256];
    struct aic_text text;
    aic_text_init(&text, names, sizeof names);
    for (size_t i = 0; i < launch->case_count; i++) {
        aic_text_format(&text, "%s%s", i > 0 ? "; " : "", launch->cases[i].name);
        if (cli_launched_is_asked(launch, i, query->options.which)) {
            found = &launch->cases[i];
            count++;
        }
    }
    if (count == 1) {
        return found;
    }
    aic_fail(error, AIC_ERR_USAGE, NULL,
             count == 0 ? "--case '%s': no case has these words: %s"
                        : "--from holds several cases%s: %s",
             count == 0 ? query->options.which : "", names);
    aic_suggest(error, "choose one with --case WORDS, or ask all with 'aicalc read'");
    return NULL;
}

bool cli_launched_check_strict(const struct aic_launch_note *notes, size_t count,
                               struct aic_error *error)
{
    static const char *const serious[] = { "unknown", "unread", "conflict", "condition", NULL };
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; serious[j]; j++) {
            if (strcmp(notes[i].id, serious[j]) == 0) {
                return aic_fail(error, AIC_ERR_CONFLICT, NULL, "%s:%d: %s: %s", notes[i].place.name,
                                notes[i].place.line, notes[i].id, notes[i].text);
            }
        }
    }
    return true;
}

/* A measured size stands for the input that the calculator would make it from. */
static bool is_replaced(const struct aic_launch_case *of, const char *name)
{
    static const char *const pairs[][2] = { { "weight_memory", "weight_dtype" },
                                            { "kv_memory", "gpu_memory_utilization" } };
    for (size_t i = 0; i < of->implied_count; i++) {
        for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++) {
            if (strcmp(of->implied[i].name, pairs[k][0]) == 0 && strcmp(name, pairs[k][1]) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* --implied: figures of the log that are inputs stand for what would be computed. */
static bool imply(struct cli_query *query, const struct aic_launch_case *of)
{
    struct aic_launch_case *chosen = &query->launched.chosen;
    *chosen = *of;
    query->recipe.launch = chosen;
    if (!query->options.implied || of->implied_count == 0) {
        return true;
    }
    size_t count = of->input_count + of->implied_count;
    struct aic_launch_input *inputs = calloc(count, sizeof *inputs);
    if (!inputs) {
        return aic_fail_memory(&query->error);
    }
    count = 0;
    for (size_t i = 0; i < of->input_count; i++) {
        if (!is_replaced(of, of->inputs[i].name)) {
            inputs[count++] = of->inputs[i];
        }
    }
    memcpy(inputs + count, of->implied, of->implied_count * sizeof *inputs);
    query->launched.implied = chosen->inputs = inputs;
    chosen->input_count = count + of->implied_count;
    return true;
}

/* The figures of a log as if each had been given with --measured. */
static bool bind_figures(struct cli_query *query)
{
    const struct aic_launch_case *of = query->recipe.launch;
    const struct aic_table *results = &query->calculator->results;
    bool is_one_job = query->options.sweeps.count == 0 && !query->options.solve;
    for (size_t i = 0; i < of->measured_count && is_one_job; i++) {
        const struct aic_launch_measured *figure = &of->measured[i];
        size_t result = aic_table_find(results, figure->result, strlen(figure->result));
        char *words = query->launched.figures[i < FIGURES ? i : 0];
        struct aic_text text;
        if (i >= FIGURES || figure->size > 0 || result == aic_table_size(results) ||
            query->measured_count == CLI_REPEAT_MAX) {
            continue;
        }
        enum aic_dimension dimension = aic_table_at(results, result, NULL)->dimension;
        aic_text_init(&text, words, sizeof query->launched.figures[0]);
        aic_text_format(&text, "%s=%g%s", figure->result, figure->value,
                        aic_dimension_is_plain(dimension) ? "" : aic_dimension_base(dimension));
        if (!aic_measured_read(&query->measured[query->measured_count], query->calculator, words,
                               &query->error)) {
            return false;
        }
        query->measured_count++;
    }
    return true;
}

bool cli_launched_bind(struct cli_query *query)
{
    const struct cli_options *options = &query->options;
    const struct aic_launch_case *of = options->launch;
    if (options->from.count == 0 && !of) {
        return options->set.count == 0 ||
               aic_fail(&query->error, AIC_ERR_USAGE, NULL, "--set without --from");
    }
    if (!of) {
        if (!cli_launched_read(&query->launched, &query->world->loader, &options->from,
                               &options->set, options->settings, options->setting_count,
                               &query->catalog, &query->error)) {
            return false;
        }
        of = choose(query, &query->error);
    }
    return of && aic_launch_case_check(of, query->calculator, &query->error) &&
           (!options->strict ||
            cli_launched_check_strict(of->notes, of->note_count, &query->error)) &&
           imply(query, of) && bind_figures(query);
}

void cli_launched_clear(struct cli_launched *launched)
{
    free(launched->implied);
    free(launched->flags);
    aic_launch_clear(&launched->launch);
}
