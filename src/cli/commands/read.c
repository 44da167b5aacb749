/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aicalc read: the questions that texts hold, each asked of the calculators that it is for. The
 * answers are those of 'aicalc CALCULATOR --from': each is written aside and put together here.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/formats/lines.h"
#include "cli/formats/report.h"
#include "cli/io/catalogs.h"
#include "cli/query/launched.h"
#include "cli/views/calculators.h"
#include "cli/views/read/read.h"

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

#define ONE_LINE 4096 /* columns: no sentence is wrapped */

/* The command line: what is read here, and what each calculator is asked with. */
struct command_line {
    struct cli_list texts, set, catalogs, files;
    const char *as, *which;
    bool strict, all, implied, no_config, help;
    const struct cli_format *format;
    const char **words; /* options of calculators, with their values */
    size_t word_count;
    char *joined;                 /* the words behind -- */
    struct aic_setting *settings; /* flags that set inputs, for the reading */
    char (*names)[AIC_TYPED_SIZE];
    size_t setting_count;
};

struct run {
    struct command_line line;
    struct cli_files files;
    struct aic_catalog catalog;
    struct cli_launched launched;
    struct cli_reading reading;
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
        return aic_fail_memory(error);
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
        const struct aic_field *field = cli_read_input(calculator, name);
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
    line->settings[line->setting_count++] = (struct aic_setting){ name + (is_no ? 3 : 0),
                                                                  equals  ? equals + 1
                                                                  : value ? value
                                                                  : is_no ? "no"
                                                                          : "yes",
                                                                  0 };
}

static bool fail_format(const char *typed, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "read has no format '%s'", typed);
    return aic_suggest(error,
                       "give table, json or markdown; one answer has the others: "
                       "'aicalc CALCULATOR --from TEXT -o %s'",
                       cli_format_find(CLI_ANSWER, typed) ? typed : "html");
}

/* Options that are read here; false: another. */
static bool take_own(struct command_line *line, const char *word, const char *value,
                     struct aic_error *error, bool *ok)
{
    const struct cli_option *option = cli_option_find(CLI_ANSWER, word, strcspn(word, "="));
    const char *name = option ? option->name : word, *equals = strchr(word, '=');
    value = value || !equals ? value : equals + 1;
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
    } else if (strcmp(name, "output") == 0) {
        line->format = cli_format_find(CLI_READ, value);
        *ok = line->format || fail_format(value, error);
    } else if (strcmp(name, "write") == 0) {
        *ok = add(&line->files, "files", value, error);
    } else {
        if (strcmp(name, "catalog") == 0) {
            *ok = add(&line->catalogs, "catalogs", value, error);
        }
        line->all = line->all || strcmp(name, "all") == 0;
        line->implied = line->implied || strcmp(name, "implied") == 0;
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
        return aic_fail_memory(&run->error);
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
static bool calculators_of(struct run *run, struct cli_read_case *of)
{
    const char *rest = run->line.as;
    for (size_t i = 0; !rest && i < 3 && of->launch->calculators[i]; i++) {
        of->answers[of->count++].calculator = cli_calculator_find(of->launch->calculators[i]);
    }
    while (rest && *rest) {
        char name[AIC_TYPED_SIZE];
        size_t length = strcspn(rest, ",");
        cli_print(name, sizeof name, "%s", "");
        struct aic_text text;
        aic_text_init(&text, name, sizeof name);
        aic_text_add_bytes(&text, rest, length);
        const struct aic_calculator *calculator = cli_calculator_find(name);
        if (!calculator || of->count == CLI_READ_CALCULATORS_MAX) {
            aic_fail(&run->error, AIC_ERR_UNKNOWN, NULL, "--as: no calculator '%s'", name);
            return aic_suggest(&run->error, "'aicalc help' lists the calculators");
        }
        of->answers[of->count++].calculator = calculator;
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

static bool any_has(const struct cli_read_case *of, const char *name)
{
    for (size_t i = 0; i < of->count; i++) {
        if (cli_read_input(of->answers[i].calculator, name)) {
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

/*
 * Whether an option that is no budget is for this calculator: one for answers, or one of its inputs.
 * A name that no calculator of the case has goes to each, which refuses it.
 */
static bool is_for(const struct cli_read_case *of, const struct aic_calculator *calculator,
                   const char *word)
{
    char name[AIC_TYPED_SIZE];
    spell(name, word);
    if (cli_option_find(CLI_ANSWER, word, strcspn(word, "=")) || cli_read_input(calculator, name)) {
        return true;
    }
    bool is_no = strncmp(name, "no_", 3) == 0 && any_has(of, name + 3);
    return is_no ? cli_read_input(calculator, name + 3) != NULL : !any_has(of, name);
}

/* The words of the command line that a calculator is asked with. */
static void add_words(struct run *run, const struct cli_read_case *of,
                      struct cli_read_answer *answer)
{
    const struct command_line *line = &run->line;
    const struct aic_calculator *calculator = answer->calculator;
    for (size_t i = 0; i < line->word_count; i++) {
        const char *word = line->words[i];
        const struct cli_option *option = cli_option_find(CLI_ANSWER, word, strcspn(word, "="));
        bool has_value = takes_value(word),
             is_budget = option && strcmp(option->name, "budget") == 0;
        const char *value = has_value ? line->words[i + 1] : NULL;
        if (is_budget) {
            run->reading.judged = true;
            value = budget_for(calculator, has_value ? value : strchr(word, '=') + 1);
            word = "--budget";
            run->budget_judged[i] = run->budget_judged[i] || value;
        }
        if (is_budget ? value != NULL : is_for(of, calculator, word)) {
            answer->words[answer->word_count++] = (char *)(uintptr_t)word;
            if (value) {
                answer->words[answer->word_count++] = (char *)(uintptr_t)value;
            }
        }
        i += has_value;
    }
    if (cli_read_input(calculator, "layout") && !sets(line, "layout")) {
        answer->words[answer->word_count++] = (char *)(uintptr_t) "--layout";
        answer->words[answer->word_count++] = (char *)(uintptr_t) "given"; /* not searched anew */
    }
}

static bool write_answer(void *context, const char *bytes, size_t length)
{
    struct cli_read_answer *answer = context;
    if (answer->length + length + 1 > answer->capacity) {
        size_t capacity = 2 * (answer->length + length) + 1024;
        char *more = realloc(answer->text, capacity);
        if (!more) {
            return false;
        }
        answer->text = more;
        answer->capacity = capacity;
    }
    memcpy(answer->text + answer->length, bytes, length);
    answer->length += length;
    answer->text[answer->length] = '\0';
    return true;
}

static void add_option(struct cli_asked *asked, const char *option, const char *value)
{
    asked->words[asked->count++] = option;
    asked->words[asked->count++] = value;
}

/* The command that asks the same again, for the answer to name: the calculator's, with the texts. */
static bool name_command(const struct run *run, const struct cli_read_answer *answer,
                         const struct aic_launch_case *launch, struct cli_asked *asked)
{
    const struct command_line *line = &run->line;
    size_t most = 2 * (line->texts.count + line->set.count) + answer->word_count + 3;
    const char **words = calloc(most, sizeof *words);
    if (!words) {
        return false;
    }
    free(asked->words);
    *asked = (struct cli_asked){ words, 0 };
    asked->words[asked->count++] = answer->calculator->name;
    for (size_t i = 0; i < line->texts.count; i++) {
        add_option(asked, "--from", line->texts.at[i]);
    }
    for (size_t i = 0; i < line->set.count; i++) {
        add_option(asked, "--set", line->set.at[i]);
    }
    if (run->launched.launch.case_count > 1) {
        add_option(asked, "--case", launch->name);
    }
    for (size_t i = 0; i < answer->word_count; i++) {
        asked->words[asked->count++] = answer->words[i];
    }
    return true;
}

/* Asks as `aicalc CALCULATOR --from TEXT WORDS -o FORMAT` does. */
static void ask_one(const struct run *run, const struct cli_read_case *of,
                    struct cli_read_answer *answer, const struct cli_format *format)
{
    struct cli_options options;
    struct cli_capture capture = { .sink = { write_answer, answer, false },
                                   .columns = run->reading.in_full ? 0 : ONE_LINE };
    char **words = calloc(answer->word_count + 4, sizeof *words);
    if (!words) {
        aic_fail_memory(&answer->error);
        answer->code = CLI_FAILED;
        return;
    }
    size_t count = 0;
    words[count++] = (char *)(uintptr_t)answer->calculator->name;
    memcpy(words + count, answer->words, answer->word_count * sizeof *words);
    count += answer->word_count;
    words[count++] = (char *)(uintptr_t) "--output";
    words[count++] = (char *)(uintptr_t)format->name;
    answer->code = CLI_WRONG;
    if (cli_options_read(&options, CLI_ANSWER, answer->calculator, (int)count, words,
                         &capture.error) &&
        (name_command(run, answer, of->launch, &options.asked) ||
         aic_fail_memory(&capture.error))) {
        options.launch = of->launch;
        options.capture = &capture;
        answer->code = (enum cli_exit)command_query(&options);
    }
    answer->error = capture.error;
    cli_options_clear(&options);
    free(words);
}

static bool ask_case(struct run *run, const struct aic_launch_case *launch,
                     const struct cli_format *format)
{
    struct cli_read_case *of = &run->reading.cases[run->reading.count++];
    of->launch = launch;
    if (!calculators_of(run, of)) {
        return false;
    }
    for (size_t i = 0; i < of->count; i++) {
        struct cli_read_answer *answer = &of->answers[i];
        answer->words = calloc(2 * run->line.word_count + 2, sizeof answer->words[0]);
        if (!answer->words) {
            return aic_fail_memory(&run->error);
        }
        add_words(run, of, answer);
        ask_one(run, of, answer, format);
        of->worst = answer->code > of->worst ? answer->code : of->worst;
    }
    return true;
}

/* A budget that no case can judge. */
static bool check_budgets(struct run *run)
{
    const struct command_line *line = &run->line;
    for (size_t i = 0; i < line->word_count; i++) {
        const char *word = line->words[i], *equals = strchr(word, '=');
        if (strncmp(word, "--budget", 8) == 0 && !run->budget_judged[i]) {
            return aic_fail(&run->error, AIC_ERR_UNKNOWN, NULL,
                            "--budget '%s': no calculator that is asked has this result",
                            word[8] == '=' ? equals + 1 : line->words[i + 1]);
        }
        i += takes_value(word);
    }
    return true;
}

static void clear_answers(struct run *run)
{
    for (size_t i = 0; i < run->reading.count; i++) {
        for (size_t j = 0; j < run->reading.cases[i].count; j++) {
            free(run->reading.cases[i].answers[j].text);
            free(run->reading.cases[i].answers[j].words);
        }
    }
    free(run->reading.cases);
    run->reading.cases = NULL;
    run->reading.count = 0;
}

/* Asks every case, for answers in this format. */
static bool ask_all(struct run *run, const struct cli_format *format)
{
    const struct aic_launch *launch = &run->launched.launch;
    clear_answers(run);
    run->reading.launch = launch;
    run->reading.all = run->line.all;
    run->reading.implied = run->line.implied;
    run->reading.cases = calloc(launch->case_count, sizeof run->reading.cases[0]);
    if (!run->reading.cases) {
        return aic_fail_memory(&run->error);
    }
    size_t asked = 0;
    for (size_t i = 0; i < launch->case_count; i++) {
        asked += cli_launched_is_asked(launch, i, run->line.which);
    }
    run->reading.in_full = run->line.all || asked <= CLI_READ_IN_FULL;
    for (size_t i = 0; i < launch->case_count; i++) {
        const struct aic_launch_case *of = &launch->cases[i];
        if (cli_launched_is_asked(launch, i, run->line.which) &&
            ((run->line.strict &&
              !cli_launched_check_strict(of->notes, of->note_count, &run->error)) ||
             !ask_case(run, of, format))) {
            return false;
        }
    }
    if (run->reading.count == 0) {
        return aic_fail(&run->error, AIC_ERR_USAGE, NULL, "--case '%s': no case has these words",
                        run->line.which);
    }
    return check_budgets(run);
}

/* The answers on standard output, or in a file (path). */
static int show(struct run *run, const struct cli_format *format, const char *path)
{
    struct cli_output output;
    if (!ask_all(run, format)) {
        return -1;
    }
    enum cli_exit worst = CLI_OK;
    for (size_t i = 0; i < run->reading.count; i++) {
        worst = run->reading.cases[i].worst > worst ? run->reading.cases[i].worst : worst;
    }
    cli_output_open(&output, path);
    if (format->id == CLI_JSON) {
        cli_write_reading_json(&run->reading, &output.sink);
    } else {
        cli_write_reading(&run->reading, format->form, &output.sink);
    }
    int code = cli_output_close(&output, CLI_OK, format);
    return code > (int)worst ? code : (int)worst;
}

static int show_all(struct run *run)
{
    const struct cli_list *files = &run->line.files;
    int worst = show(run, run->line.format ? run->line.format : cli_format_at(CLI_READ, 0), NULL);
    for (size_t i = 0; worst >= 0 && worst != CLI_FAILED && i < files->count; i++) {
        int code = show(run, cli_format_of_file(CLI_READ, files->at[i]), files->at[i]);
        worst = code < 0 || code > worst ? code : worst;
    }
    return worst;
}

/* Files of -O that can be written: formats of read, none that is read, none twice. */
static bool check_files(struct run *run)
{
    const struct cli_list *files = &run->line.files;
    return cli_check_endings(CLI_READ, files->at, files->count, &run->error) &&
           cli_check_written_once(files->at, files->count, &run->error) &&
           cli_check_unread(&run->files, files->at, files->count, &run->error);
}

static bool read_all(struct run *run)
{
    struct command_line *line = &run->line;
    const struct aic_loader loader = cli_loader(&run->files);
    return cli_load_catalogs(&run->catalog, &run->files, line->catalogs.at, line->catalogs.count,
                             line->no_config, &run->error) &&
           cli_launched_read(&run->launched, &loader, &line->texts, &line->set, line->settings,
                             line->setting_count, &run->catalog, &run->error) &&
           (!line->strict ||
            cli_launched_check_strict(run->launched.launch.notes, run->launched.launch.note_count,
                                      &run->error)) &&
           check_files(run);
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
        code = run->line.help ? help() : read_all(run) ? show_all(run) : -1;
    } else if (run) {
        code = -1;
    }
    if (code < 0) {
        code = cli_report(&run->error, cli_peek_format((int)options->word_count,
                                                       (char **)(uintptr_t)options->words));
    }
    if (run) {
        clear_answers(run);
        cli_launched_clear(&run->launched);
        aic_catalog_clear(&run->catalog);
        cli_files_clear(&run->files);
        free(run->budget_judged);
        free(run->line.words);
        free(run->line.settings);
        free(run->line.names);
        free(run->line.joined);
    }
    free(run);
    return code;
}
