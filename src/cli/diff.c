/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc diff A.json B.json: what differs between two answers. */
#include <aicalc/diff.h>

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "cli/diff.h"
#include "cli/options.h"

/* Digits of a relative change. */
#define PERCENT_DIGITS 3

/* The field that a row is about, where this program knows it in the unit of the document. */
static const struct aic_field *field_of(const struct cli_diff_view *view,
                                        const struct aic_difference *row)
{
    const struct aic_calculator *calculator = aic_calculator_find(view->diff->calculator);
    if (!calculator || row->part == AIC_DIFF_WARNING) {
        return NULL;
    }
    const struct aic_table *table =
        row->part == AIC_DIFF_INPUT ? &calculator->inputs : &calculator->results;
    size_t index = aic_table_find(table, row->name, strlen(row->name));
    if (index == aic_table_size(table)) {
        return NULL;
    }
    const struct aic_field *field = aic_table_at(table, index, NULL);
    const char *unit = aic_field_unit(field);
    const char *found = aic_diff_text(row->after ? row->after : row->before, "unit");
    return unit && found && strcmp(unit, found) == 0 ? field : NULL;
}

/* A value of the document as it stands, without its unit. */
static void add_raw(struct aic_text *text, const struct cJSON *value)
{
    if (cJSON_IsNumber(value)) {
        aic_text_add_number(text, value->valuedouble);
    } else if (cJSON_IsString(value)) {
        aic_text_add(text, value->valuestring);
    } else {
        aic_text_add(text, cJSON_IsTrue(value) ? "yes" : "no");
    }
}

static void write_number(const struct cli_diff_view *view, const struct aic_field *field,
                         const char *unit, double number, struct aic_text *text)
{
    char words[CLI_VALUE_SIZE];
    if (field) {
        cli_write_value(field, (struct aic_value){ true, number, NULL }, view->units, words,
                        sizeof words);
        aic_text_add(text, words);
    } else {
        aic_text_add_number(text, number);
        aic_text_format(text, "%s%s", unit ? " " : "", unit ? unit : "");
    }
}

/* A member's value for people, and its range where it has one. */
static void write_member(const struct cli_diff_view *view, const struct aic_difference *row,
                         const struct cJSON *member, struct aic_text *text)
{
    if (!member) {
        return;
    }
    const struct cJSON *value = aic_diff_value(member);
    const struct cJSON *low = aic_json_member(member, "low");
    const struct cJSON *high = aic_json_member(member, "high");
    const struct aic_field *field = field_of(view, row);
    const char *unit = aic_diff_text(member, "unit");
    if (!cJSON_IsNumber(value)) {
        add_raw(text, value);
        return;
    }
    write_number(view, field, unit, value->valuedouble, text);
    if (low && high && cJSON_IsNumber(low) && cJSON_IsNumber(high)) {
        aic_text_add(text, " (");
        write_number(view, field, unit, low->valuedouble, text);
        aic_text_add(text, " .. ");
        write_number(view, field, unit, high->valuedouble, text);
        aic_text_add(text, ")");
    }
}

/* Where the values came from, if not from the same: "catalog -> flag". */
static void write_origins(const struct aic_difference *row, struct aic_text *text)
{
    const char *before = aic_diff_text(row->before, "origin");
    const char *after = aic_diff_text(row->after, "origin");
    if (before && after && strcmp(before, after) != 0) {
        aic_text_format(text, "%s -> %s", before, after);
    } else if (!row->before && after) {
        aic_text_add(text, after);
    }
}

void cli_diff_cells(const struct cli_diff_view *view, size_t index, struct cli_diff_cells *cells)
{
    const struct aic_difference *row = &view->diff->rows[index];
    struct aic_text text;
    aic_text_init(&text, cells->at[CLI_DIFF_NAME], CLI_DIFF_CELL);
    aic_text_add(&text, row->name);
    aic_text_init(&text, cells->at[CLI_DIFF_BEFORE], CLI_DIFF_CELL);
    write_member(view, row, row->before, &text);
    aic_text_init(&text, cells->at[CLI_DIFF_AFTER], CLI_DIFF_CELL);
    write_member(view, row, row->after, &text);
    aic_text_init(&text, cells->at[CLI_DIFF_ABSOLUTE], CLI_DIFF_CELL);
    if (!isnan(row->absolute)) {
        aic_text_add(&text, row->absolute > 0 ? "+" : "");
        write_number(view, field_of(view, row), aic_diff_text(row->after, "unit"), row->absolute,
                     &text);
    } else if (!row->before || !row->after) {
        aic_text_add(&text, row->before ? "gone" : "new");
    }
    aic_text_init(&text, cells->at[CLI_DIFF_RELATIVE], CLI_DIFF_CELL);
    if (!isnan(row->relative)) {
        char number[AIC_NUMBER_SIZE];
        number[aic_number_write_short(number, 100 * row->relative, PERCENT_DIGITS)] = '\0';
        aic_text_format(&text, "%s%s %%", row->relative > 0 ? "+" : "", number);
    }
    aic_text_init(&text, cells->at[CLI_DIFF_ORIGIN], CLI_DIFF_CELL);
    write_origins(row, &text);
}

static int help(void)
{
    struct cli_output output;
    cli_output_open(&output);
    aic_sink_text(
        &output.sink,
        "aicalc diff A.json B.json: what differs between two answers\n\n"
        "Examples\n"
        "  aicalc kvcache --model llama-3.1-8b --context 8Ki -o json > a.json\n"
        "  aicalc kvcache --model llama-3.1-70b --context 8Ki -o json > b.json\n"
        "  aicalc diff a.json b.json\n"
        "  aicalc kvcache --model llama-3.1-8b --context 16Ki -o json | aicalc diff a.json -\n\n"
        "Both are answers of the same calculator, as -o json writes them; one of them may be\n"
        "- for standard input. Shown are inputs and results that changed, came or went, and\n"
        "warnings that came or went. Where a value came from is shown where the value differs.\n"
        "The exit code is 0 whether they differ or not; -o json says \"equal\".\n\n"
        "Options\n"
        "  -o, --output FORMAT   table, json, csv or markdown\n"
        "  --units STYLE         of tables: auto, si, iec or raw\n"
        "  --color WHEN          auto, always or never\n");
    return cli_output_close(&output, CLI_OK, CLI_TABLE);
}

/* Options of calculators that say nothing here. */
static bool takes_too_much(const struct cli_options *options)
{
    return options->files.count + options->budgets.count + options->sweeps.count +
                   options->catalogs.count >
               0 ||
           options->solve || options->input || options->fields || options->explain ||
           options->sensitivity || options->no_config || options->gate != AIC_GATE_WORST ||
           options->format == CLI_SVG;
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strcmp(path, "-") == 0 ? "standard input" : slash ? slash + 1 : path;
}

static bool read_answer(struct cli_files *files, const char *path, struct aic_json *json,
                        struct aic_error *error)
{
    const char *text;
    size_t length;
    return cli_files_read(files, path, &text, &length, error) &&
           aic_json_parse(json, name_of(path), text, length, AIC_JSON_INPUT_MAX, 0, error);
}

static int show(const struct aic_diff *diff, const struct cli_options *options)
{
    static void (*const renderers[])(const struct cli_diff_view *, struct aic_sink *) = {
        [CLI_TABLE] = cli_diff_table,
        [CLI_JSON] = cli_diff_json,
        [CLI_CSV] = cli_diff_csv,
        [CLI_MARKDOWN] = cli_diff_markdown,
    };
    const struct cli_diff_view view = { diff, options->units, cli_use_color(options->color),
                                        (size_t)cli_columns() };
    struct cli_output output;
    cli_output_open(&output);
    renderers[options->format](&view, &output.sink);
    return cli_output_close(&output, CLI_OK, options->format);
}

static int compare(const char *const *paths, const struct cli_options *options)
{
    struct cli_files files = { NULL };
    struct aic_json before = { .root = NULL };
    struct aic_json after = { .root = NULL };
    struct aic_diff diff = { NULL, NULL, 0 };
    struct aic_error error = { .code = AIC_OK };
    bool ok = read_answer(&files, paths[0], &before, &error) &&
              read_answer(&files, paths[1], &after, &error) &&
              aic_diff_init(&diff, &before, &after, &error);
    int code = ok ? show(&diff, options) : cli_report(&error, options->format);
    aic_diff_clear(&diff);
    aic_json_clear(&before);
    aic_json_clear(&after);
    cli_files_clear(&files);
    return code;
}

int cli_diff(int argc, char **argv)
{
    const char *paths[2];
    enum cli_format format = cli_peek_format(argc, argv);
    int count = cli_take_words(argc, argv, paths, 2);
    struct cli_options options;
    struct aic_error error = { .code = AIC_OK };
    int code;
    if (!cli_options_read(&options, NULL, argc - count, argv, &error)) {
        code = cli_report(&error, format);
    } else if (options.help) {
        code = help();
    } else if (takes_too_much(&options)) {
        code = cli_usage(format, "it takes -o table, json, csv or markdown, --units and --color",
                         "diff does not take all of these options");
    } else if (count < 2) {
        code = cli_usage(format, "write 'aicalc diff A.json B.json'", "diff takes two files");
    } else if (strcmp(paths[0], "-") == 0 && strcmp(paths[1], "-") == 0) {
        code = cli_usage(format, "give a file for one of them",
                         "both answers are asked of standard input");
    } else {
        code = compare(paths, &options);
    }
    cli_options_clear(&options);
    return code;
}
