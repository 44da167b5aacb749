/* SPDX-License-Identifier: Apache-2.0 */
/* Reading keys of a config.json: counts, flags, lists, and the first error. */
#include "catalog/config/config.h"

#include <cjson/cJSON.h>
#include <string.h>

#include <aicalc/text.h>

#include "core/utf8.h"

bool aic_config_fail(struct aic_config *config, const struct cJSON *at, enum aic_code code,
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

const char *aic_config_describe(const struct cJSON *value, char buffer[AIC_CONFIG_VALUE_SIZE])
{
    struct aic_text text;
    aic_text_init(&text, buffer, AIC_CONFIG_VALUE_SIZE);
    if (cJSON_IsNumber(value)) {
        aic_text_add_number(&text, value->valuedouble);
    } else if (cJSON_IsString(value)) {
        char quote[AIC_CONFIG_QUOTE_SIZE];
        aic_text_format(&text, "'%s'", aic_config_quote(quote, value->valuestring));
    } else if (cJSON_IsBool(value)) {
        aic_text_add(&text, cJSON_IsTrue(value) ? "true" : "false");
    } else {
        aic_text_add(&text, cJSON_IsArray(value) ? "a list" : "an object");
    }
    return buffer;
}

static void fail_value(struct aic_config *config, const struct cJSON *value, const char *key,
                       const char *wanted)
{
    char is[AIC_CONFIG_VALUE_SIZE];
    aic_config_fail(config, value, AIC_ERR_JSON, "'%s' must be %s, not %s", key, wanted,
                    aic_config_describe(value, is));
}

static void fail_missing_in(struct aic_config *config, const struct cJSON *object, const char *key)
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

const struct cJSON *aic_config_find_in(struct aic_config *config, const struct cJSON *object,
                                       const char *key)
{
    remember(config, key);
    const struct cJSON *value = aic_json_member(object, key);
    return value && !cJSON_IsNull(value) ? value : NULL;
}

const struct cJSON *aic_config_find(struct aic_config *config, const char *key)
{
    return aic_config_find_in(config, config->text, key);
}

const struct cJSON *aic_config_find_either(struct aic_config *config, const char *key)
{
    const struct cJSON *value = aic_config_find(config, key);
    return value ? value : aic_config_find_in(config, config->outer, key);
}

static double read_count(struct aic_config *config, const struct cJSON *value, const char *key)
{
    if (!cJSON_IsNumber(value)) {
        fail_value(config, value, key, "a whole number");
        return NAN;
    }
    double number = value->valuedouble;
    if (!(number >= 0 && number <= AIC_MAX_INTEGER && number == floor(number))) {
        fail_value(config, value, key, "a whole number from 0 to 2^53");
        return NAN;
    }
    return number;
}

double aic_config_count_in(struct aic_config *config, const struct cJSON *object, const char *key,
                           double missing)
{
    const struct cJSON *value = aic_config_find_in(config, object, key);
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
        const struct cJSON *value = aic_config_find(config, *keys);
        if (value && !found) {
            first = read_count(config, value, *keys);
            found = true;
        }
    }
    return first;
}

double aic_config_need_in(struct aic_config *config, const struct cJSON *object, const char *key)
{
    const struct cJSON *value = aic_config_find_in(config, object, key);
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

bool aic_config_flag_in(struct aic_config *config, const struct cJSON *object, const char *key,
                        bool missing)
{
    const struct cJSON *value = aic_config_find_in(config, object, key);
    if (!value) {
        return missing;
    }
    if (!cJSON_IsBool(value)) {
        fail_value(config, value, key, "true or false");
    }
    return cJSON_IsTrue(value);
}

bool aic_config_flag(struct aic_config *config, const char *key, bool missing)
{
    return aic_config_flag_in(config, config->text, key, missing);
}

const char *aic_config_need_text(struct aic_config *config, const char *key)
{
    const struct cJSON *value = aic_config_find(config, key);
    if (!value) {
        aic_config_fail_missing(config, key);
        return NULL;
    }
    if (!cJSON_IsString(value)) {
        fail_value(config, value, key, "a text");
        return NULL;
    }
    return value->valuestring;
}

const struct cJSON *aic_config_object(struct aic_config *config, const char *key)
{
    const struct cJSON *value = aic_config_find(config, key);
    if (value && !cJSON_IsObject(value)) {
        fail_value(config, value, key, "an object");
        return NULL;
    }
    return value;
}

const struct cJSON *aic_config_layer_list(struct aic_config *config, const char *key)
{
    const struct cJSON *list = aic_config_find(config, key);
    if (!list) {
        return NULL;
    }
    if (!cJSON_IsArray(list)) {
        fail_value(config, list, key, "a list");
        return NULL;
    }
    double length = 0;
    for (const struct cJSON *entry = list->child; entry; entry = entry->next) {
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
    const struct cJSON *list = aic_config_layer_list(config, key);
    if (!list) {
        return NAN;
    }
    double marks = 0;
    for (const struct cJSON *entry = list->child; entry; entry = entry->next) {
        double mark =
            cJSON_IsBool(entry) ? (double)cJSON_IsTrue(entry) : read_count(config, entry, key);
        if (binary && mark > 1) {
            fail_value(config, entry, key, "a list of 0 and 1");
        }
        marks += mark != 0;
    }
    return marks;
}

bool aic_config_is_empty(const struct cJSON *value)
{
    if (!value || cJSON_IsNull(value) || cJSON_IsFalse(value)) {
        return true;
    }
    if (cJSON_IsNumber(value)) {
        return value->valuedouble == 0;
    }
    if (cJSON_IsString(value)) {
        return value->valuestring[0] == '\0';
    }
    return (cJSON_IsArray(value) || cJSON_IsObject(value)) && !value->child;
}
