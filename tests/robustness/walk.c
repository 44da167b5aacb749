/* SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include <stdlib.h>
#include <string.h>

/* A composition is asked one question where others are asked so many, and this many at least. */
#define COMPOSED       50
#define COMPOSED_LEAST 20

static struct aic_registry registry;

const struct aic_calculator *walk_calculator_at(size_t index)
{
    const struct aic_calculator *calculator = aic_registry_at(&registry, index);
    if (registry.error.code != AIC_OK) {
        fprintf(stderr, "%s\n", registry.error.message);
        abort();
    }
    return calculator;
}

const struct aic_calculator *walk_calculator_find(const char *name)
{
    return aic_registry_find(&registry, name, NULL);
}

size_t walk_with_setting(struct aic_setting *settings, size_t count, struct aic_setting setting)
{
    size_t i = 0;
    while (i < count && strcmp(settings[i].name, setting.name) != 0) {
        i++;
    }
    settings[i] = setting;
    return i < count ? count : count + 1;
}

long walk_share(const struct aic_calculator *calculator, long questions)
{
    long fewer = questions / COMPOSED > COMPOSED_LEAST ? questions / COMPOSED : COMPOSED_LEAST;
    return aic_part_count(calculator) > 0 && fewer < questions ? fewer : questions;
}

/* splitmix64: every seed is a good one. */
static uint64_t next(struct walk *walk)
{
    uint64_t z = walk->random += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t walk_below(struct walk *walk, uint64_t limit)
{
    return next(walk) % limit;
}

double walk_real(struct walk *walk)
{
    return (double)(next(walk) >> 11) * 0x1p-53;
}

struct collector {
    struct walk *walk;
    int kind;
};

static bool collect(void *context, const struct aic_entry *entry)
{
    struct collector *collector = context;
    struct walk *walk = collector->walk;
    const char *name = aic_json_text_of(aic_json_first(entry->node));
    size_t *count = &walk->name_counts[collector->kind];
    if (*count < WALK_NAMES && strlen(name) < 64) {
        strcpy(walk->names[collector->kind][(*count)++], name);
    }
    return true;
}

static void collect_names(struct walk *walk)
{
    struct aic_error error;
    for (int kind = 0; kind < AIC_CATALOG_KINDS; kind++) {
        struct collector collector = { walk, kind };
        walk->name_counts[kind] = 0;
        aic_catalog_each(&walk->catalog, (enum aic_catalog_kind)kind, collect, &collector, &error);
    }
}

#define LINES_MAX 64

/* Questions that no example asks and that few steps lead to; walks start at them too. */
static const char *const rare[] = {
    "aicalc train-time --model llama-3.1-70b --tokens 15T --gpus 4096 --tp 8 --pp 4 --seq 8192 "
    "--global-batch 2048 --micro-batch 1 --mfu 0.4 --gpu h100-sxm --bubble",
    "aicalc train-time --model llama-3.1-70b --tokens 15T --tp 8 --pp 4 --cp 2 --seq 8192 "
    "--global-batch 2048 --micro-batch 1 --mfu 0.4 --gpu h100-sxm --gpus 4096 --bubble "
    "--deadline 60d",
    "aicalc train-time --model deepseek-v3.2 --tokens 15T --gpus 4096 --seq 8192 --mfu 0.3 --gpu "
    "h100-sxm",
    "aicalc train-memory --model deepseek-v3 --gpus 2048 --pp 16 --ep 64 --micro-batch 1 --seq "
    "4096 --gpu h100-sxm",
    "aicalc train-memory --model llama-3.1-8b --gpus 8 --lora-rank 16 --seq 4096 --zero 3",
    "aicalc checkpoint --model deepseek-v3 --gpus 2048 --tp 4 --pp 8 --ep 8 --write-bw 100GB/s",
    "aicalc storage --tier generic-nfs --data 100TB --redundancy raidz --data-shards 6 "
    "--parity-shards 2",
    "aicalc storage --tier s3-standard --data 10TB --duration 30d --gpus 8 --gpu-price 4USD/h "
    "--gpu-utilization 0.5 --alternative-cost 900USD --alternative-utilization 0.7",
    "aicalc dataload --gpus 16 --sample-size 150kB --sample-rate 2000/s --tier generic-nfs "
    "--samples 10M --samples-per-shard 1000 --batch 64 --shuffle buffer --shuffle-buffer 10000",
    NULL,
};

/* A flag as the table spells it; in front of the dot of "train-memory.micro-batch" is the name of a
 * part. */
static void spell(char *flag)
{
    char *dot = strchr(flag, '.');
    for (char *c = dot ? dot : flag; *c; c++) {
        *c = *c == '-' ? '_' : *c;
    }
}

void walk_read(struct walk *walk, const char *line)
{
    const struct aic_table *inputs = &walk->calculator->inputs;
    walk->count = 0;
    strncpy(walk->texts, line, sizeof walk->texts - 1);
    char *rest = NULL;
    strtok_r(walk->texts, " ", &rest);
    strtok_r(NULL, " ", &rest);
    char *word = strtok_r(NULL, " ", &rest);
    while (word && walk->count < WALK_SETTINGS) {
        bool off = strncmp(word, "--no-", 5) == 0;
        spell(word + (off ? 5 : 2));
        const char *name = word + (off ? 5 : 2);
        size_t index = aic_table_find(inputs, name, strlen(name));
        const struct aic_field *field = NULL;
        if (strlen(word) > 2 && index < aic_table_size(inputs)) {
            field = aic_table_at(inputs, index, NULL);
        }
        char *value = strtok_r(NULL, " ", &rest);
        if (field && field->kind == AIC_FLAG) {
            walk->settings[walk->count++] = (struct aic_setting){ field->name, NULL, off ? 0 : 1 };
            word = value;
            continue;
        }
        if (field && value && !strstr(value, "..") && value[0] != '\'') {
            walk->settings[walk->count++] = (struct aic_setting){ field->name, value, 0 };
        }
        word = value && strncmp(value, "--", 2) == 0 ? value : strtok_r(NULL, " ", &rest);
    }
}

bool walk_ask(const struct walk *walk, const struct aic_setting *settings, size_t count,
              struct aic_question *question, struct aic_answer *answer, struct aic_error *error)
{
    const struct aic_recipe recipe = {
        .calculator = walk->calculator,
        .catalog = &walk->catalog,
        .settings = settings,
        .setting_count = count,
        .settings_origin = AIC_FROM_FLAG,
    };
    memset(answer, 0, sizeof *answer);
    memset(error, 0, sizeof *error);
    return aic_recipe_ask(&recipe, question, error) && aic_answer_init(answer, question, error);
}

/* Asks the settings; keeps the answer where there is one. */
static bool accept(struct walk *walk, const struct aic_setting *settings, size_t count)
{
    struct aic_question *question = malloc(sizeof *question);
    struct aic_answer answer;
    struct aic_error error;
    bool ok = walk_ask(walk, settings, count, question, &answer, &error);
    if (ok) {
        aic_answer_clear(&walk->answer);
        aic_question_clear(&walk->question);
        walk->question = *question;
        walk->answer = answer;
        walk->answer.question = &walk->question;
        if (settings != walk->settings) {
            memcpy(walk->settings, settings, count * sizeof settings[0]);
        }
        walk->count = count;
    } else {
        aic_answer_clear(&answer);
        aic_question_clear(question);
        walk->refused++;
        walk->broken += aic_code_is_internal(error.code);
    }
    free(question);
    return ok;
}

/* Adds the lines of a list that ask the walk's calculator to `at`; returns how many. */
static size_t lines_of(const struct walk *walk, const char *const *list, const char **at)
{
    size_t count = 0;
    size_t length = strlen(walk->calculator->name);
    for (size_t i = 0; list[i]; i++) {
        const char *name = list[i] + strlen("aicalc ");
        if (strncmp(name, walk->calculator->name, length) == 0 && name[length] == ' ') {
            at[count++] = list[i];
        }
    }
    return count;
}

/* The questions that a walk may begin at: examples, and rare ones. */
static size_t starts_of(const struct walk *walk, const char **lines)
{
    size_t count = lines_of(walk, walk->calculator->examples, lines);
    return count + lines_of(walk, rare, lines + count);
}

/* Where the walk begins: a random one of them that is a plain question. */
static void start(struct walk *walk)
{
    const char *lines[LINES_MAX];
    size_t count = starts_of(walk, lines);
    for (int tries = 0; tries < 50; tries++) {
        walk_read(walk, lines[walk_below(walk, count)]);
        if (accept(walk, walk->settings, walk->count)) {
            return;
        }
    }
    abort();
}

bool walk_start_at(struct walk *walk, size_t index)
{
    const char *lines[LINES_MAX];
    size_t count = starts_of(walk, lines);
    walk_read(walk, lines[index % count]);
    if (!accept(walk, walk->settings, walk->count)) {
        start(walk);
    }
    return index < count;
}

bool walk_spell_out(struct walk *walk)
{
    const struct aic_table *inputs = &walk->calculator->inputs;
    struct aic_setting settings[WALK_SETTINGS];
    size_t count = 0;
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        const struct aic_field *field = aic_table_at(inputs, i, NULL);
        struct aic_value value = aic_question_value(&walk->question, i);
        bool is_told = aic_question_origin(&walk->question, i) >= AIC_FROM_CATALOG;
        if (field->kind == AIC_REFERENCE || !value.set || !is_told) {
            continue;
        }
        if (count == WALK_SETTINGS) {
            return false;
        }
        bool is_choice = field->kind == AIC_CHOICE;
        settings[count++] = (struct aic_setting){
            .name = field->name,
            .text = is_choice ? field->choices[(int)value.number] : NULL,
            .number = is_choice ? 0 : value.number,
        };
    }
    return accept(walk, settings, count);
}

void walk_init(struct walk *walk, const struct aic_calculator *calculator, uint64_t seed)
{
    memset(walk, 0, sizeof *walk);
    walk->calculator = calculator;
    const char *shift = getenv("AICALC_TEST_SEED");
    walk->random = seed + (shift ? strtoull(shift, NULL, 10) << 20 : 0);
    aic_catalog_init(&walk->catalog);
    collect_names(walk);
    start(walk);
}

void walk_clear(struct walk *walk)
{
    aic_answer_clear(&walk->answer);
    aic_question_clear(&walk->question);
    aic_catalog_clear(&walk->catalog);
}

/* A size that values of the dimension commonly have. */
static double common(enum aic_dimension dimension)
{
    switch (dimension) {
    case AIC_TOKENS:
        return 4096;
    case AIC_BYTES:
        return 1e10;
    case AIC_RATE:
        return 1e10;
    case AIC_FLOP_RATE:
        return 5e14;
    case AIC_FLOP:
        return 1e23;
    case AIC_TIME:
        return 600;
    case AIC_RATIO:
        return 0.5;
    case AIC_COUNT_RATE:
        return 1e4;
    case AIC_POWER:
        return 700;
    default:
        return 8;
    }
}

static double clamp(const struct aic_field *field, double number)
{
    double max = field->max > 0 ? field->max : number;
    number = fmin(fmax(number, field->min), max);
    if ((field->flags & AIC_ABOVE_MIN && number == field->min) ||
        (field->flags & AIC_BELOW_MAX && field->max > 0 && number == field->max)) {
        number = field->max > 0 ? (field->min + field->max) / 2 : field->min + 1;
    }
    return number;
}

/* What another input of the same dimension has, for questions in which two are equal. */
static double same_as_another(struct walk *walk, const struct aic_field *field, double otherwise)
{
    const struct aic_table *inputs = &walk->calculator->inputs;
    size_t size = aic_table_size(inputs);
    size_t start = walk_below(walk, size);
    for (size_t i = 0; i < size; i++) {
        size_t at = (start + i) % size;
        const struct aic_field *other = aic_table_at(inputs, at, NULL);
        struct aic_value value = aic_question_value(&walk->question, at);
        if (value.set && other != field && other->kind == field->kind &&
            other->dimension == field->dimension) {
            return value.number;
        }
    }
    return otherwise;
}

/* A number near what the input has, or of a common size; now and then an end of the range, a very
 * small one, or what another input has. */
static double random_number(struct walk *walk, const struct aic_field *field, struct aic_value old)
{
    static const double steps[] = { 0.25, 0.5, 0.75, 0.9, 1.1, 1.5, 2, 2, 3, 4, 8 };
    double number = old.set && old.number != 0
                        ? old.number
                        : common(field->dimension) * exp(4 * walk_real(walk) - 2);
    number *= steps[walk_below(walk, sizeof steps / sizeof steps[0])];
    switch (walk_below(walk, 12)) {
    case 0:
        number = field->min;
        break;
    case 1:
        number = field->max > 0 ? field->max * walk_real(walk) : number;
        break;
    case 2:
        number *= exp(4 * walk_real(walk) - 2);
        break;
    case 3:
        number = field->kind == AIC_INTEGER ? (double)(1 + walk_below(walk, 3)) : number;
        break;
    case 4:
        number = same_as_another(walk, field, number);
        break;
    default:
        break;
    }
    if (field->kind == AIC_INTEGER && number > 3) {
        number = walk_below(walk, 3) == 0 ? exp2(floor(log2(number + 1))) : floor(number);
    }
    return clamp(field, number);
}

struct aic_setting walk_setting(struct walk *walk, size_t index)
{
    const struct aic_field *field = aic_table_at(&walk->calculator->inputs, index, NULL);
    struct aic_setting setting = { field->name, NULL, 0 };
    size_t choices = 0;
    switch (field->kind) {
    case AIC_FLAG:
        setting.number = (double)walk_below(walk, 2);
        break;
    case AIC_CHOICE:
        while (field->choices[choices]) {
            choices++;
        }
        setting.text = field->choices[walk_below(walk, choices)];
        break;
    case AIC_REFERENCE:
        setting.text =
            walk->names[field->catalog][walk_below(walk, walk->name_counts[field->catalog])];
        break;
    default:
        setting.number = random_number(walk, field, aic_question_value(&walk->question, index));
        break;
    }
    return setting;
}

static void change(struct walk *walk, struct aic_setting *settings, size_t *count)
{
    size_t inputs = aic_table_size(&walk->calculator->inputs);
    if (*count > 0 && (*count >= WALK_LONG - 1 || walk_below(walk, 4) == 0)) {
        size_t dropped = walk_below(walk, *count);
        settings[dropped] = settings[--*count];
        return;
    }
    struct aic_setting setting = walk_setting(walk, walk_below(walk, inputs));
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(settings[i].name, setting.name) == 0) {
            settings[i] = setting;
            return;
        }
    }
    settings[(*count)++] = setting;
}

size_t walk_change(struct walk *walk, struct aic_setting *settings)
{
    size_t count = walk->count;
    memcpy(settings, walk->settings, sizeof walk->settings);
    for (size_t changes = 1 + walk_below(walk, 4); changes > 0; changes--) {
        change(walk, settings, &count);
    }
    return count;
}

void walk_step(struct walk *walk)
{
    if (walk_below(walk, 60) == 0) {
        start(walk);
        return;
    }
    for (int tries = 0; tries < 400; tries++) {
        struct aic_setting settings[WALK_SETTINGS];
        size_t count = walk_change(walk, settings);
        if (accept(walk, settings, count)) {
            return;
        }
    }
    start(walk);
}

bool walk_same_results(const struct aic_calculator *calculator, const void *a, const void *b)
{
    size_t parts = aic_part_count(calculator);
    bool same = parts > 0 || memcmp(a, b, calculator->out_size) == 0;
    for (size_t p = 0; same && p < parts; p++) {
        const struct aic_part_view part = aic_part_at(calculator, p);
        same = aic_part_is_asked(calculator, a, p) == aic_part_is_asked(calculator, b, p) &&
               memcmp((const char *)a + part.out, (const char *)b + part.out,
                      part.calculator->out_size) == 0;
    }
    return same;
}

static void add_value(const struct aic_field *field, double number, struct aic_text *text)
{
    static const char *const bare[] = { "1", "token", "1/s" };
    const char *unit = aic_dimension_base(field->dimension);
    aic_text_add_number(text, number);
    for (size_t i = 0; i < sizeof bare / sizeof bare[0]; i++) {
        if (strcmp(unit, bare[i]) == 0 && field->dimension != AIC_COUNT_RATE) {
            return;
        }
    }
    aic_text_add(text, unit[0] == '1' ? unit + 1 : unit);
}

void walk_command(const struct walk *walk, const struct aic_setting *settings, size_t count,
                  struct aic_text *text)
{
    aic_text_format(text, "aicalc %s", walk->calculator->name);
    for (size_t i = 0; i < count; i++) {
        size_t index =
            aic_table_find(&walk->calculator->inputs, settings[i].name, strlen(settings[i].name));
        const struct aic_field *field = aic_table_at(&walk->calculator->inputs, index, NULL);
        bool off = field->kind == AIC_FLAG && settings[i].number == 0;
        aic_text_add(text, off ? " --no-" : " --");
        for (const char *c = field->name; *c; c++) {
            aic_text_add_bytes(text, *c == '_' ? "-" : c, 1);
        }
        if (field->kind == AIC_FLAG) {
            continue;
        }
        aic_text_add(text, " ");
        if (settings[i].text) {
            aic_text_add(text, settings[i].text);
        } else {
            add_value(field, settings[i].number, text);
        }
    }
}
