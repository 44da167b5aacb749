/* SPDX-License-Identifier: Apache-2.0 */
/* The self-check of a calculator's tables: a badly written row is a bug, found by a test. */
#include <aicalc/calculator_rows.h>

#include <string.h>

#include <aicalc/composition.h>
#include <aicalc/formula.h>
#include <aicalc/text.h>

static bool fail(struct aic_error *error, const struct aic_calculator *calculator,
                 const char *field, const char *what)
{
    return aic_fail(error, AIC_ERR_CONFLICT, field, "%s: %s: %s", calculator->name, field, what);
}

static bool is_snake_case(const char *name)
{
    for (const char *c = name; *c; c++) {
        bool ok = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '_';
        if (!ok) {
            return false;
        }
    }
    return name[0] != '\0' && name[0] != '_';
}

static size_t member_size(enum aic_kind kind)
{
    switch (kind) {
    case AIC_CHOICE:
        return sizeof(int);
    case AIC_FLAG:
        return sizeof(aic_flag);
    case AIC_REFERENCE:
        return sizeof(struct aic_name);
    default:
        return sizeof(double);
    }
}

/* No two rows of a table may share a name or overlap in the struct. */
static bool check_against_others(const struct aic_calculator *calculator,
                                 const struct aic_table *table, size_t index,
                                 struct aic_error *error)
{
    size_t offset, other_offset;
    const struct aic_field *field = aic_table_at(table, index, &offset);
    for (size_t i = 0; i < index; i++) {
        const struct aic_field *other = aic_table_at(table, i, &other_offset);
        if (strcmp(field->name, other->name) == 0) {
            return fail(error, calculator, field->name, "the name stands twice");
        }
        if (offset < other_offset + member_size(other->kind) &&
            other_offset < offset + member_size(field->kind)) {
            return fail(error, calculator, field->name, "shares its place with another field");
        }
    }
    return true;
}

static bool check_words(const struct aic_calculator *calculator, const struct aic_field *field,
                        struct aic_error *error)
{
    if (!is_snake_case(field->name)) {
        return fail(error, calculator, field->name, "the name is not snake_case");
    }
    if (!field->help || !field->help[0] || field->help[strlen(field->help) - 1] == '.') {
        return fail(error, calculator, field->name, "help is missing or ends with a full stop");
    }
    if (field->kind == AIC_CHOICE && (!field->choices || !field->choices[0])) {
        return fail(error, calculator, field->name, "a choice without choices");
    }
    return true;
}

static bool is_constant(const struct aic_calculator *calculator, struct aic_span name)
{
    return aic_constant_find(calculator, name) != NULL;
}

static bool fail_name(const struct aic_calculator *calculator, const struct aic_field *field,
                      struct aic_span name, struct aic_error *error)
{
    char words[96];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    aic_text_add(&text, "unknown name in its formula or rests_on: ");
    aic_text_add_bytes(&text, name.at, name.length);
    return fail(error, calculator, field->name, words);
}

static bool check_names(const struct aic_calculator *calculator, const struct aic_field *field,
                        const char *names, struct aic_error *error)
{
    struct aic_span rest = { names, strlen(names) };
    struct aic_span name;
    while (aic_formula_next_name(&rest, &name)) {
        size_t inputs = aic_table_size(&calculator->inputs);
        size_t results = aic_table_size(&calculator->results);
        if (!is_constant(calculator, name) &&
            aic_table_find(&calculator->inputs, name.at, name.length) == inputs &&
            aic_table_find(&calculator->results, name.at, name.length) == results) {
            return fail_name(calculator, field, name, error);
        }
    }
    return true;
}

/* What people are shown of the code names what they know. */
static bool check_shown(const struct aic_calculator *calculator, const struct aic_field *field,
                        const char *words, struct aic_error *error)
{
    struct aic_span strange;
    return aic_formula_is_plain(calculator, words, &strange) ||
           fail_name(calculator, field, strange, error);
}

/* The conditions of rows with cases name choices too. */
static bool check_expressions(const struct aic_calculator *calculator,
                              const struct aic_field *field, struct aic_error *error)
{
    return check_shown(calculator, field, field->formula, error) &&
           (aic_formula_has_cases(field->formula) ||
            check_names(calculator, field, field->formula, error));
}

/* A search: of numbers, with a relation that is one. */
static bool check_searches(const struct aic_calculator *calculator, struct aic_error *error)
{
    const struct aic_bands *all = &calculator->bands;
    const struct aic_table *results = &calculator->results;
    for (size_t i = 0; i < all->search_count; i++) {
        const struct aic_searched *search = &all->searches[i];
        const struct aic_field *field = aic_table_at(results, search->result, NULL);
        if (field->kind > AIC_INTEGER ||
            aic_table_at(results, search->row, NULL)->kind > AIC_INTEGER ||
            aic_table_at(&calculator->inputs, search->input, NULL)->kind > AIC_INTEGER ||
            (strcmp(search->relation, "<=") != 0 && strcmp(search->relation, ">=") != 0)) {
            return fail(error, calculator, field->name, "searches by other than numbers");
        }
    }
    return true;
}

/* A band, a comparison, a cause: of numbers, with words that can be read. */
static bool check_bands(const struct aic_calculator *calculator, struct aic_error *error)
{
    const struct aic_bands *all = &calculator->bands;
    const struct aic_table *results = &calculator->results;
    for (size_t i = 0; i < all->band_count; i++) {
        const struct aic_field *field = aic_table_at(results, all->bands[i].result, NULL);
        if (field->kind > AIC_INTEGER || !all->bands[i].source[0]) {
            return fail(error, calculator, field->name, "a band of no number, or without a source");
        }
        if (!check_shown(calculator, field, all->bands[i].condition, error) ||
            !check_shown(calculator, field, all->bands[i].low, error) ||
            !check_shown(calculator, field, all->bands[i].high, error)) {
            return false;
        }
    }
    for (size_t i = 0; i < all->judgement_count; i++) {
        const struct aic_judgement *judgement = &all->judgements[i];
        const struct aic_field *flag = aic_table_at(results, judgement->flag, NULL);
        if (flag->kind != AIC_FLAG ||
            aic_table_at(results, judgement->result, NULL)->kind > AIC_INTEGER ||
            (strcmp(judgement->relation, "<=") != 0 && strcmp(judgement->relation, ">=") != 0)) {
            return fail(error, calculator, flag->name, "judges by other than a number and a limit");
        }
        if (!check_shown(calculator, flag, judgement->limit, error)) {
            return false;
        }
    }
    for (size_t i = 0; i < all->cause_count; i++) {
        const struct aic_field *field = aic_table_at(results, all->causes[i].result, NULL);
        struct aic_span rest = { all->causes[i].inputs, strlen(all->causes[i].inputs) };
        struct aic_span name;
        while (aic_formula_next_name(&rest, &name)) {
            size_t index = aic_table_find(&calculator->inputs, name.at, name.length);
            if (index == aic_table_size(&calculator->inputs) || field->kind > AIC_INTEGER ||
                aic_table_at(&calculator->inputs, index, NULL)->kind != AIC_REAL) {
                return fail(error, calculator, field->name, "is explained by no real input");
            }
        }
    }
    return true;
}

static bool check_input(const struct aic_calculator *calculator, size_t index,
                        struct aic_error *error)
{
    size_t offset;
    const struct aic_field *field = aic_table_at(&calculator->inputs, index, &offset);
    struct aic_value value;
    if (!check_words(calculator, field, error) ||
        !check_against_others(calculator, &calculator->inputs, index, error)) {
        return false;
    }
    if (offset < sizeof(struct aic_origins) ||
        offset + member_size(field->kind) > calculator->in_size ||
        offset - sizeof(struct aic_origins) >= AIC_INPUT_MAX) {
        return fail(error, calculator, field->name, "lies outside the input struct");
    }
    if (field->prefix && field->kind != AIC_REFERENCE) {
        return fail(error, calculator, field->name, "a prefix of no catalog reference");
    }
    if (field->default_text &&
        !aic_value_read(field, field->default_text, strlen(field->default_text), &value, error)) {
        return fail(error, calculator, field->name, "the default cannot be read");
    }
    if (field->example &&
        !aic_value_read(field, field->example, strlen(field->example), &value, error)) {
        return fail(error, calculator, field->name, "the example cannot be read");
    }
    if (field->kind == AIC_FLAG && !field->default_text && !field->preset &&
        !(field->flags & AIC_OPEN)) {
        return fail(error, calculator, field->name, "a flag without a default");
    }
    if (field->min < 0 || (field->flags & AIC_SIGNED && field->min > 0)) {
        return fail(error, calculator, field->name, "a least value that would not hold");
    }
    return !aic_field_is_derived(field) || !field->formula || aic_field_is_sentence(field) ||
           check_expressions(calculator, field, error);
}

/* What it is a part of, or is taken off, is another number of the same dimension. */
static bool check_part(const struct aic_calculator *calculator, const struct aic_field *field,
                       const char *whole, struct aic_error *error)
{
    const struct aic_table *results = &calculator->results;
    size_t index = whole ? aic_table_find(results, whole, strlen(whole)) : 0;
    if (!whole) {
        return true;
    }
    if (index == aic_table_size(results) || strcmp(whole, field->name) == 0) {
        return fail(error, calculator, field->name, "is part of no other result");
    }
    const struct aic_field *sum = aic_table_at(results, index, NULL);
    bool adds_up = field->kind <= AIC_INTEGER && sum->kind <= AIC_INTEGER &&
                   field->dimension == sum->dimension;
    return adds_up || fail(error, calculator, field->name, "is part of another dimension");
}

static bool check_result(const struct aic_calculator *calculator, size_t index,
                         struct aic_error *error)
{
    size_t offset;
    const struct aic_field *field = aic_table_at(&calculator->results, index, &offset);
    if (!check_words(calculator, field, error) ||
        !check_against_others(calculator, &calculator->results, index, error)) {
        return false;
    }
    if (offset + member_size(field->kind) > calculator->out_size) {
        return fail(error, calculator, field->name, "lies outside the output struct");
    }
    /* Rows name results by their member: a group that leaves one out shifts those behind it. */
    if (calculator->find_cases && offset != index * sizeof(double)) {
        return fail(error, calculator, field->name, "its place in the table is not its member's");
    }
    if (!aic_field_words(field)) {
        return fail(error, calculator, field->name, "a result without a formula");
    }
    if (field->flags & AIC_LEAST && field->better != AIC_LESS_IS_BETTER) {
        return fail(error, calculator, field->name, "the least of it is best, and less is not");
    }
    if (field->flags & AIC_MUST_HOLD && field->kind != AIC_FLAG) {
        return fail(error, calculator, field->name, "what must hold is a flag");
    }
    return (aic_field_is_sentence(field) || check_expressions(calculator, field, error)) &&
           (!field->rests_on || check_names(calculator, field, field->rests_on, error)) &&
           check_part(calculator, field, field->part_of, error) &&
           check_part(calculator, field, field->taken_off, error);
}

static bool check_rule(const struct aic_calculator *calculator, const struct aic_member *member,
                       struct aic_error *error)
{
    const char *name = aic_member_name(member);
    size_t offset;
    size_t index = aic_table_find(&calculator->inputs, name, strlen(name));
    if (index == aic_table_size(&calculator->inputs) ||
        (aic_table_at(&calculator->inputs, index, &offset), offset != member->offset) ||
        (member->field && member->field->offset != offset)) {
        return fail(error, calculator, name, "a rule names a member that no row has");
    }
    return true;
}

static bool check_rules(const struct aic_calculator *calculator, struct aic_error *error)
{
    for (size_t r = 0; r < calculator->rule_count; r++) {
        const struct aic_rule *rule = &calculator->rules[r];
        if (!check_rule(calculator, &rule->subject, error)) {
            return false;
        }
        if (rule->conditions[0].test == AIC_TEST_NONE) {
            return fail(error, calculator, rule->subject.name, "a rule without conditions");
        }
        for (size_t i = 0; i < AIC_CONDITIONS_MAX && rule->conditions[i].test != AIC_TEST_NONE;
             i++) {
            if (!check_rule(calculator, &rule->conditions[i].member, error)) {
                return false;
            }
        }
    }
    return true;
}

/* What a search chooses is the value of a result, or text that the input takes. */
static bool check_choices(const struct aic_calculator *calculator, struct aic_error *error)
{
    for (size_t i = 0; i < calculator->choice_count; i++) {
        const struct aic_choice *choice = &calculator->choices[i];
        const struct aic_field *field = aic_table_at(&calculator->inputs, choice->input, NULL);
        struct aic_value value;
        if (choice->value[0] == '=') {
            size_t index =
                aic_table_find(&calculator->results, choice->value + 1, strlen(choice->value + 1));
            if (index == aic_table_size(&calculator->results) ||
                aic_table_at(&calculator->results, index, NULL)->kind != field->kind) {
                return fail(error, calculator, field->name, "is chosen as no result of its kind");
            }
        } else if (i == 0 ||
                   !aic_value_read(field, choice->value, strlen(choice->value), &value, error)) {
            return fail(error, calculator, field->name, "what a search chooses cannot be read");
        }
    }
    return true;
}

/* What a drawing stacks has parts, by a whole number. */
static bool check_stacks(const struct aic_calculator *calculator, struct aic_error *error)
{
    const struct aic_table *results = &calculator->results;
    for (const struct aic_stack *stack = calculator->stacks; stack && stack->rest; stack++) {
        const struct aic_field *whole = aic_table_at(results, stack->result, NULL);
        bool has_part = false;
        for (size_t i = 0; i < aic_table_size(results); i++) {
            const char *part_of = aic_table_at(results, i, NULL)->part_of;
            has_part = has_part || (part_of && strcmp(part_of, whole->name) == 0);
        }
        if (!has_part || stack->last < 2 ||
            aic_table_at(&calculator->inputs, stack->input, NULL)->kind != AIC_INTEGER) {
            return fail(error, calculator, whole->name, "is stacked without parts to stack");
        }
    }
    return true;
}

/* The list of inputs with derived defaults, where there is one, says what the table says. */
static bool check_derived(const struct aic_calculator *calculator, struct aic_error *error)
{
    size_t count = 0, inputs = aic_table_size(&calculator->inputs);
    for (size_t i = 0; calculator->derived && i < inputs; i++) {
        const struct aic_field *field = aic_table_at(&calculator->inputs, i, NULL);
        if (!aic_field_is_derived(field)) {
            continue;
        }
        if (count == calculator->derived_count || calculator->derived[count] != field->offset) {
            return fail(error, calculator, field->name,
                        "is derived and not in the list of those, or not in its place");
        }
        count++;
    }
    return !calculator->derived || count == calculator->derived_count ||
           fail(error, calculator, calculator->name, "lists more derived inputs than it has");
}

static bool has_name(const struct aic_calculator *calculator, const char *name)
{
    size_t length = strlen(name);
    return aic_table_find(&calculator->inputs, name, length) <
               aic_table_size(&calculator->inputs) ||
           aic_table_find(&calculator->results, name, length) <
               aic_table_size(&calculator->results);
}

/* Names of a condition: "a !b c=word | d". */
static bool check_condition(const struct aic_calculator *calculator, const char *condition,
                            struct aic_error *error)
{
    for (const char *at = condition; *at;) {
        size_t length = strcspn(at, " ");
        char name[AIC_TYPED_SIZE];
        struct aic_text text;
        aic_text_init(&text, name, sizeof name);
        aic_text_add_bytes(&text, at + (*at == '!'), strcspn(at + (*at == '!'), " ="));
        if (*at != '|' && !has_name(calculator, name)) {
            return fail(error, calculator, name, "a condition names no input and no result");
        }
        at += length + strspn(at + length, " ");
    }
    return true;
}

/* What totals contain are results and inputs; what they lack is not. */
static bool check_contents(const struct aic_calculator *calculator,
                           const struct aic_content *content, struct aic_error *error)
{
    for (; content && content->total; content++) {
        size_t length = strlen(content->total);
        if (aic_table_find(&calculator->results, content->total, length) ==
            aic_table_size(&calculator->results)) {
            return fail(error, calculator, content->total, "a total that is no result");
        }
        if (content->kind != AIC_LACKS && content->value && !has_name(calculator, content->value)) {
            return fail(error, calculator, content->value, "is contained and has no row");
        }
        if (content->when && !check_condition(calculator, content->when, error)) {
            return false;
        }
    }
    return true;
}

/* A name of an earlier version is a name no more, and its new one is. */
static bool check_old_names(const struct aic_calculator *calculator, struct aic_error *error)
{
    for (const struct aic_old_name *old = calculator->old_names; old && old->name; old++) {
        if (has_name(calculator, old->name)) {
            return fail(error, calculator, old->name, "a name of today is said to be gone");
        }
        if (old->now && !has_name(calculator, old->now)) {
            return fail(error, calculator, old->name, "its new name is no name");
        }
    }
    return true;
}

static bool check_aliases(const struct aic_calculator *calculator, struct aic_error *error)
{
    for (const struct aic_alias *alias = calculator->aliases; alias && alias->name; alias++) {
        size_t index;
        const struct aic_alias *first;
        struct aic_span name = { alias->name, strlen(alias->name) };
        if (!aic_input_find(calculator, name, &index, &first) || first != alias) {
            return fail(error, calculator, alias->name, "an alias that is a name already");
        }
        if (index == aic_table_size(&calculator->inputs)) {
            return fail(error, calculator, alias->name, "an alias of no input");
        }
    }
    return true;
}

/* Forming a composition has checked its own table; its rows are those of its parts. */
static bool check_parts(const struct aic_calculator *calculator, struct aic_error *error)
{
    for (size_t i = 0; i < aic_part_count(calculator); i++) {
        if (!aic_calculator_check(aic_part_at(calculator, i).calculator, error)) {
            return false;
        }
    }
    return check_contents(calculator, aic_composition_table_of(calculator)->contents, error) &&
           ((calculator->examples && calculator->examples[0]) ||
            fail(error, calculator, calculator->name, "no examples"));
}

/* What is demanded are inputs, and what says how begins with an option. */
static bool check_demands(const struct aic_calculator *calculator, struct aic_error *error)
{
    for (const struct aic_demand *demand = calculator->demands; demand && demand->inputs;
         demand++) {
        for (const char *at = demand->inputs; *at;) {
            size_t length = strcspn(at, " ");
            if (aic_table_find(&calculator->inputs, at, length) ==
                aic_table_size(&calculator->inputs)) {
                return fail(error, calculator, demand->inputs, "are demanded, and no inputs");
            }
            at += length + strspn(at + length, " ");
        }
        if (strncmp(demand->add, "--", 2) != 0) {
            return fail(error, calculator, demand->inputs, "are demanded without an option");
        }
    }
    return true;
}

bool aic_calculator_check(const struct aic_calculator *calculator, struct aic_error *error)
{
    if (calculator->composition) {
        return check_parts(calculator, error);
    }
    if (!check_bands(calculator, error) || !check_searches(calculator, error)) {
        return false;
    }
    for (size_t i = 0; i < aic_table_size(&calculator->inputs); i++) {
        if (!check_input(calculator, i, error)) {
            return false;
        }
    }
    for (size_t i = 0; i < aic_table_size(&calculator->results); i++) {
        if (!check_result(calculator, i, error)) {
            return false;
        }
    }
    if (!calculator->examples || !calculator->examples[0]) {
        return fail(error, calculator, calculator->name, "no examples");
    }
    return check_rules(calculator, error) && check_old_names(calculator, error) &&
           check_aliases(calculator, error) && check_choices(calculator, error) &&
           check_stacks(calculator, error) && check_derived(calculator, error) &&
           check_demands(calculator, error) &&
           check_contents(calculator, calculator->contents, error);
}
