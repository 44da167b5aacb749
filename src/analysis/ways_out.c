/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ways out of a composition whose verdict is no, by asking: without what was fixed, with more nodes, on nodes
 * whose GPUs have more memory, with less work. Each is the question as it was typed with one thing changed.
 */
#include <aicalc/next_step.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/composition.h>
#include <aicalc/text.h>

#define ASKED_MAX   48    /* evaluations, a few milliseconds each */
#define NODES_MAX   24    /* kinds of nodes that are compared */
#define NODES_TRIED 8     /* of those with more memory, the smallest */
#define GPUS_MOST   65536 /* no cluster of that kind is larger */

struct search {
    struct aic_steps *steps;
    const struct aic_answer *answer;
    struct aic_recipe recipe; /* with settings of its own */
    const struct aic_recipe *asked;
    struct aic_change base[AIC_CHANGES_MAX]; /* that are made in any case */
    const char *texts[AIC_CHANGES_MAX];      /* their values; NULL: not given */
    size_t base_count;
    void *out;
    struct aic_notes *notes;
    const struct aic_budget *budgets; /* that are to hold beside the verdict */
    size_t budget_count;
    size_t verdict, evaluations;
    double number;                 /* what decides in the last answer */
    struct aic_setting settings[]; /* those of the command, and of the changes */
};

static size_t find_input(const struct search *search, const char *name)
{
    return aic_table_find(&search->recipe.calculator->inputs, name, strlen(name));
}

static double value_of(const struct aic_question *question, const char *name)
{
    struct aic_value value = aic_question_value_of(question, name);
    return value.set ? value.number : (double)NAN;
}

static bool is_in_base(const struct search *search, size_t input)
{
    for (size_t i = 0; i < search->base_count; i++) {
        if (search->base[i].input == input) {
            return true;
        }
    }
    return false;
}

static void add_setting(struct search *search, size_t input, const char *text, size_t *count)
{
    const struct aic_table *inputs = &search->recipe.calculator->inputs;
    if (text) {
        search->settings[(*count)++] =
            (struct aic_setting){ .name = aic_table_at(inputs, input, NULL)->name, .text = text };
    }
}

/* The settings of the command with the changes that are made in any case, without one, or with another value of
 * it; and without `other` in both cases. */
static void set_beside(struct search *search, size_t input, const char *text, size_t other)
{
    const struct aic_calculator *calculator = search->recipe.calculator;
    size_t count = 0;
    for (size_t i = 0; i < search->asked->setting_count; i++) {
        char name[AIC_TYPED_SIZE];
        struct aic_text spelt;
        size_t index;
        aic_text_init(&spelt, name, sizeof name);
        aic_input_add_name(&spelt, search->asked->settings[i].name);
        if (!aic_input_find(calculator, (struct aic_span){ name, spelt.length }, &index, NULL) ||
            (index != input && index != other && !is_in_base(search, index))) {
            search->settings[count++] = search->asked->settings[i];
        }
    }
    for (size_t i = 0; i < search->base_count; i++) {
        size_t index = search->base[i].input;
        add_setting(search, index, index == input ? NULL : search->texts[i], &count);
    }
    add_setting(search, input, text, &count);
    search->recipe.settings = search->settings;
    search->recipe.setting_count = count;
}

/* The result as a number in the last answer; NaN where it is left out. */
static double number_of(const struct search *search, size_t result)
{
    size_t offset;
    const struct aic_field *field =
        aic_table_at(&search->recipe.calculator->results, result, &offset);
    struct aic_value value = aic_value_load(field, (const char *)search->out + offset);
    return value.set ? value.number : (double)NAN;
}

static bool budgets_hold(const struct search *search)
{
    for (size_t i = 0; i < search->budget_count; i++) {
        const struct aic_budget *budget = &search->budgets[i];
        if (!budget->warns && !aic_budget_holds(budget, number_of(search, budget->result))) {
            return false;
        }
    }
    return true;
}

/* Whether the changed question has a yes. */
static bool holds(struct search *search)
{
    struct aic_question question = { .calculator = NULL };
    struct aic_error ignored = { .code = AIC_OK };
    const struct aic_calculator *calculator = search->recipe.calculator;
    if (search->evaluations >= ASKED_MAX) {
        return false;
    }
    search->evaluations++;
    aic_notes_init(search->notes);
    search->notes->quiet = true;
    bool ok = aic_recipe_ask(&search->recipe, &question, &ignored) &&
              aic_evaluate(calculator, question.in, search->out, search->notes);
    if (ok) {
        search->steps->tried++;
        search->number = number_of(search, search->steps->deciding);
        ok = number_of(search, search->verdict) == 1 && budgets_hold(search);
    }
    aic_question_clear(&question);
    return ok;
}

/* Whether it has one without an input, or with another value of it. */
static bool holds_as(struct search *search, size_t input, const char *text)
{
    set_beside(search, input, text, input);
    return holds(search);
}

static void add_change(struct aic_step *step, struct aic_change change)
{
    if (step->change_count < AIC_CHANGES_MAX) {
        step->changes[step->change_count++] = change;
    }
}

/* A way: the changes that are made in any case, then this one, which may be among them. */
static struct aic_step *keep(struct search *search, struct aic_change change)
{
    struct aic_steps *steps = search->steps;
    size_t at = steps->count < AIC_STEPS_MAX ? steps->count++ : AIC_STEPS_MAX - 1;
    struct aic_step *step = &steps->steps[at];
    *step = (struct aic_step){ .number = search->number };
    for (size_t i = 0; i < search->base_count; i++) {
        if (search->base[i].input != change.input) {
            add_change(step, search->base[i]);
        }
    }
    add_change(step, change);
    return step;
}

static bool is_given(const struct search *search, size_t input)
{
    return input < aic_table_size(&search->recipe.calculator->inputs) &&
           aic_question_origin(search->answer->question, input) == search->asked->settings_origin;
}

/* The next of the names that was given; false: there is none. */
static bool next_given(const struct search *search, const char **names, size_t *input)
{
    const char *at = *names;
    bool found = false;
    while (!found && at && *at) {
        char name[AIC_TYPED_SIZE];
        struct aic_text text;
        size_t length = strcspn(at, " ");
        aic_text_init(&text, name, sizeof name);
        aic_text_add_bytes(&text, at, length);
        *input = find_input(search, name);
        found = is_given(search, *input);
        at += length + strspn(at + length, " ");
    }
    *names = at;
    return found;
}

/* Without each of what was fixed. */
static void try_without(struct search *search, const char *names)
{
    size_t input;
    while (search->steps->count < AIC_STEPS_MAX && next_given(search, &names, &input)) {
        if (!is_in_base(search, input) && holds_as(search, input, NULL)) {
            keep(search, (struct aic_change){ .input = input, .without = true });
        }
    }
}

static bool holds_with(struct search *search, size_t input, double number)
{
    char text[AIC_NUMBER_SIZE];
    text[aic_number_write(text, number)] = '\0';
    return holds_as(search, input, text);
}

/* The least number of whole nodes: doubled until it holds, then between that and the last that does not. */
static void try_more(struct search *search, const char *name, const char *unit_name)
{
    size_t input = find_input(search, name);
    double unit = value_of(search->answer->question, unit_name);
    double is = value_of(search->answer->question, name);
    if (!(unit >= 1) || !(is >= 1)) {
        return;
    }
    double least = ceil(is / unit), most = 2 * least;
    while (most * unit <= GPUS_MOST && !holds_with(search, input, most * unit)) {
        least = most;
        most *= 2;
    }
    if (most * unit > GPUS_MOST) {
        search->steps->within = GPUS_MOST;
        return;
    }
    double number = search->number;
    while (most - least > 1) {
        double middle = floor((least + most) / 2);
        if (holds_with(search, input, middle * unit)) {
            most = middle;
            number = search->number;
        } else {
            least = middle;
        }
    }
    search->number = number;
    keep(search, (struct aic_change){ .input = input, .value = most * unit });
}

/* A kind of node, and the memory of its GPUs. */
struct kind {
    char name[AIC_CHANGE_NAME];
    double memory;
};

struct kinds {
    const struct search *search;
    struct kind at[NODES_MAX];
    size_t count;
    double above;     /* the memory that is not enough */
    const char *like; /* of the same provider; NULL: of any */
    bool is_ours;     /* nobody's offer, as the one that was asked about */
};

static bool is_ours(const struct aic_json_value *fields)
{
    return !aic_json_member(fields, "gpu_price") && !aic_json_member(fields, "node_price");
}

/* Offers of one provider begin alike: p5.48xlarge and p6-b200.48xlarge. */
static bool is_alike(const char *a, const char *b)
{
    size_t length = strcspn(a, "0123456789-");
    return length == strcspn(b, "0123456789-") && strncmp(a, b, length) == 0;
}

static bool add_kind(void *context, const struct aic_entry *entry)
{
    struct kinds *kinds = context;
    const struct aic_json_value *fields = aic_json_member(entry->node, "fields");
    const char *gpu = aic_json_member_text(fields, "gpu"), *name = aic_entry_name(entry);
    struct aic_entry of = { .node = NULL };
    struct aic_error ignored = { .code = AIC_OK };
    bool fits_in =
        (!kinds->is_ours || is_ours(fields)) && (!kinds->like || is_alike(kinds->like, name));
    if (!gpu || !fits_in || kinds->count == NODES_MAX ||
        !aic_catalog_find(kinds->search->recipe.catalog, AIC_GPUS, gpu, &of, &ignored)) {
        return true;
    }
    double memory =
        aic_json_number_of(aic_json_member(aic_json_member(of.node, "fields"), "gpu_memory"));
    aic_entry_clear(&of);
    if (memory > kinds->above) {
        size_t at = kinds->count++;
        for (; at > 0 && kinds->at[at - 1].memory > memory; at--) {
            kinds->at[at] = kinds->at[at - 1];
        }
        kinds->at[at].memory = memory;
        struct aic_text text;
        aic_text_init(&text, kinds->at[at].name, sizeof kinds->at[at].name);
        aic_text_add(&text, name);
    }
    return true;
}

/* Of the nodes with more memory the first that holds, the smallest first; a GPU that was given would keep its
 * own. */
static bool try_kinds(struct search *search, struct kinds *kinds, size_t input, size_t gpu)
{
    struct aic_error ignored = { .code = AIC_OK };
    kinds->count = 0;
    aic_catalog_each(search->recipe.catalog, AIC_NODES, add_kind, kinds, &ignored);
    for (size_t i = 0; i < kinds->count && i < NODES_TRIED; i++) {
        set_beside(search, input, kinds->at[i].name, gpu);
        if (holds(search)) {
            struct aic_change change = { .input = input };
            memcpy(change.name, kinds->at[i].name, sizeof change.name);
            struct aic_step *step = keep(search, change);
            add_change(step, (struct aic_change){ .input = gpu, .without = true });
            return true;
        }
    }
    return false;
}

/* On nodes with more memory: those that are called alike before any other. */
static void try_nodes(struct search *search, const char *name, const char *beside)
{
    size_t gpu = find_input(search, beside);
    const struct aic_question *question = search->answer->question;
    size_t input = find_input(search, name);
    struct aic_value node = aic_question_value(question, input);
    struct aic_entry entry = { .node = NULL };
    struct aic_error ignored = { .code = AIC_OK };
    struct kinds *kinds = calloc(1, sizeof *kinds);
    if (!kinds || !node.set ||
        !aic_catalog_find(search->recipe.catalog, AIC_NODES, node.name, &entry, &ignored)) {
        free(kinds);
        return;
    }
    kinds->search = search;
    kinds->above = value_of(question, "gpu_memory");
    kinds->is_ours = is_ours(aic_json_member(entry.node, "fields"));
    kinds->like = node.name;
    bool found = try_kinds(search, kinds, input, gpu);
    if (!found && kinds->is_ours) { /* an offer is compared with those of its provider alone */
        kinds->like = NULL;
        try_kinds(search, kinds, input, gpu);
    }
    aic_entry_clear(&entry);
    free(kinds);
}

/* Whether the result is less than in the answer: fp8 takes no less than mxfp4. */
static bool is_less(const struct search *search, const char *name)
{
    size_t result =
        name ? aic_table_find(&search->recipe.calculator->results, name, strlen(name)) : 0;
    return !name || number_of(search, result) < aic_answer_result(search->answer, result).number;
}

/* Other values of an input, or its value halved again and again. */
static void try_values(struct search *search, const struct aic_way_out *way)
{
    const char *name = way->input, *text = way->by;
    size_t input = find_input(search, name);
    const struct aic_field *field = aic_table_at(&search->recipe.calculator->inputs, input, NULL);
    struct aic_value value;
    if (text && aic_value_read(field, text, strlen(text), &value, NULL) &&
        holds_as(search, input, text) && is_less(search, way->less)) {
        keep(search, (struct aic_change){ .input = input, .value = value.number });
    }
    double is = value_of(search->answer->question, name);
    for (double half = floor(is / 2); !text && half >= 1024; half = floor(half / 2)) {
        if (holds_with(search, input, half)) {
            keep(search, (struct aic_change){ .input = input, .value = half });
            return;
        }
    }
}

static void try_all(struct search *search, const struct aic_way_out *way)
{
    for (; way->input && search->steps->count < AIC_STEPS_MAX; way++) {
        switch (way->how) {
        case AIC_WAY_WITHOUT:
            try_without(search, way->input);
            break;
        case AIC_WAY_MORE:
            try_more(search, way->input, way->by);
            break;
        case AIC_WAY_ENTRY:
            try_nodes(search, way->input, way->by);
            break;
        case AIC_WAY_VALUE:
            try_values(search, way);
            break;
        }
    }
}

/* Adds to what is done in any case; the value of an input that is there already is replaced. */
static void add_to_base(struct search *search, struct aic_change change, const char *text)
{
    size_t at = 0;
    while (at < search->base_count && search->base[at].input != change.input) {
        at++;
    }
    if (at < AIC_CHANGES_MAX) {
        search->base[at] = change;
        search->texts[at] = text;
        search->base_count += at == search->base_count;
    }
}

static bool fixes(const struct search *search, const struct aic_way_out *way)
{
    size_t input;
    for (; way->input; way++) {
        const char *names = way->input;
        if (way->how == AIC_WAY_WITHOUT && next_given(search, &names, &input)) {
            return true;
        }
    }
    return false;
}

/* With what is fixed, the values that none of them mends alone: one after the other beside those before it. */
static void try_together(struct search *search, const struct aic_way_out *way)
{
    bool found = false;
    for (; way->input && !found; way++) {
        size_t input = find_input(search, way->input);
        struct aic_value value;
        if (way->how != AIC_WAY_VALUE || !way->by ||
            !aic_value_read(aic_table_at(&search->recipe.calculator->inputs, input, NULL), way->by,
                            strlen(way->by), &value, NULL)) {
            continue;
        }
        const struct aic_change change = { .input = input, .value = value.number };
        size_t others = search->base_count - is_in_base(search, input);
        found = others > 0 && holds_as(search, input, way->by) && is_less(search, way->less);
        if (found) {
            keep(search, change);
        }
        add_to_base(search, change, way->by);
    }
    search->base_count = 0;
}

/* Without all that is fixed at once, and what else mends it then. */
static void try_free(struct search *search, const struct aic_way_out *ways)
{
    size_t input, last = 0;
    for (const struct aic_way_out *way = ways; way->input; way++) {
        const char *names = way->input;
        while (way->how == AIC_WAY_WITHOUT && next_given(search, &names, &input)) {
            last = input;
            add_to_base(search, (struct aic_change){ .input = input, .without = true }, NULL);
        }
    }
    if (search->base_count > 1 && holds_as(search, last, NULL)) {
        keep(search, (struct aic_change){ .input = last, .without = true });
    } else if (search->base_count > 0) {
        try_all(search, ways);
    }
    search->base_count = 0;
}

/* Each alone; of what is fixed also several together, else all of it left out. */
static void find_ways(struct search *search, const struct aic_way_out *ways)
{
    bool is_fixed = fixes(search, ways);
    try_all(search, ways);
    if (is_fixed && search->steps->count < AIC_STEPS_MAX) {
        try_together(search, ways);
    }
    if (is_fixed && search->steps->count == 0) {
        search->evaluations = 0;
        try_free(search, ways);
    }
}

/* Whether the verdict is no: it says so, or what would have to be judged could not be. */
static bool is_no(const struct aic_answer *answer, size_t verdict)
{
    struct aic_value value = aic_answer_result(answer, verdict);
    return value.set ? value.number == 0
                     : aic_why_no(answer->question->calculator, answer->out, verdict) != NULL;
}

/* The budgets that the answer exceeds, results that it leaves out included, and the first of them. */
static size_t count_exceeded(const struct aic_answer *answer, const struct aic_budget *budgets,
                             size_t count, const struct aic_budget **first)
{
    size_t exceeded = 0;
    for (size_t i = 0; i < count; i++) {
        struct aic_value value = aic_answer_result(answer, budgets[i].result);
        if (!budgets[i].warns && !(value.set && aic_budget_holds(&budgets[i], value.number))) {
            *first = exceeded == 0 ? &budgets[i] : *first;
            exceeded++;
        }
    }
    return exceeded;
}

bool aic_ways_out_find(struct aic_steps *steps, const struct aic_answer *answer,
                       const struct aic_recipe *recipe, const struct aic_budget *budgets,
                       size_t budget_count, struct aic_error *error)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    const struct aic_composition_table *table = aic_composition_table_of(calculator);
    const struct aic_budget *exceeded = NULL;
    const size_t exceeded_count = count_exceeded(answer, budgets, budget_count, &exceeded);
    struct search *search;
    size_t verdict;
    memset(steps, 0, sizeof *steps);
    const bool denied = aic_part_verdict(calculator, &verdict) && is_no(answer, verdict);
    if (!denied && !exceeded) {
        return true;
    }
    search = calloc(1, sizeof *search + (recipe->setting_count + AIC_CHANGES_MAX + 1) *
                                            sizeof search->settings[0]);
    void *out = malloc(calculator->out_size);
    struct aic_notes *notes = malloc(sizeof *notes);
    if (search && out && notes) {
        steps->holds = denied && exceeded_count == 0 ? table->yes : NULL;
        steps->deciding =
            denied ? aic_table_find(&calculator->results, table->deciding, strlen(table->deciding))
                   : exceeded->result;
        *search = (struct search){ .steps = steps,
                                   .answer = answer,
                                   .recipe = *recipe,
                                   .asked = recipe,
                                   .out = out,
                                   .notes = notes,
                                   .budgets = budgets,
                                   .budget_count = budget_count,
                                   .verdict = verdict };
        find_ways(search, table->ways_out);
        if (denied && exceeded_count > 0 &&
            steps->count == 0) { /* a yes is worth knowing by itself */
            steps->holds = table->yes;
            search->budget_count = search->evaluations = 0;
            find_ways(search, table->ways_out);
        }
    }
    bool ok = search && out && notes;
    free(out);
    free(notes);
    free(search);
    return ok || aic_fail_memory(error);
}
