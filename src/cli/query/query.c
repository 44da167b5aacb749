/* SPDX-License-Identifier: Apache-2.0 */
/* What all kinds of queries do with an answer: judge it, choose from it, look at it. */
#include "cli/query/query.h"

#include <string.h>

#include "cli/formats/asked.h"
#include "cli/formats/exit.h"

bool cli_choose_fields(const struct aic_calculator *calculator, const char *fields, size_t *chosen,
                       size_t *count, struct aic_error *error)
{
    *count = 0;
    for (;;) {
        size_t length = strcspn(fields, ",");
        if (*count == aic_table_size(&calculator->results)) {
            return aic_fail(error, AIC_ERR_USAGE, NULL,
                            "--fields names more results than there are");
        }
        const struct aic_span name = { fields, length };
        if (!aic_result_find(calculator, name, "--fields: ", &chosen[*count], error)) {
            return false;
        }
        ++*count;
        if (fields[length] == '\0') {
            return true;
        }
        fields += length + 1;
    }
}

bool cli_query_judge(struct cli_query *query)
{
    for (size_t i = 0; i < query->options.budgets.count; i++) {
        if (!aic_spread_judge(&query->spread, &query->budgets[i], &query->answer,
                              (enum aic_gate)query->options.gate, &query->verdicts[i],
                              &query->error)) {
            return false;
        }
    }
    return true;
}

size_t cli_query_select(const struct cli_query *query, size_t *shown)
{
    const struct aic_table *results = &query->calculator->results;
    bool chosen = query->options.fields != NULL;
    size_t count = chosen ? query->result_count : aic_table_size(results);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t index = chosen ? query->results[i] : i;
        bool is_term = aic_table_at(results, index, NULL)->flags & AIC_TERM;
        bool is_of_part =
            !query->options.part || aic_part_of_result(query->calculator, index) == query->part;
        if (aic_answer_result(&query->answer, index).set && (chosen || is_of_part) &&
            (chosen || query->options.explain || !is_term)) {
            shown[kept++] = index;
        }
    }
    return kept;
}

bool cli_query_find_sensitivity(struct cli_query *query)
{
    const struct aic_table *results = &query->calculator->results;
    size_t count = 0;
    if (!query->options.sensitivity) {
        return true;
    }
    if (query->options.fields) {
        return aic_sensitivity_init(&query->sensitivity, &query->answer, query->results,
                                    query->result_count, &query->error);
    }
    for (size_t i = 0; i < aic_table_size(results); i++) {
        if (aic_table_at(results, i, NULL)->flags & AIC_KEY) {
            query->results[count++] = i;
        }
    }
    return aic_sensitivity_init(&query->sensitivity, &query->answer, query->results, count,
                                &query->error);
}

static size_t columns_of(const struct cli_query *query)
{
    const struct cli_capture *capture = query->options.capture;
    return capture && capture->columns > 0 ? capture->columns
           : query->to_file                ? CLI_COLUMNS
                                           : query->world->columns;
}

struct cli_view cli_query_view(const struct cli_query *query)
{
    return (struct cli_view){
        .answer = &query->answer,
        .entries = &query->entries,
        .asked = query->options.asked,
        .results = query->results,
        .result_count = query->result_count,
        .chosen = query->options.fields != NULL,
        .budgets = query->budgets,
        .verdicts = query->verdicts,
        .budget_count = query->options.budgets.count,
        .measured = query->measured,
        .measured_count = query->measured_count,
        .launch = query->recipe.launch,
        .spread = query->spread.ranged ? &query->spread : NULL,
        .solution = query->solved ? &query->solution : NULL,
        .sensitivity = query->options.sensitivity ? &query->sensitivity : NULL,
        .influence = query->influence.inputs ? &query->influence : NULL,
        .moves = query->for_people ? &query->moves : NULL,
        .usual_bill = query->usual_bill.known ? &query->usual_bill : NULL,
        .steps = query->for_people || query->for_programs ? &query->steps : NULL,
        .settings = query->options.settings,
        .setting_count = query->options.setting_count,
        .missing = query->missing,
        .missing_count = query->missing_count,
        .all = query->options.all || query->options.part,
        .part = query->part,
        .explain = query->options.explain,
        .brief = query->options.brief,
        .explanation = query->for_people && query->options.explain ? &query->explanation : NULL,
        .units = cli_unit_style(&query->options),
        .color = query->world->color && !query->to_file,
        .unicode = query->world->unicode && !query->to_file,
        .columns = columns_of(query),
    };
}

/* A model of the hub that no entry has: the command that answers asks the same question of its configuration. */
static struct aic_error with_question(const struct cli_query *query)
{
    struct aic_error error = query->error;
    const struct cli_asked *asked = &query->options.asked;
    const char *model = NULL, *end = strstr(error.suggestion, "| aicalc ");
    for (size_t i = 0; i < query->options.setting_count; i++) {
        bool is_model = strcmp(query->options.settings[i].name, "model") == 0;
        model = is_model ? query->options.settings[i].text : model;
    }
    if (error.code != AIC_ERR_UNKNOWN || !end || !model) {
        return error;
    }
    struct aic_text text;
    aic_text_init(&text, error.suggestion, sizeof error.suggestion);
    aic_text_add_bytes(&text, query->error.suggestion,
                       (size_t)(end - error.suggestion) + strlen("| aicalc"));
    for (size_t i = 0; i < asked->count; i++) {
        const char *word = asked->words[i], *value = strchr(word, '=');
        aic_text_add(&text, " ");
        if (strcmp(word, model) == 0) {
            aic_text_add(&text, "-");
        } else if (value && strcmp(value + 1, model) == 0) {
            aic_text_add_bytes(&text, word, (size_t)(value - word) + 1);
            aic_text_add(&text, "-");
        } else {
            cli_add_shell_word(&text, word);
        }
    }
    return text.cut ? query->error : error;
}

int cli_query_fail(const struct cli_query *query)
{
    const struct aic_error error = with_question(query);
    return query->world->fail(query->world->context, query, &error);
}

int cli_query_write(struct cli_query *query, cli_writer *write)
{
    return query->world->write(query->world->context, query, write);
}

const struct cli_format *cli_format_written(const struct cli_options *options, size_t i)
{
    if (i == 0) {
        return options->format;
    }
    return i <= options->files.count ? cli_format_of_file(CLI_ANSWER, options->files.at[i - 1])
                                     : NULL;
}
