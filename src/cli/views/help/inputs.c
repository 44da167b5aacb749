/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs in words, as help and the manual show them. */
#include "cli/views/help/inputs.h"

#include <string.h>

/* What a flag is unless it is given. */
static bool is_yes_by_default(const struct aic_field *field)
{
    struct aic_value value = { false, 0, NULL };
    return field->default_text &&
           aic_value_read(field, field->default_text, strlen(field->default_text), &value, NULL) &&
           value.number != 0;
}

/* What is typed for a number: a plausible value where the table has one; NULL: it has none. */
static const char *usual_value(const struct aic_field *field)
{
    const char *words = field->example ? field->example : field->default_text;
    bool says_nothing = !words || strcmp(words, "0") == 0 || strcmp(words, "1") == 0;
    return says_nothing ? NULL : words;
}

void cli_add_input_option(const struct aic_field *field, struct aic_text *text)
{
    aic_text_add(text, field->kind == AIC_FLAG && is_yes_by_default(field) ? "--[no-]" : "--");
    aic_text_add_spelt(text, (struct aic_span){ field->name, strlen(field->name) }, '_', '-');
    static const char *const values[] = {
        [AIC_CHOICE] = " NAME",
        [AIC_FLAG] = "",
        [AIC_REFERENCE] = " NAME",
    };
    if (field->kind == AIC_FLAG || field->kind == AIC_CHOICE || field->kind == AIC_REFERENCE) {
        aic_text_add(text, values[field->kind]);
    } else if (usual_value(field)) {
        aic_text_format(text, " %s", usual_value(field));
    } else if (field->kind == AIC_INTEGER || aic_dimension_is_plain(field->dimension)) {
        aic_text_add(text, field->kind == AIC_INTEGER ? " N" : " X");
    } else {
        aic_text_format(text, " %s", aic_dimension_example(field->dimension));
    }
}

/* A number in base units that stands for itself is shown as people type it: "4e-6" is "4us". */
static bool add_number(const struct aic_field *field, struct aic_span word, struct aic_text *text)
{
    char shown[AIC_QUANTITY_SIZE];
    double value;
    if (aic_dimension_is_plain(field->dimension) || word.length == 0 ||
        aic_number_read(word.at, word.length, 0, &value) != word.length) {
        return false;
    }
    aic_quantity_write(shown, sizeof shown, value, field->dimension, aic_field_unit(field),
                       AIC_UNITS_AUTO);
    /* "1.500 us": zeros at the end say nothing here. */
    size_t end = strcspn(shown, " "), length = end;
    while (memchr(shown, '.', length) && (shown[length - 1] == '0' || shown[length - 1] == '.')) {
        length--;
    }
    aic_text_add_bytes(text, shown, length);
    aic_text_add(text, shown + end);
    return true;
}

/* A formula in words: "!known(drive) && engine == vllm" is "drive is not known and engine is vllm". */
static void add_spoken(struct aic_text *text, struct aic_span formula)
{
    static const struct {
        const char *code, *words;
        bool has_name; /* between it and the next ')', before the words */
    } spoken[] = {
        { " && ", " and ", false },
        { " || ", " or ", false },
        { " == yes", "", false },
        { " == ", " is ", false },
        { "begins_with(gpu, \"", "gpu begins with ", false },
        { "\")", "", false },
        { " ? ", ": ", false },
        { " : ", ", else ", false },
        { " != ", " is not ", false },
        { "!known(", " is not known", true },
        { "known(", " is known", true },
        { "!is_given(", " is not given", true },
        { "is_given(", " is given", true },
        { "is_default(", " is not given", true },
        { " * GiB", " GiB", false },
        { " * 86400", " days", false },
        { "e9 / ", " GB/s / ", false }, /* a rate for so many GPUs */
    };
    char code[1024];
    struct aic_text copy;
    aic_text_init(&copy, code, sizeof code);
    aic_formula_add(&copy, formula);
    for (const char *at = code; *at;) {
        size_t i = 0;
        while (i < sizeof spoken / sizeof spoken[0] &&
               strncmp(at, spoken[i].code, strlen(spoken[i].code)) != 0) {
            i++;
        }
        if (i == sizeof spoken / sizeof spoken[0]) {
            aic_text_add_bytes(text, at++, 1);
            continue;
        }
        at += strlen(spoken[i].code);
        if (spoken[i].has_name) {
            size_t length = strcspn(at, ")");
            aic_text_add_bytes(text, at, length);
            at += length + (at[length] ? 1 : 0);
        }
        aic_text_add(text, spoken[i].words);
    }
}

static void add_expression(const struct aic_field *field, struct aic_span expression,
                           struct aic_text *text)
{
    if (!add_number(field, expression, text)) {
        add_spoken(text, expression);
    }
}

/* The formula of a default: "4us when link is switched; 1.5us otherwise". */
static void add_derived_default(const struct aic_field *field, struct aic_text *text)
{
    const char *words = aic_field_words(field);
    if (aic_field_is_sentence(field) || !aic_formula_has_cases(words)) {
        add_expression(field, aic_formula_text(words), text);
        return;
    }
    size_t number = 0;
    for (const char *end = words; (end = strstr(end, "; ")); end += 2) {
        struct aic_span condition;
        struct aic_span expression = aic_formula_case(words, number, &condition);
        aic_text_add(text, number++ > 0 ? "; " : "");
        add_expression(field, expression, text);
        aic_text_add(text, condition.length > 0 ? " when " : " otherwise");
        add_spoken(text, condition);
    }
}

void cli_add_input_meaning(const struct aic_field *field, struct aic_text *text)
{
    aic_text_add(text, field->help);
    if (field->kind == AIC_CHOICE) {
        aic_text_add(text, ": ");
        aic_text_add_names(text, aic_word_at, field->choices);
    }
    if (field->kind == AIC_FLAG) {
        aic_text_format(text, "%s",
                        !field->default_text       ? ""
                        : is_yes_by_default(field) ? " (default yes)"
                                                   : " (default no)");
    } else if (field->default_text) {
        aic_text_format(text, " (default %s)", field->default_text);
    } else if (aic_field_is_derived(field) && aic_field_words(field)) {
        aic_text_add(text, " (default ");
        add_derived_default(field, text);
        aic_text_add(text, ")");
    }
    if (field->kind == AIC_REFERENCE) {
        aic_text_format(text, " ('aicalc catalog %s'", aic_catalog_kind_name(field->catalog));
        if (field->prefix) {
            aic_text_format(text, " for %s...", field->prefix);
        }
        aic_text_add(text, ")");
    }
    if (field->preset) {
        aic_text_format(text, "; sets %s", field->preset);
    }
    if (field->fed_by) {
        aic_text_format(text, "; fed by %s", field->fed_by);
    }
}

/* The help up to the name in quotes; 0 without one. */
static size_t head_of(const struct aic_field *field)
{
    const char *quote = field->flags & AIC_OF_FILES ? strchr(field->help, '\'') : NULL;
    return quote ? (size_t)(quote - field->help) : 0;
}

static size_t count_family(const struct aic_group *group, size_t first)
{
    const struct aic_field *field = &group->fields[first];
    size_t head = head_of(field), stem = strcspn(field->name, "_"), count = 1;
    while (head > 0 && first + count < group->count &&
           head_of(&group->fields[first + count]) == head &&
           strncmp(group->fields[first + count].help, field->help, head) == 0 &&
           strncmp(group->fields[first + count].name, field->name, stem + 1) == 0) {
        count++;
    }
    return count;
}

size_t cli_input_family(const struct aic_group *group, size_t first, struct aic_text *option,
                        struct aic_text *meaning)
{
    const struct aic_field *field = &group->fields[first];
    size_t count = count_family(group, first);
    size_t stem = strcspn(field->name, "_"), word = head_of(field);
    if (count == 1) {
        return 1;
    }
    /* "bytes of the part '": the last word is what the names are */
    size_t end = word - 1;
    for (word = end; word > 0 && field->help[word - 1] != ' ';) {
        word--;
    }
    aic_text_add(option, "--");
    aic_text_add_bytes(option, field->name, stem);
    aic_text_add(option, "-");
    for (size_t i = word; i < end; i++) {
        const char letter[] = { (char)(field->help[i] & ~0x20), '\0' };
        aic_text_add(option, letter);
    }
    aic_text_add_bytes(meaning, field->help, end);
    aic_text_add(meaning, ", set by files of the model: ");
    for (size_t i = 0; i < count; i++) {
        aic_text_format(meaning, "%s%s", i > 0 ? " " : "",
                        group->fields[first + i].name + stem + 1);
    }
    return count;
}

void cli_add_input_aliases(const struct aic_calculator *calculator, const struct aic_field *field,
                           struct aic_text *text)
{
    const struct aic_alias *alias = calculator->aliases;
    const char *before = "; also ";
    for (; alias && alias->name; alias++) {
        if (strcmp(alias->input, field->name) == 0) {
            aic_text_format(text, "%s--", before);
            aic_text_add_spelt(text, (struct aic_span){ alias->name, strlen(alias->name) }, '_',
                               '-');
            before = ", ";
        }
    }
}
