/* SPDX-License-Identifier: Apache-2.0 */
/* The keys that an object may have. */
#include <aicalc/json.h>

#include <string.h>

#include <aicalc/text.h>

static bool is_one_of(const char *key, const char *const *keys)
{
    while (*keys && strcmp(*keys, key) != 0) {
        keys++;
    }
    return *keys != NULL;
}

bool aic_json_check_keys(const struct aic_json *json, const struct aic_json_value *object,
                         const char *const *keys, const char *what, struct aic_error *error)
{
    AIC_JSON_EACH(member, object) {
        const char *key = aic_json_key_of(member);
        if (!is_one_of(key, keys)) {
            char list[256];
            struct aic_text text;
            aic_text_init(&text, list, sizeof list);
            aic_text_add_names(&text, aic_word_at, keys);
            aic_json_fail(json, member, error, AIC_ERR_UNKNOWN, NULL, "%s has no key '%s'", what,
                          key);
            return aic_suggest_name(error, aic_nearest(key, aic_word_at, keys, AIC_ALL_NAMES),
                                    "its keys: %s", list);
        }
    }
    return true;
}
