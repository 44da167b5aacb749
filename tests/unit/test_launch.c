/* SPDX-License-Identifier: Apache-2.0 */
/* Launches: readers of documents, shell text, names, and what the whole says of a text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <aicalc/registry.h>

#include "launch/case.h"

/* A reader with nothing but a text and the built-in catalog. */
struct bench {
    struct aic_catalog catalog;
    struct aic_error error;
    struct aic_launch launch;
    struct aic_launch_request request;
    struct reader reader;
    struct source source;
};

static void open_bench(struct bench *bench, const char *text)
{
    memset(bench, 0, sizeof *bench);
    aic_catalog_init(&bench->catalog);
    bench->request.catalog = &bench->catalog;
    bench->reader = (struct reader){ .request = &bench->request,
                                     .launch = &bench->launch,
                                     .error = &bench->error };
    bench->source = (struct source){
        .name = "x", .file = "x", .text = text, .length = strlen(text), .line = 1
    };
}

static void close_bench(struct bench *bench)
{
    bench->launch.memory = bench->reader.blocks;
    aic_launch_clear(&bench->launch);
}

typedef struct node *read_function(struct reader *reader, const struct source *source);

/* A document is the tree that this JSON is. */
static void assert_reads(read_function *read, const char *text, const char *json)
{
    struct bench bench;
    open_bench(&bench, text);
    const struct node *root = read(&bench.reader, &bench.source);
    if (!root) {
        fail_msg("'%s': %s", text, bench.error.message);
    }
    assert_string_equal(aic_launch_json_of(&bench.reader, root), json);
    close_bench(&bench);
}

/* It is refused, with these words. */
static void assert_refused(read_function *read, const char *text, const char *words)
{
    struct bench bench;
    open_bench(&bench, text);
    assert_null(read(&bench.reader, &bench.source));
    if (!strstr(bench.error.message, words)) {
        fail_msg("'%s': '%s' is not in '%s'", text, words, bench.error.message);
    }
    close_bench(&bench);
}

static void test_yaml(void **state)
{
    (void)state;
    assert_reads(aic_launch_read_yaml, "a: 1\nb:\n- x\n- y: z\n  w: ~\n",
                 "{\"a\": \"1\", \"b\": [\"x\", {\"y\": \"z\", \"w\": null}]}");
    assert_reads(aic_launch_read_yaml, "- - a\n  - b\n- c\n", "[[\"a\", \"b\"], \"c\"]");
    assert_reads(aic_launch_read_yaml, "a: [x, 'y''z', \"q\\n\"] # c\nb: {c: true, d: no}\n",
                 "{\"a\": [\"x\", \"y'z\", \"q\\n\"], \"b\": {\"c\": true, \"d\": \"no\"}}");
    assert_reads(aic_launch_read_yaml, "a: |\n  x\n   y\n\n  z\nb: >-\n  p\n  q\n\n  r\n",
                 "{\"a\": \"x\\n y\\n\\nz\\n\", \"b\": \"p q\\nr\"}");
    assert_reads(aic_launch_read_yaml, "a: one\n  two\n\n  three # c\nb: \"x\n  y\"\n",
                 "{\"a\": \"one two\\nthree\", \"b\": \"x y\"}");
    assert_reads(aic_launch_read_yaml, "a: http://x:80/y#z\nb: -1\n'c d': # c\n  e: f\n",
                 "{\"a\": \"http://x:80/y#z\", \"b\": \"-1\", \"c d\": {\"e\": \"f\"}}");
    assert_reads(aic_launch_read_yaml, "a:\nb: \"x\" # c\n", "{\"a\": null, \"b\": \"x\"}");
}

static void test_yaml_refused(void **state)
{
    (void)state;
    assert_refused(aic_launch_read_yaml, "a: &x 1\n", "x:1: an anchor");
    assert_refused(aic_launch_read_yaml, "a: 1\nb: *x\n", "x:2: an alias");
    assert_refused(aic_launch_read_yaml, "<<: {a: b}\n", "merge");
    assert_refused(aic_launch_read_yaml, "a: !t b\n", "tag");
    assert_refused(aic_launch_read_yaml, "? a\n: b\n", "'?' key");
    assert_refused(aic_launch_read_yaml, "a: 1\nb: 2\na: 3\n", "x:3: key 'a' stands twice");
    assert_refused(aic_launch_read_yaml, "a:\n\tb: 1\n", "tab");
    assert_refused(aic_launch_read_yaml, "a: [b\n", "not closed");
    assert_refused(aic_launch_read_yaml, "a: 'b\n", "not closed");
    assert_refused(aic_launch_read_yaml, "a: b: c\n", "key inside");
    assert_refused(aic_launch_read_yaml, "a: b\n c: d\n", "key inside");
}

static void test_toml(void **state)
{
    (void)state;
    assert_reads(aic_launch_read_toml, "[a]\nb = \"x\" # c\nc.d = 1_000\n[e.f]\ng = [1,\n 2]\n",
                 "{\"a\": {\"b\": \"x\", \"c\": {\"d\": \"1_000\"}}, \"e\": {\"f\": "
                 "{\"g\": [\"1\", \"2\"]}}}");
    assert_refused(aic_launch_read_toml, "[a]\nb = {c = 1}\n", "x:2: a table in braces");
    assert_refused(aic_launch_read_toml, "[[a]]\n", "array of tables");
    assert_refused(aic_launch_read_toml, "a = 1\na = 2\n", "twice");
    assert_refused(aic_launch_read_toml, "a = \"b\n", "not closed");
    assert_refused(aic_launch_read_toml, "a = 2024-01-01\n", "a date");
}

/* The value that a variable has behind a text; a hole shows as $NAME. */
static void assert_value(const char *text, const char *name, const char *value)
{
    struct bench bench;
    char found[512] = "";
    struct aic_text words;
    aic_text_init(&words, found, sizeof found);
    open_bench(&bench, text);
    struct shell shell = { .reader = &bench.reader, .source = &bench.source };
    aic_launch_run_shell(&shell, &bench.source);
    const struct variable *variable = aic_launch_variable(&shell, name);
    for (size_t i = 0; variable && i < variable->words.count; i++) {
        aic_text_format(&words, "%s%s", i > 0 ? "|" : "",
                        aic_launch_shown(&bench.reader, variable->words.at[i].text));
    }
    if (bench.reader.failed || strcmp(found, value) != 0) {
        fail_msg("'%s': %s is '%s', not '%s' %s", text, name, found, value, bench.error.message);
    }
    close_bench(&bench);
}

static void test_variables(void **state)
{
    (void)state;
    assert_value("A=1\nB=\"$A-${A}x\"'$A'\\ y", "B", "1-1x$A y");
    assert_value("A=(x \"y z\")\nA+=(w)\nB=\"${#A[@]} ${A[1]} ${A[*]}\"", "B", "3 y z x y z w");
    assert_value("A=(x \"y z\")\nB=(\"${A[@]}\" ${A[1]})", "B", "x|y z|y|z");
    assert_value("B=${A:-d}${C-e}${B:+f}", "B", "de");
    assert_value(": \"${A:=4}\"\nB=$((A*2 + 10 % 4))", "B", "10");
    assert_value("B=$A", "B", "$A");
    assert_value("A=$(nproc)\nB=\"$A\"", "B", "$A");
    assert_value("A=${X%,}\nB=a${A}b", "B", "a$Ab");
    assert_value("A=$'x\\ty'", "A", "x?y");
    assert_value("A=1\nunset A\nB=${A:-gone}", "B", "gone");
    assert_value("f() { B=\"$2$#\"; local C=x; }\nf p q", "B", "q$B");
    assert_value("A=()\nB=(x \"${A[@]}\" y)", "B", "x|y");
}

static void test_branches(void **state)
{
    (void)state;
    assert_value("A=2\nif [ \"$A\" -gt 1 ]; then B=x; else B=y; fi", "B", "x");
    assert_value("if [[ -z \"$A\" ]]; then B=x; fi", "B", "$B");
    assert_value("B=o\nif [ -f /x ]; then B=x; fi", "B", "$B");
    assert_value("B=o\nif [ -f /x ]; then B=o; fi", "B", "o");
    assert_value("B=o\nif [ -f /x ]; then B+=x; fi", "B", "o");
    assert_value("A=b\ncase $A in a) B=1;; b|c) B=2;; *) B=3;; esac", "B", "2");
    assert_value("for i in {1..3}; do B=$B$i; done", "B", "$B123");
    assert_value("B=\nfor i in a b; do B+=$i; done", "B", "ab");
    assert_value("[ 1 = 2 ] && B=x\n[ 1 = 1 ] && B=${B:-y}", "B", "y");
    assert_value("(( 3 > 2 )) && B=x || B=y", "B", "x");
    assert_value("while read X; do B=$X; done", "B", "$B");
    assert_value("eval B=1 C=2\nD=$B$C", "D", "12");
    assert_value("cat <<'E' > f\nB=9\nE\nB=1", "B", "1");
}

static void assert_model(const char *word, const char *name, const char *format)
{
    struct bench bench;
    open_bench(&bench, "");
    struct found_model found = aic_launch_find_model(&bench.reader, word);
    const char *found_name = found.name ? found.name : "";
    const char *found_format = found.format ? found.format : "";
    if (strcmp(found_name, name) != 0 || strcmp(found_format, format) != 0) {
        fail_msg("'%s' is '%s' %s, not '%s' %s", word, found_name, found_format, name, format);
    }
    close_bench(&bench);
}

static void test_models(void **state)
{
    (void)state;
    assert_model("meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b", "");
    assert_model("RedHatAI/Meta-Llama-3.1-70B-Instruct-FP8", "llama-3.1-70b", "fp8");
    assert_model("/models/models--Qwen--Qwen2.5-7B-Instruct/snapshots", "qwen2.5-7b", "");
    assert_model("unsloth/llama-3.1-8b-instruct-bnb-4bit", "llama-3.1-8b", "nf4");
    assert_model("/m/Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf", "llama-3.1-8b", "q4_k_m");
    assert_model("bartowski/Qwen2.5-7B-Instruct-GGUF:IQ4_XS", "qwen2.5-7b", "iq4_xs");
    assert_model("hf://mistralai/Mistral-7B-Instruct-v0.3", "mistral-7b-v0.3", "");
    assert_model("mistralai/Mistral-7B-Instruct-v0.2", "", "");
    assert_model("deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", "", "");
    assert_model("acme/Secret-34B-AWQ", "", "int4");
}

/* Reads one command with a variable and a flag. */
static bool read_command(struct bench *bench, const char *command, const char *variable,
                         const char *flag)
{
    struct aic_launch_text text = { "command", command, strlen(command) };
    struct aic_launch_pair set = { "TP", variable }, tp = { "tp", flag };
    open_bench(bench, "");
    bench->request =
        (struct aic_launch_request){ &text,          1, &set, variable != NULL, &tp, flag != NULL,
                                     &bench->catalog };
    return aic_launch_read(&bench->request, &bench->launch, &bench->error);
}

static void test_flags_win(void **state)
{
    struct bench bench;
    (void)state;
    assert_true(read_command(&bench, "vllm serve Qwen/Qwen3-8B -tp $TP", "4", "2"));
    const struct aic_launch_input *tp = aic_launch_input_of(&bench.launch.cases[0], "tp");
    assert_int_equal(tp->origin, AIC_LAUNCH_FLAG);
    assert_true(tp->number == 2);
    assert_string_equal(bench.launch.cases[0].notes[0].id, "overridden");
    aic_launch_clear(&bench.launch);
}

static void test_asks(void **state)
{
    struct bench bench;
    struct aic_error error;
    (void)state;
    assert_true(read_command(&bench, "vllm serve Qwen/Qwen3-8B -tp $TP", NULL, NULL));
    assert_string_equal(bench.launch.cases[0].asks[0].subject, "$TP");
    assert_false(
        aic_launch_case_check(&bench.launch.cases[0], aic_calculator_find("kvcache"), &error));
    assert_non_null(strstr(error.message, "command:1: -tp is $TP"));
    aic_launch_clear(&bench.launch);
    assert_true(read_command(&bench, "vllm serve Qwen/Qwen3-8B -tp $TP", NULL, "2"));
    assert_true(bench.launch.cases[0].ask_count == 0);
    aic_launch_clear(&bench.launch);
}

static void test_refusals(void **state)
{
    struct bench bench;
    (void)state;
    assert_false(read_command(&bench, "vllm serve Qwen/Qwen3-8B", "4", NULL));
    assert_non_null(strstr(bench.error.message, "--set TP"));
    assert_false(read_command(&bench, "vllm serve x -tp two", NULL, NULL));
    assert_non_null(strstr(bench.error.message, "command:1: -tp is 'two'"));
    assert_false(read_command(&bench, "\xff\xfe", NULL, NULL));
    assert_non_null(strstr(bench.error.message, "not UTF-8"));
    assert_false(read_command(&bench, "{{ .Values.x }}\na: b\n", NULL, NULL));
    assert_non_null(strstr(bench.error.message, "a template"));
    assert_false(read_command(&bench, "f() { f; }; f; vllm serve x", NULL, NULL));
    assert_non_null(strstr(bench.error.message, "8 deep"));
}

/* A text ends where its length says: what stands behind is no part of it. */
static void test_length(void **state)
{
    static const char *const texts[] = { "vllm serve x -tp 2\r\n", "vllm serve x -tp 2\033[" };
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct bench bench;
        struct aic_launch_text text = { "command", texts[i], strlen(texts[i]) - 1 };
        open_bench(&bench, "");
        bench.request.texts = &text;
        bench.request.text_count = 1;
        assert_false(aic_launch_read(&bench.request, &bench.launch, &bench.error));
        assert_non_null(strstr(bench.error.message, "-tp is '2?'"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_yaml),      cmocka_unit_test(test_yaml_refused),
        cmocka_unit_test(test_toml),      cmocka_unit_test(test_variables),
        cmocka_unit_test(test_branches),  cmocka_unit_test(test_models),
        cmocka_unit_test(test_flags_win), cmocka_unit_test(test_asks),
        cmocka_unit_test(test_refusals),  cmocka_unit_test(test_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
