/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names of models, GPUs and machines as deployments write them, to entries of the catalogs. No
 * likeness counts but the one described here: a text must not become a question about another model.
 */
#include "launch/case.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "catalog/names/names.h"
#include "core/ascii.h"

#define NAME_WORDS 24

/* Words that name a format of weights, and the format. */
static const char formats[] = "fp8 int8:w8a8,int8,w8a16,8bit nvfp4:nvfp4,fp4 mxfp4 "
                              "int4:awq,gptq,int4,w4a16,w4afp8,autoround,4bit nf4:bnb bf16 fp16";
/* Formats of GGUF, and the nearest for those that the calculators lack. */
static const char gguf_formats[] =
    "q8_0 q6_k q5_k_m q4_k_m iq4_xs q3_k_l q2_k fp16:f16 bf16 fp32:f32 mxfp4";
static const struct {
    const char *pattern, *format;
} nearest_gguf[] = { { "q4_*", "q4_k_m" },  { "iq4_nl", "q4_k_m" }, { "q5_*", "q5_k_m" },
                     { "q6_k_*", "q6_k" },  { "q8_k_xl", "q8_0" },  { "q3_*", "q3_k_l" },
                     { "iq3_*", "q3_k_l" }, { "q2_*", "q2_k" },     { "iq2_*", "q2_k" },
                     { "iq1_*", "" } };
static const char filler[] = "instruct chat it hf base pt sft dpo rl thinking preview gguf unsloth "
                             "dynamic kv block quantized "
                             "marlin qat g128 128g sym ct mtp trtllm models model weights";

struct name_words {
    const char *at[NAME_WORDS];
    size_t count;
};

static bool is_filler(struct reader *reader, const char *word)
{
    return aic_launch_mapped(reader, filler, word) != NULL;
}

static const char *format_of(struct reader *reader, const char *word)
{
    return aic_launch_mapped(reader, formats, word);
}

static bool is_date(const char *word)
{
    return strlen(word) == 4 && strspn(word, "0123456789") == 4;
}

static void add_name_word(struct reader *reader, struct name_words *words, const char *at,
                          size_t length)
{
    const char *word = aic_launch_keep(reader, at, length);
    size_t letters = 0;
    while (aic_is_letter(word[letters])) {
        letters++;
    }
    bool is_two = letters >= 2 && aic_is_digit(word[letters]) && !is_filler(reader, word) &&
                  !format_of(reader, word);
    if (words->count + 2 > NAME_WORDS || length == 0) {
        return;
    }
    if (is_two) {
        words->at[words->count++] = aic_launch_keep(reader, word, letters);
        word += letters;
    }
    words->at[words->count++] = word;
}

/* Words of a lower-case name: cut at separators, and at points that stand between no digits. */
static struct name_words cut(struct reader *reader, const char *name)
{
    struct name_words words = { .count = 0 };
    const char *start = name;
    for (const char *at = name;; at++) {
        bool is_point = *at == '.' && !(at > name && aic_is_digit(at[-1]) && aic_is_digit(at[1]));
        if (*at != '\0' && !is_point && !strchr("-_:/ ", *at)) {
            continue;
        }
        add_name_word(reader, &words, start, (size_t)(at - start));
        start = at + 1;
        if (*at == '\0') {
            break;
        }
    }
    if (words.count > 1 && aic_launch_mapped(reader, "meta nvidia google amd", words.at[0])) {
        words.count--;
        memmove(words.at, words.at + 1, words.count * sizeof words.at[0]);
    }
    return words;
}

/* The words as one text, a blank behind each. */
static struct aic_span joined(struct reader *reader, const struct name_words *words)
{
    struct buffer text = { .reader = reader };
    for (size_t i = 0; i < words->count; i++) {
        aic_launch_append(&text, words->at[i], strlen(words->at[i]));
        aic_launch_append(&text, " ", 1);
    }
    return (struct aic_span){ text.at, text.length };
}

/* The format of GGUF that a lower-case name ends in, cut off; NULL: none. */
static const char *take_gguf(struct reader *reader, char *name, bool *approximated)
{
    for (size_t i = strlen(name); i-- > 0;) {
        const char *quant = name + i + 1;
        if (!strchr("-_.:", name[i]) || *quant == '\0') {
            continue;
        }
        const char *format = aic_launch_mapped(reader, gguf_formats, quant);
        for (size_t j = 0; !format && j < sizeof nearest_gguf / sizeof nearest_gguf[0]; j++) {
            if (aic_launch_matches(nearest_gguf[j].pattern, quant)) {
                format = nearest_gguf[j].format;
                *approximated = true;
            }
        }
        if (format && (name[i] != '_' || strchr(quant, '_') || strlen(quant) <= 4)) {
            name[i] = '\0';
            for (size_t end = strlen(name); end > 3;) {
                const char *mark = name + end - 2;
                if (!strchr("-:", name[end - 3]) ||
                    (strcmp(mark, "ud") != 0 && strcmp(mark, "i1") != 0)) {
                    break;
                }
                name[end -= 3] = '\0';
            }
            return format;
        }
    }
    return NULL;
}

/* A component of a path on its way to an entry. */
struct component {
    struct reader *reader;
    struct name_words words; /* as they are, then with less and less */
    const char *format;
    bool approximated;
    const char *found;
};

/* Drops a last word that no entry is called by; false where it is one that counts. */
static bool drop_last(struct reader *reader, struct name_words *words)
{
    const char *word = words->count > 1 ? words->at[words->count - 1] : NULL;
    if (!word || !(is_filler(reader, word) || format_of(reader, word) || is_date(word))) {
        return false;
    }
    words->count--;
    return true;
}

static struct name_words without_filler(struct reader *reader, struct name_words words)
{
    struct name_words kept = { .count = 0 };
    for (size_t i = 0; i < words.count; i++) {
        if (!is_filler(reader, words.at[i])) {
            kept.at[kept.count++] = words.at[i];
        }
    }
    return kept;
}

/* What the entries of a catalog are called, cut into words once. */
struct entry_name {
    const char *entry;
    const char *lower;
    struct aic_span words;
    bool is_own_format; /* a release of its own format, which only its own name finds */
    struct entry_name *next;
};

struct listing {
    struct reader *reader;
    struct entry_name **tail;
};

static const char *span_text(struct reader *reader, struct aic_span span)
{
    return aic_launch_keep(reader, span.at, span.length);
}

static bool list_entry(void *context, const struct aic_called *called)
{
    struct listing *listing = context;
    struct reader *reader = listing->reader;
    const char *entry = span_text(reader, called->at[0]);
    struct name_words own = cut(reader, entry);
    for (size_t i = 0; i < called->names && !reader->failed; i++) {
        struct entry_name *name = aic_launch_take(reader, sizeof *name);
        if (!name) {
            return false;
        }
        name->entry = entry;
        name->lower = aic_launch_lower(reader, span_text(reader, called->at[i]));
        struct name_words words = cut(reader, aic_base_name(name->lower));
        name->words = joined(reader, &words);
        name->is_own_format = own.count > 0 && format_of(reader, own.at[own.count - 1]);
        *listing->tail = name;
        listing->tail = &name->next;
    }
    return !reader->failed;
}

static const struct entry_name *names_of(struct reader *reader, enum aic_catalog_kind kind)
{
    struct entry_name **names = kind == AIC_GPUS ? &reader->gpu_names : &reader->model_names;
    struct listing listing = { reader, names };
    if (!*names) {
        aic_called_each(reader->request->catalog, kind, false, list_entry, &listing);
    }
    return *names;
}

static void look_for(struct component *component)
{
    const struct entry_name *name = names_of(component->reader, AIC_MODELS);
    struct aic_span words = joined(component->reader, &component->words);
    while (name &&
           (words.length == 0 || name->is_own_format || name->words.length != words.length ||
            memcmp(name->words.at, words.at, words.length) != 0)) {
        name = name->next;
    }
    component->found = name ? name->entry : NULL;
}

/* All words, then less and less of them from the end. */
static void search(struct component *component)
{
    do {
        look_for(component);
    } while (!component->found && drop_last(component->reader, &component->words));
}

/* The format in the words that may be dropped from the end; bnb wins over its width. */
static void find_format(struct component *component)
{
    struct name_words words = component->words;
    do {
        const char *word = words.count > 0 ? words.at[words.count - 1] : "";
        const char *format = format_of(component->reader, word);
        bool wins = format && strcmp(word, "bnb") == 0;
        if (format && (!component->format || wins)) {
            component->format = format;
        }
    } while (drop_last(component->reader, &words));
}

static struct component component_of(struct reader *reader, const char *text)
{
    struct component component = { .reader = reader };
    const char *hub = text;
    for (const char *at = text; (at = strstr(at, "--")); at += 2) {
        hub = at + 2;
    }
    char *name = (char *)(uintptr_t)aic_launch_lower(reader, hub);
    component.format = take_gguf(reader, name, &component.approximated);
    component.words = cut(reader, name);
    if (!component.format) {
        find_format(&component);
    }
    return component;
}

static const char *find_exact(struct reader *reader, enum aic_catalog_kind kind, const char *word)
{
    const struct entry_name *name = names_of(reader, kind);
    const char *lower = aic_launch_lower(reader, word);
    while (name && strcmp(name->lower, lower) != 0) {
        name = name->next;
    }
    return name ? name->entry : NULL;
}

/* What stands in front of and behind the name of a file or a repository. */
static char *bare_path(struct reader *reader, const char *word)
{
    const char *scheme = strstr(word, "://");
    char *path = (char *)(uintptr_t)aic_launch_keep(reader, scheme ? scheme + 3 : word,
                                                    strlen(scheme ? scheme + 3 : word));
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') {
        path[--length] = '\0';
    }
    if (length > 5 && strcmp(path + length - 5, ".gguf") == 0) {
        path[length -= 5] = '\0';
        if (length > 15 && aic_launch_matches("-\?\?\?\?\?-of-\?\?\?\?\?", path + length - 15)) {
            path[length -= 15] = '\0';
        }
    }
    if (length > 5 && strcmp(aic_launch_lower(reader, path + length - 5), "-gguf") == 0) {
        path[length - 5] = '\0';
    }
    /* ORGANISATION/NAME-GGUF:quant */
    char *quant = strrchr(path, ':');
    if (quant && quant - path > 5 &&
        strncmp(aic_launch_lower(reader, quant - 5), "-gguf", 5) == 0) {
        memmove(quant - 5, quant, strlen(quant) + 1);
    }
    return path;
}

struct found_model aic_launch_find_model(struct reader *reader, const char *word)
{
    struct found_model found = { .name = NULL };
    const char *scheme = strstr(word, "://");
    found.name = find_exact(reader, AIC_MODELS, scheme ? scheme + 3 : word);
    if (found.name) {
        return found;
    }
    char *path = bare_path(reader, word);
    bool is_last = true;
    for (char *end = path + strlen(path); !found.name && !reader->failed; is_last = false) {
        *end = '\0';
        char *slash = strrchr(path, '/');
        char *start = slash ? slash + 1 : path;
        if (aic_launch_has_hole(start)) {
            break;
        }
        struct component component = component_of(reader, start);
        struct name_words all = component.words;
        search(&component);
        if (!component.found) {
            component.words = without_filler(reader, all);
            search(&component);
        }
        if (component.found || is_last) {
            found =
                (struct found_model){ component.found, component.format, component.approximated };
        }
        if (!slash) {
            break;
        }
        end = slash;
    }
    return found;
}

void aic_launch_set_model(struct work *work, const struct setting *from, const char *word,
                          bool no_format)
{
    struct reader *reader = work->reader;
    if (aic_launch_is_hole(word)) {
        struct setting whole = *from;
        whole.value = word;
        whole.spelt = from->spelt[0] ? from->spelt : "the model";
        aic_launch_is_told(work, &whole, "model");
        return;
    }
    struct found_model found = aic_launch_find_model(reader, word);
    if (found.name) {
        aic_launch_set_word(work, "model", found.name, from);
    } else {
        aic_launch_note(reader, work, "model-unknown", word, from->at,
                        "'%s' is no model of the catalog, nor surely one in another form",
                        aic_launch_shown(reader, word));
        const char *flag = aic_launch_flag(reader, "model");
        if (flag) { /* it answers for the text's */
            aic_launch_set_word(work, "model", aic_launch_keep(reader, flag, strlen(flag)), from);
            work->said.inputs[work->said.input_count - 1].origin = AIC_LAUNCH_FLAG;
        } else {
            aic_launch_ask(work, "model", from->at, "'%s' is no model of the catalog: add --model",
                           aic_launch_shown(reader, word));
        }
    }
    if (no_format || !found.format || !found.format[0]) {
        return;
    }
    if (!aic_launch_has(work, "weight_dtype")) {
        aic_launch_note(reader, work, "format-from-name", "weight_dtype", from->at,
                        "%s, from the name of the model", found.format);
        if (found.approximated) {
            aic_launch_note(reader, work, "approximated", "weight_dtype", from->at,
                            "%s is the nearest format that the calculators have", found.format);
        }
    }
    aic_launch_set_word(work, "weight_dtype", found.format, from);
}

double aic_launch_entry_number(const struct aic_entry *entry, const char *field)
{
    double value =
        aic_json_number_of(aic_json_member(aic_json_member(entry->node, "fields"), field));
    return isnan(value) ? 0 : value;
}

double aic_launch_field_of(struct reader *reader, const char *model, const char *field)
{
    struct aic_entry entry;
    double value = NAN;
    if (aic_catalog_find(reader->request->catalog, AIC_MODELS, model, &entry, NULL)) {
        value = aic_launch_entry_number(&entry, field);
        aic_entry_clear(&entry);
    }
    return value;
}

double aic_launch_model_field(const struct work *work, const char *field)
{
    const char *model = aic_launch_word(work, "model");
    return model ? aic_launch_field_of(work->reader, model, field) : NAN;
}

bool aic_launch_model_is_quantized(const struct work *work)
{
    const char *name = aic_launch_word(work, "model");
    struct aic_entry entry;
    bool is_quantized = false;
    if (name && aic_catalog_find(work->reader->request->catalog, AIC_MODELS, name, &entry, NULL)) {
        const char *type =
            aic_json_member_text(aic_json_member(entry.node, "fields"), "released_dtype");
        is_quantized = type && !aic_launch_mapped(work->reader, "bf16 fp16 fp32", type);
        aic_entry_clear(&entry);
    }
    return is_quantized;
}

const char *aic_launch_find_gpu(struct reader *reader, const char *word)
{
    char *name = (char *)(uintptr_t)aic_launch_lower(reader, word);
    for (char *at = name; *at; at++) {
        *at = strchr(" _/", *at) ? '-' : *at;
    }
    name += strncmp(name, "nvidia-", 7) == 0 ? 7 : strncmp(name, "amd-", 4) == 0 ? 4 : 0;
    const struct node *labels = aic_launch_member(aic_launch_machines(reader), "gpu_labels");
    for (const struct node *gpu = labels ? labels->child : NULL; gpu; gpu = gpu->next) {
        for (const struct node *label = gpu->child; label; label = label->next) {
            if (strcmp(label->text, name) == 0) {
                return gpu->key;
            }
        }
    }
    return find_exact(reader, AIC_GPUS, name);
}

const struct node *aic_launch_instance(struct reader *reader, const char *type)
{
    const struct node *all = aic_launch_member(aic_launch_machines(reader), "instances");
    return aic_launch_member(all, aic_launch_lower(reader, type));
}

void aic_launch_set_gpu(struct work *work)
{
    const struct context *context = &work->context;
    struct setting from = { .spelt = "", .value = "", .at = context->gpu_at };
    if (context->node) {
        aic_launch_set_word(work, "node", context->node, &from);
    } else if (context->gpu) {
        aic_launch_set_word(work, "gpu", context->gpu, &from);
    }
    if (context->gpu_unknown) {
        aic_launch_note(work->reader, work, "gpu-unknown", context->gpu_unknown, context->gpu_at,
                        "'%s' is no GPU or machine of the catalog: add --gpu",
                        context->gpu_unknown);
    }
    if (context->mig) {
        aic_launch_note(work->reader, work, "not-modelled", context->mig, context->gpu_at,
                        "'%s' is a part of a GPU, which is not counted", context->mig);
    }
}
