/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The program of a command: the first word, from the left, that a table names. What stands before it
 * (env, numactl, launchers, containers) is passed over.
 */
#include "launch/case.h"

#include <math.h>
#include <string.h>

#include "core/ascii.h"
#include "launch/launchers.h"

/* Commands that are not looked into, though a program's name may stand among their words. */
static const char ignored[] =
    ": echo printf cat tee grep egrep sed awk ps pkill pgrep kill killall which type ls cp mv rm "
    "mkdir ln tar chmod chown find curl wget git pip pip3 apt apt-get export alias trap sleep wait "
    "read cd pushd popd set ulimit source touch test diff head tail less man help brew";

static const char shells[] = "sh bash dash zsh";

/* What a command holds. */
enum program_kind { NO_PROGRAM, SHELL_TEXT, SERVER, SCRIPT, JOB_FILE };

struct program {
    enum program_kind kind;
    const struct dialect *dialect; /* of SERVER; of JOB_FILE where its file does not tell */
    size_t word;                   /* where it stands */
    size_t at;                     /* of its first argument, its text or its file */
    bool model_first;              /* an argument in front of all flags is the model */
};

static const struct {
    const char *module;
    const struct dialect *dialect;
} modules[] = { { "vllm.entrypoints.openai.api_server", &aic_launch_vllm },
                { "vllm.entrypoints.api_server", &aic_launch_vllm },
                { "dynamo.vllm", &aic_launch_vllm },
                { "huggingfaceserver", &aic_launch_vllm },
                { "sglang.launch_server", &aic_launch_sglang },
                { "dynamo.sglang", &aic_launch_sglang },
                { "sglang_router.launch_server", &aic_launch_sglang },
                { "dynamo.trtllm", &aic_launch_trtllm },
                { "sglang.bench_serving", &aic_launch_load },
                { "tensorrt_llm.serve.scripts.benchmark_serving", &aic_launch_load } };

static bool is_in(struct reader *reader, const char *list, const char *word)
{
    return word[0] && aic_launch_mapped(reader, list, word) != NULL;
}

static const char *text_at(struct words words, size_t i)
{
    return i < words.count ? words.at[i].text : "";
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), size = strlen(end);
    return length >= size && strcmp(text + length - size, end) == 0;
}

/* `-c`, with any letters before the c. */
static bool is_shell_option(const char *word)
{
    size_t length = strlen(word);
    return length >= 2 && word[0] == '-' && word[1] != '-' && word[length - 1] == 'c';
}

static bool names_program(const char *text)
{
    static const char *const names[] = { "vllm",     "sglang",    "trtllm",     "llama",
                                         "torchrun", "deepspeed", "accelerate", "python" };
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        found = found || strstr(text, names[i]);
    }
    return found && strchr(text, ' ');
}

/* The last word that is a text with a program's name in it, which these run elsewhere; 0: none. */
static size_t remote_text(struct reader *reader, struct words words)
{
    size_t at = words.count;
    if (at == 0 || !is_in(reader, "ssh tmux screen pdsh clush", aic_base_name(words.at[0].text))) {
        return 0;
    }
    while (--at > 0 && !names_program(words.at[at].text)) {
    }
    return at;
}

/* `sh -c TEXT`: the place of the text, 0 where there is none. */
static size_t shell_text(struct words words, size_t i)
{
    size_t at = i + 1;
    while (text_at(words, at)[0] == '-' && !is_shell_option(text_at(words, at))) {
        at++;
    }
    if (!is_shell_option(text_at(words, at))) {
        return 0;
    }
    at++;
    while (strcmp(text_at(words, at), "--") == 0 || is_shell_option(text_at(words, at))) {
        at++;
    }
    return at < words.count ? at : 0;
}

static bool has_gguf(struct words words, size_t from)
{
    for (size_t i = from; i < words.count; i++) {
        if (ends_with(words.at[i].text, ".gguf")) {
            return true;
        }
    }
    return false;
}

/* Servers by one or two words. */
static bool find_server(struct words words, size_t i, struct program *program)
{
    const char *name = aic_base_name(words.at[i].text), *next = text_at(words, i + 1);
    bool is_subcommand =
        strcmp(name, "llama") == 0 && (strcmp(next, "serve") == 0 || strcmp(next, "cli") == 0);
    bool is_llama =
        strcmp(name, "llama-server") == 0 || strcmp(name, "llama-cli") == 0 || is_subcommand ||
        ((strcmp(name, "server") == 0 || strcmp(name, "main") == 0) && has_gguf(words, i));
    bool routes = strncmp(next, "disaggregated", 13) == 0; /* to servers: it is none itself */
    *program = (struct program){ SERVER, NULL, i, i + 2, false };
    if (strcmp(name, "vllm") == 0 && strcmp(next, "serve") == 0) {
        program->dialect = &aic_launch_vllm;
    } else if (strcmp(name, "vllm") == 0 && strcmp(next, "bench") == 0 &&
               strcmp(text_at(words, i + 2), "serve") == 0) {
        program->dialect = &aic_launch_load;
        program->at = i + 3;
    } else if (strcmp(name, "sglang") == 0 && strcmp(next, "serve") == 0) {
        program->dialect = &aic_launch_sglang;
        program->model_first = true;
    } else if (strcmp(name, "trtllm-serve") == 0 && !routes) {
        program->dialect = &aic_launch_trtllm;
        program->at = i + 1 + (strcmp(next, "serve") == 0);
    } else if (is_llama) {
        program->dialect = &aic_launch_llamacpp;
        program->at = i + 1 + is_subcommand;
    }
    return program->dialect != NULL;
}

/* `-m MODULE` and scripts. */
static bool find_script(struct words words, size_t i, struct program *program)
{
    const char *word = words.at[i].text, *name = aic_base_name(word);
    *program = (struct program){ SERVER, NULL, i, i + 1, false };
    if (strcmp(word, "-m") == 0 && i > 0 && i + 1 < words.count) {
        const char *module = words.at[i + 1].text;
        program->at = i + 2;
        for (size_t j = 0; j < sizeof modules / sizeof modules[0]; j++) {
            if (strcmp(module, modules[j].module) == 0) {
                program->dialect = modules[j].dialect;
                return true;
            }
        }
        if (strcmp(module, "axolotl.cli.train") == 0) {
            program->kind = JOB_FILE;
            return true;
        }
        program->kind = SCRIPT;
        return strncmp(module, "torch.distributed", 17) != 0 &&
               strncmp(module, "accelerate", 10) != 0;
    }
    if (!ends_with(name, ".py")) {
        return false;
    }
    if (strcmp(name, "benchmark_serving.py") == 0 || strcmp(name, "bench_serving.py") == 0) {
        program->dialect = &aic_launch_load;
    } else if (strcmp(name, "api_server.py") == 0 && strstr(word, "vllm")) {
        program->dialect = &aic_launch_vllm;
    } else {
        program->kind = SCRIPT;
    }
    return true;
}

/* True where a word begins with one of the list's, which are divided by blanks. */
static bool begins_with(const char *word, const char *list)
{
    while (*list) {
        size_t length = strcspn(list, " ");
        if (strncmp(word, list, length) == 0) {
            return true;
        }
        list += length + (list[length] == ' ');
    }
    return false;
}

/* True where the flag stands among the words, `_` and `-` alike. */
static bool has_flag(struct words words, size_t from, const char *flag)
{
    for (size_t i = from; i < words.count; i++) {
        const char *word = words.at[i].text;
        size_t length = strcspn(word, "=");
        bool same = length == strlen(flag);
        for (size_t j = 0; same && j < length; j++) {
            same = word[j] == flag[j] || (word[j] == '_' && flag[j] == '-');
        }
        if (same) {
            return true;
        }
    }
    return false;
}

/* Trainers that take a subcommand. */
static bool find_trainer(struct reader *reader, struct words words, size_t i,
                         struct program *program)
{
    const char *name = aic_base_name(words.at[i].text), *next = text_at(words, i + 1);
    *program = (struct program){ JOB_FILE, NULL, i, i + 2, false };
    if (strcmp(name, "axolotl") == 0) {
        return is_in(reader, "train finetune", next);
    }
    bool is_factory = strcmp(name, "llamafactory-cli") == 0 && strcmp(next, "train") == 0;
    if (is_factory && text_at(words, i + 2)[0] != '-') {
        return true; /* its file; flags otherwise */
    }
    bool is_trl = strcmp(name, "trl") == 0 && is_in(reader, "sft dpo grpo reward kto rloo", next);
    if (is_trl && has_flag(words, i, "--config")) {
        return true; /* its file, and flags that win over it */
    }
    bool is_swift = strcmp(name, "swift") == 0 && is_in(reader, "sft pt rlhf dpo", next);
    program->kind = SERVER;
    program->dialect = is_swift ? &aic_launch_swift : &aic_launch_hf;
    return is_factory || is_swift || is_trl;
}

/* The launcher of `python submit.py --gpus 8 -- torchrun train.py`; 0: none. */
static size_t launcher_behind(struct words words, size_t i)
{
    for (i++; i + 1 < words.count; i++) {
        const char *name = aic_base_name(words.at[i].text), *before = words.at[i - 1].text;
        bool is_value = before[0] == '-' && strcmp(before, "--") != 0 && strcmp(before, "-m") != 0;
        if (!is_value &&
            (strcmp(name, "torchrun") == 0 || strcmp(name, "torch.distributed.run") == 0 ||
             strcmp(name, "deepspeed") == 0 ||
             (strcmp(name, "accelerate") == 0 && strcmp(text_at(words, i + 1), "launch") == 0))) {
            return i;
        }
    }
    return 0;
}

static struct program find_program(struct reader *reader, struct words words)
{
    struct program program, outer = { .kind = NO_PROGRAM };
    for (size_t i = 0; i < words.count; i++) {
        size_t text =
            is_in(reader, shells, aic_base_name(words.at[i].text)) ? shell_text(words, i) : 0;
        if (text > 0) {
            return (struct program){ SHELL_TEXT, NULL, i, text, false };
        }
        if (find_server(words, i, &program) || find_trainer(reader, words, i, &program) ||
            find_script(words, i, &program)) {
            size_t launcher = program.kind == SCRIPT ? launcher_behind(words, program.word) : 0;
            if (launcher == 0) {
                return program;
            }
            outer = program;
            i = launcher;
        }
    }
    size_t text = outer.kind == NO_PROGRAM ? remote_text(reader, words) : 0;
    return text > 0 ? (struct program){ SHELL_TEXT, NULL, 0, text, false } : outer;
}

static bool holds_program(struct shell *shell, struct words words)
{
    return !is_in(shell->reader, ignored, aic_base_name(words.at[0].text)) &&
           find_program(shell->reader, words).kind != NO_PROGRAM;
}

static bool has_prefix(struct words words, size_t from, const char *prefixes)
{
    for (size_t i = from; i < words.count; i++) {
        const char *word = words.at[i].text + strspn(words.at[i].text, "+~");
        if (begins_with(word, prefixes) && (word[0] == '-' || strchr(word, '='))) {
            return true;
        }
    }
    return false;
}

/* Whose script it is, by its arguments; NULL: they do not tell. */
static const struct dialect *dialect_of_script(struct words words, const struct program *program)
{
    size_t from = program->at;
    const char *script = aic_base_name(text_at(words, program->word));
    if (strcmp(script, "run_recipe.py") == 0) {
        return &aic_launch_bridge;
    }
    if (has_flag(words, from, "--tensor-model-parallel-size") ||
        has_flag(words, from, "--pipeline-model-parallel-size") ||
        (has_flag(words, from, "--hidden-size") && has_flag(words, from, "--num-layers")) ||
        begins_with(script, "pretrain_")) {
        return &aic_launch_megatron;
    }
    if (has_prefix(words, from,
                   "model. train. trainer. optimizer. ddp. dataset. checkpoint. mixed_precision. "
                   "scheduler. logger. dist.")) {
        return &aic_launch_bridge;
    }
    if (has_prefix(words, from,
                   "--job. --training. --parallelism. --model. --activation_checkpoint. "
                   "--optimizer.")) {
        return &aic_launch_torchtitan;
    }
    if (has_flag(words, from, "--model-name-or-path") ||
        has_flag(words, from, "--per-device-train-batch-size")) {
        return &aic_launch_hf;
    }
    return NULL;
}

static bool is_config_name(const char *word)
{
    return ends_with(word, ".yaml") || ends_with(word, ".yml") || ends_with(word, ".toml");
}

/* A configuration with the job in it, which was not given. */
static void miss_job(struct reader *reader, struct word file)
{
    aic_launch_note_missing(reader, NULL, file.text, file.at);
    if (!reader->missing_job) {
        reader->missing_job = aic_base_name(file.text);
        reader->missing_at = file.at;
    }
}

/* The first argument that is a configuration; NULL: none. */
static const struct word *config_word(struct words words, size_t from)
{
    for (size_t i = from; i < words.count; i++) {
        if (is_config_name(words.at[i].text) && words.at[i].text[0] != '-') {
            return &words.at[i];
        }
    }
    return NULL;
}

/* `key=value` words behind a file: they are keys that win over it. */
static void read_pairs(struct work *work, struct words words)
{
    for (size_t i = 0; i < words.count; i++) {
        const char *equals = strchr(words.at[i].text, '=');
        if (!equals || words.at[i].text[0] == '-') {
            continue;
        }
        struct words flag = { NULL, 0 };
        aic_launch_add_word(work->reader, &flag,
                            aic_launch_format(work->reader, "--%s", words.at[i].text),
                            words.at[i].at);
        aic_launch_read_flags(work, flag);
    }
}

/* Flags behind a file, or before it: they win over its keys. */
static void read_job_flags(struct work *work, struct words words, const struct word *file)
{
    struct words flags = { NULL, 0 };
    for (size_t i = 0; i < words.count; i++) {
        bool names_file = i + 1 < words.count && &words.at[i + 1] == file &&
                          strcmp(words.at[i].text, "--config") == 0;
        if (!names_file && &words.at[i] != file) {
            aic_launch_add_word(work->reader, &flags, words.at[i].text, words.at[i].at);
        }
    }
    if (has_prefix(flags, 0, "--")) {
        aic_launch_read_flags(work, flags);
    } else {
        read_pairs(work, flags);
    }
}

/* axolotl's options are its keys: --micro-batch-size 4 is micro_batch_size: 4. */
static void read_key_flags(struct work *work, struct words words)
{
    for (size_t i = 0; i < words.count; i++) {
        const char *word = words.at[i].text, *equals = strchr(word, '=');
        char name[128];
        struct aic_text text;
        if (strncmp(word, "--", 2) != 0 || !word[2]) {
            continue;
        }
        size_t length = equals ? (size_t)(equals - word) : strlen(word);
        aic_text_init(&text, name, sizeof name);
        aic_text_add_spelt(&text, (struct aic_span){ word + 2, length - 2 }, '-', '_');
        const char *key = aic_launch_keep(work->reader, name, text.length);
        struct setting *setting = aic_launch_add_setting(
            work, key, aic_launch_keep(work->reader, word, length), words.at[i].at);
        const char *next = text_at(words, i + 1);
        if (setting) {
            setting->value = equals ? equals + 1 : next[0] != '-' ? next : "";
        }
    }
}

static void run_job(struct shell *shell, struct words words, const struct program *program,
                    const struct word *file)
{
    struct reader *reader = shell->reader;
    struct launcher launcher = aic_launch_launcher(shell, words, program->word);
    struct source *given = file ? aic_launch_find_file(reader, file->text) : NULL;
    if (!file) {
        return;
    }
    if (!given) {
        miss_job(reader, *file);
        return;
    }
    struct source copy = *given;
    const struct node *root = aic_launch_config(reader, &copy);
    const struct dialect *dialect = root ? aic_launch_kind_of(reader, root) : NULL;
    if (!dialect) {
        return;
    }
    struct work *work = aic_launch_start_job(reader, &copy, root, dialect, shell->context);
    if (work) {
        struct words rest = { words.at + program->at, words.count - program->at };
        work->launcher = launcher;
        for (size_t i = 0; i < work->setting_count; i++) {
            work->settings[i].from_file = true;
        }
        if (dialect == &aic_launch_hf) {
            read_job_flags(work, rest, file);
        } else if (dialect == &aic_launch_axolotl) {
            read_key_flags(work, rest);
        } else {
            read_pairs(work, rest);
        }
        aic_launch_finish_work(work);
    }
}

static bool is_launched(const struct launcher *launcher)
{
    static const char names[] =
        "torchrun torch.distributed.run torch.distributed.launch accelerate "
        "accelerate.commands.launch deepspeed";
    size_t length = strlen(launcher->spelt);
    const char *at = length > 0 ? strstr(names, launcher->spelt) : NULL;
    return at && (at[length] == ' ' || at[length] == '\0');
}

static void run_script(struct shell *shell, struct words words, const struct program *program,
                       const struct context *context)
{
    struct reader *reader = shell->reader;
    const struct dialect *dialect = dialect_of_script(words, program);
    const struct word *file = config_word(words, program->at);
    struct launcher launcher = aic_launch_launcher(shell, words, program->word);
    bool is_told = file && file > words.at && strcmp(file[-1].text, "--config") == 0 &&
                   aic_launch_find_file(reader, file->text);
    bool is_job = dialect == &aic_launch_torchtitan || dialect == NULL ||
                  (dialect == &aic_launch_hf && is_told);
    if (is_job && file && (is_launched(&launcher) || aic_launch_find_file(reader, file->text))) {
        if (dialect == &aic_launch_torchtitan && aic_launch_find_file(reader, file->text)) {
            aic_launch_titan_job(shell, words, program->at, &launcher);
        } else {
            run_job(shell, words, program, file);
        }
        return;
    }
    if (!dialect) {
        if (is_launched(&launcher)) {
            const char *name = aic_base_name(
                text_at(words, program->word + (words.at[program->word].text[0] == '-')));
            aic_launch_note(reader, NULL, "program-unknown", name, words.at[program->word].at,
                            "the script '%s' is not known by its arguments",
                            aic_launch_shown(reader, name));
            reader->untold = words.at[program->word].at;
        }
        return;
    }
    struct work *work = aic_launch_new_work(reader, dialect, context, words.at[program->word].at);
    if (work) {
        work->launcher = launcher;
        work->context.shell = shell;
        aic_launch_read_flags(work,
                              (struct words){ words.at + program->at, words.count - program->at });
        aic_launch_finish_work(work);
    }
}

static void run_server(struct shell *shell, struct words words, const struct program *program,
                       const struct context *context)
{
    struct aic_launch_place place = aic_launch_place(shell->source, 0);
    if (words.count > program->word) {
        place = words.at[program->word].at;
    } else if (context && context->image_at.name) {
        place = context->image_at;
    }
    struct work *work = aic_launch_new_work(shell->reader, program->dialect, context, place);
    if (!work) {
        return;
    }
    work->context.shell = shell;
    if (!work->dialect->is_server) {
        work->launcher = aic_launch_launcher(shell, words, program->word);
    }
    size_t at = program->at;
    if (program->model_first && text_at(words, at)[0] && text_at(words, at)[0] != '-') {
        struct setting *model = aic_launch_add_setting(work, "--model-path", "", words.at[at].at);
        if (model) {
            model->value = words.at[at].text;
        }
        at++;
    }
    if (at < words.count) {
        aic_launch_read_flags(work, (struct words){ words.at + at, words.count - at });
    }
    aic_launch_finish_work(work);
}

void aic_launch_run_program(struct shell *shell, struct words words, const struct context *context)
{
    struct program program = find_program(shell->reader, words);
    struct words rest = { words.at + program.at, words.count - program.at };
    const struct context *before = shell->context;
    shell->context = context;
    switch (program.kind) {
    case NO_PROGRAM:
        break;
    case SHELL_TEXT:
        /* Words behind the text are its $0, $1, .. */
        aic_launch_run_text(shell, rest.at[0],
                            rest.count > 2 ? (struct words){ rest.at + 2, rest.count - 2 }
                                           : (struct words){ NULL, 0 });
        break;
    case SERVER:
        run_server(shell, words, &program, context);
        break;
    case SCRIPT:
        run_script(shell, words, &program, context);
        break;
    case JOB_FILE:
        run_job(shell, words, &program, config_word(words, program.at));
        break;
    }
    shell->context = before;
}

/* A server with these arguments, as an image starts it. */
void aic_launch_run_server(struct shell *shell, const struct dialect *dialect,
                           struct words arguments, const struct context *context)
{
    struct program program = { SERVER, dialect, 0, 0, false };
    struct program inside = find_program(shell->reader, arguments);
    if (inside.kind == SERVER || inside.kind == SHELL_TEXT) {
        aic_launch_run_program(shell, arguments, context);
    } else {
        run_server(shell, arguments, &program, context);
    }
}

/* Tags of other images, such as those of Dynamo and llm-d, count their own versions. */
const struct dialect *aic_launch_image(struct reader *reader, const char *image,
                                       const char **version, bool *has_entry_point)
{
    const char *name = aic_base_name(image);
    size_t length = strcspn(name, ":@");
    const char *tag = name[length] == ':' ? name + length + 1 : "";
    bool is_vllm = strncmp(name, "vllm-openai", 11) == 0 && (length == 11 || name[11] == '-');
    const char *only = aic_launch_keep(reader, name, length);
    bool is_own = is_vllm || is_in(reader, "vllm vllm-cpu vllm-rocm sglang llama.cpp", only);
    const char *named = strstr(tag, "vllm"); /* rocm7.0.0_vllm_0.11.1, but not rhoai-2.20 */
    bool is_plain = is_vllm || aic_is_digit(tag[tag[0] == 'v']);
    *version = is_own && (named || is_plain) ? aic_launch_version(reader, named ? named : tag) : "";
    *has_entry_point = true;
    if (is_vllm || is_in(reader, "vllm-cpu vllm-rocm", only)) {
        return &aic_launch_vllm;
    }
    if (strcmp(only, "llama.cpp") == 0) {
        return &aic_launch_llamacpp;
    }
    *has_entry_point = false;
    return strcmp(only, "sglang") == 0 ? &aic_launch_sglang : NULL;
}

/* The value of `--option VALUE` or `--option=VALUE` at words[i]; NULL: it is another word. */
static const char *option_value(struct words words, size_t i, const char *option)
{
    size_t length = strlen(option);
    const char *word = words.at[i].text;
    if (strncmp(word, option, length) != 0) {
        return NULL;
    }
    return word[length] == '='    ? word + length + 1
           : word[length] == '\0' ? text_at(words, i + 1)
                                  : NULL;
}

/* `docker run [options] IMAGE words` of an image that is known. */
static bool run_container(struct shell *shell, struct words words)
{
    struct reader *reader = shell->reader;
    size_t at = 0;
    while (at < 2 && !is_in(reader, "docker podman nerdctl", aic_base_name(text_at(words, at)))) {
        at++;
    }
    if (at == 2 || strcmp(text_at(words, at + 1), "run") != 0) {
        return false;
    }
    struct context context = shell->context ? *shell->context : aic_launch_no_context();
    struct words command = { NULL, 0 };
    for (size_t i = at + 2; i < words.count; i++) {
        const char *entry = option_value(words, i, "--entrypoint");
        const char *variable = option_value(words, i, "--env");
        variable = variable ? variable : option_value(words, i, "-e");
        if (entry) {
            aic_launch_add_word(reader, &command, entry, words.at[i].at);
        }
        if (variable && strchr(variable, '=')) {
            const char *equals = strchr(variable, '=');
            aic_launch_set_variable(shell,
                                    aic_launch_keep(reader, variable, (size_t)(equals - variable)),
                                    equals + 1, words.at[i].at);
        }
        bool has_entry_point;
        const char *version;
        const struct dialect *dialect =
            words.at[i].text[0] != '-'
                ? aic_launch_image(reader, words.at[i].text, &version, &has_entry_point)
                : NULL;
        if (!dialect) {
            continue;
        }
        struct words rest = { words.at + i + 1, words.count - i - 1 };
        bool is_replaced = command.count > 0;
        context.version = version;
        context.image_at = words.at[i].at;
        aic_launch_add_words(reader, &command, rest);
        if (has_entry_point && !is_replaced) {
            aic_launch_run_server(shell, dialect, command, &context);
        } else {
            aic_launch_run_program(shell, command, &context);
        }
        return true;
    }
    return false;
}

static void look_into(struct shell *shell, struct words words)
{
    struct reader *reader = shell->reader;
    const char *first = words.at[0].text;
    if (is_in(reader, ignored, aic_base_name(first))) {
        return;
    }
    if (first[0] == '-' && first[1]) {
        aic_launch_note(reader, NULL, "unread", first, words.at[0].at,
                        "'%s' begins a line: a comment or a blank behind '\\' ended the command "
                        "before it",
                        aic_launch_shown(reader, first));
        return;
    }
    if (!run_container(shell, words)) {
        aic_launch_run_program(shell, words, shell->context);
    }
}

struct shell aic_launch_shell(struct reader *reader, const struct source *source)
{
    static const struct shell_user user = { look_into, holds_program };
    return (struct shell){ .user = &user, .reader = reader, .source = source };
}
