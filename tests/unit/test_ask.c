/* SPDX-License-Identifier: Apache-2.0 */
/* aic_ask_json(): what a host hands in and gets; that the bytes are the program's is shown by tests/cli/ask.sh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <aicalc/aicalc.h>

/* What a question is answered with, and what is noted beside. */
struct heard {
    char text[1 << 17], notes[1024];
    size_t length, noted;
    size_t most; /* bytes that are taken; then writing fails */
    enum aic_asked code;
    struct aic_error error;
};
static struct heard heard;

static bool hear(void *context, const char *bytes, size_t length)
{
    (void)context;
    if (heard.length + length >= heard.most) {
        return false;
    }
    memcpy(heard.text + heard.length, bytes, length);
    heard.length += length;
    heard.text[heard.length] = '\0';
    return true;
}

static bool hear_note(void *context, const char *bytes, size_t length)
{
    (void)context;
    assert_true(heard.noted + length < sizeof heard.notes);
    memcpy(heard.notes + heard.noted, bytes, length);
    heard.noted += length;
    heard.notes[heard.noted] = '\0';
    return true;
}

/* Without a NUL behind the question: what stands there is no part of it. */
static enum aic_asked ask_of(const char *question, const struct aic_ask *host, size_t most)
{
    char text[4096];
    size_t length = strlen(question);
    struct aic_sink sink = { hear, NULL, false };
    memset(&heard, 0, sizeof heard);
    heard.most = most;
    assert_true(length + 1 < sizeof text);
    memcpy(text, question, length);
    text[length] = 'x';
    heard.code = aic_ask_json(text, length, host, &sink, &heard.error);
    assert_int_equal(heard.error.code == AIC_OK, heard.code <= AIC_ASKED_EXCEEDED);
    return heard.code;
}

static enum aic_asked ask(const char *question, const struct aic_ask *host)
{
    return ask_of(question, host, sizeof heard.text);
}

#define KVCACHE(more)                                                                              \
    "{\"calculator\": \"kvcache\", \"inputs\": {\"model\": \"llama-3.1-8b\", \"gpu\": \"l4\"" more

static void test_answers(void **state)
{
    (void)state;
    assert_int_equal(ask(KVCACHE(", \"context\": 8192}}"), NULL), AIC_ASKED_ANSWERED);
    assert_non_null(strstr(heard.text, "kvcache: "));
    assert_int_equal(
        ask(KVCACHE("}, \"format\": \"json\", \"budget\": \"max_sequences >= 1e9\"}"), NULL),
        AIC_ASKED_EXCEEDED);
    assert_int_equal(heard.text[0], '{');
    assert_int_equal(ask(KVCACHE(", \"contxt\": 8192}}"), NULL), AIC_ASKED_WRONG);
    assert_int_equal(heard.error.code, AIC_ERR_UNKNOWN);
    assert_int_equal(heard.length, 0);
}

static void test_a_registry_is_kept(void **state)
{
    (void)state;
    static const char plan[] =
        "{\"calculator\": \"plan\", \"inputs\": {\"model\": \"llama-3.1-8b\", "
        "\"gpu\": \"h100-sxm\", \"gpus\": 64}}";
    struct aic_registry registry;
    char alone[sizeof heard.text];
    assert_int_equal(ask(plan, NULL), AIC_ASKED_ANSWERED);
    memcpy(alone, heard.text, sizeof alone);
    aic_registry_init(&registry);
    const struct aic_ask host = { .registry = &registry };
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask(plan, &host), AIC_ASKED_ANSWERED);
        assert_string_equal(heard.text, alone);
    }
    assert_non_null(registry.formed[0]);
    aic_registry_clear(&registry);
}

static void test_texts_are_handed_in(void **state)
{
    (void)state;
    static const char question[] =
        "{\"calculator\": \"kvcache\", \"inputs\": {\"model\": \"my/config.json\", \"context\": "
        "8192},"
        " \"catalog\": \"mine\", \"files\": {\"my/config.json\": {\"model_type\": \"llama\","
        " \"hidden_size\": 512, \"num_hidden_layers\": 2, \"num_attention_heads\": 4,"
        " \"vocab_size\": 1000, \"intermediate_size\": 2048, \"torch_dtype\": \"bfloat16\"},"
        " \"mine\": \"{\\\"schema\\\": \\\"aicalc-catalog/1\\\", \\\"kind\\\": \\\"gpus\\\", "
        "\\\"entries\\\": []}\"}}";
    assert_int_equal(ask(question, NULL), AIC_ASKED_ANSWERED);
    assert_int_equal(ask(KVCACHE("}, \"catalog\": \"other\"}"), NULL), AIC_ASKED_WRONG);
    assert_int_equal(heard.error.code, AIC_ERR_FILE);
    assert_non_null(strstr(heard.error.suggestion, "\"files\": {\"other\""));
    assert_int_equal(
        ask("{\"calculator\": \"kvcache\", \"inputs\": {\"model\": \"./other.json\"}}", NULL),
        AIC_ASKED_WRONG);
    assert_int_equal(heard.error.code, AIC_ERR_FILE);
    assert_int_equal(ask(KVCACHE("}, \"files\": [1]}"), NULL), AIC_ASKED_WRONG);
}

/* Files that the question does not bring are the host's. */
static bool load(void *context, const char *path, const char **text, size_t *length,
                 struct aic_error *error)
{
    if (strcmp(path, "overlay.json") != 0) {
        return aic_fail(error, AIC_ERR_FILE, NULL, "not '%s'", path);
    }
    *text = context;
    *length = strlen(context);
    return true;
}

static bool add_catalog(void *context, struct aic_catalog *catalog, struct aic_error *error)
{
    return aic_catalog_add(catalog, "overlay", context, strlen(context), error);
}

static void test_the_host_has_files(void **state)
{
    (void)state;
    static char overlay[] =
        "{\"schema\": \"aicalc-catalog/1\", \"kind\": \"gpus\", \"entries\": [{\"name\": \"mine\","
        " \"label\": \"Mine\", \"fields\": {\"gpu_memory\": 1000000000}, \"source\": \"me\","
        " \"as_of\": \"2026-11\"}]}";
    const struct aic_loader loader = { load, overlay, NULL, NULL };
    const struct aic_ask host = { .loader = &loader };
    const struct aic_ask adds = { .add_catalogs = add_catalog, .context = overlay };
    static const char mine[] = "{\"calculator\": \"kvcache\", \"inputs\": {\"model\": "
                               "\"llama-3.1-8b\", \"gpu\": \"mine\"}}";
    assert_int_equal(ask(mine, &host), AIC_ASKED_WRONG);
    assert_int_equal(ask(mine, &adds), AIC_ASKED_ANSWERED);
    assert_int_equal(ask("{\"calculator\": \"kvcache\", \"inputs\": {\"model\": \"llama-3.1-8b\", "
                         "\"gpu\": \"mine\"}, \"catalog\": [\"overlay.json\"]}",
                         &host),
                     AIC_ASKED_ANSWERED);
    /* One that gives texts alone gives that of a model, too. */
    static char config[] =
        "{\"model_type\": \"llama\", \"hidden_size\": 512, \"num_hidden_layers\": 2,"
        " \"num_attention_heads\": 4, \"vocab_size\": 1000, \"intermediate_size\": 2048}";
    const struct aic_loader models = { load, config, NULL, NULL };
    const struct aic_ask gives = { .loader = &models };
    static const char model[] =
        "{\"calculator\": \"kvcache\", \"inputs\": {\"model\": \"overlay.json\"},"
        " \"sweep\": {\"context\": [1024, 2048]}}";
    assert_int_equal(ask(model, &gives), AIC_ASKED_ANSWERED);
    assert_int_equal(
        ask("{\"calculator\": \"kvcache\", \"inputs\": {\"model\": \"o.json\"}}", &gives),
        AIC_ASKED_WRONG);
    assert_int_equal(heard.error.code, AIC_ERR_FILE);
}

static bool count_down(void *context)
{
    int *left = context;
    return --*left > 0;
}

static void test_the_host_sets_limits(void **state)
{
    (void)state;
    static const char sweep[] =
        KVCACHE("}, \"sweep\": {\"context\": \"1..100+1\"}, \"format\": \"csv\"}");
    int left = 50;
    const struct aic_ask few = { .most_cases = 99 }, one = { .most_cases = 1 };
    const struct aic_ask stops = { .tick = count_down, .context = &left };
    assert_int_equal(ask(sweep, &few), AIC_ASKED_WRONG);
    assert_int_equal(heard.error.code, AIC_ERR_RANGE);
    assert_int_equal(ask(sweep, &one), AIC_ASKED_WRONG);
    assert_int_equal(heard.error.code, AIC_ERR_RANGE);
    assert_int_equal(ask(sweep, &stops), AIC_ASKED_FAILED);
    assert_int_equal(heard.error.code, AIC_ERR_STOPPED);
    left = 3;
    assert_int_equal(
        ask(KVCACHE("}, \"solve\": \"context=max\", \"budget\": \"max_sequences >= 1\"}"), &stops),
        AIC_ASKED_FAILED);
    assert_int_equal(heard.error.code, AIC_ERR_STOPPED);
    left = 1000;
    assert_int_equal(ask(sweep, &stops), AIC_ASKED_ANSWERED);
}

static void test_notes_and_failures(void **state)
{
    (void)state;
    struct aic_sink notes = { hear_note, NULL, false };
    const struct aic_ask host = { .notes = &notes, .columns = 60, .unicode = true };
    assert_int_equal(ask("{\"calculator\": \"kvcache\", \"inputs\": {\"model\": \"llama-3.1-8b\"}, "
                         "\"fields\": \"fits\", \"format\": \"json\"}",
                         &host),
                     AIC_ASKED_ANSWERED);
    assert_non_null(strstr(heard.notes, "no value for 'fits'"));
    assert_int_equal(ask_of(KVCACHE("}}"), NULL, 100), AIC_ASKED_FAILED);
    assert_int_equal(heard.error.code, AIC_ERR_WRITE);
    /* Nobody meets them: an answer to a search. */
    struct aic_sink sink = { hear, NULL, false };
    static const char unsolved[] =
        KVCACHE("}, \"solve\": \"context=max\", \"budget\": \"kv_total <= 0B\"}");
    heard.most = sizeof heard.text;
    assert_int_equal(aic_ask_json(unsolved, strlen(unsolved), NULL, &sink, &heard.error),
                     AIC_ASKED_EXCEEDED);
    assert_int_equal(heard.error.code, AIC_ERR_UNSOLVED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_a_registry_is_kept),
        cmocka_unit_test(test_texts_are_handed_in),
        cmocka_unit_test(test_the_host_has_files),
        cmocka_unit_test(test_the_host_sets_limits),
        cmocka_unit_test(test_notes_and_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
