/* SPDX-License-Identifier: Apache-2.0 */
/* Which cases are well-formed: a case that expects nothing, or misspells what it expects, passes for ever. */
#ifndef AICALC_TESTS_CASE_RULES_H
#define AICALC_TESTS_CASE_RULES_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

/* Says whether `word` is a "result" or a "warning" of the calculator. */
typedef bool case_knows(void *context, const char *calculator, const char *kind, const char *word);

struct case_rules {
    case_knows *knows;
    void *context;
    bool long_words; /* words of a message have CASE_WORDS_MIN characters or more in all */
};

enum { CASE_WORDS_MIN = 12 };

/* True if the case is well-formed, else the first mistake is written into `mistake`. */
bool case_is_sound(const struct case_rules *rules, const cJSON *item, char *mistake, size_t size);

#endif
