/* SPDX-License-Identifier: Apache-2.0 */
/* Reading keys of a config.json: counts, flags, lists, and the first error. */
#include "catalog/config/config.h"

#include <string.h>

#include <aicalc/text.h>

#include "core/utf8.h"

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
    aic_json_fail(config->json, at, &config->notes->error, code, "model", "%s", message);
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

static void fail_value(struct aic_config *config, const struct aic_json_value *value,
                       const char *key, const char *wanted)
{
    char is[AIC_CONFIG_VALUE_SIZE];
    aic_config_fail(config, value, AIC_ERR_JSON, "'%s' must be %s, not %s", key, wanted,
                    aic_config_describe(value, is));
}

static void fail_missing_in(struct aic_config *config, const struct aic_json_value *object,
                            const char *key)
{
    if (aic_config_fail(config, object, AIC_ERR_MISSING, "'%s' is missing", key)) {
        aic_suggest(&config->notes->error,
                    "add the key to the file, or give the fields of the model instead of the file");
    }
}

void aic_config_fail_missing(struct aic_config *config, const char *key)
{
    fail_missing_in(config, config->text, key);
}

static void remember(struct aic_config *config, const char *key)
{
    for (size_t i = 0; i < config->asked_count; i++) {
        if (strcmp(config->asked[i], key) == 0) {
            return;
        }
    }
    if (config->asked_count < AIC_CONFIG_KEYS_MAX) {
        config->asked[config->asked_count++] = key;
    }
}

const struct aic_json_value *aic_config_find_in(struct aic_config *config,
                                                const struct aic_json_value *object,
                                                const char *key)
{
    remember(config, key);
    const struct aic_json_value *value = aic_json_member(object, key);
    return value && !aic_json_is(value, AIC_JSON_NULL) ? value : NULL;
}

const struct aic_json_value *aic_config_find(struct aic_config *config, const char *key)
{
    return aic_config_find_in(config, config->text, key);
}

const struct aic_json_value *aic_config_find_either(struct aic_config *config, const char *key)
{
    const struct aic_json_value *value = aic_config_find(config, key);
    return value ? value : aic_config_find_in(config, config->outer, key);
}

static double read_count(struct aic_config *config, const struct aic_json_value *value,
                         const char *key)
{
    if (!aic_json_is(value, AIC_JSON_NUMBER)) {
        fail_value(config, value, key, "a whole number");
        return NAN;
    }
    double number = aic_json_number_of(value);
    if (!(number >= 0 && number <= AIC_MAX_INTEGER && number == floor(number))) {
        fail_value(config, value, key, "a whole number from 0 to 2^53");
        return NAN;
    }
    return number;
}

double aic_config_count_in(struct aic_config *config, const struct aic_json_value *object,
                           const char *key, double missing)
{
    const struct aic_json_value *value = aic_config_find_in(config, object, key);
    return value ? read_count(config, value, key) : missing;
}

double aic_config_count(struct aic_config *config, const char *key, double missing)
{
    return aic_config_count_in(config, config->text, key, missing);
}

double aic_config_first(struct aic_config *config, const char *const *keys, double missing)
{
    double first = missing;
    bool found = false;
    for (; *keys; keys++) { /* all of them: the reader knows the later names too */
        const struct aic_json_value *value = aic_config_find(config, *keys);
        if (value && !found) {
            first = read_count(config, value, *keys);
            found = true;
        }
    }
    return first;
}

double aic_config_need_in(struct aic_config *config, const struct aic_json_value *object,
                          const char *key)
{
    const struct aic_json_value *value = aic_config_find_in(config, object, key);
    if (!value) {
        fail_missing_in(config, object, key);
        return NAN;
    }
    return read_count(config, value, key);
}

double aic_config_need(struct aic_config *config, const char *key)
{
    return aic_config_need_in(config, config->text, key);
}

double aic_config_need_or(struct aic_config *config, const char *key, double missing)
{
    return missing > 0 ? aic_config_count(config, key, missing) : aic_config_need(config, key);
}

double aic_config_need_first(struct aic_config *config, const char *const *keys, double missing)
{
    double count = aic_config_first(config, keys, missing > 0 ? missing : NAN);
    if (!aic_is_set(count)) {
        aic_config_fail_missing(config, keys[0]);
    }
    return count;
}

bool aic_config_flag_in(struct aic_config *config, const struct aic_json_value *object,
                        const char *key, bool missing)
{
    const struct aic_json_value *value = aic_config_find_in(config, object, key);
    if (!value) {
        return missing;
    }
    if (!aic_json_is(value, AIC_JSON_BOOL)) {
        fail_value(config, value, key, "true or false");
    }
    return aic_json_is_true(value);
}

bool aic_config_flag(struct aic_config *config, const char *key, bool missing)
{
    return aic_config_flag_in(config, config->text, key, missing);
}

const char *aic_config_need_text(struct aic_config *config, const char *key)
{
    const struct aic_json_value *value = aic_config_find(config, key);
    if (!value) {
        aic_config_fail_missing(config, key);
        return NULL;
    }
    if (!aic_json_is(value, AIC_JSON_STRING)) {
        fail_value(config, value, key, "a text");
        return NULL;
    }
    return aic_json_text_of(value);
}

const struct aic_json_value *aic_config_object(struct aic_config *config, const char *key)
{
    const struct aic_json_value *value = aic_config_find(config, key);
    if (value && !aic_json_is(value, AIC_JSON_OBJECT)) {
        fail_value(config, value, key, "an object");
        return NULL;
    }
    return value;
}

const struct aic_json_value *aic_config_layer_list(struct aic_config *config, const char *key)
{
    const struct aic_json_value *list = aic_config_find(config, key);
    if (!list) {
        return NULL;
    }
    if (!aic_json_is(list, AIC_JSON_ARRAY)) {
        fail_value(config, list, key, "a list");
        return NULL;
    }
    double length = 0;
    AIC_JSON_EACH(entry, list) {
        length++;
    }
    if (length != config->model->layers) {
        aic_config_fail(config, list, AIC_ERR_JSON, "'%s' has %g entries for %g layers", key,
                        length, config->model->layers);
        return NULL;
    }
    return list;
}

double aic_config_layer_marks(struct aic_config *config, const char *key, bool binary)
{
    const struct aic_json_value *list = aic_config_layer_list(config, key);
    if (!list) {
        return NAN;
    }
    double marks = 0;
    AIC_JSON_EACH(entry, list) {
        double mark = aic_json_is(entry, AIC_JSON_BOOL) ? (double)aic_json_is_true(entry)
                                                        : read_count(config, entry, key);
        if (binary && mark > 1) {
            fail_value(config, entry, key, "a list of 0 and 1");
        }
        marks += mark != 0;
    }
    return marks;
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
