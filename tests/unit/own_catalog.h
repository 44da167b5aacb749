/* SPDX-License-Identifier: Apache-2.0 */
/* Catalogs of a test's own, and a calculator asked with an entry of one. */
#ifndef AICALC_TEST_OWN_CATALOG_H
#define AICALC_TEST_OWN_CATALOG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <aicalc/aicalc.h>

#include "catalog/catalog.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Catalogs and the texts that they keep pointing into. */
struct stack {
    struct aic_catalog catalog;
    char texts[AIC_CATALOG_OVERLAYS + 1][2048];
};

/* Lays a document over the others; documents of this file write ' for ". */
static inline bool add(struct stack *stack, const char *name, const char *document,
                       struct aic_error *error)
{
    char *text = stack->texts[stack->catalog.count];
    size_t length = strlen(document);
    assert_true(length < sizeof stack->texts[0]);
    for (size_t i = 0; i <= length; i++) {
        text[i] = document[i] == '\'' ? '"' : document[i];
    }
    return aic_catalog_add(&stack->catalog, name, text, length, error);
}

#define CATALOG(kind, entries)                                                                     \
    "{'schema': 'aicalc-catalog/1', 'kind': '" kind "', 'entries': [" entries "]}"
#define ENTRY(name, fields) "{'name': '" name "', 'fields': {" fields "}}"

static inline void must_add(struct stack *stack, const char *name, const char *document)
{
    struct aic_error error = { 0 };
    if (!add(stack, name, document, &error)) {
        fail_msg("%s; %s", error.message, error.suggestion);
    }
}

static inline void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part)) {
        fail_msg("'%s' is not in '%s'", part, text);
    }
}

/* Asks a calculator with one entry of our own. */
struct asked {
    struct stack stack;
    struct aic_question question;
    struct aic_error error;
};

static inline void start(struct asked *asked, const char *calculator, const char *input,
                         const char *document)
{
    size_t index;
    asked->error = (struct aic_error){ 0 };
    aic_catalog_init(&asked->stack.catalog);
    must_add(&asked->stack, "own.json", document);
    assert_true(
        aic_question_init(&asked->question, aic_calculator_find(calculator), &asked->error));
    assert_true(aic_question_find(&asked->question, input, &index, &asked->error));
    assert_true(
        aic_question_set_text(&asked->question, index, "mine", AIC_FROM_FLAG, NULL, &asked->error));
}

static inline bool ask(struct asked *asked, const char *calculator, const char *input,
                       const char *document)
{
    start(asked, calculator, input, document);
    return aic_catalog_apply(&asked->stack.catalog, &asked->question, &asked->error);
}

static inline void clear(struct asked *asked)
{
    aic_question_clear(&asked->question);
    aic_catalog_clear(&asked->stack.catalog);
}

static inline size_t index_of(const struct asked *asked, const char *input)
{
    struct aic_error error = { 0 };
    size_t index;
    if (!aic_question_find(&asked->question, input, &index, &error)) {
        fail_msg("%s", error.message);
    }
    return index;
}

#endif
