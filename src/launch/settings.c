/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Flags and keys into settings, and settings into inputs by the rows of a dialect. A flag is an
 * input's, one that changes nothing, one that is not modelled, or unknown: each is said.
 */
#include "launch/case.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/ascii.h"
#include "core/span.h"

/* What the tables say of a flag. */
enum flag_class { IS_UNKNOWN, IS_INPUT, HAS_NO_EFFECT, IS_NOT_MODELLED };

struct known {
    enum flag_class class;
    bool is_switch;
    const char *flag; /* as the tables have it */
};

/* "--tensor_parallel_size" as the tables write it; a short flag as it is. */
static const char *with_dashes(struct work *work, const char *flag)
{
    struct aic_span span = { flag, strlen(flag) };
    char out[128];
    struct aic_text text;
    if (work->dialect->keeps_underscores || strncmp(flag, "--", 2) != 0 || !strchr(flag, '_')) {
        return flag;
    }
    aic_text_init(&text, out, sizeof out);
    aic_text_add_spelt(&text, span, '_', '-');
    return text.cut ? flag : aic_launch_keep(work->reader, out, text.length);
}

static bool list_has(const struct node *list, const char *word)
{
    for (const struct node *item = list ? list->child : NULL; item; item = item->next) {
        if (strcmp(item->text, word) == 0 || strcmp(item->text, "*") == 0) {
            return true;
        }
    }
    return false;
}

/* Whether the dialect takes a flag over, by a row or by its function. */
static bool takes(const struct dialect *dialect, const char *flag, bool *is_switch)
{
    const struct row *row = dialect->rows;
    while (row && row->flag && strcmp(row->flag, flag) != 0) {
        row++;
    }
    bool has_row = row && row->flag;
    *is_switch =
        has_row ? row->is_switch : aic_list_has(dialect->other_switches, flag, strlen(flag));
    return has_row || *is_switch || aic_list_has(dialect->others, flag, strlen(flag));
}

/* Keys of a section of a document: "training.seq_len" in keys/training. */
static bool section_has(const struct node *keys, const char *flag)
{
    const char *dot = strrchr(flag, '.');
    for (const struct node *section = keys && dot ? keys->child : NULL; section;
         section = section->next) {
        size_t length = strlen(section->key);
        if (strncmp(flag, section->key, length) == 0 && flag[length] == '.' &&
            list_has(section, flag + length + 1)) {
            return true;
        }
    }
    return false;
}

static struct known look_up(struct work *work, const char *flag)
{
    const struct dialect *dialect = work->dialect;
    const struct node *lists =
        dialect->program ? aic_launch_program(work->reader, dialect->program) : NULL;
    bool is_switch, is_taken = takes(dialect, flag, &is_switch);
    const struct node *keys = aic_launch_member(lists, "keys");
    const char *alias = aic_launch_member_text(aic_launch_member(lists, "alias"), flag);
    if (!is_taken && alias) {
        flag = alias;
        is_taken = takes(dialect, alias, &is_switch);
    }
    if (is_taken) {
        return (struct known){ IS_INPUT, is_switch, flag };
    }
    is_switch = list_has(aic_launch_member(lists, "not_modelled_switch"), flag);
    if (is_switch || list_has(aic_launch_member(lists, "not_modelled"), flag) ||
        list_has(aic_launch_member(lists, "not_modelled_keys"), flag)) {
        return (struct known){ IS_NOT_MODELLED, is_switch, flag };
    }
    bool has_value = list_has(aic_launch_member(lists, "value"), flag);
    is_switch = !has_value && list_has(aic_launch_member(lists, "switch"), flag);
    bool is_key =
        keys && (keys->kind == NODE_LIST ? list_has(keys, flag) : section_has(keys, flag));
    if (has_value || is_switch || is_key || dialect->ignores_others) {
        return (struct known){ HAS_NO_EFFECT, is_switch, flag };
    }
    return (struct known){ IS_UNKNOWN, false, flag };
}

/* All flags of a dialect: rows, those that its function reads, then each list. */
struct flag_names {
    struct reader *reader;
    const struct dialect *dialect;
    const struct node *lists[5];
    size_t own; /* rows and arrays of the dialect that were gone through */
    size_t list;
    const struct node *item;
};

static struct flag_names names_of(struct work *work)
{
    static const char *const keys[] = { "value", "switch", "not_modelled", "not_modelled_switch",
                                        "keys" };
    struct flag_names names = { .reader = work->reader, .dialect = work->dialect };
    const struct node *lists =
        names.dialect->program ? aic_launch_program(work->reader, names.dialect->program) : NULL;
    for (size_t i = 0; i < 5; i++) {
        const struct node *list = aic_launch_member(lists, keys[i]);
        names.lists[i] = list && list->kind == NODE_LIST ? list : NULL;
    }
    return names;
}

/* The i-th of those that the dialect itself names; NULL behind them. */
static const char *own_name(struct reader *reader, const struct dialect *dialect, size_t i)
{
    const char *const lists[] = { dialect->others, dialect->other_switches };
    for (const struct row *row = dialect->rows; row && row->flag; row++) {
        if (i-- == 0) {
            return row->flag;
        }
    }
    for (size_t k = 0; k < 2; k++) {
        for (const char *at = lists[k]; at && *at; at += strcspn(at, " "), at += *at == ' ') {
            if (i-- == 0) {
                return aic_launch_keep(reader, at, strcspn(at, " "));
            }
        }
    }
    return NULL;
}

/* The next of them; in order, as aic_nearest() asks. */
static const char *next_name(const void *context, size_t i)
{
    struct flag_names *names = (struct flag_names *)(uintptr_t)context;
    if (i == 0) {
        names->own = names->list = 0;
        names->item = NULL;
    }
    const char *own = own_name(names->reader, names->dialect, names->own);
    if (own) {
        names->own++;
        return own;
    }
    names->item = names->item ? names->item->next : NULL;
    while (!names->item && names->list < 5) {
        const struct node *list = names->lists[names->list++];
        names->item = list ? list->child : NULL;
    }
    return names->item ? names->item->text : NULL;
}

/* The only flag that begins so; NULL: none, or several. */
static const char *flag_of_prefix(struct work *work, const char *prefix)
{
    struct flag_names names = names_of(work);
    const char *found = NULL, *name;
    size_t length = strlen(prefix);
    for (size_t i = 0; (name = next_name(&names, i)); i++) {
        if (strncmp(name, prefix, length) != 0) {
            continue;
        }
        if (found && strcmp(found, name) != 0) {
            return NULL;
        }
        found = name;
    }
    return found;
}

struct setting *aic_launch_add_setting(struct work *work, const char *flag, const char *spelt,
                                       struct aic_launch_place at)
{
    struct setting *room =
        aic_launch_room(work->reader, work->settings, work->setting_count, sizeof *room);
    if (!room) {
        return NULL;
    }
    size_t *chain = &work->chains[aic_launch_chain(flag)];
    work->settings = room;
    work->settings[work->setting_count] =
        (struct setting){ .flag = flag, .spelt = spelt, .value = "", .at = at, .before = *chain };
    *chain = ++work->setting_count;
    return &work->settings[work->setting_count - 1];
}

/* The settings of a flag, the last first: that before another, or before NULL. */
static struct setting *setting_before(const struct work *work, const char *flag,
                                      const struct setting *setting)
{
    size_t at = setting ? setting->before : work->chains[aic_launch_chain(flag)];
    while (at > 0 && strcmp(work->settings[at - 1].flag, flag) != 0) {
        at = work->settings[at - 1].before;
    }
    return at > 0 ? &work->settings[at - 1] : NULL;
}

static void note_unknown(struct work *work, const struct setting *setting)
{
    struct flag_names names = names_of(work);
    const char *near = aic_nearest(setting->flag, next_name, &names, AIC_ALL_NAMES);
    size_t notes = work->said.note_count;
    aic_launch_note(work->reader, work, "unknown", setting->spelt, setting->at,
                    near ? "'%s' is not known; did you mean '%s'?" : "'%s' is not known",
                    aic_launch_shown(work->reader, setting->spelt), near);
    if (near && work->said.note_count > notes) { /* it was not said before */
        work->said.notes[notes].suggestion = near;
    }
}

static bool is_nothing(const char *value)
{
    return strcmp(value, "0") == 0 || strcmp(value, "none") == 0 || strcmp(value, "None") == 0 ||
           strcmp(value, "auto") == 0 || aic_launch_is_false(value);
}

/* Says what becomes of a setting that is no input. */
static void classify(struct work *work, const struct setting *setting, struct known known)
{
    switch (known.class) {
    case IS_INPUT:
        break;
    case IS_UNKNOWN:
        if (!work->quiet) {
            note_unknown(work, setting);
        }
        break;
    case IS_NOT_MODELLED:
        if (!is_nothing(setting->value) && !setting->is_no) {
            aic_launch_not_modelled(work, setting, "");
        }
        break;
    case HAS_NO_EFFECT:
        aic_launch_append(&work->no_effect, " ", work->no_effect.length > 0);
        aic_launch_append(&work->no_effect, setting->spelt, strlen(setting->spelt));
        break;
    }
}

/* Another value for a flag of the same text is said; the last counts. */
static void note_repeated(struct work *work, const struct setting *now)
{
    const struct setting *before = now;
    while ((before = setting_before(work, now->flag, before))) {
        bool is_same_key =
            !before->key == !now->key && (!now->key || strcmp(before->key, now->key) == 0);
        if (is_same_key && before->from_file == now->from_file &&
            strcmp(before->value, now->value) != 0) {
            aic_launch_note(work->reader, work, "repeated", now->spelt, now->at,
                            "'%s' is given twice, as '%s' and '%s': the last counts", now->spelt,
                            aic_launch_shown(work->reader, before->value),
                            aic_launch_shown(work->reader, now->value));
        }
    }
}

/* True where a word is a flag and no value, such as a negative number. */
static bool is_flag(const char *word)
{
    return word[0] == '-' && (aic_is_letter(word[1]) || (word[1] == '-' && word[2] != '\0'));
}

/* Flags of vLLM and SGLang that take all words up to the next flag. */
static bool takes_list(const char *flag)
{
    static const char *const flags[] = { "--served-model-name",
                                         "--lora-modules",
                                         "--middleware",
                                         "--cuda-graph-sizes",
                                         "--cudagraph-capture-sizes",
                                         "--logits-processors",
                                         "--lora-paths",
                                         "--cuda-graph-bs",
                                         "--cuda-graph-bs-decode",
                                         "--cuda-graph-bs-prefill",
                                         "--lora-target-modules",
                                         "--numa-node",
                                         "--gc-threshold",
                                         "--log-requests-target",
                                         "--bucket-time-to-first-token",
                                         "--bucket-inter-token-latency",
                                         "--bucket-e2e-request-latency",
                                         "--prompt-tokens-buckets",
                                         "--generation-tokens-buckets",
                                         "--tokenizer-metrics-allowed-custom-labels",
                                         "--encoder-urls",
                                         "--connector",
                                         "--kv-cache-dtype-skip-layers",
                                         "--cpu-offload-params",
                                         "--offload-params",
                                         "--numa-bind-nodes",
                                         NULL };
    for (size_t i = 0; flags[i]; i++) {
        if (strcmp(flags[i], flag) == 0) {
            return true;
        }
    }
    return false;
}

/* The words of a flag's value from words[at] on; returns how many. */
static size_t take_values(struct work *work, struct setting *setting, struct known known,
                          struct words words, size_t at)
{
    bool many = work->dialect->takes_many || takes_list(setting->flag);
    size_t most = known.is_switch && !work->dialect->takes_many ? 0 : many ? words.count : 1;
    struct buffer value = { .reader = work->reader };
    size_t count = 0;
    while (count < most && at + count < words.count && !is_flag(words.at[at + count].text)) {
        const char *text = words.at[at + count].text;
        if (count > 0 && aic_launch_is_hole(text)) {
            break; /* behind a value it may well be flags */
        }
        if (known.is_switch &&
            (count > 0 || (!aic_launch_is_false(text) && strcmp(text, "true") != 0 &&
                           strcmp(text, "True") != 0))) {
            break;
        }
        aic_launch_append(&value, " ", count > 0);
        aic_launch_append(&value, text, strlen(text));
        aic_launch_add_word(work->reader, &setting->values, text, words.at[at + count].at);
        count++;
    }
    setting->value = aic_launch_text_of(&value);
    return count;
}

/* --option.key value: one key of a JSON option, which keeps its '_'; NULL: it is none. */
static const char *split_key(struct work *work, const char *spelt, const char **flag)
{
    const char *dot = strchr(spelt, '.');
    if (!dot || !work->dialect->has_dotted_options) {
        return NULL;
    }
    *flag = aic_launch_keep(work->reader, *flag, strcspn(*flag, "."));
    return dot + 1;
}

/* A key of a document, or of a word `key=value`: some sections do not count. */
static const char *without_section(struct work *work, const char *key)
{
    const char *section = work->dialect->sections;
    while (section && *section) {
        size_t length = strcspn(section, " ");
        if (strncmp(key, section, length) == 0) {
            return key + length;
        }
        section += length + (section[length] == ' ');
    }
    return key;
}

/* `+model.key=value` */
static void read_pair(struct work *work, struct word word)
{
    const char *start = word.text + strspn(word.text, "+~");
    const char *equals = strchr(start, '=');
    const char *spelt = aic_launch_keep(work->reader, start, (size_t)(equals - start));
    struct known known = look_up(work, without_section(work, spelt));
    struct setting *setting = aic_launch_add_setting(work, known.flag, spelt, word.at);
    if (setting) {
        setting->value = equals + 1;
        note_repeated(work, setting);
        classify(work, setting, known);
    }
}

/* One flag and its value; returns how many words they are. */
static size_t read_flag(struct work *work, struct words words, size_t at)
{
    const char *spelt = words.at[at].text;
    const char *equals = strchr(spelt, '=');
    if (equals) {
        spelt = aic_launch_keep(work->reader, spelt, (size_t)(equals - spelt));
    }
    bool is_key = work->dialect->has_keys && strchr(spelt, '.');
    const char *flag = is_key ? spelt + strspn(spelt, "-") : with_dashes(work, spelt);
    const char *key = split_key(work, spelt, &flag);
    struct known known = look_up(work, flag);
    bool is_no = false;
    if (known.class == IS_UNKNOWN && strncmp(flag, "--no-", 5) == 0) {
        const char *positive = aic_launch_format(work->reader, "--%s", flag + 5);
        struct known without = look_up(work, positive);
        is_no = without.class != IS_UNKNOWN;
        known = is_no ? without : known;
        known.is_switch = is_no;
    }
    const char *full =
        known.class == IS_UNKNOWN && work->dialect->takes_prefixes && strlen(flag) > 2
            ? flag_of_prefix(work, flag)
            : NULL;
    if (full) {
        known = look_up(work, full);
        aic_launch_note(work->reader, work, "abbreviated", spelt, words.at[at].at,
                        "'%s' is read as '%s', as the program does", spelt, full);
    }
    struct setting *setting = aic_launch_add_setting(work, known.flag, spelt, words.at[at].at);
    if (!setting) {
        return 1;
    }
    setting->is_no = is_no;
    setting->key = key;
    size_t taken = 1;
    if (equals) {
        setting->value = equals + 1;
        aic_launch_add_word(work->reader, &setting->values, equals + 1, words.at[at].at);
    } else if (!is_no) {
        taken += take_values(work, setting, known, words, at + 1);
    }
    note_repeated(work, setting);
    classify(work, setting, known);
    return taken;
}

/* `name`: of the variable, "" of what a command prints. */
static void note_undefined(struct work *work, const char *name, struct aic_launch_place at)
{
    if (name[0]) {
        aic_launch_note(work->reader, work, "undefined",
                        aic_launch_format(work->reader, "$%s", name), at,
                        "$%s may add flags, and this text does not define it", name);
    } else {
        aic_launch_note(work->reader, work, "undefined", "$()", at,
                        "what a command prints may add flags, and no command is run");
    }
}

void aic_launch_read_flags(struct work *work, struct words words)
{
    bool has_model = work->dialect->has_model && aic_launch_setting(work, "") == NULL;
    for (size_t i = 0; i < words.count && !work->reader->failed;) {
        const char *text = words.at[i].text;
        if (is_flag(text)) {
            i += read_flag(work, words, i);
            continue;
        }
        if (work->dialect->has_keys && strchr(text, '=') && text[0] != '=') {
            read_pair(work, words.at[i]);
        } else if (has_model) { /* the first positional word */
            struct setting *model = aic_launch_add_setting(work, "", "", words.at[i].at);
            if (model) {
                model->value = text;
            }
            has_model = false;
        } else if (aic_launch_is_hole(text)) {
            note_undefined(work, aic_launch_hole(work->reader, text), words.at[i].at);
        } else if (text[0]) {
            aic_launch_note(work->reader, work, "unread", text, words.at[i].at,
                            "'%s' belongs to no flag", aic_launch_shown(work->reader, text));
        }
        i++;
    }
}

/* Values of a list as words. */
static void set_values(struct work *work, struct setting *setting, const struct node *node,
                       const char *name)
{
    struct buffer value = { .reader = work->reader };
    for (const struct node *item = node->child; item; item = item->next) {
        const char *text = aic_launch_json_of(work->reader, item);
        aic_launch_append(&value, " ", value.length > 0);
        aic_launch_append(&value, text, strlen(text));
        aic_launch_add_word(work->reader, &setting->values, text,
                            (struct aic_launch_place){ name, item->line });
    }
    setting->value = aic_launch_text_of(&value);
}

static void read_key(struct work *work, const struct node *node, const char *path, const char *name,
                     bool from_file)
{
    struct aic_launch_place at = { name, node->line };
    bool is_flag_table = own_name(work->reader, work->dialect, 0)[0] == '-';
    const char *flag = without_section(work, path);
    if (is_flag_table) {
        flag = with_dashes(work, aic_launch_format(work->reader, "--%s", path));
    }
    struct known known = look_up(work, flag);
    struct setting *setting = aic_launch_add_setting(work, known.flag, path, at);
    if (!setting) {
        return;
    }
    setting->from_file = from_file;
    setting->node = node->kind >= NODE_LIST ? node : NULL;
    if (node->kind == NODE_LIST) {
        set_values(work, setting, node, name);
    } else if (node->kind == NODE_MAPPING) {
        setting->value = aic_launch_json_of(work->reader, node);
    } else {
        setting->value = node->text;
        aic_launch_add_word(work->reader, &setting->values, node->text, at);
    }
    setting->is_no = node->kind == NODE_FALSE;
    classify(work, setting, known);
}

/* Recursion ends: a document has 32 levels at most. */
static void read_members(struct work *work, const struct node *mapping, const char *prefix,
                         const char *name, bool from_file, bool flatten)
{
    for (const struct node *node = mapping->child; node && !work->reader->failed;
         node = node->next) {
        const char *path =
            prefix[0] ? aic_launch_format(work->reader, "%s.%s", prefix, node->key) : node->key;
        if (node->kind == NODE_MAPPING && flatten) {
            read_members(work, node, path, name, from_file, true);
        } else if (node->kind != NODE_NULL) {
            read_key(work, node, path, name, from_file);
        }
    }
}

void aic_launch_read_keys(struct work *work, const struct node *mapping, const char *name,
                          bool from_file, bool flatten)
{
    if (mapping && mapping->kind == NODE_MAPPING) {
        read_members(work, mapping, "", name, from_file, flatten);
    }
}

const struct setting *aic_launch_setting(const struct work *work, const char *flag)
{
    const struct setting *found = NULL, *setting = NULL;
    while ((!found || found->from_file) && (setting = setting_before(work, flag, setting))) {
        if (!setting->key && (!found || !setting->from_file)) {
            found = setting;
        }
    }
    return found;
}

const struct setting *aic_launch_whole_or_key(const struct work *work, const char *flag)
{
    const struct setting *whole = aic_launch_setting(work, flag);
    return whole ? whole : setting_before(work, flag, NULL);
}

bool aic_launch_is_false(const char *value)
{
    return strcmp(value, "false") == 0 || strcmp(value, "False") == 0 ||
           strcmp(value, "FALSE") == 0;
}

const struct setting *aic_launch_switch(const struct work *work, const char *flag)
{
    const struct setting *setting = aic_launch_setting(work, flag);
    return setting && !setting->is_no && !aic_launch_is_false(setting->value) ? setting : NULL;
}

const char *aic_launch_option(struct work *work, const char *flag, const char *key)
{
    const struct setting *setting = NULL;
    while ((setting = setting_before(work, flag, setting))) {
        if (setting->key && strcmp(setting->key, key) == 0) {
            return setting->value;
        }
    }
    const struct setting *whole = aic_launch_setting(work, flag);
    if (!whole) {
        return NULL;
    }
    if (whole->node) {
        return aic_launch_member_text(whole->node, key);
    }
    if (whole->value[0] != '{' || aic_launch_has_hole(whole->value)) {
        return NULL;
    }
    /* A value that is no JSON is the program's to refuse: here it only says nothing, and hides no mistake found before. */
    const bool failed = work->reader->failed;
    struct aic_error error = { .code = AIC_OK }, *before = work->reader->error;
    struct source source = { .name = whole->at.name,
                             .text = whole->value,
                             .length = strlen(whole->value),
                             .line = whole->at.line,
                             .one_line = true };
    work->reader->error = &error;
    const struct node *root = aic_launch_read_json(work->reader, &source);
    work->reader->error = before;
    if (!root && error.code != AIC_ERR_MEMORY) {
        work->reader->failed = failed;
    } else if (!root && before) {
        *before = error;
    }
    return aic_launch_member_text(root, key);
}

bool aic_launch_is_told(struct work *work, const struct setting *setting, const char *input)
{
    if (!aic_launch_has_hole(setting->value)) {
        return true;
    }
    const char *name = aic_launch_hole(work->reader, setting->value);
    char flag[64];
    struct aic_text text;
    struct aic_span span = { input, strlen(input) };
    aic_text_init(&text, flag, sizeof flag);
    aic_text_add_spelt(&text, span, '_', '-');
    if (aic_launch_flag(work->reader, input)) {
        return false;
    }
    if (name[0] && !aic_is_letter(name[0]) && name[0] != '_') { /* --set names no such thing */
        aic_launch_ask(work, aic_launch_format(work->reader, "$%s", name), setting->at,
                       "%s is $%s, an argument that this text's caller gives: add --%s",
                       setting->spelt, name, flag);
    } else if (name[0]) {
        aic_launch_ask(work, aic_launch_format(work->reader, "$%s", name), setting->at,
                       "%s is $%s, which this text does not define: add --set %s=VALUE, or --%s",
                       setting->spelt, name, name, flag);
    } else {
        aic_launch_ask(
            work, input, setting->at,
            "%s is made by a command or an expression, which is not worked out: add --%s",
            setting->spelt, flag);
    }
    return false;
}

static bool refuse_number(struct work *work, const struct setting *setting, const char *wanted)
{
    return aic_launch_refuse(work->reader, setting->at, AIC_ERR_VALUE, "%s is '%s', which is %s",
                             setting->spelt, aic_launch_shown(work->reader, setting->value),
                             wanted);
}

/* The number of a text without the quotes that a script may have left around it. */
static bool read_number(const char *text, double *value)
{
    size_t length = strlen(text);
    return length > 0 && aic_number_read(text, length, 0, value) == length;
}

bool aic_launch_count(struct work *work, const struct setting *setting, const char *input,
                      double *value)
{
    if (!aic_launch_is_told(work, setting, input)) {
        return false;
    }
    if (!read_number(setting->value, value) || *value != floor(*value) ||
        fabs(*value) > AIC_MAX_INTEGER) {
        return refuse_number(work, setting, "no whole number");
    }
    return true;
}

/* 16k is 16,000, 16K is 16,384, and so on; auto and -1 are as not there. */
static bool read_size(struct work *work, const struct setting *setting, double *value)
{
    static const char letters[] = "kKmMgG";
    static const double factors[] = { 1e3, 1024, 1e6, 1048576, 1e9, 1073741824 };
    size_t length = strlen(setting->value);
    const char *letter = length > 1 ? strchr(letters, setting->value[length - 1]) : NULL;
    if (strcmp(setting->value, "auto") == 0 || strcmp(setting->value, "-1") == 0) {
        return false;
    }
    const char *digits =
        aic_launch_keep(work->reader, setting->value, letter ? length - 1 : length);
    if (!read_number(digits, value) || *value < 0) {
        return refuse_number(work, setting, "no size");
    }
    *value = floor(*value * (letter ? factors[letter - letters] : 1));
    return true;
}

const char *aic_launch_mapped(struct reader *reader, const char *map, const char *word)
{
    size_t wanted = strlen(word);
    while (map && *map) {
        size_t pair = strcspn(map, " ");
        size_t head = strcspn(map, ": ");
        head = head < pair ? head : pair;
        const char *at = head < pair ? map + head + 1 : map;
        while (at < map + pair) {
            size_t length = strcspn(at, ", ");
            if (length == wanted && strncmp(at, word, length) == 0) {
                return map[0] == '-' && head == 1 ? "" : aic_launch_keep(reader, map, head);
            }
            at += length + (at[length] == ',');
        }
        map += pair + (map[pair] == ' ');
    }
    return NULL;
}

static void apply_word(struct work *work, const struct row *row, const struct setting *setting)
{
    const char *word =
        row->map ? aic_launch_mapped(work->reader, row->map, setting->value) : setting->value;
    if (!word) {
        aic_launch_not_modelled(work, setting, "the calculators have no such form");
    } else if (word[0]) {
        aic_launch_set_word(work, row->input, word, setting);
    }
}

static void apply_row(struct work *work, const struct row *row, const struct setting *setting)
{
    double value;
    bool is_yes = !setting->is_no && !aic_launch_is_false(setting->value);
    switch (row->how) {
    case TAKE_NOTHING:
        return;
    case TAKE_YES:
    case TAKE_NO:
        aic_launch_set_yes(work, row->input, is_yes == (row->how == TAKE_YES), setting);
        return;
    default:
        break;
    }
    if (!aic_launch_is_told(work, setting, row->input) || setting->value[0] == '\0') {
        return;
    }
    if (row->how == TAKE_WORD) {
        apply_word(work, row, setting);
        return;
    }
    if (row->how == TAKE_REAL) {
        if (!read_number(setting->value, &value)) {
            refuse_number(work, setting, "no number");
            return;
        }
    } else if (row->how == TAKE_SIZE ? !read_size(work, setting, &value)
                                     : !aic_launch_count(work, setting, row->input, &value)) {
        return;
    }
    bool is_unset =
        (row->how == TAKE_ABOVE_ONE && value <= 1) || (row->how == TAKE_POSITIVE && value <= 0);
    if (!is_unset) {
        aic_launch_set_number(work, row->input, value, setting);
    }
}

void aic_launch_apply_rows(struct work *work)
{
    const struct row *row = work->dialect->rows;
    for (; row && row->flag && !work->reader->failed; row++) {
        const struct setting *setting = row->input ? aic_launch_setting(work, row->flag) : NULL;
        if (setting) {
            apply_row(work, row, setting);
        }
    }
}
