/* SPDX-License-Identifier: Apache-2.0 */
/* How many GPUs a command starts: its launcher, or the header of a Slurm script. */
#include "launch/launchers.h"

#include <math.h>
#include <string.h>

#include "core/ascii.h"

/* The value of an option among words[0..end), `_` and `-` alike; NULL: it is not there. */
static const struct word *option(struct reader *reader, struct words words, size_t end,
                                 const char *name, const char *or_name)
{
    for (size_t i = 0; i < end; i++) {
        const char *text = words.at[i].text;
        const char *equals = strchr(text, '=');
        size_t length = equals ? (size_t)(equals - text) : strlen(text);
        char dashed[64];
        struct aic_text copy;
        aic_text_init(&copy, dashed, sizeof dashed);
        aic_text_add_spelt(&copy, (struct aic_span){ text, length }, '_', '-');
        if (strcmp(dashed, name) != 0 && (!or_name || strcmp(dashed, or_name) != 0)) {
            continue;
        }
        if (!equals) {
            return i + 1 < words.count ? &words.at[i + 1] : NULL;
        }
        struct words one = { NULL, 0 };
        aic_launch_add_word(reader, &one, equals + 1, words.at[i].at);
        return one.at;
    }
    return NULL;
}

/* A whole number; of MIN:MAX the larger, of 2-4 the first. NAN, and a hole, where it is not told. */
static double count_of(struct reader *reader, const struct word *word, struct launcher *launcher)
{
    double value;
    if (!word) {
        return NAN;
    }
    if (aic_launch_has_hole(word->text)) {
        launcher->hole = aic_launch_hole(reader, word->text);
        return NAN;
    }
    const char *colon = strchr(word->text, ':');
    const char *text = colon ? colon + 1 : word->text;
    size_t length = strlen(text);
    size_t read = aic_number_read(text, length, 0, &value);
    return read > 0 && (read == length || text[read] == '-') && value >= 1 ? floor(value) : NAN;
}

static bool is_word(const char *word, const char *a)
{
    return strcmp(aic_base_name(word), a) == 0;
}

/* GPUs of a node, or of all nodes over these; NAN: the header does not say. */
static double header_gpus_per_node(const struct slurm *slurm)
{
    double each = slurm->gpus_per_node > 0 ? slurm->gpus_per_node : slurm->gpus / slurm->nodes;
    return each >= 1 && isfinite(each) ? floor(each) : NAN;
}

/* GPUs of a node that the flag or the header tells, for `--nproc-per-node gpu`. */
static double own_gpus_per_node(const struct shell *shell)
{
    double value = aic_launch_flag_number(shell->reader, "gpus_per_node");
    return isnan(value) ? header_gpus_per_node(&shell->slurm) : value;
}

static void torchrun(const struct shell *shell, struct words words, size_t end,
                     struct launcher *launcher)
{
    struct reader *reader = shell->reader;
    const struct word *nodes = option(reader, words, end, "--nnodes", NULL);
    const struct word *each = option(reader, words, end, "--nproc-per-node", "-nproc-per-node");
    double count = nodes ? count_of(reader, nodes, launcher) : 1;
    double per_node = each ? count_of(reader, each, launcher) : 1;
    if (!nodes && !each && shell->context && shell->context->is_replica_job) {
        return; /* PET_NNODES and PET_NPROC_PER_NODE of its operator */
    }
    if (each && (is_word(each->text, "gpu") || is_word(each->text, "auto"))) {
        per_node = own_gpus_per_node(shell);
    }
    launcher->gpus = count * per_node;
    launcher->gpus_per_node = isnan(count) ? NAN : per_node;
}

static void accelerate(struct reader *reader, struct words words, size_t end,
                       struct launcher *launcher)
{
    const struct word *file = option(reader, words, end, "--config-file", NULL);
    const struct word *processes = option(reader, words, end, "--num-processes", NULL);
    const struct word *machines = option(reader, words, end, "--num-machines", NULL);
    launcher->options = (struct words){ words.at, end + 1 };
    launcher->config = file ? aic_launch_find_file(reader, file->text) : NULL;
    const struct node *config =
        launcher->config ? aic_launch_config(reader, launcher->config) : NULL;
    if (file && !launcher->config) {
        launcher->config_word = *file;
        aic_launch_note_missing(reader, NULL, file->text, file->at);
    }
    struct word own = { .text = aic_launch_member_text(config, "num_processes") };
    struct word own_machines = { .text = aic_launch_member_text(config, "num_machines") };
    processes = processes ? processes : own.text ? &own : NULL;
    machines = machines ? machines : own_machines.text ? &own_machines : NULL;
    double nodes = machines ? count_of(reader, machines, launcher) : NAN;
    launcher->gpus = count_of(reader, processes, launcher);
    launcher->gpus_per_node = launcher->gpus / nodes;
}

/* The devices of --include localhost:0,1@host:2. */
static double included(const char *text)
{
    double devices = 0;
    for (const char *host = text; host; host = strchr(host, '@')) {
        host += *host == '@';
        const char *list = strchr(host, ':');
        if (!list) {
            return NAN;
        }
        for (const char *at = list; *at && *at != '@'; at++) {
            devices += *at == ',' || *at == ':';
        }
    }
    return devices;
}

static void deepspeed(struct reader *reader, struct words words, size_t end,
                      struct launcher *launcher)
{
    const struct word *nodes = option(reader, words, end, "--num-nodes", NULL);
    const struct word *each = option(reader, words, end, "--num-gpus", NULL);
    const struct word *include = option(reader, words, end, "--include", "-i");
    double count = nodes ? count_of(reader, nodes, launcher) : 1;
    if (include && !each) {
        launcher->gpus = included(include->text);
        return;
    }
    launcher->gpus = count * count_of(reader, each, launcher);
    launcher->gpus_per_node = launcher->gpus / count;
}

static void srun(const struct shell *shell, struct words words, size_t end,
                 struct launcher *launcher)
{
    struct reader *reader = shell->reader;
    const struct slurm *slurm = &shell->slurm;
    const struct word *tasks = option(reader, words, end, "-n", "--ntasks");
    const struct word *nodes = option(reader, words, end, "-N", "--nodes");
    const struct word *each = option(reader, words, end, "--ntasks-per-node", NULL);
    double count = nodes ? count_of(reader, nodes, launcher) : slurm->nodes;
    double per_node = each ? count_of(reader, each, launcher) : slurm->tasks_per_node;
    if (!(per_node > 1)) {
        per_node = slurm->gpus_per_node;
    }
    if (tasks) {
        launcher->gpus = count_of(reader, tasks, launcher);
        per_node = count > 0 ? launcher->gpus / count : per_node;
    } else if (slurm->tasks > 0 && !nodes && !each) {
        launcher->gpus = slurm->tasks;
        per_node = count > 0 ? launcher->gpus / count : per_node;
    } else if (count > 0 && per_node > 0) {
        launcher->gpus = count * per_node;
    } else if (slurm->gpus > 0) {
        launcher->gpus = slurm->gpus;
    }
    launcher->gpus_per_node = per_node > 0 ? per_node : NAN;
}

static void from_header(const struct slurm *slurm, struct launcher *launcher)
{
    double nodes = slurm->nodes > 0 ? slurm->nodes : 1;
    if (slurm->gpus_per_node > 0) {
        launcher->gpus = nodes * slurm->gpus_per_node;
        launcher->gpus_per_node = slurm->gpus_per_node;
    } else if (slurm->gpus > 0) {
        launcher->gpus = slurm->gpus;
        launcher->gpus_per_node = slurm->nodes > 0 ? slurm->gpus / nodes : NAN;
    }
}

/* swift and llamafactory-cli start torchrun themselves, as the environment tells. */
static bool starts_itself(const struct shell *shell, struct words words, size_t end,
                          struct launcher *launcher)
{
    const char *program = end < words.count ? words.at[end].text : "";
    const struct variable *each = aic_launch_variable(shell, "NPROC_PER_NODE");
    const struct variable *nodes = aic_launch_variable(shell, "NNODES");
    if (!each || each->words.count == 0 ||
        (!is_word(program, "swift") && !is_word(program, "llamafactory-cli"))) {
        return false;
    }
    launcher->gpus_per_node = count_of(shell->reader, &each->words.at[0], launcher);
    launcher->gpus = launcher->gpus_per_node;
    if (nodes && nodes->words.count > 0) {
        launcher->gpus *= count_of(shell->reader, &nodes->words.at[0], launcher);
    }
    launcher->at = each->words.at[0].at;
    launcher->spelt = "NPROC_PER_NODE";
    return true;
}

/* trl takes the options of accelerate among its own. */
static bool is_trl(const struct shell *shell, struct words words, size_t end,
                   struct launcher *launcher)
{
    if (end >= words.count || !is_word(words.at[end].text, "trl")) {
        return false;
    }
    struct words own = { words.at + end + 1, words.count - end - 1 };
    const struct word *config = option(shell->reader, own, own.count, "--accelerate-config", NULL);
    const struct word *processes = option(shell->reader, own, own.count, "--num-processes", NULL);
    launcher->gpus = count_of(shell->reader, processes, launcher);
    launcher->spelt = "trl";
    launcher->at = processes ? processes->at : words.at[end].at;
    launcher->config = config ? aic_launch_find_file(shell->reader, config->text) : NULL;
    if (config && !launcher->config) {
        launcher->config_word = *config;
    }
    return true;
}

const struct word *aic_launch_launcher_option(struct reader *reader,
                                              const struct launcher *launcher, const char *name)
{
    const struct words options = launcher->options;
    return options.count > 0 ? option(reader, options, options.count - 1, name, NULL) : NULL;
}

struct launcher aic_launch_launcher(const struct shell *shell, struct words words, size_t end)
{
    struct launcher launcher = { .gpus = NAN, .gpus_per_node = NAN, .spelt = "" };
    bool is_srun = false;
    launcher.at = words.count > 0 ? words.at[0].at : (struct aic_launch_place){ "", 0 };
    if (starts_itself(shell, words, end, &launcher) || is_trl(shell, words, end, &launcher)) {
        return launcher;
    }
    for (size_t i = 0; i < end; i++) {
        const char *word = words.at[i].text;
        struct words rest = { words.at + i + 1, words.count - i - 1 };
        size_t left = end - i - 1;
        launcher.at = words.at[i].at;
        launcher.spelt = aic_base_name(word);
        if (is_word(word, "torchrun") || strcmp(word, "torch.distributed.run") == 0 ||
            strcmp(word, "torch.distributed.launch") == 0) {
            torchrun(shell, rest, left, &launcher);
            return launcher;
        }
        if (is_word(word, "accelerate") || strcmp(word, "accelerate.commands.launch") == 0) {
            accelerate(shell->reader, rest, left, &launcher);
            return launcher;
        }
        if (is_word(word, "deepspeed")) {
            deepspeed(shell->reader, rest, left, &launcher);
            return launcher;
        }
        if (is_word(word, "mpirun") || is_word(word, "mpiexec")) {
            const struct word *np = option(shell->reader, rest, left, "-np", "-n");
            np = np ? np : option(shell->reader, rest, left, "--np", "--n");
            launcher.gpus = count_of(shell->reader, np, &launcher);
            return launcher;
        }
        if (is_word(word, "srun")) {
            srun(shell, rest, left, &launcher);
            is_srun = true;
            break;
        }
    }
    struct launcher inside = launcher;
    for (size_t i = 0; is_srun && i < end; i++) { /* a launcher inside srun counts alone */
        static const char *const names[] = { "torchrun", "accelerate", "deepspeed",
                                             "torch.distributed.run", NULL };
        for (size_t j = 0; names[j]; j++) {
            if (is_word(words.at[i].text, names[j])) {
                struct words rest = { words.at + i, words.count - i };
                inside = aic_launch_launcher(shell, rest, end - i);
                return inside;
            }
        }
    }
    if (!is_srun) {
        launcher.spelt = end < words.count ? aic_base_name(words.at[end].text) : "";
        launcher.at = end < words.count ? words.at[end].at : launcher.at;
        from_header(&shell->slurm, &launcher);
    }
    return launcher;
}

/* The value of `#SBATCH --option=value`, `--option value` or `-o value`; NULL: another option. */
static const char *header_value(struct reader *reader, const char *at, const char *end,
                                const char *name)
{
    size_t length = strlen(name);
    if ((size_t)(end - at) < length || strncmp(at, name, length) != 0) {
        return NULL;
    }
    at += length;
    bool is_short = name[1] != '-';
    if (at < end && !strchr("= \t", *at) && !is_short) {
        return NULL;
    }
    while (at < end && strchr("= \t", *at)) {
        at++;
    }
    size_t size = 0;
    while (at + size < end && !strchr(" \t#", at[size])) {
        size++;
    }
    return aic_launch_keep(reader, at, size);
}

/* What a list of resources, as `--gres` has, says behind "gpu": 8, h100:8 or nothing; NULL: none. */
static const char *gpu_resource(const char *list)
{
    const char *at = list;
    while (strncmp(at, "gpu", 3) != 0 || (at[3] && !strchr(",:", at[3]))) {
        at += strcspn(at, ",/:");
        if (*at == '\0') {
            return NULL;
        }
        at++;
    }
    return at + 3 + (at[3] == ':');
}

/* h100:8 or 8; of a resource also h100 or nothing, which is one. A name is kept. */
static double header_gpus(struct shell *shell, const char *value, struct aic_launch_place at)
{
    const char *resource = gpu_resource(value);
    value = resource ? resource : value;
    value = aic_launch_keep(shell->reader, value, strcspn(value, ","));
    const char *last = strrchr(value, ':');
    const char *number = last ? last + 1 : value;
    double count = 0;
    size_t read = aic_number_read(number, strlen(number), 0, &count);
    bool is_one = resource && !last && (*number == '\0' || aic_is_name(number[read]));
    size_t length = last ? (size_t)(last - value) : is_one ? strlen(value) : 0;
    if (length > 0 && !aic_is_digit(value[0])) {
        shell->slurm.gpu = aic_launch_keep(shell->reader, value, length);
        shell->slurm.gpu_at = at;
    }
    return is_one ? 1 : count;
}

/* One option of the header, from `at` to the end of its line. */
static void header_option(struct shell *shell, const char *at, const char *end,
                          struct aic_launch_place place)
{
    struct slurm *slurm = &shell->slurm;
    struct {
        const char *name;
        double *value;
    } counts[] = { { "--nodes", &slurm->nodes },
                   { "-N", &slurm->nodes },
                   { "--ntasks-per-node", &slurm->tasks_per_node },
                   { "--ntasks", &slurm->tasks },
                   { "-n", &slurm->tasks } };
    struct {
        const char *name;
        double *value;
        bool of_any; /* its list has other resources too */
    } gpus[] = { { "--gpus-per-node", &slurm->gpus_per_node, false },
                 { "--gres", &slurm->gpus_per_node, true },
                 { "--gpus", &slurm->gpus, false },
                 { "-G", &slurm->gpus, false } };
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        const char *value = header_value(shell->reader, at, end, counts[i].name);
        if (value) {
            aic_number_read(value, strlen(value), 0, counts[i].value);
            return;
        }
    }
    for (size_t i = 0; i < sizeof gpus / sizeof gpus[0]; i++) {
        const char *value = header_value(shell->reader, at, end, gpus[i].name);
        if (value && (!gpus[i].of_any || gpu_resource(value))) {
            *gpus[i].value = header_gpus(shell, value, place);
            return;
        }
    }
    const char *constraint = header_value(shell->reader, at, end, "--constraint");
    constraint = constraint ? constraint : header_value(shell->reader, at, end, "-C");
    if (constraint && !slurm->gpu && aic_launch_find_gpu(shell->reader, constraint)) {
        slurm->gpu = constraint;
        slurm->gpu_at = place;
    }
}

/* Most lines have one option; those behind it begin with a dash too. */
static void header_line(struct shell *shell, const char *at, const char *end,
                        struct aic_launch_place place)
{
    while (*at == '-') {
        header_option(shell, at, end, place);
        do { /* to the next word that is an option */
            while (at < end && !strchr(" \t", *at)) {
                at++;
            }
            while (at < end && strchr(" \t", *at)) {
                at++;
            }
        } while (at < end && !strchr("-#", *at));
    }
}

static void define(struct shell *shell, const char *names, double value)
{
    const char *text = aic_launch_format(shell->reader, "%g", value);
    while (value > 0 && *names) {
        size_t length = strcspn(names, " ");
        aic_launch_set_variable(shell, aic_launch_keep(shell->reader, names, length), text,
                                shell->slurm.at);
        names += length + (names[length] == ' ');
    }
}

void aic_launch_slurm(struct shell *shell, const struct source *source)
{
    int line = source->line;
    bool is_there = false;
    for (const char *at = source->text; *at; line++) {
        size_t length = strcspn(at, "\n");
        if (strncmp(at, "#SBATCH", 7) == 0 && length > 8) {
            struct aic_launch_place place = aic_launch_place(source, line);
            size_t blanks = strspn(at + 7, " \t");
            shell->slurm.at = is_there ? shell->slurm.at : place;
            is_there = true;
            header_line(shell, at + 7 + blanks, at + length, place);
        }
        at += length + (at[length] == '\n');
    }
    struct slurm *slurm = &shell->slurm;
    if (!is_there) {
        return;
    }
    double each = slurm->tasks_per_node > 0              ? slurm->tasks_per_node
                  : slurm->tasks > 0 && slurm->nodes > 0 ? slurm->tasks / slurm->nodes
                                                         : 0;
    double tasks = slurm->tasks > 0 ? slurm->tasks : slurm->nodes * slurm->tasks_per_node;
    define(shell, "SLURM_NNODES SLURM_JOB_NUM_NODES", slurm->nodes);
    define(shell, "SLURM_NTASKS_PER_NODE SLURM_TASKS_PER_NODE", each);
    define(shell, "SLURM_NTASKS SLURM_NPROCS", tasks);
    define(shell, "SLURM_GPUS_ON_NODE SLURM_GPUS_PER_NODE", header_gpus_per_node(slurm));
}
