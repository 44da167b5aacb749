/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Relations between answers, on random questions of all calculators: better hardware, more memory, lower prices
 * and looser limits are never worse, unless the answer says why; a whole is the sum of its parts; a next
 * step, typed, keeps its promise; what is told to have no effect can be left out; and what a hint offers is the
 * quantity that was typed.
 * AICALC_TEST_QUESTIONS sets how many questions a calculator is asked.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <aicalc/calculator_rows.h>
#include <aicalc/composition.h>
#include <aicalc/effect.h>
#include <aicalc/next_step.h>
#include <aicalc/quantity.h>

#include "walk.h"

#define QUESTIONS        60
#define SHOWN_MAX        8
#define LENGTH_OF(array) (sizeof(array) / sizeof(array)[0])

static struct {
    long pairs, excused, wholes, steps, left_out, hints;
} counted;

static long questions_wanted(void)
{
    const char *wanted = getenv("AICALC_TEST_QUESTIONS");
    return wanted ? atol(wanted) : QUESTIONS;
}

static void show(const struct walk *walk, const struct aic_setting *settings, size_t count)
{
    char command[4096];
    struct aic_text text;
    aic_text_init(&text, command, sizeof command);
    walk_command(walk, settings, count, &text);
    printf("  %s\n", command);
}

static const struct aic_field *result_at(const struct aic_calculator *calculator, size_t index)
{
    return aic_table_at(&calculator->results, index, NULL);
}

static size_t find_result(const struct aic_calculator *calculator, const char *name)
{
    return aic_table_find(&calculator->results, name, strlen(name));
}

/* ---- better is never worse ---- */

struct better {
    const char *calculator, *input;
    double factor;
};

static const struct better betters[] = {
    { "kvcache", "gpu_memory", 1.5 },
    { "kvcache", "gpu_memory_bw", 2 },
    { "kvcache", "gpu_flops", 2 },
    { "kvcache", "nvlink_bw", 2 },
    { "kvcache", "load_bw", 2 },
    { "kvcache", "offload_bw", 2 },
    { "kvcache", "prefill_throughput", 2 },
    { "serve", "gpu_memory", 1.5 },
    { "serve", "gpu_memory_bw", 2 },
    { "serve", "gpu_flops", 2 },
    { "serve", "nvlink_bw", 2 },
    { "serve", "ttft_limit", 2 },
    { "serve", "tpot_limit", 2 },
    { "train-memory", "gpu_memory", 2 },
    { "train-time", "gpu_flops", 2 },
    { "train-time", "mfu", 1.2 },
    { "train-time", "gpu_mtbf", 2 },
    { "train-time", "node_mtbf", 2 },
    { "train-time", "job_mtbf", 2 },
    { "train-time", "restart_time", 0.5 },
    { "train-time", "deadline", 2 },
    { "train-time", "drain_time", 0.5 },
    { "checkpoint", "write_bw", 2 },
    { "checkpoint", "read_bw", 2 },
    { "checkpoint", "node_write_bw", 2 },
    { "checkpoint", "rank_write_bw", 2 },
    { "checkpoint", "write_latency", 0.5 },
    { "checkpoint", "snapshot_bw", 2 },
    { "checkpoint", "gpu_mtbf", 2 },
    { "checkpoint", "node_mtbf", 2 },
    { "checkpoint", "job_mtbf", 2 },
    { "checkpoint", "restart_time", 0.5 },
    { "checkpoint", "local_write_bw", 2 },
    { "network", "gpu_flops", 2 },
    { "network", "nvlink_bw", 2 },
    { "network", "nic_bw", 2 },
    { "network", "network_latency", 0.5 },
    { "collective", "nvlink_bw", 2 },
    { "collective", "nic_bw", 2 },
    { "collective", "network_latency", 0.5 },
    { "collective", "bus_bw_limit", 2 },
    { "collective", "latency_base", 0.5 },
    { "collective", "peer_bw", 2 },
    { "layout", "gpu_memory", 2 },
    { "layout", "gpu_flops", 2 },
    { "layout", "nvlink_bw", 2 },
    { "layout", "nic_bw", 2 },
    { "layout", "gpu_memory_bw", 2 },
    { "dataload", "read_bw", 2 },
    { "dataload", "cpu_time", 0.5 },
    { "dataload", "node_read_bw", 2 },
    { "dataload", "host_memory", 2 },
    { "dataload", "h2d_bw", 2 },
    { "dataload", "cache_bw", 2 },
    { "dataload", "first_byte_latency", 0.5 },
    { "prep", "core_rate", 2 },
    { "prep", "read_bw", 2 },
    { "prep", "write_bw", 2 },
    { "prep", "deadline", 2 },
    { "prep", "cpu_time", 0.5 },
    { "prep", "setup_time", 0.5 },
    { "coldstart", "nic_bw", 2 },
    { "coldstart", "source_bw", 2 },
    { "coldstart", "node_read_bw", 2 },
    { "coldstart", "h2d_bw", 2 },
    { "coldstart", "provision_time", 0.5 },
    { "coldstart", "image_bw", 2 },
    { "coldstart", "compile_time", 0.5 },
    { "coldstart", "local_read_bw", 2 },
    { "storage", "read_throughput", 2 },
    { "storage", "write_throughput", 2 },
    { "storage", "max_read_throughput", 2 },
    { "storage", "required_read_bw", 0.5 },
    { "storage", "required_write_bw", 0.5 },
    { "storage", "storage_price", 0.5 },
    { "storage", "first_byte_latency", 0.5 },
    { "storage", "server_bw", 2 },
    { "store", "drive_read_bw", 2 },
    { "store", "drive_write_bw", 2 },
    { "store", "server_bw", 2 },
    { "store", "rebuild_bw", 2 },
    { "store", "drive_failure_rate", 0.5 },
    { "store", "required_read_bw", 0.5 },
    { "transfer", "link_bw", 2 },
    { "transfer", "source_read_bw", 2 },
    { "transfer", "destination_write_bw", 2 },
    { "transfer", "per_file_time", 0.5 },
    { "transfer", "deadline", 2 },
    { "transfer", "device_copy_bw", 2 },
    { "transfer", "shipping_time", 0.5 },
    { "power", "gpu_power", 0.5 },
    { "power", "pue", 0.9 },
    { "power", "site_power", 2 },
    { "cost", "gpu_price", 0.5 },
    { "cost", "node_capex", 0.5 },
    { "fabric", "switch_price", 0.5 },
    { "plan", "gpu_memory", 1.5 },
    { "plan", "gpu_flops", 2 },
    { "plan", "nic_bw", 2 },
    { "plan", "nvlink_bw", 2 },
    { "plan", "write_bw", 2 },
    { "plan", "gpu_price", 0.5 },
    { "service", "gpu_memory", 1.5 },
    { "service", "gpu_memory_bw", 2 },
    { "service", "tpot_limit", 2 },
    { "service", "ttft_limit", 2 },
};

/* What may be worse by the pages on the methods, in results that decide. */
static const struct {
    const char *calculator, *input, *result;
} traded[] = {
    { "serve", NULL,
      "ttft" }, /* replicas that are filled to their limits take more requests each */
    { "serve", NULL, "tpot" },
    { "service", NULL, "serve.ttft" },
    { "service", NULL, "serve.tpot" },
    { "cost", "gpu_price", "payback_time" },   /* what is saved is worth less */
    { "store", NULL, "drives" },               /* whole servers: fewer of them may hold one more */
    { "store", "server_bw", "price_of_data" }, /* and it is paid for */
    { "store", "server_bw", "owned_cost" },
    /* a chance for each rebuild, taken to the year: one that takes years dilutes it */
    { "store", "rebuild_bw", "durability_nines" },
    { "network", NULL, "dp_critical_nic_bw" },    /* the same bytes under a shorter step */
    { "network", "gpu_flops", "nic_sufficient" }, /* the same exposed time of a shorter step */
    { "serve", "gpu_memory_bw",
      "sequences_max" }, /* at the rate that ttft allows they end sooner */
    { "checkpoint", "snapshot_bw", "required_write_bw" }, /* the same bytes in a shorter period */
    /* fewer file systems, each of whole units */
    { "storage", "required_read_bw", "storage_cost" },
    { "storage", "required_read_bw", "effective_price" },
    { "storage", "required_write_bw", "storage_cost" },
    { "storage", "required_write_bw", "effective_price" },
    { "storage", "max_read_throughput", "storage_cost" },
    { "storage", "max_read_throughput", "effective_price" },
    /* a shorter transfer has fewer months, each with bytes that are free and bands of its price */
    { "transfer", "link_bw", "transfer_cost" },
    { "transfer", "source_read_bw", "transfer_cost" },
    { "transfer", "destination_write_bw", "transfer_cost" },
    { "transfer", "per_file_time", "transfer_cost" },
};

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

/* The value of the walk's question, or a random one where it has none. */
static double value_before(struct walk *walk, const struct better *better)
{
    size_t index = aic_table_find(&walk->calculator->inputs, better->input, strlen(better->input));
    if (index == aic_table_size(&walk->calculator->inputs)) {
        fail_msg("%s has no input %s", better->calculator, better->input);
    }
    struct aic_value value = aic_question_value(&walk->question, index);
    return value.set ? value.number : walk_setting(walk, index).number;
}

static bool pair_ask(struct pair *pair, struct walk *walk, const struct better *better)
{
    double number = value_before(walk, better);
    struct aic_error error;
    bool ok = number > 0;
    memset(pair, 0, sizeof *pair);
    for (int i = 0; i < 2 && ok; i++) {
        memcpy(pair->settings[i], walk->settings, walk->count * sizeof walk->settings[0]);
        struct aic_setting setting = { better->input, NULL, i ? number * better->factor : number };
        pair->counts[i] = walk_with_setting(pair->settings[i], walk->count, setting);
        ok = walk_ask(walk, pair->settings[i], pair->counts[i], &pair->questions[i],
                      &pair->answers[i], &error);
    }
    return ok;
}

static bool has_note(const struct aic_notes *notes, const char *id)
{
    for (size_t i = 0; i < notes->count; i++) {
        if (strcmp(notes->notes[i].id, id) == 0) {
            return true;
        }
    }
    return false;
}

static bool differ(struct aic_value a, struct aic_value b)
{
    return a.set != b.set || (a.set && a.number != b.number);
}

/* A default, or which way is taken: each is shown, and stands for another way of doing it. */
static bool takes_another_way(const struct pair *pair, const char *input)
{
    const struct aic_calculator *calculator = pair->questions[0].calculator;
    for (size_t i = 0; i < aic_table_size(&calculator->inputs); i++) {
        const struct aic_field *field = aic_table_at(&calculator->inputs, i, NULL);
        if (strcmp(field->name, input) != 0 && field->kind != AIC_REFERENCE &&
            differ(aic_question_value(&pair->questions[0], i),
                   aic_question_value(&pair->questions[1], i))) {
            return true;
        }
    }
    for (size_t i = 0; i < aic_table_size(&calculator->results); i++) {
        const struct aic_field *field = result_at(calculator, i);
        size_t length = strlen(field->name);
        bool is_used = length > 5 && strcmp(field->name + length - 5, "_used") == 0;
        if ((is_used || field->kind == AIC_CHOICE) &&
            differ(aic_answer_result(&pair->answers[0], i),
                   aic_answer_result(&pair->answers[1], i))) {
            return true;
        }
    }
    return false;
}

static bool warns_otherwise(const struct pair *pair)
{
    for (int i = 0; i < 2; i++) {
        const struct aic_notes *notes = &pair->answers[i].notes;
        for (size_t n = 0; n < notes->count; n++) {
            if (!has_note(&pair->answers[1 - i].notes, notes->notes[n].id)) {
                return true;
            }
        }
    }
    return false;
}

static bool is_traded(const struct better *better, const char *result)
{
    for (size_t i = 0; i < LENGTH_OF(traded); i++) {
        if (strcmp(traded[i].calculator, better->calculator) == 0 &&
            (!traded[i].input || strcmp(traded[i].input, better->input) == 0) &&
            strcmp(traded[i].result, result) == 0) {
            return true;
        }
    }
    return false;
}

/* Of results that decide; a share moves with what it is a share of. */
static bool is_worse(const struct pair *pair, size_t result)
{
    const struct aic_field *field = result_at(pair->questions[0].calculator, result);
    struct aic_value was = aic_answer_result(&pair->answers[0], result);
    struct aic_value is = aic_answer_result(&pair->answers[1], result);
    double slack = 1e-9 * fabs(was.number);
    bool decides = field->flags & (AIC_KEY | AIC_LEAST | AIC_MUST_HOLD);
    return decides && field->dimension != AIC_RATIO && was.set && is.set &&
           ((field->better == AIC_LESS_IS_BETTER && is.number > was.number + slack) ||
            (field->better == AIC_MORE_IS_BETTER && is.number < was.number - slack));
}

struct tally {
    long compared, excused, wrong;
};

static void compare(const struct walk *walk, const struct pair *pair, const struct better *better,
                    struct tally *tally)
{
    for (size_t r = 0; r < aic_table_size(&walk->calculator->results); r++) {
        const char *name = result_at(walk->calculator, r)->name;
        if (!is_worse(pair, r) || is_traded(better, name)) {
            continue;
        }
        if (takes_another_way(pair, better->input) || warns_otherwise(pair)) {
            tally->excused++;
        } else if (tally->wrong++ < SHOWN_MAX) {
            printf("FAIL %s with %s * %g: %.17g, then %.17g\n", name, better->input, better->factor,
                   aic_answer_result(&pair->answers[0], r).number,
                   aic_answer_result(&pair->answers[1], r).number);
            show(walk, pair->settings[0], pair->counts[0]);
        }
    }
}

static void better_is_never_worse(void **state)
{
    (void)state;
    static struct walk walk;
    static struct pair pair;
    struct tally tally = { 0, 0, 0 };
    for (size_t b = 0; b < LENGTH_OF(betters); b++) {
        const struct aic_calculator *calculator = walk_calculator_find(betters[b].calculator);
        long wanted = walk_share(calculator, questions_wanted() / 3);
        walk_init(&walk, calculator, 7000 + b);
        for (long i = 0; i < wanted; i++, walk_step(&walk)) {
            if (pair_ask(&pair, &walk, &betters[b])) {
                tally.compared++;
                compare(&walk, &pair, &betters[b], &tally);
            }
            pair_clear(&pair);
        }
        walk_clear(&walk);
    }
    counted.pairs = tally.compared;
    counted.excused = tally.excused;
    assert_int_equal(tally.wrong, 0);
    assert_true(tally.compared > questions_wanted());
}

/* ---- a whole is the sum of its parts ---- */

/* What a whole has beside its parts: an input that is given as a sum; NULL: what no part covers, such as
 * the kernels of a layout's step. */
static const struct {
    const char *calculator, *whole, *input; /* NULL: of any calculator */
} besides[] = {
    { NULL, "capex", "storage_capex" },          { NULL, "capex", "facility_capex" },
    { NULL, "annual_cost", "other_per_year" },   { NULL, "total_cost", "other_cost" },
    { NULL, "checkpoint_bytes", "extra_bytes" }, { "layout", "step_time", NULL },
};

/* Adds it; false where it is no figure of the answer. */
static bool add_beside(const struct walk *walk, const char *whole, double *sum)
{
    const struct aic_table *inputs = &walk->calculator->inputs;
    for (size_t i = 0; i < LENGTH_OF(besides); i++) {
        const char *only = besides[i].calculator;
        if (strcmp(besides[i].whole, whole) != 0 ||
            (only && strcmp(only, walk->calculator->name) != 0)) {
            continue;
        }
        if (!besides[i].input) {
            return false;
        }
        size_t index = aic_table_find(inputs, besides[i].input, strlen(besides[i].input));
        if (index < aic_table_size(inputs)) {
            struct aic_value value = aic_question_value(&walk->question, index);
            *sum += value.set ? value.number : 0;
        }
    }
    return true;
}

/* The sum of the parts of a result; false where it has none. */
static bool sum_parts(const struct walk *walk, size_t whole, double *sum)
{
    const struct aic_calculator *calculator = walk->calculator;
    const char *name = result_at(calculator, whole)->name;
    bool any = false;
    *sum = 0;
    for (size_t i = 0; i < aic_table_size(&calculator->results); i++) {
        const char *of = result_at(calculator, i)->part_of;
        if (of && strcmp(of, name) == 0) {
            struct aic_value part = aic_answer_part(&walk->answer, i);
            *sum += part.set ? part.number : 0;
            any = any || part.set;
        }
    }
    return any;
}

static void compare_sums(const struct walk *walk, struct tally *tally)
{
    const struct aic_calculator *calculator = walk->calculator;
    for (size_t i = 0; i < aic_table_size(&calculator->results); i++) {
        struct aic_value whole = aic_answer_result(&walk->answer, i);
        double sum;
        if (!whole.set || !isfinite(whole.number) || !sum_parts(walk, i, &sum) ||
            !add_beside(walk, result_at(calculator, i)->name, &sum)) {
            continue;
        }
        tally->compared++;
        if (fabs(sum - whole.number) > 1e-9 * fabs(whole.number) && tally->wrong++ < SHOWN_MAX) {
            printf("FAIL %s is %.17g, its parts %.17g\n", result_at(calculator, i)->name,
                   whole.number, sum);
            show(walk, walk->settings, walk->count);
        }
    }
}

static void wholes_are_the_sums_of_their_parts(void **state)
{
    (void)state;
    static struct walk walk;
    struct tally tally = { 0, 0, 0 };
    const struct aic_calculator *calculator;
    for (size_t c = 0; (calculator = walk_calculator_at(c)); c++) {
        if (aic_part_count(calculator) > 0) {
            continue; /* its parts are calculators: unit.composition */
        }
        walk_init(&walk, calculator, 7700);
        for (long i = 0; i < walk_share(calculator, 4 * questions_wanted());
             i++, walk_step(&walk)) {
            compare_sums(&walk, &tally);
        }
        walk_clear(&walk);
    }
    counted.wholes = tally.compared;
    assert_int_equal(tally.wrong, 0);
    assert_true(tally.compared > questions_wanted());
}

/* ---- a next step keeps its promise ---- */

/* The question with the flags of a step, as a person types them. */
static size_t settings_with(const struct walk *walk, const struct aic_step *step,
                            struct aic_setting *settings, char (*typed)[128])
{
    const struct aic_calculator *calculator = walk->calculator;
    size_t count = walk->count;
    memcpy(settings, walk->settings, count * sizeof settings[0]);
    for (size_t i = 0; i < step->change_count; i++) {
        const struct aic_change *change = &step->changes[i];
        const char *name = aic_table_at(&calculator->inputs, change->input, NULL)->name;
        struct aic_text text;
        aic_text_init(&text, typed[i], sizeof typed[i]);
        aic_change_flag(calculator, change, &text);
        char *value = strchr(typed[i], ' ');
        bool is_on = strncmp(typed[i], "--no-", strlen("--no-")) != 0;
        count = walk_with_setting(settings, count,
                                  (struct aic_setting){ name, value ? value + 1 : NULL, is_on });
    }
    return count;
}

static void take_step(const struct walk *walk, const struct aic_steps *steps, size_t number,
                      struct tally *tally)
{
    static struct aic_question question;
    const struct aic_step *step = &steps->steps[number];
    struct aic_setting settings[WALK_SETTINGS + AIC_CHANGES_MAX];
    char typed[AIC_CHANGES_MAX][128];
    struct aic_value holds = { false, 0, NULL }, promised = holds;
    struct aic_answer answer;
    struct aic_error error;
    size_t count = settings_with(walk, step, settings, typed);
    if (walk_ask(walk, settings, count, &question, &answer, &error)) {
        holds = aic_answer_result(&answer, find_result(walk->calculator, steps->verdict->verdict));
        promised = aic_answer_result(&answer, steps->deciding);
    }
    tally->compared++;
    bool is_no =
        result_at(walk->calculator, find_result(walk->calculator, steps->verdict->verdict))->kind ==
            AIC_FLAG &&
        holds.number != 1;
    bool is_kept = promised.set ? promised.number == step->number : isnan(step->number);
    if ((!holds.set || is_no || !is_kept) && tally->wrong++ < SHOWN_MAX) {
        printf("FAIL %s is %g and %s %.17g, promised was %.17g; %s\n", steps->verdict->verdict,
               holds.number, result_at(walk->calculator, steps->deciding)->name, promised.number,
               step->number, error.message);
        show(walk, settings, count);
    }
    aic_answer_clear(&answer);
    aic_question_clear(&question);
}

static size_t first_number(const struct aic_calculator *calculator)
{
    size_t i = 0;
    while (!(result_at(calculator, i)->flags & AIC_KEY) ||
           !aic_field_is_number(result_at(calculator, i))) {
        i++;
    }
    return i;
}

static void next_steps_keep_their_promise(void **state)
{
    (void)state;
    static struct walk walk;
    static struct aic_steps steps;
    struct tally tally = { 0, 0, 0 };
    const struct aic_calculator *calculator;
    for (size_t c = 0; (calculator = walk_calculator_at(c)); c++) {
        if (!calculator->levers) {
            continue;
        }
        walk_init(&walk, calculator, 7900);
        for (long i = 0; i < walk_share(calculator, questions_wanted()); i++, walk_step(&walk)) {
            struct aic_error error;
            assert_true(
                aic_steps_find(&steps, &walk.answer, NULL, 0, first_number(calculator), &error));
            for (size_t s = 0; s < steps.count; s++) {
                take_step(&walk, &steps, s, &tally);
            }
        }
        walk_clear(&walk);
    }
    counted.steps = tally.compared;
    assert_int_equal(tally.wrong, 0);
    assert_true(tally.compared > 0);
}

/* ---- what has no effect can be left out ---- */

/* The same results, of those that are shown: a step of the arithmetic may differ behind them. */
static bool same_shown(const struct aic_answer *a, const struct aic_answer *b)
{
    const struct aic_calculator *calculator = a->question->calculator;
    for (size_t i = 0; i < aic_table_size(&calculator->results); i++) {
        struct aic_value was = aic_answer_result(a, i), is = aic_answer_result(b, i);
        if (!(result_at(calculator, i)->flags & AIC_TERM) &&
            (was.set != is.set || (was.set && was.number != is.number))) {
            return false;
        }
    }
    return true;
}

/* Without the input that a warning tells of every result is the same, and the question is still one. */
static void leave_out(const struct walk *walk, const char *told, struct tally *tally)
{
    static struct aic_question question;
    const size_t length = strcspn(told, " ");
    struct aic_setting settings[WALK_SETTINGS];
    struct aic_answer answer;
    struct aic_error error;
    size_t count = 0;
    for (size_t i = 0; i < walk->count; i++) {
        const char *name = walk->settings[i].name;
        bool is_it = strlen(name) == length && memcmp(name, told, length) == 0;
        settings[count] = walk->settings[i];
        count += !is_it;
    }
    if (count == walk->count) {
        return; /* it was given by another name */
    }
    tally->compared++;
    bool is_same = walk_ask(walk, settings, count, &question, &answer, &error) &&
                   same_shown(&walk->answer, &answer);
    if (!is_same && tally->wrong++ < SHOWN_MAX) {
        printf("FAIL %s, but without it: %s\n", told, answer.out ? "other results" : error.message);
        show(walk, walk->settings, walk->count);
    }
    aic_answer_clear(&answer);
    aic_question_clear(&question);
}

static void what_has_no_effect_can_be_left_out(void **state)
{
    (void)state;
    static struct walk walk;
    struct tally tally = { 0, 0, 0 };
    const struct aic_calculator *calculator;
    for (size_t c = 0; (calculator = walk_calculator_at(c)); c++) {
        walk_init(&walk, calculator, 8300);
        for (long i = 0; i < walk_share(calculator, questions_wanted() / 2);
             i++, walk_step(&walk)) {
            const struct aic_recipe recipe = { .calculator = calculator,
                                               .catalog = &walk.catalog,
                                               .settings = walk.settings,
                                               .setting_count = walk.count,
                                               .settings_origin = AIC_FROM_FLAG };
            struct aic_error error;
            assert_true(aic_effect_warn(&walk.answer, &recipe, &error));
            for (size_t k = 0; k < walk.answer.notes.count; k++) {
                const struct aic_note *note = &walk.answer.notes.notes[k];
                if (strcmp(note->id, AIC_NO_EFFECT) == 0) {
                    leave_out(&walk, note->text, &tally);
                }
            }
        }
        walk_clear(&walk);
    }
    counted.left_out = tally.compared;
    assert_int_equal(tally.wrong, 0);
    assert_true(tally.compared > 0);
}

/* ---- a hint keeps the quantity ---- */

/* Units as people write them, and what one of it is in base units; 0: it has no size, or several. */
static const struct spelling {
    enum aic_dimension dimension;
    const char *text;
    double size;
} spellings[] = {
    { AIC_BYTES, "gb", 0 },
    { AIC_BYTES, "G", 0 },
    { AIC_BYTES, "gib", 0x1p30 },
    { AIC_BYTES, "Gbit", 1e9 / 8 },
    { AIC_BYTES, "GBytes", 1e9 },
    { AIC_BYTES, "gigabytes", 1e9 },
    { AIC_BYTES, " TB ", 1e12 },
    { AIC_BYTES, "Kb", 125 },
    { AIC_BYTES, "KB", 1000 },
    { AIC_BYTES, "Mbit", 1e6 / 8 },
    { AIC_BYTES, "bytes", 1 },
    { AIC_BYTES, "tib", 0x1p40 },
    { AIC_BYTES, "", 0 },
    { AIC_RATE, "Gbit/s", 1e9 / 8 },
    { AIC_RATE, "GBps", 1e9 },
    { AIC_RATE, "Gb/s", 1e9 / 8 },
    { AIC_RATE, "gbps", 1e9 / 8 },
    { AIC_RATE, "GB/sec", 1e9 },
    { AIC_RATE, "MBps", 1e6 },
    { AIC_RATE, "GiBps", 0x1p30 },
    { AIC_RATE, "GB", 0 },
    { AIC_RATE, "TB/h", 1e12 / 3600 },
    { AIC_RATE, "MB/min", 1e6 / 60 },
    { AIC_RATE, "Gbits/s", 1e9 / 8 },
    { AIC_RATE, "GByte/s", 1e9 },
    { AIC_RATE, "gigabit/s", 1e9 / 8 },
    { AIC_RATE, "GB/d", 1e9 / 86400 },
    { AIC_RATE, "", 0 },
    { AIC_TIME, "sec", 1 },
    { AIC_TIME, "secs", 1 },
    { AIC_TIME, "hours", 3600 },
    { AIC_TIME, "hrs", 3600 },
    { AIC_TIME, "hr", 3600 },
    { AIC_TIME, "minutes", 60 },
    { AIC_TIME, "mins", 60 },
    { AIC_TIME, "days", 86400 },
    { AIC_TIME, "M", 0 },
    { AIC_TIME, "weeks", 604800 },
    { AIC_TIME, "months", 2628000 },
    { AIC_TIME, "years", 31536000 },
    { AIC_TIME, "usec", 1e-6 },
    { AIC_TIME, "msec", 1e-3 },
    { AIC_TIME, "H", 3600 },
    { AIC_TIME, "D", 86400 },
    { AIC_TIME, "", 0 },
    { AIC_COUNT, "K", 1000 },
    { AIC_COUNT, "G", 1e9 },
    { AIC_COUNT, "billion", 1e9 },
    { AIC_COUNT, "b", 0 },
    { AIC_COUNT, "Mi", 0x1p20 },
    { AIC_COUNT, "thousand", 1000 },
    { AIC_COUNT, "m", 0 },
    { AIC_COUNT, "trillion", 1e12 },
    { AIC_TOKENS, "K", 1000 },
    { AIC_TOKENS, "tokens", 1 },
    { AIC_TOKENS, "KiB", 0 },
    { AIC_TOKENS, "Gi", 0x1p30 },
    { AIC_TOKENS, "ki", 1024 },
    { AIC_TOKENS, "Btokens", 1e9 },
    { AIC_COUNT_RATE, "", 0 },
    { AIC_COUNT_RATE, "qps", 1 },
    { AIC_COUNT_RATE, "/second", 1 },
    { AIC_COUNT_RATE, "rpm", 1.0 / 60 },
    { AIC_COUNT_RATE, "/minute", 1.0 / 60 },
    { AIC_COUNT_RATE, "/hour", 1.0 / 3600 },
    { AIC_COUNT_RATE, "req/s", 1 },
    { AIC_COUNT_RATE, "Hz", 1 },
    { AIC_COUNT_RATE, "/ms", 1000 },
    { AIC_COUNT_RATE, "/day", 1.0 / 86400 },
    { AIC_COUNT_RATE, "/week", 1.0 / 604800 },
    { AIC_FLOP_RATE, "TFLOPS", 1e12 },
    { AIC_FLOP_RATE, "TFLOPs", 1e12 },
    { AIC_FLOP_RATE, "tflops", 1e12 },
    { AIC_FLOP_RATE, "TF", 1e12 },
    { AIC_FLOP_RATE, "PFLOPS", 1e15 },
    { AIC_FLOP_RATE, "TFLOP", 0 },
    { AIC_FLOP_RATE, "", 0 },
    { AIC_FLOP_RATE, "T", 0 },
    { AIC_FLOP, "TFLOPs", 1e12 },
    { AIC_FLOP, "EFLOPS", 0 },
    { AIC_FLOP, "YFLOPs", 1e24 },
    { AIC_FLOP, "", 0 },
    { AIC_POWER, "kw", 1e3 },
    { AIC_POWER, "KW", 1e3 },
    { AIC_POWER, "watts", 1 },
    { AIC_POWER, "watt", 1 },
    { AIC_POWER, "mw", 0 },
    { AIC_POWER, "kWh", 0 },
    { AIC_POWER, "", 0 },
    { AIC_POWER, "kVA", 0 },
    { AIC_ENERGY, "KWh", 3.6e6 },
    { AIC_ENERGY, "kwh", 3.6e6 },
    { AIC_ENERGY, "kW", 0 },
    { AIC_ENERGY, "joules", 1 },
    { AIC_ENERGY, "kW h", 3.6e6 },
    { AIC_CARBON, "kgCO2", 1e3 },
    { AIC_CARBON, "tons", 0 },
    { AIC_CARBON, "tonnes", 1e6 },
    { AIC_CARBON, "KG", 1e3 },
    { AIC_CARBON, "", 0 },
    { AIC_CARBON_INTENSITY, "g/kwh", 1 },
    { AIC_CARBON_INTENSITY, "gCO2/kWh", 1 },
    { AIC_CARBON_INTENSITY, "kg/mwh", 1 },
    { AIC_CARBON_INTENSITY, "t/MWh", 1000 },
    { AIC_CARBON_INTENSITY, "g/MJ", 3.6 },
    { AIC_CARBON_INTENSITY, "", 0 },
    { AIC_CARBON_INTENSITY, "lb/MWh", 0.45359237 },
    { AIC_RATIO, "percent", 0.01 },
    { AIC_RATIO, "pct", 0.01 },
    { AIC_RATIO, "x", 1 },
    { AIC_RATIO, " %", 0.01 },
    { AIC_MONEY, "usd", 1 },
    { AIC_MONEY, "dollars", 1 },
    { AIC_MONEY, "k$", 1000 },
    { AIC_MONEY, "EUR", 0 },
    { AIC_MONEY, "M USD", 1e6 },
    { AIC_MONEY, "MUSD", 1e6 },
    { AIC_MONEY, "", 0 },
    { AIC_MONEY, "cents", 0.01 },
    { AIC_MONEY_RATE, "USD/hour", 1 },
    { AIC_MONEY_RATE, "usd/h", 1 },
    { AIC_MONEY_RATE, "$/hr", 1 },
    { AIC_MONEY_RATE, "USD/day", 1.0 / 24 },
    { AIC_MONEY_RATE, "USD", 0 },
    { AIC_MONEY_RATE, "USD/month", 1.0 / 730 },
    { AIC_MONEY_RATE, "USD/s", 3600 },
    { AIC_MONEY_RATE, "USD/y", 1.0 / 8760 },
    { AIC_MONEY_RATE, "cents/h", 0.01 },
    { AIC_ENERGY_PRICE, "USD/kwh", 1 },
    { AIC_ENERGY_PRICE, "USD/Wh", 1000 },
    { AIC_ENERGY_PRICE, "c/kWh", 0.01 },
    { AIC_ENERGY_PRICE, "USD/MJ", 3.6 },
    { AIC_ENERGY_PRICE, "EUR/MWh", 0 },
    { AIC_ENERGY_PRICE, "", 0 },
    { AIC_STORAGE_PRICE, "USD/GB/mo", 1.073741824 },
    { AIC_STORAGE_PRICE, "USD/GB-month", 1.073741824 },
    { AIC_STORAGE_PRICE, "USD/TB/mo", 1.073741824 / 1000 },
    { AIC_STORAGE_PRICE, "USD/GiB/month", 1 },
    { AIC_STORAGE_PRICE, "USD/GiB", 0 },
    { AIC_STORAGE_PRICE, "USD/TiB/y", 1.0 / 1024 / 12 },
    { AIC_STORAGE_PRICE, "$/GB/month", 1.073741824 },
    { AIC_STORAGE_PRICE, "", 0 },
    { AIC_STORAGE_PRICE, "USD/GB/h", 1.073741824 * 730 },
    { AIC_TRANSFER_PRICE, "USD/GB", 1.073741824 },
    { AIC_TRANSFER_PRICE, "USD/TB", 1.073741824 / 1000 },
    { AIC_TRANSFER_PRICE, "$/gb", 1.073741824 },
    { AIC_TRANSFER_PRICE, "USD/MB", 1073.741824 },
    { AIC_TRANSFER_PRICE, "", 0 },
    { AIC_REQUEST_PRICE, "USD/M", 0.001 },
    { AIC_REQUEST_PRICE, "USD/1000", 1 },
    { AIC_REQUEST_PRICE, "USD/req", 1000 },
    { AIC_REQUEST_PRICE, "", 0 },
};

/* The quantities that a suggestion offers: those that are read, but for examples. True if one is `wanted`,
 * or, where that is not known, if each has the number that was typed. */
static bool offers(const struct spelling *spelling, const char *number, const char *suggestion,
                   double wanted, size_t *count)
{
    char words[sizeof((struct aic_error *)0)->suggestion];
    bool is_one = false, all = true;
    *count = 0;
    strcpy(words, suggestion);
    for (char *word = strtok(words, " ,;'()"); word; word = strtok(NULL, " ,;'()")) {
        double value;
        if (*word >= '0' && *word <= '9' &&
            aic_quantity_read(word, strlen(word), spelling->dimension, NULL, &value, NULL)) {
            ++*count;
            is_one = is_one || fabs(value - wanted) <= 1e-3 * fabs(wanted);
            all = all && strncmp(word, number, strlen(number)) == 0;
        }
    }
    return spelling->size > 0 ? is_one : all;
}

static void check_hint(struct walk *walk, const struct spelling *spelling, struct tally *tally)
{
    static const char *const forms[] = { "%g", "%.1f", "%.3g" };
    char number[32], typed[80];
    struct aic_error error = { .code = AIC_OK };
    double value, wanted;
    size_t offered;
    snprintf(number, sizeof number, forms[walk_below(walk, LENGTH_OF(forms))],
             exp(12 * walk_real(walk) - 4));
    snprintf(typed, sizeof typed, "%s%s", number, spelling->text);
    aic_number_read(number, strlen(number), 0, &value);
    wanted = value * spelling->size;
    if (aic_quantity_read(typed, strlen(typed), spelling->dimension, NULL, &value, &error)) {
        tally->excused++; /* it is a unit */
        if (spelling->size > 0 && fabs(value - wanted) > 1e-3 * fabs(wanted)) {
            tally->wrong++;
            printf("FAIL '%s' is taken as %g\n", typed, value);
        }
        return;
    }
    bool is_example = strstr(error.suggestion, "for example") != NULL;
    bool keeps = offers(spelling, number, error.suggestion, wanted, &offered);
    tally->compared++;
    if (offered > 0 && !is_example && !keeps && tally->wrong++ < SHOWN_MAX) {
        printf("FAIL '%s': %s; %s\n", typed, error.message, error.suggestion);
    }
}

static void hints_keep_the_quantity(void **state)
{
    (void)state;
    static struct walk walk;
    struct tally tally = { 0, 0, 0 };
    walk_init(&walk, aic_calculator_at(0), 7500);
    for (size_t s = 0; s < LENGTH_OF(spellings); s++) {
        for (long i = 0; i < questions_wanted() / 4; i++) {
            check_hint(&walk, &spellings[s], &tally);
        }
    }
    walk_clear(&walk);
    counted.hints = tally.compared;
    assert_int_equal(tally.wrong, 0);
}

static int print_counts(void **state)
{
    (void)state;
    printf(
        "%ld pairs of a better and a worse question (%ld results worse for a reason), %ld wholes, "
        "%ld next steps, %ld inputs without effect, %ld hints\n",
        counted.pairs, counted.excused, counted.wholes, counted.steps, counted.left_out,
        counted.hints);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(better_is_never_worse),
        cmocka_unit_test(wholes_are_the_sums_of_their_parts),
        cmocka_unit_test(next_steps_keep_their_promise),
        cmocka_unit_test(what_has_no_effect_can_be_left_out),
        cmocka_unit_test(hints_keep_the_quantity),
    };
    return cmocka_run_group_tests(tests, NULL, print_counts);
}
