/* SPDX-License-Identifier: Apache-2.0 */
/* Which cases are well-formed. */
#include "case_rules.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const case_keys[] = { "name",   "args",   "plain",       "stdin",    "env",
                                         "expect", "fields", "stdin_bytes", "warnings", "quiet",
                                         "absent", "exit",   "stdout",      "stderr",   "kind",
                                         "source", "note",   NULL };
static const char *const value_keys[] = { "value", "rel", "absent", NULL };
static const char *const expectations[] = { "expect", "fields", "warnings", "quiet", "absent",
                                            "exit",   "stdout", "stderr",   NULL };

static bool wrong(char *mistake, size_t size, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(mistake, size, format, values);
    va_end(values);
    return false;
}

static bool is_one_of(const char *word, const char *const *words)
{
    while (*words && strcmp(*words, word) != 0) {
        words++;
    }
    return *words != NULL;
}

static const cJSON *get(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static bool keys_are_known(const cJSON *object, const char *const *known, char *mistake,
                           size_t size)
{
    const cJSON *member;
    cJSON_ArrayForEach(member, object)
    {
        if (!is_one_of(member->string, known)) {
            return wrong(mistake, size, "'%s' is no key of %s", member->string,
                         known == case_keys ? "a case" : "an expected value");
        }
    }
    return true;
}

static bool texts_only(const cJSON *list)
{
    const cJSON *text;
    bool texts = cJSON_IsArray(list);
    cJSON_ArrayForEach(text, list)
    {
        texts = texts && cJSON_IsString(text);
    }
    return texts;
}

/* Name, command line and lists have the types that they are read as. */
static bool types_are_right(const cJSON *item, char *mistake, size_t size)
{
    static const char *const lists[] = { "args",   "env",    "warnings", "quiet",
                                         "absent", "stdout", "stderr",   NULL };
    if (!cJSON_IsString(get(item, "name")) || !get(item, "args")) {
        return wrong(mistake, size, "a case has a name and args");
    }
    for (const char *const *list = lists; *list; list++) {
        if (get(item, *list) && !texts_only(get(item, *list))) {
            return wrong(mistake, size, "'%s' is no list of texts", *list);
        }
    }
    return true;
}

static bool expects_something(const cJSON *item, char *mistake, size_t size)
{
    for (const char *const *key = expectations; *key; key++) {
        const cJSON *expected = get(item, *key);
        if (expected &&
            (!(cJSON_IsObject(expected) || cJSON_IsArray(expected)) || expected->child)) {
            return true;
        }
    }
    return wrong(mistake, size, "nothing is expected");
}

/* The first word of the command line: a calculator, or a command that has no results. */
static const char *asked(const cJSON *item)
{
    const cJSON *first = get(item, "args")->child;
    return first ? first->valuestring : "";
}

static bool is_known(const struct case_rules *rules, const cJSON *item, const char *kind,
                     const char *word, char *mistake, size_t size)
{
    return rules->knows(rules->context, asked(item), kind, word) ||
           wrong(mistake, size, "'%s' is no %s of %s", word, kind, asked(item));
}

static bool value_is_sound(const struct case_rules *rules, const cJSON *item, const cJSON *value,
                           char *mistake, size_t size)
{
    const cJSON *tolerance = get(value, "rel");
    const cJSON *absent = get(value, "absent");
    if (!cJSON_IsObject(value)) {
        return wrong(mistake, size, "'%s': no object of value and rel", value->string);
    }
    if (!keys_are_known(value, value_keys, mistake, size)) {
        return false;
    }
    if (absent) {
        return cJSON_IsTrue(absent)
                   ? is_known(rules, item, "result", value->string, mistake, size)
                   : wrong(mistake, size, "'%s': absent is true or not there", value->string);
    }
    if (!get(value, "value")) {
        return wrong(mistake, size, "'%s' has no value", value->string);
    }
    if (tolerance && !(tolerance->valuedouble >= 0 && tolerance->valuedouble < 1)) {
        return wrong(mistake, size, "'%s': a tolerance of %g holds for anything", value->string,
                     tolerance->valuedouble);
    }
    return true;
}

/* What is not there is not there under a wrong name either. */
static bool names_are_known(const struct case_rules *rules, const cJSON *item, char *mistake,
                            size_t size)
{
    const cJSON *name;
    cJSON_ArrayForEach(name, get(item, "expect"))
    {
        if (!value_is_sound(rules, item, name, mistake, size)) {
            return false;
        }
    }
    cJSON_ArrayForEach(name, get(item, "absent"))
    {
        if (!is_known(rules, item, "result", name->valuestring, mistake, size)) {
            return false;
        }
    }
    cJSON_ArrayForEach(name, get(item, "quiet"))
    {
        if (!is_known(rules, item, "warning", name->valuestring, mistake, size)) {
            return false;
        }
    }
    return true;
}

/* "tp" is part of every other message; a report on standard output says what is wrong by itself. */
static bool words_are_long(const cJSON *item, char *mistake, size_t size)
{
    const cJSON *code = get(item, "exit");
    const cJSON *word;
    size_t length = 0;
    if (!code || code->valuedouble < 2 || get(item, "stdout")) {
        return true;
    }
    cJSON_ArrayForEach(word, get(item, "stderr"))
    {
        length += strlen(word->valuestring);
    }
    return length >= CASE_WORDS_MIN ||
           wrong(mistake, size, "%zu characters of a message fit too many; name %d", length,
                 CASE_WORDS_MIN);
}

bool case_is_sound(const struct case_rules *rules, const cJSON *item, char *mistake, size_t size)
{
    return keys_are_known(item, case_keys, mistake, size) && types_are_right(item, mistake, size) &&
           expects_something(item, mistake, size) && names_are_known(rules, item, mistake, size) &&
           (!rules->long_words || words_are_long(item, mistake, size));
}
