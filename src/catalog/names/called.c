/* SPDX-License-Identifier: Apache-2.0 */
/* What an entry can be found by: its name, its label, its aliases, and words that describe it. */
#include "catalog/catalog.h"
#include "catalog/names/names.h"

static void add(struct aic_called *called, struct aic_span text)
{
    if (text.length > 0 && called->count < sizeof called->at / sizeof called->at[0]) {
        called->at[called->count++] = text;
    }
}

static void add_preferred(struct aic_called *called, struct aic_span words)
{
    if (called->preferred_count < AIC_ALIASES_MAX) {
        called->preferred[called->preferred_count++] = words;
    }
}

/* Words that people filter by, behind the names. */
static void add_words(enum aic_catalog_kind kind, struct aic_span gpu, bool has_experts,
                      bool is_latent, struct aic_called *called)
{
    called->names = called->count;
    if (kind == AIC_NODES) {
        add(called, gpu);
    }
    if (kind == AIC_MODELS) {
        add(called, aic_span_of(has_experts ? "moe" : "dense"));
        add(called, aic_span_of(is_latent ? "mla" : ""));
    }
}

static struct aic_span text_of(const struct aic_json_value *object, const char *key)
{
    const char *text = aic_json_member_text(object, key);
    return aic_span_of(text ? text : "");
}

void aic_called(enum aic_catalog_kind kind, const struct aic_json_value *node,
                struct aic_called *called)
{
    const struct aic_json_value *fields = aic_json_member(node, "fields");
    *called =
        (struct aic_called){ .year = aic_or(aic_json_number_of(aic_json_member(node, "year")), 0) };
    called->form_of = text_of(node, "form_of");
    add(called, text_of(node, "name"));
    add(called, text_of(node, "label"));
    AIC_JSON_EACH(alias, aic_json_member(node, "aliases")) {
        add(called, aic_span_of(aic_json_text_of(alias)));
    }
    AIC_JSON_EACH(words, aic_json_member(node, "preferred")) {
        add_preferred(called, aic_span_of(aic_json_text_of(words)));
    }
    add_words(kind, text_of(fields, "gpu"), aic_json_member(fields, "experts") != NULL,
              aic_json_member(fields, "kv_lora_rank") != NULL, called);
}

/* The keys of an entry that it can be found by. */
enum key { NAME, LABEL, ALIASES, PREFERRED, FORM_OF, YEAR, FIELDS, GPU, EXPERTS, LATENT, OTHER };

static enum key key_of(struct aic_span key)
{
    static const struct aic_span keys[] = {
        [NAME] = { "name", 4 },       [LABEL] = { "label", 5 },
        [ALIASES] = { "aliases", 7 }, [PREFERRED] = { "preferred", 9 },
        [FORM_OF] = { "form_of", 7 }, [YEAR] = { "year", 4 },
        [FIELDS] = { "fields", 6 },   [GPU] = { "gpu", 3 },
        [EXPERTS] = { "experts", 7 }, [LATENT] = { "kv_lora_rank", 12 },
    };
    enum key i = NAME;
    while (i < OTHER && !aic_spans_agree(keys[i], key)) {
        i++;
    }
    return i;
}

/* Takes a string that stands under a key. */
static void take(struct aic_called *called, enum key key, struct aic_span string)
{
    if (key <= ALIASES) {
        add(called, string);
    } else if (key == PREFERRED) {
        add_preferred(called, string);
    } else if (key == FORM_OF) {
        called->form_of = string;
    }
}

/* A search looks at every entry, and parsing them all would take most of the time of a query. One
 * string after the other is enough, since these keys stand in one place of a built-in entry, in
 * this order, and its strings have no escapes (a test compares both ways). */
void aic_called_text(enum aic_catalog_kind kind, struct aic_span text, bool with_words,
                     struct aic_called *called)
{
    const char *end = text.at + text.length, *quote = text.at;
    const bool reads_fields = with_words && (kind == AIC_NODES || kind == AIC_MODELS);
    enum key key = OTHER;
    struct aic_span gpu = { "", 0 };
    bool has_experts = false, is_latent = false;
    *called = (struct aic_called){ .text = text };
    while ((quote = memchr(quote, '"', (size_t)(end - quote)))) {
        const char *close = strchr(quote + 1, '"');
        const struct aic_span string = { quote + 1, (size_t)(close - quote) - 1 };
        quote = close + 1;
        if (*quote != ':') {
            take(called, key, string);
            gpu = key == GPU ? string : gpu;
            continue;
        }
        key = key_of(string);
        if (key == FIELDS && !reads_fields) {
            break;
        }
        has_experts = has_experts || key == EXPERTS;
        is_latent = is_latent || key == LATENT;
        if (key == YEAR) {
            quote += strspn(quote, ": ");
            aic_number_read(quote, (size_t)(end - quote), 0, &called->year);
        }
    }
    add_words(kind, gpu, has_experts, is_latent, called);
}

struct calling {
    enum aic_catalog_kind kind;
    bool with_words;
    aic_called_visitor *visit;
    void *context;
};

static bool call(void *context, struct aic_span text, const struct aic_entry *entry)
{
    const struct calling *calling = context;
    struct aic_called called;
    if (entry) {
        aic_called(calling->kind, entry->node, &called);
    } else {
        aic_called_text(calling->kind, text, calling->with_words, &called);
    }
    return calling->visit(calling->context, &called);
}

void aic_called_each(const struct aic_catalog *catalog, enum aic_catalog_kind kind, bool with_words,
                     aic_called_visitor *visit, void *context)
{
    struct calling calling = { kind, with_words, visit, context };
    aic_catalog_walk(catalog, kind, call, &calling);
}

bool aic_called_as_whole(const struct aic_called *called, size_t i)
{
    const struct aic_span name = called->at[i];
    return i < called->names && memchr(name.at, '/', name.length) &&
           !memchr(name.at, ' ', name.length);
}

enum aic_fit aic_called_fit(const struct aic_called *called, struct aic_span words)
{
    struct aic_folded texts[sizeof called->at / sizeof called->at[0]];
    size_t count = 0;
    for (size_t i = 0; i < called->count; i++) {
        count += !aic_called_as_whole(called, i) && aic_fold(&texts[count], called->at[i]);
    }
    enum aic_fit worst = AIC_FIT_WORD; /* nothing that was folded is without words */
    struct aic_span word;
    while (worst > AIC_FIT_NONE && aic_fold_next(&words, &word)) {
        enum aic_fit best = AIC_FIT_NONE;
        for (size_t i = 0; i < count && best < AIC_FIT_WORD; i++) {
            enum aic_fit fit = aic_fold_fit(word, &texts[i]);
            best = fit > best ? fit : best;
        }
        worst = best < worst ? best : worst;
    }
    return worst;
}

bool aic_entry_has_words(enum aic_catalog_kind kind, const struct aic_entry *entry,
                         const char *words)
{
    struct aic_folded folded;
    struct aic_called called;
    if (!aic_fold_bare(&folded, aic_span_of(words))) {
        return false;
    }
    aic_called(kind, entry->node, &called);
    return aic_called_fit(&called, aic_folded_span(&folded)) > AIC_FIT_NONE;
}
