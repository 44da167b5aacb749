/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Properties: what holds for every valid question, on 100,000 random ones and more.
 *
 * Of every answer: results are finite or left out, whole where their kind is, and the same bytes
 * when evaluated again; parts are never more than their whole; a value written with its unit, or
 * in another unit, is the same value. Of pairs of answers: which way a result moves with an
 * input. AICALC_TEST_QUESTIONS sets how many questions a calculator is asked.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "walk.h"

#define QUESTIONS 1000
#define SHOWN_MAX 8
#define PARTS_MAX 256

static long answered; /* valid questions in all tests */

static void show(const struct walk *walk, const char *what)
{
    char command[4096];
    struct aic_text text;
    aic_text_init(&text, command, sizeof command);
    walk_command(walk, walk->settings, walk->count, &text);
    printf("FAIL %s\n  %s\n", what, command);
}

static long questions_wanted(void)
{
    const char *wanted = getenv("AICALC_TEST_QUESTIONS");
    return wanted ? atol(wanted) : QUESTIONS;
}

/* A result is a finite number or has no upper limit where its row says so, a whole one where its kind does,
 * or one of its choices. */
static bool is_sound(const struct aic_field *field, struct aic_value value)
{
    if (!value.set) {
        return true;
    }
    if (!isfinite(value.number)) {
        return field->flags & AIC_UNBOUNDED && value.number > 0;
    }
    size_t choices = 0;
    switch (field->kind) {
    case AIC_INTEGER:
        return value.number == floor(value.number);
    case AIC_FLAG:
        return value.number == 0 || value.number == 1;
    case AIC_CHOICE:
        while (field->choices[choices]) {
            choices++;
        }
        return value.number >= 0 && value.number < (double)choices;
    default:
        return true;
    }
}

static long check_results(const struct walk *walk)
{
    long failures = 0;
    for (size_t i = 0; i < aic_table_size(&walk->calculator->results); i++) {
        const struct aic_field *field = aic_table_at(&walk->calculator->results, i, NULL);
        if (!is_sound(field, aic_answer_result(&walk->answer, i))) {
            show(walk, field->name);
            failures++;
        }
    }
    return failures;
}

/* Evaluating the inputs of an answer again gives the same bytes. */
static long check_repetition(const struct walk *walk)
{
    const struct aic_calculator *calculator = walk->calculator;
    static struct aic_notes notes;
    void *in = malloc(calculator->in_size);
    void *out = malloc(calculator->out_size);
    assert_true(in && out);
    memcpy(in, walk->question.in, calculator->in_size);
    aic_notes_init(&notes);
    bool same = aic_evaluate(calculator, in, out, &notes) &&
                walk_same_results(calculator, out, walk->answer.out);
    free(in);
    free(out);
    if (!same) {
        show(walk, "evaluated again, it is another answer");
    }
    return !same;
}

/* The results of a calculator that are parts, and of which whole: looked up once. */
struct parts {
    size_t count;
    struct {
        size_t part, whole;
    } at[PARTS_MAX];
};

static void find_parts(const struct aic_table *results, struct parts *parts)
{
    parts->count = 0;
    for (size_t i = 0; i < aic_table_size(results); i++) {
        const char *whole = aic_table_at(results, i, NULL)->part_of;
        if (whole) {
            assert_true(parts->count < PARTS_MAX);
            parts->at[parts->count].part = i;
            parts->at[parts->count++].whole = aic_table_find(results, whole, strlen(whole));
        }
    }
}

/* The results that are part of `whole` are never more than it. They add up to it but for what an
 * input contributes by itself: extra_bytes of a checkpoint, other_cost of a storage cost. */
static long check_parts(const struct walk *walk, const struct parts *parts, size_t whole,
                        double total)
{
    double sum = 0;
    bool any = false;
    for (size_t i = 0; i < parts->count; i++) {
        if (parts->at[i].whole == whole) {
            struct aic_value value = aic_answer_part(&walk->answer, parts->at[i].part);
            sum += value.set ? value.number : 0;
            any = any || value.set;
        }
    }
    if (any && sum > total + 1e-9 * fabs(total)) {
        show(walk, aic_table_at(&walk->calculator->results, whole, NULL)->name);
        printf("  parts %.17g, whole %.17g\n", sum, total);
        return 1;
    }
    return 0;
}

static long check_sums(const struct walk *walk, const struct parts *parts)
{
    long failures = 0;
    for (size_t i = 0; i < aic_table_size(&walk->calculator->results); i++) {
        struct aic_value value = aic_answer_result(&walk->answer, i);
        if (value.set) {
            failures += check_parts(walk, parts, i, value.number);
        }
    }
    return failures;
}

static void every_answer_is_sound(void **state)
{
    (void)state;
    static struct walk walk;
    static struct parts parts;
    const struct aic_calculator *calculator;
    for (size_t c = 0; (calculator = walk_calculator_at(c)); c++) {
        long failures = 0, wanted = walk_share(calculator, questions_wanted());
        find_parts(&calculator->results, &parts);
        walk_init(&walk, calculator, 80);
        for (long i = 0; i < wanted && failures < SHOWN_MAX; i++) {
            failures += check_results(&walk) + check_repetition(&walk) + check_sums(&walk, &parts);
            walk_step(&walk);
            answered++;
        }
        assert_int_equal(failures, 0);
        assert_int_equal(walk.broken, 0);
        walk_clear(&walk);
    }
}

/* The settings with every number as text, in base units or in one that the dice choose. */
static void write_as_text(struct walk *walk, struct aic_setting *settings, size_t count,
                          char (*texts)[AIC_QUANTITY_SIZE])
{
    for (size_t i = 0; i < count; i++) {
        size_t index =
            aic_table_find(&walk->calculator->inputs, settings[i].name, strlen(settings[i].name));
        const struct aic_field *field = aic_table_at(&walk->calculator->inputs, index, NULL);
        if (settings[i].text || field->kind == AIC_FLAG) {
            continue;
        }
        aic_quantity_write(texts[i], sizeof texts[i], settings[i].number, field->dimension, NULL,
                           AIC_UNITS_RAW);
        settings[i].text = texts[i];
    }
}

/* One of the numbers becomes a few of some unit, once as text and once as what that is. */
static bool choose_unit(struct walk *walk, struct aic_setting *as_text,
                        struct aic_setting *as_number, char *text, size_t size)
{
    size_t at = walk_below(walk, aic_table_size(&walk->calculator->inputs));
    const struct aic_field *field = aic_table_at(&walk->calculator->inputs, at, NULL);
    size_t units = 0;
    while (aic_dimension_unit(field->dimension, units)) {
        units++;
    }
    if (field->kind != AIC_REAL || units == 0) {
        return false;
    }
    const struct aic_unit *unit = aic_dimension_unit(field->dimension, walk_below(walk, units));
    double few = (double)(1 + walk_below(walk, 999));
    struct aic_text written;
    struct aic_error error;
    aic_text_init(&written, text, size);
    aic_text_format(&written, "%g%s", few, unit->symbol);
    *as_text = (struct aic_setting){ field->name, text, 0 };
    *as_number = (struct aic_setting){ field->name, NULL, 0 };
    if (!aic_quantity_read(text, written.length, field->dimension, NULL, &as_number->number,
                           &error)) {
        fail_msg("%s: %s", text, error.message);
    }
    double exact = few * unit->multiplier / unit->divisor * pow(10, unit->exp10);
    assert_true(fabs(as_number->number - exact) <= 1e-14 * exact);
    return true;
}

/* Asks both; false where only one is answered or the results differ in a bit. */
static bool answers_agree(const struct walk *walk, const struct aic_setting *a,
                          const struct aic_setting *b, size_t count)
{
    static struct aic_question questions[2];
    struct aic_answer answers[2];
    struct aic_error error;
    bool first = walk_ask(walk, a, count, &questions[0], &answers[0], &error);
    bool second = walk_ask(walk, b, count, &questions[1], &answers[1], &error);
    bool same = first == second &&
                (!first || walk_same_results(walk->calculator, answers[0].out, answers[1].out));
    answered += first + second;
    for (int i = 0; i < 2; i++) {
        aic_answer_clear(&answers[i]);
        aic_question_clear(&questions[i]);
    }
    return same;
}

static void units_change_nothing(void **state)
{
    (void)state;
    static struct walk walk;
    static char texts[WALK_SETTINGS][AIC_QUANTITY_SIZE];
    const struct aic_calculator *calculator;
    for (size_t c = 0; (calculator = walk_calculator_at(c)); c++) {
        long failures = 0, wanted = walk_share(calculator, questions_wanted() / 3);
        walk_init(&walk, calculator, 800);
        for (long i = 0; i < wanted && failures < SHOWN_MAX; i++) {
            struct aic_setting a[WALK_SETTINGS + 1], b[WALK_SETTINGS + 1];
            char text[64];
            memcpy(a, walk.settings, walk.count * sizeof a[0]);
            memcpy(b, walk.settings, walk.count * sizeof b[0]);
            write_as_text(&walk, b, walk.count, texts);
            bool ok = answers_agree(&walk, a, b, walk.count);
            size_t last = walk.count;
            ok = ok && (!choose_unit(&walk, &a[last], &b[last], text, sizeof text) ||
                        answers_agree(&walk, a, b, last + 1));
            if (!ok) {
                show(&walk, "another way to write the same values");
                failures++;
            }
            walk_step(&walk);
        }
        assert_int_equal(failures, 0);
        walk_clear(&walk);
    }
}

/* How a result moves when an input is multiplied by `factor`, all others as they are. */
enum motion { NEVER_LOWER, NEVER_HIGHER, SCALES, SAME };

struct relation {
    const char *calculator, *input;
    double factor;
    const char *result;
    enum motion motion;
    const char *fixed;   /* a result that must be the same in both answers; NULL: none */
    const char *without; /* an input that must not be given; NULL: none */
};

static const struct relation relations[] = {
    { "train-memory", "micro_batch", 2, "total_memory", NEVER_LOWER, NULL, NULL },
    { "train-memory", "seq", 2, "total_memory", NEVER_LOWER, NULL, NULL },
    { "train-memory", "fragmentation", 0.5, "total_memory", NEVER_HIGHER, NULL, NULL },
    { "train-memory", "gpu_memory", 2, "total_memory", SAME, NULL, NULL },
    { "kvcache", "sequences", 2, "kv_total", SCALES, NULL, "shared_prefix" },
    { "kvcache", "context", 2, "kv_total", NEVER_LOWER, NULL, NULL },
    /* vLLM takes larger prefill batches, and so larger windows, from 70 GiB on */
    { "kvcache", "gpu_memory", 2, "max_sequences", NEVER_LOWER, NULL, "engine" },
    { "checkpoint", "write_bw", 2, "write_time", NEVER_HIGHER, NULL, NULL },
    { "checkpoint", "read_bw", 2, "restore_time", NEVER_HIGHER, NULL, NULL },
    { "checkpoint", "gpu_price", 2, "lost_cost_per_day", SCALES, NULL, NULL },
    { "checkpoint", "compression_ratio", 2, "written_bytes", NEVER_HIGHER, NULL, NULL },
    { "train-time", "tokens", 2, "compute_time", SCALES, "achieved_model_flops", NULL },
    { "train-time", "gpu_price", 2, "cost", SCALES, NULL, "spot_price" },
    { "train-time", "mfu", 0.5, "train_time", NEVER_LOWER, NULL, NULL },
    { "train-time", "pue", 2, "energy", SCALES, NULL, NULL },
    { "storage", "gpu_price", 2, "monthly_capacity_cost", SAME, NULL, NULL },
    { "storage", "storage_price", 2, "monthly_capacity_cost", NEVER_LOWER, NULL, NULL },
    { "storage", "data", 2, "monthly_capacity_cost", NEVER_LOWER, NULL, NULL },
    { "storage", "required_read_bw", 2, "file_systems", NEVER_LOWER, NULL, NULL },
    { "collective", "size", 2, "time", NEVER_LOWER, "algorithm_used", NULL },
    { "collective", "call_overhead", 2, "time", NEVER_LOWER, NULL, NULL },
    { "fabric", "switch_power", 2, "switches", SAME, NULL, NULL },
    { "fabric", "switch_price", 2, "fabric_cost", NEVER_LOWER, NULL, NULL },
    { "fabric", "gpus", 2, "node_links", NEVER_LOWER, "tiers_used", NULL },
    { "network", "seq", 2, "total_bytes", NEVER_LOWER, NULL, NULL },
    { "network", "nic_bw", 2, "dp_time", NEVER_HIGHER, NULL, NULL },
    { "network", "network_latency", 2, "communication_time", NEVER_LOWER, NULL, NULL },
    { "network", "compute_efficiency", 0.5, "compute_time", NEVER_LOWER, NULL, "active_params" },
    { "network", "compute_efficiency", 0.5, "total_bytes", SAME, NULL, NULL },
    { "dataload", "sample_size", 2, "required_read_bw", NEVER_LOWER, NULL, NULL },
    { "dataload", "read_bw", 2, "utilization", NEVER_LOWER, NULL, NULL },
    { "power", "electricity_price", 2, "electricity_cost", SCALES, NULL, NULL },
    { "power", "carbon_intensity", 2, "carbon", SCALES, NULL, NULL },
    { "power", "pue", 2, "facility_power", SCALES, NULL, NULL },
    { "power", "gpus", 2, "facility_power", NEVER_LOWER, NULL, NULL },
    { "train-time", "spot_price", 2, "cost", SCALES, NULL, NULL },
    { "train-time", "preemption_rate", 2, "goodput", NEVER_HIGHER, NULL, NULL },
    { "checkpoint", "repair_time", 2, "spare_nodes", NEVER_LOWER, NULL, NULL },
    { "serve", "rate", 2, "gpus_total", NEVER_LOWER, "meets_slo", NULL },
    { "serve", "layer_overhead", 2, "prefill_time", NEVER_LOWER, "tp_used", NULL },
    { "serve", "gpu_price", 2, "cost_per_million_output", SCALES, NULL, NULL },
    { "coldstart", "node_read_bw", 2, "weights_time", NEVER_HIGHER, NULL, NULL },
    { "coldstart", "compile_time", 2, "lead_time", NEVER_LOWER, NULL, NULL },
    { "coldstart", "starting_replicas", 2, "source_bytes", NEVER_LOWER, NULL, "replica_bw" },
    { "coldstart", "peak_rate", 2, "spare_replicas", NEVER_LOWER, NULL, NULL },
    { "lifecycle", "read_share", 2, "read_back_cost", SCALES, NULL, NULL },
    { "lifecycle", "keep", 2, "total_cost", NEVER_LOWER, NULL, NULL },
    { "store", "data", 2, "servers", NEVER_LOWER, NULL, NULL },
    { "store", "drive_failure_rate", 0.5, "loss_probability", NEVER_HIGHER, NULL, NULL },
    { "store", "rebuild_start", 2, "rebuild_time", NEVER_LOWER, NULL, NULL },
    { "store", "server_price", 2, "capex", NEVER_LOWER, NULL, NULL },
    { "transfer", "data", 2, "total_time", NEVER_LOWER, NULL, NULL },
    { "transfer", "link_bw", 2, "transfer_rate", NEVER_LOWER, NULL, NULL },
    { "transfer", "link_bw", 2, "line_rate_time", NEVER_HIGHER, NULL, NULL },
    { "cost", "gpu_price", 2, "rented_compute_cost", SCALES, NULL, NULL },
    { "cost", "node_capex", 2, "owned_per_gpu_hour", NEVER_LOWER, NULL, NULL },
    { "cost", "utilization", 0.5, "owned_per_useful_gpu_hour", NEVER_LOWER, NULL, NULL },
    { "layout", "memory_margin", 0.5, "candidates_fit", NEVER_LOWER, NULL, NULL },
    /* Given params stay, and more layers move them between parts of other widths. */
    { "model", "layers", 2, "weight_bytes", NEVER_LOWER, NULL, "params" },
};

#define RELATIONS (sizeof relations / sizeof relations[0])

static struct aic_value result_of(const struct aic_answer *answer, const char *name)
{
    const struct aic_table *results = &answer->question->calculator->results;
    size_t index = aic_table_find(results, name, strlen(name));
    if (index == aic_table_size(results)) {
        fail_msg("no result %s", name);
    }
    return aic_answer_result(answer, index);
}

static bool moves_so(enum motion motion, double factor, double before, double after)
{
    double slack = 1e-11 * fabs(before);
    switch (motion) {
    case NEVER_LOWER:
        return after >= before - slack;
    case NEVER_HIGHER:
        return after <= before + slack;
    case SCALES:
        return fabs(after - factor * before) <= factor * slack;
    case SAME:
        break;
    }
    return after == before;
}

struct pair {
    struct aic_question questions[2];
    struct aic_answer answers[2];
    struct aic_setting settings[2][WALK_SETTINGS + 2];
    size_t counts[2];
};

static void pair_clear(struct pair *pair)
{
    for (int i = 0; i < 2; i++) {
        aic_answer_clear(&pair->answers[i]);
        aic_question_clear(&pair->questions[i]);
    }
}

/* Asks the walk's question with one input given as it is and as `factor` times that. */
static bool pair_ask(struct pair *pair, struct walk *walk, const char *input, double factor)
{
    size_t index = aic_table_find(&walk->calculator->inputs, input, strlen(input));
    struct aic_value value = aic_question_value(&walk->question, index);
    struct aic_error error;
    bool ok = true;
    memset(pair, 0, sizeof *pair);
    for (int i = 0; i < 2; i++) {
        memcpy(pair->settings[i], walk->settings, walk->count * sizeof walk->settings[0]);
        struct aic_setting setting = { input, NULL, i ? value.number * factor : value.number };
        pair->counts[i] = walk_with_setting(pair->settings[i], walk->count, setting);
    }
    for (int i = 0; i < 2; i++) {
        ok = walk_ask(walk, pair->settings[i], pair->counts[i], &pair->questions[i],
                      &pair->answers[i], &error) &&
             ok && value.set;
    }
    answered += ok ? 2 : 0;
    return ok;
}

static void show_pair(const struct walk *walk, const struct pair *pair, const char *what,
                      double before, double after)
{
    printf("FAIL %s: %.17g, then %.17g\n", what, before, after);
    for (int i = 0; i < 2; i++) {
        char command[4096];
        struct aic_text text;
        aic_text_init(&text, command, sizeof command);
        walk_command(walk, pair->settings[i], pair->counts[i], &text);
        printf("  %s\n", command);
    }
}

static bool is_fixed(const struct pair *pair, const char *result)
{
    return !result || result_of(&pair->answers[0], result).number ==
                          result_of(&pair->answers[1], result).number;
}

static bool is_given(const struct walk *walk, const char *input)
{
    size_t i = 0;
    while (input && i < walk->count && strcmp(walk->settings[i].name, input) != 0) {
        i++;
    }
    return input && i < walk->count;
}

/* Failures of a relation on one question; counts the pairs that were compared. */
static long check_relation(struct walk *walk, const struct relation *relation, long *compared)
{
    static struct pair pair;
    long failures = 0;
    if (is_given(walk, relation->without)) {
        return 0;
    }
    if (pair_ask(&pair, walk, relation->input, relation->factor)) {
        struct aic_value before = result_of(&pair.answers[0], relation->result);
        struct aic_value after = result_of(&pair.answers[1], relation->result);
        if (before.set && after.set && is_fixed(&pair, relation->fixed)) {
            ++*compared;
            if (!moves_so(relation->motion, relation->factor, before.number, after.number)) {
                char what[128];
                struct aic_text text;
                aic_text_init(&text, what, sizeof what);
                aic_text_format(&text, "%s: %s with %s * %g", relation->calculator,
                                relation->result, relation->input, relation->factor);
                show_pair(walk, &pair, what, before.number, after.number);
                failures = 1;
            }
        }
    }
    pair_clear(&pair);
    return failures;
}

static void results_move_with_their_inputs(void **state)
{
    (void)state;
    static struct walk walk;
    long wrong = 0;
    for (size_t r = 0; r < RELATIONS; r++) {
        long failures = 0, compared = 0;
        walk_init(&walk, walk_calculator_find(relations[r].calculator), 8000 + r);
        /* on where such pairs are seldom */
        for (long i = 0; failures < 2 && (i < questions_wanted() / 2 ||
                                          (compared == 0 && i < 2 * questions_wanted()));
             i++) {
            failures += check_relation(&walk, &relations[r], &compared);
            walk_step(&walk);
        }
        if (compared < questions_wanted() / 60) {
            printf("  %s: %s with %s: only %ld compared\n", relations[r].calculator,
                   relations[r].result, relations[r].input, compared);
        }
        assert_true(compared > 0 || questions_wanted() < QUESTIONS);
        wrong += failures;
        walk_clear(&walk);
    }
    assert_int_equal(wrong, 0);
}

/* Sets a number among the settings of both sides of a pair. */
static void set_both(struct walk *walk, const char *name, double number)
{
    walk->count =
        walk_with_setting(walk->settings, walk->count, (struct aic_setting){ name, NULL, number });
}

/* ZeRO and tensor parallelism never add bytes of weights, gradients and states to a GPU. */
static void sharding_never_adds_states(void **state)
{
    (void)state;
    static const char *const inputs[] = { "zero", "tp" };
    static struct walk walk;
    static struct pair pair;
    long compared = 0, wrong = 0;
    walk_init(&walk, aic_calculator_find("train-memory"), 88);
    for (long i = 0; i < questions_wanted() && wrong < 4; i++) {
        struct aic_setting kept[WALK_SETTINGS];
        size_t kept_count = walk.count;
        memcpy(kept, walk.settings, sizeof kept);
        const char *input = inputs[i % 2];
        double dp = result_of(&walk.answer, "dp").number;
        if (walk.count < WALK_SETTINGS - 1) {
            set_both(&walk, "pp", 1);
        }
        bool asked = false;
        if (i % 2 == 0) {
            size_t zero = aic_table_find(&walk.calculator->inputs, "zero", 4);
            double level = aic_question_value(&walk.question, zero).number;
            asked = level >= 1 && pair_ask(&pair, &walk, input, (level - 1) / level);
        } else {
            asked = pair_ask(&pair, &walk, input, 0.5) &&
                    result_of(&pair.answers[1], "dp").number == dp;
        }
        if (asked) {
            double before = result_of(&pair.answers[0], "states_memory").number;
            double after = result_of(&pair.answers[1], "states_memory").number;
            compared++;
            if (after < before * (1 - 1e-11)) {
                show_pair(&walk, &pair, "states_memory falls with less sharding", before, after);
                wrong++;
            }
        }
        pair_clear(&pair);
        memcpy(walk.settings, kept, sizeof kept);
        walk.count = kept_count;
        walk_step(&walk);
    }
    printf("sharding: %ld pairs compared\n", compared);
    assert_int_equal(wrong, 0);
    assert_true(compared > 0);
}

/* The time that the walk's question takes on so many GPUs; infinite where that is no question. */
static double time_on(struct walk *walk, double gpus)
{
    static struct aic_question question;
    struct aic_setting settings[WALK_SETTINGS + 1];
    struct aic_answer answer;
    struct aic_error error;
    memcpy(settings, walk->settings, walk->count * sizeof settings[0]);
    size_t count =
        walk_with_setting(settings, walk->count, (struct aic_setting){ "gpus", NULL, gpus });
    bool ok = walk_ask(walk, settings, count, &question, &answer, &error);
    struct aic_value time = { false, 0, NULL };
    if (ok) {
        time = result_of(&answer, "train_time");
    }
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    return time.set ? time.number : INFINITY;
}

static double greatest_common_divisor(double a, double b)
{
    return b == 0 ? a : greatest_common_divisor(b, fmod(a, b));
}

static double input_of(const struct walk *walk, const char *name)
{
    size_t index = aic_table_find(&walk->calculator->inputs, name, strlen(name));
    return aic_question_value(&walk->question, index).number;
}

/* The speed is that of a report, which holds for its own number of GPUs. */
static bool is_reported(const struct walk *walk)
{
    for (size_t i = 0; i < walk->count; i++) {
        if (strncmp(walk->settings[i].name, "reported_", strlen("reported_")) == 0) {
            return true;
        }
    }
    return false;
}

/* The GPUs for a deadline meet it, and a step of whole nodes and replicas fewer do not. */
static void gpus_for_a_deadline_meet_it(void **state)
{
    (void)state;
    static struct walk walk;
    long met = 0, least = 0, wrong = 0;
    walk_init(&walk, aic_calculator_find("train-time"), 99);
    for (long i = 0; i < 4 * questions_wanted() && wrong < 4; i++, walk_step(&walk)) {
        struct aic_value gpus = result_of(&walk.answer, "gpus_for_deadline");
        if (!gpus.set || is_reported(&walk)) {
            continue;
        }
        double deadline = input_of(&walk, "deadline"), nodes = input_of(&walk, "gpus_per_node");
        double replica = input_of(&walk, "tp") * input_of(&walk, "pp") * input_of(&walk, "cp");
        double unit = nodes / greatest_common_divisor(nodes, replica) * replica;
        double time = time_on(&walk, gpus.number);
        double longer = gpus.number > unit ? time_on(&walk, gpus.number - unit) : INFINITY;
        met += isfinite(time);
        least += isfinite(longer);
        if ((isfinite(time) && time > deadline * (1 + 1e-9)) || longer < deadline * (1 - 1e-9)) {
            show(&walk, "gpus_for_deadline");
            printf("  %.17g s on %g GPUs, %.17g s on %g fewer\n", time, gpus.number, longer, unit);
            wrong++;
        }
    }
    walk_clear(&walk);
    printf("deadlines: %ld met, %ld missed with fewer GPUs\n", met, least);
    assert_int_equal(wrong, 0);
    assert_true(met > 0 && least > 0);
}

static int print_count(void **state)
{
    (void)state;
    printf("%ld valid questions answered\n", answered);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_answer_is_sound),
        cmocka_unit_test(units_change_nothing),
        cmocka_unit_test(results_move_with_their_inputs),
        cmocka_unit_test(sharding_never_adds_states),
        cmocka_unit_test(gpus_for_a_deadline_meet_it),
    };
    return cmocka_run_group_tests(tests, NULL, print_count);
}
