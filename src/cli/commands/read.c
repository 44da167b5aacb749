/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aicalc read: the questions that texts hold, each asked of the calculators that it is for. The
 * answers are those of 'aicalc CALCULATOR --from': each is written aside and put together here.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/formats/json.h"
#include "cli/formats/lines.h"
#include "cli/formats/report.h"
#include "cli/io/catalogs.h"
#include "cli/query/launched.h"
#include "cli/views/answer/answer.h"
#include "cli/views/calculators.h"

#define CALCULATORS_MAX 8
#define CASES_IN_FULL   3

static const char usage[] =
    "aicalc read TEXT|FILE|- ... [-- WORD ...]: questions of what is deployed\n\n"
    "Examples\n"
    "  aicalc read 'vllm serve Qwen/Qwen3-8B --max-model-len 16384' --gpu l40s\n"
    "  aicalc read deploy/vllm.yaml --gpu l40s --budget 'max_sequences >= 32'\n"
    "  kubectl get deploy llama -o json | aicalc read - --gpu l40s\n"
    "  aicalc read train.sh ds_config.json --gpus 64\n"
    "  aicalc read vllm.log --gpu h200\n\n"
    "A text is read, never run: a shell command or script, YAML, TOML, JSON, or a log. Each value\n"
    "names its line; what is not understood is said. docs/deployments.md shows five of them.\n\n"
    "Options, beside those of the calculators that are asked\n"
    "  --set NAME=VALUE   a variable that the text does not define; repeatable\n"
    "  --as NAMES         ask these calculators instead, comma-separated\n"
    "  --case WORDS       only the case whose name has these words\n"
    "  --all              every case in full, and notes that change nothing\n"
    "  --strict           exit 2 for what is unknown, unread, undecided or contradicts itself\n"
    "  --implied          measured figures of a log that are inputs replace what is computed\n\n"
    "Exit codes\n"
    "  0  answered, every budget holds\n"
    "  1  a budget of some case is exceeded\n"
    "  2  some case could not be asked, or nothing was recognised\n";

/* The command line: what is read here, and what each calculator is asked with. */
struct command_line {
    struct cli_list texts, set, catalogs;
    const char *as, *which;
    bool strict, all, no_config, help;
    const struct cli_format *format;
    const char **words; /* options of calculators, with their values */
    size_t word_count;
    char *joined;                 /* the words behind -- */
    struct aic_setting *settings; /* flags that set inputs, for the reading */
    char (*names)[AIC_TYPED_SIZE];
    size_t setting_count;
};

/* The answer of one calculator to one case. */
struct reply {
    const struct aic_calculator *calculator;
    int code;
    char *text;
    size_t length, capacity;
    struct cli_capture capture;
};

struct case_reply {
    const struct aic_launch_case *of;
    struct reply at[CALCULATORS_MAX];
    size_t count;
    int worst;
};

struct run {
    struct command_line line;
    struct cli_files files;
    struct aic_catalog catalog;
    struct cli_launched launched;
    struct case_reply *replies;
    size_t count;
    bool *budget_judged; /* of each word */
    struct aic_error error;
};

static bool add(struct cli_list *list, const char *what, const char *word, struct aic_error *error)
{
    if (list->count == CLI_REPEAT_MAX) {
        return aic_fail(error, AIC_ERR_RANGE, NULL, "more than %d %s", CLI_REPEAT_MAX, what);
    }
    list->at[list->count++] = word;
    return true;
}

/* The words behind `--` are a command, as a shell would have it. */
static bool join(struct command_line *line, const char *const *words, size_t count,
                 struct aic_error *error)
{
    size_t size = 1;
    for (size_t i = 0; i < count; i++) {
        size += 4 * strlen(words[i]) + 3;
    }
    line->joined = malloc(size);
    if (!line->joined) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    struct aic_text text;
    aic_text_init(&text, line->joined, size);
    for (size_t i = 0; i < count; i++) {
        aic_text_add(&text, i > 0 ? " " : "");
        cli_add_shell_word(&text, words[i]);
    }
    if (count == 1) {
        aic_text_add(&text, " "); /* one word is a command too */
    }
    return add(&line->texts, "texts", line->joined, error);
}

/* The name of an option as tables have it: --tensor-parallel is tensor_parallel. */
static void spell(char out[AIC_TYPED_SIZE], const char *word)
{
    struct aic_text text;
    const char *name = word + strspn(word, "-");
    aic_text_init(&text, out, AIC_TYPED_SIZE);
    aic_text_add_spelt(&text, (struct aic_span){ name, strcspn(name, "=") }, '-', '_');
}

static const struct aic_field *input_of(const struct aic_calculator *calculator, const char *name)
{
    size_t index = aic_table_find(&calculator->inputs, name, strlen(name));
    return index < aic_table_size(&calculator->inputs)
               ? aic_table_at(&calculator->inputs, index, NULL)
               : NULL;
}

/* Whether an option takes the word behind it: an option of answers, or an input of any calculator. */
static bool takes_value(const char *word)
{
    const struct cli_option *option = cli_option_find(CLI_ANSWER, word, strcspn(word, "="));
    const struct aic_calculator *calculator;
    char name[AIC_TYPED_SIZE];
    if (strchr(word, '=')) {
        return false;
    }
    if (option) {
        return option->value != NULL;
    }
    spell(name, word);
    for (size_t i = 0; (calculator = cli_calculator_at(i)); i++) {
        const struct aic_field *field = input_of(calculator, name);
        if (field) {
            return field->kind != AIC_FLAG;
        }
    }
    return false;
}

/* A flag of a calculator: the texts give way to it. */
static void add_setting(struct command_line *line, const char *word, const char *value)
{
    char *name = line->names[line->setting_count];
    const struct cli_option *option = cli_option_find(CLI_ANSWER, word, strcspn(word, "="));
    const char *equals = strchr(word, '=');
    if (option || strncmp(word, "--", 2) != 0) {
        return;
    }
    spell(name, word);
    bool is_no = !value && !equals && strncmp(name, "no_", 3) == 0;
    memmove(name, name + (is_no ? 3 : 0), strlen(name + (is_no ? 3 : 0)) + 1);
    line->settings[line->setting_count++] = (struct aic_setting){ name,
                                                                  equals  ? equals + 1
                                                                  : value ? value
                                                                  : is_no ? "no"
                                                                          : "yes",
                                                                  0 };
}

/* Options that are read here; false: another. */
static bool take_own(struct command_line *line, const char *word, const char *value,
                     struct aic_error *error, bool *ok)
{
    const struct cli_option *option = cli_option_find(CLI_ANSWER, word, strlen(word));
    const char *name = option ? option->name : word;
    *ok = true;
    if (strcmp(name, "set") == 0) {
        *ok = add(&line->set, "variables", value, error);
    } else if (strcmp(name, "--as") == 0) {
        line->as = value;
    } else if (strcmp(name, "case") == 0) {
        line->which = value;
    } else if (strcmp(name, "strict") == 0) {
        line->strict = true;
    } else if (strcmp(name, "help") == 0) {
        line->help = true;
    } else {
        if (strcmp(name, "catalog") == 0) {
            *ok = add(&line->catalogs, "catalogs", value, error);
        }
        line->all = line->all || strcmp(name, "all") == 0;
        line->no_config = line->no_config || strcmp(name, "no-config") == 0;
        return false;
    }
    return true;
}

static bool read_words(struct command_line *line, const char *const *words, size_t count,
                       struct aic_error *error)
{
    for (size_t i = 0; i < count; i++) {
        const char *word = words[i], *value = NULL;
        if (strcmp(word, "--") == 0) {
            return i + 1 == count || join(line, words + i + 1, count - i - 1, error);
        }
        if (word[0] != '-' || !word[1]) {
            if (!add(&line->texts, "texts", word, error)) {
                return false;
            }
            continue;
        }
        if (strcmp(word, "--as") == 0 || takes_value(word)) {
            if (i + 1 == count) {
                return aic_fail(error, AIC_ERR_USAGE, NULL, "%s requires a value", word);
            }
            value = words[++i];
        }
        bool ok;
        if (!take_own(line, word, value, error, &ok)) {
            line->words[line->word_count++] = word;
            if (value) {
                line->words[line->word_count++] = value;
            }
            add_setting(line, word, value);
        }
        if (!ok) {
            return false;
        }
    }
    return true;
}

static bool read_line(struct run *run, const struct cli_options *options)
{
    struct command_line *line = &run->line;
    size_t size = options->word_count + 1;
    line->words = calloc(2 * size, sizeof line->words[0]);
    line->settings = calloc(size, sizeof line->settings[0]);
    line->names = calloc(size, sizeof line->names[0]);
    run->budget_judged = calloc(2 * size, sizeof run->budget_judged[0]);
    if (!line->words || !line->settings || !line->names || !run->budget_judged) {
        return aic_fail(&run->error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    if (!cli_calculators_form(&run->error) ||
        !read_words(line, options->words, options->word_count, &run->error)) {
        return false;
    }
    if (line->texts.count == 0 && !line->help) {
        aic_fail(&run->error, AIC_ERR_USAGE, NULL, "nothing to read");
        return aic_suggest(&run->error,
                           "give a file, a command in quotes, or - for standard input");
    }
    return true;
}

/* --as names calculators; a calculator by its place there, or in the case. */
static bool calculators_of(struct run *run, struct case_reply *reply)
{
    const char *rest = run->line.as;
    for (size_t i = 0; !rest && i < 3 && reply->of->calculators[i]; i++) {
        reply->at[reply->count++].calculator = cli_calculator_find(reply->of->calculators[i]);
    }
    while (rest && *rest) {
        char name[AIC_TYPED_SIZE];
        size_t length = strcspn(rest, ",");
        cli_print(name, sizeof name, "%s", "");
        struct aic_text text;
        aic_text_init(&text, name, sizeof name);
        aic_text_add_bytes(&text, rest, length);
        const struct aic_calculator *calculator = cli_calculator_find(name);
        if (!calculator || reply->count == CALCULATORS_MAX) {
            aic_fail(&run->error, AIC_ERR_UNKNOWN, NULL, "--as: no calculator '%s'", name);
            return aic_suggest(&run->error, "'aicalc help' lists the calculators");
        }
        reply->at[reply->count++].calculator = calculator;
        rest += length + (rest[length] == ',');
    }
    return true;
}

/* A budget is of the calculator that has its result: CALCULATOR.RESULT where two have it. */
static const char *budget_for(const struct aic_calculator *calculator, const char *text)
{
    struct aic_budget budget;
    size_t length = strlen(calculator->name);
    if (strncmp(text, calculator->name, length) == 0 && text[length] == '.') {
        return text + length + 1;
    }
    return aic_budget_read(&budget, calculator, text, NULL) ? text : NULL;
}

static bool any_has(const struct case_reply *reply, const char *name)
{
    for (size_t i = 0; i < reply->count; i++) {
        if (input_of(reply->at[i].calculator, name)) {
            return true;
        }
    }
    return false;
}

static bool sets(const struct command_line *line, const char *name)
{
    for (size_t i = 0; i < line->setting_count; i++) {
        if (strcmp(line->settings[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* The words of the command line that this calculator is asked with. */
static size_t words_for(struct run *run, const struct case_reply *reply,
                        const struct aic_calculator *calculator, char **out)
{
    const struct command_line *line = &run->line;
    size_t count = 0;
    out[count++] = (char *)(uintptr_t)calculator->name;
    for (size_t i = 0; i < line->word_count; i++) {
        const char *word = line->words[i];
        bool has_value = takes_value(word);
        const char *value = has_value ? line->words[i + 1] : NULL;
        const struct cli_option *option = cli_option_find(CLI_ANSWER, word, strcspn(word, "="));
        char name[AIC_TYPED_SIZE];
        bool keep = true;
        spell(name, word);
        if (option && strcmp(option->name, "budget") == 0 && value) {
            const char *budget = budget_for(calculator, value);
            keep = budget != NULL;
            value = budget;
            run->budget_judged[i] = run->budget_judged[i] || keep;
        } else if (!option && !input_of(calculator, name)) {
            /* --no-x is known to the reader of options, and so is a mistyped name. */
            keep = !any_has(reply, name) &&
                   !(strncmp(name, "no_", 3) == 0 && any_has(reply, name + 3) &&
                     !input_of(calculator, name + 3));
        }
        i += has_value;
        if (keep) {
            out[count++] = (char *)(uintptr_t)word;
            if (value) {
                out[count++] = (char *)(uintptr_t)value;
            }
        }
    }
    if (input_of(calculator, "layout") && !sets(line, "layout")) {
        out[count++] = (char *)(uintptr_t) "--layout"; /* that of the text is not searched anew */
        out[count++] = (char *)(uintptr_t) "given";
    }
    return count;
}

static bool write_reply(void *context, const char *bytes, size_t length)
{
    struct reply *reply = context;
    if (reply->length + length + 1 > reply->capacity) {
        size_t capacity = 2 * (reply->length + length) + 1024;
        char *more = realloc(reply->text, capacity);
        if (!more) {
            return false;
        }
        reply->text = more;
        reply->capacity = capacity;
    }
    memcpy(reply->text + reply->length, bytes, length);
    reply->length += length;
    reply->text[reply->length] = '\0';
    return true;
}

static void ask_one(struct run *run, const struct case_reply *of, struct reply *reply)
{
    struct cli_options options;
    char **words = calloc(2 * run->line.word_count + 4, sizeof *words);
    reply->capture.sink = (struct aic_sink){ write_reply, reply, false };
    if (!words) {
        aic_fail(&reply->capture.error, AIC_ERR_MEMORY, NULL, "out of memory");
        reply->code = CLI_FAILED;
        return;
    }
    size_t count = words_for(run, of, reply->calculator, words);
    if (cli_options_read(&options, CLI_ANSWER, reply->calculator, (int)count, words,
                         &reply->capture.error)) {
        options.launch = of->of;
        options.capture = &reply->capture;
        reply->code = command_query(&options);
        run->line.format = options.format;
    } else {
        reply->code = CLI_WRONG;
    }
    cli_options_clear(&options);
    free(words);
}

static bool ask_case(struct run *run, const struct aic_launch_case *of)
{
    struct case_reply *reply = &run->replies[run->count++];
    reply->of = of;
    if (!calculators_of(run, reply)) {
        return false;
    }
    for (size_t i = 0; i < reply->count; i++) {
        ask_one(run, reply, &reply->at[i]);
        reply->worst = reply->at[i].code > reply->worst ? reply->at[i].code : reply->worst;
    }
    return true;
}

static bool ask_all(struct run *run)
{
    const struct aic_launch *launch = &run->launched.launch;
    run->replies = calloc(launch->case_count, sizeof run->replies[0]);
    if (!run->replies) {
        return aic_fail(&run->error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    for (size_t i = 0; i < launch->case_count; i++) {
        const struct aic_launch_case *of = &launch->cases[i];
        if (cli_launched_has_words(of, run->line.which) &&
            ((run->line.strict &&
              !cli_launched_check_strict(of->notes, of->note_count, &run->error)) ||
             !ask_case(run, of))) {
            return false;
        }
    }
    if (run->count == 0) {
        return aic_fail(&run->error, AIC_ERR_USAGE, NULL, "--case '%s': no case has these words",
                        run->line.which);
    }
    for (size_t i = 0; i < run->line.word_count; i++) {
        if (strcmp(run->line.words[i], "--budget") == 0 && !run->budget_judged[i]) {
            return aic_fail(&run->error, AIC_ERR_UNKNOWN, NULL,
                            "--budget '%s': no calculator that is asked has this result",
                            run->line.words[i + 1]);
        }
    }
    return true;
}

static const char *verdict_of(int code)
{
    return code == CLI_OK ? "pass" : code == CLI_EXCEEDED ? "fail" : "error";
}

/* --- for people --- */

/* The same question in flags, ready to paste. */
static void write_flags(const struct reply *reply, const struct aic_launch_case *of,
                        struct aic_sink *sink)
{
    char words[2048];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    aic_text_format(&text, "aicalc %s", reply->calculator->name);
    for (size_t i = 0; i < of->input_count; i++) {
        const struct aic_launch_input *input = &of->inputs[i];
        const struct aic_field *field = input_of(reply->calculator, input->name);
        if (!field) {
            continue;
        }
        bool is_no = input->kind == AIC_LAUNCH_YES_NO && input->number == 0;
        aic_text_format(&text, " --%s", is_no ? "no-" : "");
        aic_text_add_spelt(&text, (struct aic_span){ input->name, strlen(input->name) }, '_', '-');
        if (input->kind == AIC_LAUNCH_WORD) {
            aic_text_add(&text, " ");
            cli_add_shell_word(&text, input->text);
        } else if (input->kind == AIC_LAUNCH_NUMBER) {
            aic_text_format(&text, " %g%s", input->number,
                            aic_dimension_is_plain(field->dimension)
                                ? ""
                                : aic_dimension_base(field->dimension));
        }
    }
    aic_text_add(&text, "\n");
    aic_sink_text(sink, words);
}

static void write_reply_text(const struct case_reply *of, const struct reply *reply, bool in_full,
                             struct aic_sink *sink)
{
    if (reply->code >= CLI_WRONG) {
        cli_write(sink, "%s: %s\n", reply->calculator->name, reply->capture.error.message);
        if (reply->capture.error.suggestion[0]) {
            cli_write(sink, "  %s\n", reply->capture.error.suggestion);
        }
    } else if (in_full) {
        aic_sink_bytes(sink, reply->text, reply->length);
        aic_sink_text(sink, "\n");
        write_flags(reply, of->of, sink);
    } else {
        cli_write(sink, "  ");
        aic_sink_bytes(sink, reply->text, reply->text ? strcspn(reply->text, "\n") : 0);
        aic_sink_text(sink, "\n");
    }
}

static void write_text(const struct run *run, struct aic_sink *sink)
{
    bool in_full = run->line.all || run->count <= CASES_IN_FULL;
    for (size_t i = 0; i < run->count; i++) {
        const struct case_reply *reply = &run->replies[i];
        aic_sink_text(sink, in_full && i > 0 ? "\n" : "");
        cli_write(sink, "%s: %s%s%s: %s\n", reply->of->name, reply->of->dialect,
                  reply->of->version[0] ? " " : "", reply->of->version, verdict_of(reply->worst));
        for (size_t j = 0; j < reply->count; j++) {
            write_reply_text(reply, &reply->at[j], in_full, sink);
        }
    }
    struct doc doc;
    doc_init(&doc, DOC_TEXT);
    doc.columns = CLI_COLUMNS;
    cli_add_launch_notes(run->launched.launch.notes, run->launched.launch.note_count, run->line.all,
                         &doc);
    doc_write(&doc, sink);
    doc_clear(&doc);
}

/* --- for programs --- */

static void write_input(struct aic_json_writer *writer, const struct case_reply *of,
                        const struct aic_launch_input *input)
{
    static const char *const origins[] = { "program", "launch", "flag" };
    const struct aic_field *field = NULL;
    char source[300];
    for (size_t i = 0; i < of->count && !field; i++) {
        field = input_of(of->at[i].calculator, input->name);
    }
    cli_json_open(writer, input->name, '{', false);
    aic_json_key(writer, "value");
    if (input->kind == AIC_LAUNCH_WORD) {
        aic_json_string(writer, input->text);
    } else if (input->kind == AIC_LAUNCH_YES_NO) {
        aic_json_bool(writer, input->number != 0);
    } else {
        aic_json_number(writer, input->number);
        cli_json_text(writer, "unit", field ? aic_field_unit(field) : "1");
    }
    cli_json_text(writer, "origin", origins[input->origin]);
    cli_print(source, sizeof source, input->place.line > 0 ? "%s:%g" : "%s", input->place.name,
              (double)input->place.line);
    cli_json_text(writer, "source", source);
    cli_json_text(writer, "text", input->spelt[0] ? input->spelt : NULL);
    aic_json_close(writer);
}

static void write_error(struct aic_json_writer *writer, const struct case_reply *reply)
{
    for (size_t i = 0; i < reply->count; i++) {
        if (reply->at[i].code >= CLI_WRONG) {
            cli_json_error(writer, &reply->at[i].capture.error);
            break;
        }
    }
    cli_json_open(writer, "ask", '[', false);
    for (size_t i = 0; i < reply->of->ask_count; i++) {
        aic_json_string(writer, reply->of->asks[i].subject);
    }
    aic_json_close(writer);
}

/* Answers are documents by themselves: they are read again, so that they stand in their place. */
static void write_answers(struct aic_json_writer *writer, const struct case_reply *reply)
{
    cli_json_open(writer, "answers", '[', true);
    for (size_t i = 0; i < reply->count; i++) {
        struct aic_json json;
        if (reply->at[i].code < CLI_WRONG &&
            aic_json_parse(&json, "answer", reply->at[i].text, reply->at[i].length,
                           AIC_JSON_FILE_MAX, 0, NULL)) {
            cli_json_node(writer, json.root, 2);
            aic_json_clear(&json);
        }
    }
    aic_json_close(writer);
}

static void write_case(struct aic_json_writer *writer, const struct case_reply *reply)
{
    const struct aic_launch_case *of = reply->of;
    aic_json_open(writer, '{', true);
    cli_json_text(writer, "name", of->name);
    cli_json_text(writer, "dialect", of->dialect);
    cli_json_open(writer, "calculators", '[', false);
    for (size_t i = 0; i < reply->count; i++) {
        aic_json_string(writer, reply->at[i].calculator->name);
    }
    aic_json_close(writer);
    cli_json_text(writer, "verdict", verdict_of(reply->worst));
    cli_json_open(writer, "inputs", '{', true);
    for (size_t i = 0; i < of->input_count; i++) {
        write_input(writer, reply, &of->inputs[i]);
    }
    aic_json_close(writer);
    cli_launch_measured_json(writer, of, NULL);
    cli_json_open(writer, "implied", '{', true);
    for (size_t i = 0; i < of->implied_count; i++) {
        write_input(writer, reply, &of->implied[i]);
    }
    aic_json_close(writer);
    cli_launch_notes_json(writer, of->notes, of->note_count, "notes");
    if (reply->worst >= CLI_WRONG) {
        write_error(writer, reply);
    } else {
        write_answers(writer, reply);
    }
    aic_json_close(writer);
}

static void write_json(const struct run *run, struct aic_sink *sink)
{
    struct aic_json_writer writer;
    aic_json_writer_init(&writer, sink);
    aic_json_open(&writer, '{', true);
    cli_json_text(&writer, "schema", "aicalc-read/1");
    cli_json_text(&writer, "version", AICALC_VERSION);
    cli_json_open(&writer, "cases", '[', true);
    for (size_t i = 0; i < run->count; i++) {
        write_case(&writer, &run->replies[i]);
    }
    aic_json_close(&writer);
    cli_launch_notes_json(&writer, run->launched.launch.notes, run->launched.launch.note_count,
                          "notes");
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
}

static int show(struct run *run)
{
    struct cli_output output;
    int worst = CLI_OK;
    for (size_t i = 0; i < run->count; i++) {
        worst = run->replies[i].worst > worst ? run->replies[i].worst : worst;
    }
    cli_output_open(&output, NULL);
    if (run->line.format && run->line.format->id == CLI_JSON) {
        write_json(run, &output.sink);
    } else {
        write_text(run, &output.sink);
    }
    int code = cli_output_close(&output, CLI_OK, run->line.format);
    return code > worst ? code : worst;
}

static bool read_all(struct run *run)
{
    struct command_line *line = &run->line;
    return cli_load_catalogs(&run->catalog, &run->files, line->catalogs.at, line->catalogs.count,
                             line->no_config, &run->error) &&
           cli_launched_read(&run->launched, &run->files, &line->texts, &line->set, line->settings,
                             line->setting_count, &run->catalog, &run->error) &&
           (!line->strict ||
            cli_launched_check_strict(run->launched.launch.notes, run->launched.launch.note_count,
                                      &run->error)) &&
           ask_all(run);
}

static int help(void)
{
    struct cli_output output;
    cli_output_open(&output, NULL);
    aic_sink_text(&output.sink, usage);
    return cli_output_close(&output, CLI_OK, NULL);
}

int command_read(const struct cli_options *options)
{
    struct run *run = calloc(1, sizeof *run);
    int code = CLI_FAILED;
    if (run && read_line(run, options)) {
        code = run->line.help ? help() : read_all(run) ? show(run) : -1;
    } else if (run) {
        code = -1;
    }
    if (code < 0) {
        code = cli_report(&run->error, cli_peek_format((int)options->word_count,
                                                       (char **)(uintptr_t)options->words));
    }
    for (size_t i = 0; run && i < run->count; i++) {
        for (size_t j = 0; j < run->replies[i].count; j++) {
            free(run->replies[i].at[j].text);
        }
    }
    if (run) {
        cli_launched_clear(&run->launched);
        aic_catalog_clear(&run->catalog);
        cli_files_clear(&run->files);
        free(run->replies);
        free(run->budget_judged);
        free(run->line.words);
        free(run->line.settings);
        free(run->line.names);
        free(run->line.joined);
    }
    free(run);
    return code;
}
