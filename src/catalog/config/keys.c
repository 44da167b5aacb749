/* SPDX-License-Identifier: Apache-2.0 */
/* Reading keys of a config.json: counts, flags, lists, and the first error. */
#include "catalog/config/config.h"

#include <string.h>

#include <aicalc/text.h>

#include "core/span.h"
#include "core/utf8.h"

/* The end of a refusal of a file that says more than the reader knows. */
static const char answered[] = "; its weights answer size and count all the same: give the folder, "
                               "a safetensors index or a GGUF";

bool aic_config_fail(struct aic_config *config, const struct aic_json_value *at, enum aic_code code,
                     const char *format, ...)
{
    if (config->failed) {
        return false;
    }
    config->failed = true;
    char message[400];
    struct aic_text text;
    aic_text_init(&text, message, sizeof message);
    va_list arguments;
    va_start(arguments, format);
    aic_text_vformat(&text, format, arguments);
    va_end(arguments);
    aic_json_fail(config->json, at, &config->notes->error, code, "model", "%s%s", message,
                  code == AIC_ERR_UNKNOWN || code == AIC_ERR_MISSING ? answered : "");
    return true;
}

const char *aic_config_quote(char quote[AIC_CONFIG_QUOTE_SIZE], const char *text)
{
    aic_utf8_excerpt(quote, AIC_CONFIG_QUOTE_SIZE, text, strlen(text));
    return quote;
}

const char *aic_config_describe(const struct aic_json_value *value,
                                char buffer[AIC_CONFIG_VALUE_SIZE])
{
    struct aic_text text;
    aic_text_init(&text, buffer, AIC_CONFIG_VALUE_SIZE);
    if (aic_json_is(value, AIC_JSON_NUMBER)) {
        aic_text_add_number(&text, aic_json_number_of(value));
    } else if (aic_json_is(value, AIC_JSON_STRING)) {
        char quote[AIC_CONFIG_QUOTE_SIZE];
        aic_text_format(&text, "'%s'", aic_config_quote(quote, aic_json_text_of(value)));
    } else if (aic_json_is(value, AIC_JSON_BOOL)) {
        aic_text_add(&text, aic_json_is_true(value) ? "true" : "false");
    } else {
        aic_text_add(&text, aic_json_is(value, AIC_JSON_ARRAY) ? "a list" : "an object");
    }
    return buffer;
}

void aic_config_fail_value(struct aic_config *config, const struct aic_json_value *value,
                           const char *key, const char *wanted)
{
    char is[AIC_CONFIG_VALUE_SIZE];
    aic_config_fail(config, value, AIC_ERR_JSON, "'%s' must be %s, not %s", key, wanted,
                    aic_config_describe(value, is));
}

/* Names in a list of keys: the next one, into `key`; false after the last. */
#define KEY_SIZE 64

static bool next_key(const char **keys, char key[KEY_SIZE])
{
    const char *start = *keys + strspn(*keys, " ");
    size_t length = strcspn(start, " ");
    *keys = start + length;
    memcpy(key, start, length < KEY_SIZE ? length : 0);
    key[length < KEY_SIZE ? length : 0] = '\0';
    return length > 0;
}

static void fail_missing_in(struct aic_config *config, const struct aic_json_value *object,
                            const char *keys)
{
    char key[KEY_SIZE];
    next_key(&keys, key);
    aic_config_fail(config, object, AIC_ERR_MISSING, "'%s' is missing", key);
}

void aic_config_fail_missing(struct aic_config *config, const char *key)
{
    fail_missing_in(config, config->text, key);
}

bool aic_config_was_asked(const struct aic_config *config, const char *key)
{
    for (size_t i = 0; i < config->asked_count; i++) {
        if (aic_list_has(config->asked[i], key, strlen(key))) {
            return true;
        }
    }
    return false;
}

static void remember(struct aic_config *config, const char *keys)
{
    for (size_t i = 0; i < config->asked_count; i++) {
        if (strcmp(config->asked[i], keys) == 0) {
            return;
        }
    }
    if (config->asked_count < AIC_CONFIG_KEYS_MAX) {
        config->asked[config->asked_count++] = keys;
    }
}

const struct aic_json_value *aic_config_find_in(struct aic_config *config,
                                                const struct aic_json_value *object,
                                                const char *keys)
{
    char key[KEY_SIZE];
    remember(config, keys);
    while (object && next_key(&keys, key)) {
        const struct aic_json_value *value = aic_json_member(object, key);
        if (value && !aic_json_is(value, AIC_JSON_NULL)) {
            return value;
        }
    }
    return NULL;
}

const struct aic_json_value *aic_config_find(struct aic_config *config, const char *keys)
{
    return aic_config_find_in(config, config->text, keys);
}

const struct aic_json_value *aic_config_find_either(struct aic_config *config, const char *keys)
{
    const struct aic_json_value *value = aic_config_find(config, keys);
    return value ? value : aic_config_find_in(config, config->outer, keys);
}

/* The default of the row for the first of the keys that has one, else `missing`. */
static double default_of(const struct aic_config *config, const char *keys, double missing)
{
    char key[KEY_SIZE], name[KEY_SIZE], number[KEY_SIZE];
    while (config->family && config->family->defaults && next_key(&keys, key)) {
        const char *pairs = config->family->defaults;
        while (next_key(&pairs, name) && next_key(&pairs, number)) {
            if (strcmp(name, key) == 0) {
                aic_number_read(number, strlen(number), 0, &missing);
                return missing;
            }
        }
    }
    return missing;
}

static double read_number(struct aic_config *config, const struct aic_json_value *value,
                          const char *key)
{
    double number = aic_json_is(value, AIC_JSON_NUMBER) ? aic_json_number_of(value) : -1;
    if (!(number >= 0 && number <= AIC_MAX_INTEGER && number == floor(number))) {
        aic_config_fail_value(config, value, key, "a whole number from 0 to 2^53");
        return NAN;
    }
    return number;
}

double aic_config_count_of(struct aic_config *config, const struct aic_json_value *value,
                           const char *keys)
{
    char key[KEY_SIZE];
    const struct aic_json_value *first = aic_json_first(value);
    next_key(&keys, key);
    if (!aic_json_is(value, AIC_JSON_ARRAY) || !first) {
        return read_number(config, value, key);
    }
    double number = read_number(config, first, key);
    AIC_JSON_EACH(entry, value) {
        if (!config->failed && read_number(config, entry, key) != number) {
            aic_config_fail(config, entry, AIC_ERR_UNKNOWN,
                            "'%s' is a list of different numbers, where one is read", key);
        }
    }
    return number;
}

double aic_config_count_in(struct aic_config *config, const struct aic_json_value *object,
                           const char *keys, double missing)
{
    const struct aic_json_value *value = aic_config_find_in(config, object, keys);
    return value ? aic_config_count_of(config, value, aic_json_key_of(value))
                 : default_of(config, keys, missing);
}

double aic_config_count(struct aic_config *config, const char *keys, double missing)
{
    return aic_config_count_in(config, config->text, keys, missing);
}

double aic_config_real(struct aic_config *config, const char *key, double missing)
{
    const struct aic_json_value *value = aic_config_find(config, key);
    if (value && !(aic_json_is(value, AIC_JSON_NUMBER) && aic_json_number_of(value) >= 0)) {
        aic_config_fail_value(config, value, key, "a number of 0 or more");
    }
    return value ? aic_json_number_of(value) : missing;
}

double aic_config_need_in(struct aic_config *config, const struct aic_json_value *object,
                          const char *keys)
{
    double count = aic_config_count_in(config, object, keys, NAN);
    if (!aic_is_set(count)) {
        fail_missing_in(config, object ? object : config->text, keys);
    }
    return count;
}

double aic_config_need(struct aic_config *config, const char *keys)
{
    return aic_config_need_in(config, config->text, keys);
}

bool aic_config_flag_in(struct aic_config *config, const struct aic_json_value *object,
                        const char *keys, bool missing)
{
    const struct aic_json_value *value = aic_config_find_in(config, object, keys);
    if (!value) {
        return default_of(config, keys, missing) != 0;
    }
    if (!aic_json_is(value, AIC_JSON_BOOL)) {
        aic_config_fail_value(config, value, aic_json_key_of(value), "true or false");
    }
    return aic_json_is_true(value);
}

bool aic_config_flag(struct aic_config *config, const char *keys, bool missing)
{
    return aic_config_flag_in(config, config->text, keys, missing);
}

bool aic_config_switch(struct aic_config *config, const char *on)
{
    if (!on || strcmp(on, "yes") == 0) {
        return on != NULL;
    }
    bool missing = *on == '+';
    return aic_config_flag(config, on + missing, missing);
}

const char *aic_config_text_at(struct aic_config *config, const char *keys)
{
    const struct aic_json_value *value = aic_config_find(config, keys);
    if (value && !aic_json_is(value, AIC_JSON_STRING)) {
        aic_config_fail_value(config, value, aic_json_key_of(value), "a text");
    }
    return aic_json_text_of(value);
}

/* A value that is an object or a list, as `kind` says. */
static const struct aic_json_value *find_container(struct aic_config *config, const char *keys,
                                                   enum aic_json_kind kind, const char *wanted)
{
    const struct aic_json_value *value = aic_config_find(config, keys);
    if (value && !aic_json_is(value, kind)) {
        aic_config_fail_value(config, value, aic_json_key_of(value), wanted);
        return NULL;
    }
    return value;
}

const struct aic_json_value *aic_config_object(struct aic_config *config, const char *key)
{
    return find_container(config, key, AIC_JSON_OBJECT, "an object");
}

const struct aic_json_value *aic_config_list(struct aic_config *config, const char *keys)
{
    return find_container(config, keys, AIC_JSON_ARRAY, "a list");
}

const struct aic_json_value *aic_config_layer_list(struct aic_config *config, const char *keys,
                                                   bool longer)
{
    const struct aic_json_value *list = aic_config_list(config, keys);
    double length = (double)aic_json_count(list);
    if (list && (length < config->model->layers || (length > config->model->layers && !longer))) {
        aic_config_fail(config, list, AIC_ERR_JSON, "'%s' has %g entries for %g layers",
                        aic_json_key_of(list), length, config->model->layers);
        return NULL;
    }
    return list;
}

bool aic_config_is_empty(const struct aic_json_value *value)
{
    if (!value || aic_json_is(value, AIC_JSON_NULL) ||
        (aic_json_is(value, AIC_JSON_BOOL) && !aic_json_is_true(value))) {
        return true;
    }
    if (aic_json_is(value, AIC_JSON_NUMBER)) {
        return aic_json_number_of(value) == 0;
    }
    if (aic_json_is(value, AIC_JSON_STRING)) {
        return aic_json_text_of(value)[0] == '\0';
    }
    return (aic_json_is(value, AIC_JSON_ARRAY) || aic_json_is(value, AIC_JSON_OBJECT)) &&
           !aic_json_first(value);
}
