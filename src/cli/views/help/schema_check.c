/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The schema of a check file. What a check may say depends on its calculator, whose inputs and
 * results come from its tables.
 */
#include "cli/formats/json.h"
#include "cli/formats/lines.h"
#include "cli/views/calculators.h"
#include "cli/views/help/schema.h"

static void put_words(struct aic_json_writer *writer, const char *key, const char *const *words)
{
    cli_json_open(writer, key, '[', false);
    for (; *words; words++) {
        aic_json_string(writer, *words);
    }
    aic_json_close(writer);
}

/* An object that has no other keys than those of its "properties". */
static void put_closed(struct aic_json_writer *writer, const char *const *required)
{
    cli_json_text(writer, "type", "object");
    cli_json_flag(writer, "additionalProperties", false);
    put_words(writer, "required", required);
}

static void put_typed(struct aic_json_writer *writer, const char *key, const char *type,
                      const char *description)
{
    cli_json_open(writer, key, '{', false);
    cli_json_text(writer, "type", type);
    cli_json_text(writer, "description", description);
    aic_json_close(writer);
}

static void put_calculators(struct aic_json_writer *writer)
{
    const struct aic_calculator *calculator;
    cli_json_open(writer, "calculator", '{', false);
    cli_json_open(writer, "enum", '[', false);
    for (size_t i = 0; (calculator = cli_calculator_at(i)); i++) {
        aic_json_string(writer, calculator->name);
    }
    aic_json_close(writer);
    aic_json_close(writer);
}

static void put_check_properties(struct aic_json_writer *writer)
{
    static const char *const text_or_list[] = { "string", "array", NULL };
    static const char *const gates[] = { "worst", "low", "mid", "high", NULL };
    cli_json_open(writer, "properties", '{', true);
    cli_json_open(writer, "name", '{', false);
    cli_json_text(writer, "type", "string");
    cli_json_text(writer, "description", "what must hold, in words; no two checks have the same");
    cli_json_number(writer, "minLength", 1);
    cli_json_number(writer, "maxLength", AIC_CHECK_NAME_MAX);
    aic_json_close(writer);
    put_calculators(writer);
    put_typed(writer, "inputs", "object",
              "as of --input: numbers in base units, or text with a "
              "unit; \"8Ki..32Ki\" is a range");
    cli_json_open(writer, "budgets", '{', false);
    cli_json_text(writer, "type", "array");
    cli_json_text(writer, "description",
                  "RESULT OP QUANTITY, such as \"total_memory <= 75GiB\"; \"warn: \" before it "
                  "never fails; \"<= +10%\" needs --baseline");
    cli_json_number(writer, "minItems", 1);
    cli_json_open(writer, "items", '{', false);
    cli_json_text(writer, "type", "string");
    aic_json_close(writer);
    aic_json_close(writer);
    cli_json_open(writer, "from", '{', false);
    cli_json_text(writer, "description",
                  "files that are deployed, from the folder of this one: a manifest, a script, a "
                  "configuration or a log; each case in them is a check, and inputs are flags "
                  "beside them");
    cli_json_open(writer, "anyOf", '[', false);
    for (size_t i = 0; text_or_list[i]; i++) {
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "type", text_or_list[i]);
        aic_json_close(writer);
    }
    aic_json_close(writer);
    aic_json_close(writer);
    put_typed(writer, "set", "object", "variables that these files do not define: {\"TP\": 8}");
    cli_json_open(writer, "measured", '{', false);
    cli_json_text(writer, "type", "object");
    cli_json_text(writer, "description",
                  "results as measured, such as {\"step_time\": \"9.5s\"}: compared with the "
                  "answer; one outside of the stated band is a warning of the report");
    cli_json_open(writer, "additionalProperties", '{', false);
    cli_json_text(writer, "type", "string");
    aic_json_close(writer);
    aic_json_close(writer);
    cli_json_open(writer, "gate", '{', false);
    cli_json_text(writer, "description", "which end of ranges the budgets test");
    put_words(writer, "enum", gates);
    cli_json_text(writer, "default", gates[0]);
    aic_json_close(writer);
    aic_json_close(writer);
}

/* A budget begins with the name of a result: an editor can tell a typo at once. */
static void put_budget_pattern(struct aic_json_writer *writer,
                               const struct aic_calculator *calculator)
{
    char pattern[8192];
    struct aic_text text;
    aic_text_init(&text, pattern, sizeof pattern);
    aic_text_add(&text, "^[ \t]*(warn:[ \t]*)?(");
    size_t parts = aic_part_count(calculator);
    for (size_t i = 0; i < (parts > 0 ? parts : aic_table_size(&calculator->results)); i++) {
        aic_text_format(&text, "%s%s", i > 0 ? "|" : "",
                        parts > 0 ? aic_part_at(calculator, i).name
                                  : aic_table_at(&calculator->results, i, NULL)->name);
    }
    aic_text_format(&text, ")%s[ \t]*([<>=].*)?$", parts > 0 ? "[.][a-z0-9_]+" : "");
    cli_json_open(writer, "budgets", '{', false);
    cli_json_text(writer, "type", "array");
    cli_json_open(writer, "items", '{', false);
    cli_json_text(writer, "type", "string");
    cli_json_text(writer, "pattern", pattern);
    aic_json_close(writer);
    aic_json_close(writer);
}

/* If the calculator is this one, inputs and budgets are its own. */
static void put_rule(struct aic_json_writer *writer, const struct aic_calculator *calculator)
{
    char path[96];
    cli_print(path, sizeof path, "#/$defs/%s", calculator->name);
    aic_json_open(writer, '{', true);
    cli_json_open(writer, "if", '{', false);
    cli_json_text(writer, "type", "object");
    cli_json_open(writer, "properties", '{', false);
    cli_json_open(writer, "calculator", '{', false);
    cli_json_text(writer, "const", calculator->name);
    aic_json_close(writer);
    aic_json_close(writer);
    aic_json_close(writer);
    cli_json_open(writer, "then", '{', false);
    cli_json_text(writer, "type", "object");
    cli_json_open(writer, "properties", '{', false);
    cli_json_open(writer, "inputs", '{', false);
    cli_json_text(writer, "$ref", path);
    aic_json_close(writer);
    put_budget_pattern(writer, calculator);
    aic_json_close(writer);
    aic_json_close(writer);
    aic_json_close(writer);
}

static void put_definitions(struct aic_json_writer *writer)
{
    static const char *const required[] = { "name", "budgets", NULL };
    static const char *const asked[] = { "calculator", NULL }, *const read[] = { "from", NULL };
    const struct aic_calculator *calculator;
    cli_json_open(writer, "$defs", '{', true);
    cli_json_open(writer, "check", '{', true);
    put_closed(writer, required);
    put_check_properties(writer);
    cli_json_open(writer, "anyOf", '[', false); /* texts tell their calculators themselves */
    aic_json_open(writer, '{', false);
    put_words(writer, "required", asked);
    aic_json_close(writer);
    aic_json_open(writer, '{', false);
    put_words(writer, "required", read);
    aic_json_close(writer);
    aic_json_close(writer);
    cli_json_open(writer, "allOf", '[', true);
    for (size_t i = 0; (calculator = cli_calculator_at(i)); i++) {
        put_rule(writer, calculator);
    }
    aic_json_close(writer);
    aic_json_close(writer);
    for (size_t i = 0; (calculator = cli_calculator_at(i)); i++) {
        cli_json_open(writer, calculator->name, '{', true);
        cli_schema_inputs(writer, calculator);
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

void cli_schema_check(struct aic_json_writer *writer)
{
    static const char *const required[] = { "schema", "checks", NULL };
    cli_json_text(writer, "description", "budgets on questions, for 'aicalc check'");
    put_closed(writer, required);
    cli_json_open(writer, "properties", '{', true);
    cli_json_open(writer, "$schema", '{', false);
    cli_json_text(writer, "type", "string");
    aic_json_close(writer);
    cli_json_open(writer, "schema", '{', false);
    cli_json_text(writer, "const", "aicalc-check/1");
    aic_json_close(writer);
    put_typed(writer, "defaults", "object",
              "inputs of every check whose calculator has them; its own inputs override them");
    cli_json_open(writer, "checks", '{', false);
    cli_json_text(writer, "type", "array");
    cli_json_number(writer, "minItems", 1);
    cli_json_number(writer, "maxItems", AIC_CHECKS_MAX);
    cli_json_open(writer, "items", '{', false);
    cli_json_text(writer, "$ref", "#/$defs/check");
    aic_json_close(writer);
    aic_json_close(writer);
    aic_json_close(writer);
    put_definitions(writer);
}
