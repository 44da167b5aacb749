/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finding entries by names as people type them: the one way for flags, documents, checks, sweeps
 * and the catalog command. An exact name is found without reading the catalog.
 */
#include "catalog/catalog.h"
#include "catalog/names/names.h"
#include "core/ascii.h"
#include "core/utf8.h"

/* Names that are listed in messages, and beside one that was taken. */
#define LISTED_MAX 8
#define OTHERS_MAX 2

/* Room for a name; one that is longer is found when it is typed exactly. */
#define NAME_SIZE 96

/* How a typed name can be that of an entry; the first of these that holds for any is taken. */
enum agreement {
    IS_AS_TYPED,  /* a name, an alias or the label as it stands: "us-east-1" is not "us-east1" */
    IS_NAME,      /* the name, folded */
    IS_ALIAS,     /* an alias or the label, folded */
    IS_BARE_NAME, /* the same without organisation and maker */
    IS_BARE_ALIAS,
    HAS_WORDS, /* every word is somewhere */
    HAS_NUMBERS,
    NO_AGREEMENT
};

struct candidate {
    char name[NAME_SIZE];
    struct aic_span text; /* of a built-in entry; empty: it was laid over the catalog */
    double year;          /* 0: not known */
    size_t preference;    /* letters of the words typed that it is preferred for */
};

/* What has been found so far on the way through a catalog. */
struct search {
    const struct aic_catalog *catalog;
    enum aic_catalog_kind kind;
    const char *typed;
    struct aic_folded folded, bare;
    bool by_words; /* where no name agrees, and of a short one */
    bool of_hub; /* ORGANISATION/MODEL: another organisation's is another thing, and so are words */
    enum agreement best;
    size_t count; /* entries that agree as well as the best */
    struct candidate at[LISTED_MAX];
    struct candidate preferred; /* with the largest preference, if several have all words */
    bool contested;             /* another one has the same */
};

static bool is_as_typed(const struct search *search, struct aic_span name)
{
    size_t same = 0;
    while (same < name.length && search->typed[same] &&
           aic_lower(search->typed[same]) == aic_lower(name.at[same])) {
        same++;
    }
    return same == name.length && search->typed[same] == '\0';
}

/* The best of its names. Most end otherwise than what was typed, and need not be folded. */
static enum agreement agreement_of_names(const struct search *search,
                                         const struct aic_called *called)
{
    enum agreement best = NO_AGREEMENT;
    for (size_t i = 0; i < called->names; i++) {
        struct aic_folded name;
        enum agreement found = NO_AGREEMENT;
        if (is_as_typed(search, called->at[i])) {
            return IS_AS_TYPED;
        }
        if (!aic_fold_ends_text(&search->bare, called->at[i])) {
            continue;
        }
        if (aic_fold(&name, called->at[i]) && aic_folds_agree(&search->folded, &name)) {
            found = i == 0 ? IS_NAME : IS_ALIAS;
        } else if (aic_fold_bare(&name, called->at[i]) && aic_folds_agree(&search->bare, &name)) {
            found = i == 0 ? IS_BARE_NAME : IS_BARE_ALIAS;
        }
        best = found < best ? found : best;
    }
    return best;
}

static enum agreement agreement_of(const struct search *search, const struct aic_called *called)
{
    if (!search->by_words) {
        enum agreement best = agreement_of_names(search, called);
        bool is_other = search->of_hub && best >= IS_BARE_NAME &&
                        !aic_called_has_organisation(called, search->typed);
        return is_other ? NO_AGREEMENT : best;
    }
    enum aic_fit fit =
        search->of_hub ? AIC_FIT_NONE : aic_called_fit(called, aic_folded_span(&search->bare));
    return fit == AIC_FIT_WORD ? HAS_WORDS : fit == AIC_FIT_NUMBER ? HAS_NUMBERS : NO_AGREEMENT;
}

/* Letters of the longest text in "preferred" whose words are all among those typed. */
static size_t preference_of(const struct search *search, const struct aic_called *called)
{
    size_t longest = 0;
    for (size_t i = 0; i < called->preferred_count; i++) {
        struct aic_folded words;
        aic_fold_bare(&words, called->preferred[i]); /* catalogs were checked: something is left */
        struct aic_span rest = aic_folded_span(&words), word;
        bool all = true;
        while (all && aic_fold_next(&rest, &word)) {
            all = aic_fold_fit(word, &search->bare) == AIC_FIT_WORD;
        }
        longest = all && words.length > longest ? words.length : longest;
    }
    return longest;
}

/* True where `a` is listed before `b`: the newer first, then the higher number. */
static bool is_before(const struct candidate *a, const struct candidate *b)
{
    if (a->year != b->year) {
        return a->year > b->year;
    }
    return a->year > 0 && aic_compare_names(a->name, b->name) > 0;
}

static void list(struct search *search, const struct candidate *candidate)
{
    size_t at = search->count < LISTED_MAX ? search->count : LISTED_MAX;
    while (at > 0 && is_before(candidate, &search->at[at - 1])) {
        if (at < LISTED_MAX) {
            search->at[at] = search->at[at - 1];
        }
        at--;
    }
    if (at < LISTED_MAX) {
        search->at[at] = *candidate;
    }
    search->count++;
    if (candidate->preference > search->preferred.preference) {
        search->preferred = *candidate;
        search->contested = false;
    } else if (candidate->preference > 0) {
        search->contested =
            search->contested || candidate->preference == search->preferred.preference;
    }
}

/* A quantized or instructed form is not meant where the entry that it is a form of has all words too. */
static bool is_meant_by_another(const struct search *search, const struct aic_called *called)
{
    char name[NAME_SIZE];
    struct aic_text text;
    struct aic_entry entry;
    struct aic_error ignored;
    bool known;
    aic_text_init(&text, name, sizeof name);
    aic_text_add_bytes(&text, called->form_of.at, called->form_of.length);
    if (called->form_of.length == 0 ||
        !aic_catalog_find_exact(search->catalog, search->kind, name, &entry, &known, &ignored)) {
        return false;
    }
    struct aic_called other;
    aic_called(search->kind, entry.node, &other);
    bool meant = aic_called_fit(&other, aic_folded_span(&search->bare)) == AIC_FIT_WORD;
    aic_entry_clear(&entry);
    return meant;
}

static bool look(void *context, const struct aic_called *called)
{
    struct search *search = context;
    struct candidate candidate;
    struct aic_text text;
    enum agreement agreement = agreement_of(search, called);
    if (agreement > search->best || agreement == NO_AGREEMENT) {
        return true;
    }
    aic_text_init(&text, candidate.name, sizeof candidate.name);
    aic_text_add_bytes(&text, called->at[0].at, called->at[0].length);
    if (text.cut || (agreement >= HAS_WORDS && is_meant_by_another(search, called))) {
        return true;
    }
    if (agreement < search->best) {
        search->best = agreement;
        search->count = 0;
        search->preferred.preference = 0;
        search->contested = false;
    }
    candidate.text = called->text;
    candidate.year = called->year;
    candidate.preference = preference_of(search, called);
    list(search, &candidate);
    return true;
}

/* "a, b, c and 4 more" of what was found, at most so many, but for one. */
static void write_list(const struct search *search, size_t most, const char *left_out,
                       struct aic_text *text)
{
    size_t listed = 0;
    for (size_t i = 0; i < search->count && i < LISTED_MAX && listed < most; i++) {
        if (!left_out || strcmp(search->at[i].name, left_out) != 0) {
            aic_text_format(text, "%s%s", listed > 0 ? ", " : "", search->at[i].name);
            listed++;
        }
    }
    size_t rest = search->count - listed - (left_out != NULL);
    if (rest > 0) {
        aic_text_format(text, " and %g more", (double)rest);
    }
}

static bool fail_several(const struct search *search, struct aic_error *error)
{
    const char *kind = aic_catalog_kind_name(search->kind);
    char names[sizeof error->message];
    struct aic_text text;
    aic_text_init(&text, names, sizeof names);
    write_list(search, LISTED_MAX, NULL, &text);
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "'%s' could be several of catalog %s: %s", search->typed,
             kind, names);
    return aic_suggest(error, "write one of them; 'aicalc catalog %s %s' compares them", kind,
                       search->typed);
}

/* The entry whose name or alias a model of another organisation has; empty: none. */
static void write_namesake(const struct aic_catalog *catalog, const char *typed,
                           struct aic_text *text)
{
    struct aic_entry entry;
    const char *name = strchr(typed, '/') + 1;
    if (aic_catalog_has(catalog, AIC_MODELS, name) &&
        aic_catalog_find(catalog, AIC_MODELS, name, &entry, NULL)) {
        aic_text_format(text, " (the catalog has '%s')", aic_entry_name(&entry));
        aic_entry_clear(&entry);
    }
}

/* What answers for a model that is not known: its configuration, from the hub. */
static bool fail_hub(const struct aic_catalog *catalog, const char *typed, struct aic_error *error)
{
    char namesake[NAME_SIZE + 32];
    struct aic_text text;
    aic_text_init(&text, namesake, sizeof namesake);
    write_namesake(catalog, typed, &text);
    aic_fail(error, AIC_ERR_UNKNOWN, NULL,
             "model '%s' is neither a file here nor in the catalog%s; ask its configuration:",
             typed, namesake);
    return aic_suggest(error, AIC_HUB_COMMAND "model --model -", typed);
}

/* A name that another catalog has: it was typed in the wrong place. True where it failed so. */
static bool fail_of_other_kind(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                               const char *typed, struct aic_error *error)
{
    const char *wanted = aic_catalog_kind_name(kind);
    for (enum aic_catalog_kind other = 0; other < AIC_CATALOG_KINDS; other++) {
        const char *name = aic_catalog_kind_name(other);
        char option[AIC_TYPED_SIZE]; /* "gpu", of gpus */
        if (other != kind && aic_catalog_has(catalog, other, typed)) {
            aic_fail(error, AIC_ERR_UNKNOWN, NULL, "no entry '%s' in catalog %s: it is one of %s",
                     typed, wanted, name);
            struct aic_text text;
            aic_text_init(&text, option, sizeof option);
            aic_text_add_bytes(&text, name, strlen(name) - 1);
            aic_suggest(error,
                        "a calculator that takes one is asked with '--%s %s'; 'aicalc catalog %s' "
                        "lists %s",
                        option, typed, wanted, wanted);
            return true;
        }
    }
    return false;
}

static bool fail_unknown(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                         const char *typed, struct aic_error *error)
{
    char shown[68]; /* a name, and not the secret that somebody put in its place */
    bool is_long = strlen(typed) >= sizeof shown;
    if (kind == AIC_MODELS && !is_long && aic_name_is_of_hub(typed)) {
        return fail_hub(catalog, typed, error);
    }
    if (kind == AIC_MODELS && !is_long && strchr(typed, '/')) {
        aic_fail(error, AIC_ERR_UNKNOWN, NULL,
                 "model '%s' is neither a file here nor in the catalog", typed);
        return aic_suggest(error,
                           "check the path, or give a name: 'aicalc catalog models' lists them");
    }
    aic_utf8_excerpt(shown, sizeof shown, typed, strlen(typed));
    if (!is_long && fail_of_other_kind(catalog, kind, typed, error)) {
        return false;
    }
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "no entry '%s' in catalog %s%s", is_long ? shown : typed,
             aic_catalog_kind_name(kind),
             kind == AIC_MODELS ? " (its config.json answers too: --model config.json)" : "");
    return aic_suggest_entries(catalog, kind, typed, error);
}

/* The entry that the search came to; with others beside it where that was a choice of the
 * catalog's. */
static bool take(const struct aic_catalog *catalog, const struct search *search,
                 struct aic_entry *entry, struct aic_error *error)
{
    bool is_choice = search->count > 1;
    const struct candidate *taken = is_choice ? &search->preferred : &search->at[0];
    if (is_choice && (taken->preference == 0 || search->contested)) {
        return fail_several(search, error);
    }
    bool known;
    if (taken->text.length > 0
            ? !aic_builtin_parse(search->kind, taken->text, entry, error)
            : !aic_catalog_find_exact(catalog, search->kind, taken->name, entry, &known, error)) {
        return false;
    }
    entry->by_words = search->best >= HAS_WORDS;
    if (is_choice) {
        struct aic_text text;
        aic_text_init(&text, entry->others, sizeof entry->others);
        write_list(search, OTHERS_MAX, taken->name, &text);
    }
    return true;
}

/* The length of a text without the letters of a set at its end. */
static size_t without_end(const char *text, size_t length, const char *set)
{
    while (length > 0 && strchr(set, text[length - 1])) {
        length--;
    }
    return length;
}

/* What "8xh100", "8 h100" and "h100x8" count, "h100"; empty where a name counts nothing. */
static struct aic_span counted_by(const char *name)
{
    static const char digits[] = "0123456789", signs[] = "xX* ";
    size_t length = strlen(name), front = strspn(name, digits);
    size_t sign = front + strspn(name + front, signs);
    if (front > 0 && sign > front && sign < length) {
        return (struct aic_span){ name + sign, length - sign };
    }
    size_t end = without_end(name, length, digits);
    sign = without_end(name, end, "xX*");
    return (struct aic_span){ name, end < length && sign < end ? sign : 0 };
}

/* A count says how many GPUs, and not which entry: of nodes there are several with as many. */
static bool fail_counted(const struct search *counted, const char *typed, struct aic_error *error)
{
    if (counted->kind == AIC_NODES) {
        aic_fail(error, AIC_ERR_UNKNOWN, NULL, "node '%s' says which GPU, and not whose node",
                 typed);
        char names[sizeof error->suggestion];
        struct aic_text text;
        aic_text_init(&text, names, sizeof names);
        write_list(counted, LISTED_MAX, NULL, &text);
        return aic_suggest(error, "give one of %s", names);
    }
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "gpu '%s' is a number of GPUs as well as their name",
             typed);
    return aic_suggest(error, "give '%s' alone, and how many by another option: --gpus, --tp",
                       counted->typed);
}

/* Walks the catalog. */
static void run(const struct aic_catalog *catalog, struct search *search, bool by_words)
{
    search->by_words = by_words;
    search->best = NO_AGREEMENT;
    search->count = 0;
    aic_called_each(catalog, search->kind, by_words, look, search);
}

/* "h200" is an alias without its maker, and short for several forms all the same. */
static bool is_short(const struct search *search)
{
    return search->best == IS_BARE_ALIAS && search->preferred.preference > 0;
}

/* Looks for a typed name, unless nothing is left of it to look for; by its words where no name agrees and these
 * count. */
static bool begin(const struct aic_catalog *catalog, enum aic_catalog_kind kind, const char *name,
                  bool words_count, struct search *search)
{
    /* who made a GPU says nothing more; whose storage it is decides */
    bool has_maker = kind == AIC_GPUS || kind == AIC_NODES || kind == AIC_MODELS;
    *search = (struct search){ .catalog = catalog, .kind = kind, .typed = name };
    search->of_hub = kind == AIC_MODELS && aic_name_is_of_hub(name);
    if (!aic_fold(&search->folded, aic_span_of(name)) ||
        !aic_fold_bare(&search->bare, aic_span_of(name))) {
        return false;
    }
    search->bare = has_maker ? search->bare : search->folded;
    run(catalog, search, false);
    if (words_count && search->count == 0) {
        run(catalog, search, true);
    }
    return true;
}

/* All that agree as well as the best. */
struct listing {
    struct search *search;
    struct aic_text *list;
    size_t count;
};

static bool add_several(void *context, const struct aic_called *called)
{
    struct listing *listing = context;
    const struct search *search = listing->search;
    if (agreement_of(search, called) == search->best &&
        !(search->best >= HAS_WORDS && is_meant_by_another(search, called))) {
        aic_text_add(listing->list, listing->count++ > 0 ? "," : "");
        aic_text_add_bytes(listing->list, called->at[0].at, called->at[0].length);
    }
    return true;
}

bool aic_catalog_add_several(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                             const char *name, struct aic_text *list)
{
    struct search search;
    struct listing listing = { &search, list, 0 };
    if (aic_catalog_has_exact(catalog, kind, name) || !begin(catalog, kind, name, true, &search)) {
        return false;
    }
    if (is_short(&search)) {
        run(catalog, &search, true);
    }
    bool is_chosen = search.preferred.preference > 0 && !search.contested;
    if (search.count < 2 || is_chosen || counted_by(name).length > 0) {
        return false;
    }
    aic_called_each(catalog, kind, search.by_words, add_several, &listing);
    return listing.count > 1 && !list->cut;
}

bool aic_catalog_has(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                     const char *name)
{
    struct search search;
    return aic_catalog_has_exact(catalog, kind, name) ||
           (begin(catalog, kind, name, false, &search) && search.count > 0);
}

/* True where the name is a number of GPUs that there are; the error says so. */
static bool is_counted(const struct aic_catalog *catalog, const struct search *search,
                       struct aic_error *error)
{
    char name[NAME_SIZE];
    struct aic_text text;
    struct search counted;
    const struct aic_span of = counted_by(search->typed);
    aic_text_init(&text, name, sizeof name);
    aic_text_add_bytes(&text, of.at, of.length);
    if ((search->kind != AIC_GPUS && search->kind != AIC_NODES) || !search->by_words ||
        of.length == 0 || text.cut || !begin(catalog, search->kind, name, true, &counted) ||
        counted.count == 0) {
        return false;
    }
    fail_counted(&counted, search->typed, error);
    return true;
}

bool aic_catalog_find(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                      const char *name, struct aic_entry *entry, struct aic_error *error)
{
    struct search search;
    bool known;
    if (aic_catalog_find_exact(catalog, kind, name, entry, &known, error) || known) {
        return known && entry->node;
    }
    if (!begin(catalog, kind, name, true, &search)) {
        return fail_unknown(catalog, kind, name, error);
    }
    if (is_counted(catalog, &search, error)) {
        return false;
    }
    if (search.by_words && search.count == 1 && kind != AIC_NODES &&
        fail_of_other_kind(catalog, kind, name, error)) {
        return false; /* "nvme-of" is a tier, and no drive whose words are among others "nvme" and "of" */
    }
    if (is_short(&search)) {
        struct search forms = search;
        run(catalog, &forms, true);
        search = forms.count > 0 ? forms : search;
    }
    return search.count > 0 ? take(catalog, &search, entry, error)
                            : fail_unknown(catalog, kind, name, error);
}
