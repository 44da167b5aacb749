/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of nccl-tests, fio, IOR, DLIO and of training: which log it is, and its figures. */
#include "launch/logs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/ascii.h"

/* --- nccl-tests --- */

struct nccl {
    double ranks, hosts, per_host, threads;
    struct log_line rank_line, row_line, threads_line;
    bool is_equal;
    const char *gpu;
    char host[64];
    double on_host;
    double size, algbw, busbw;
    const char *redop;
    const char *operation;
    struct log_line operation_line;
};

/* "#  Rank  0 Group  0 Pid   7001 on     node-a device  0 [0000:1b:00] NVIDIA H100 80GB HBM3" */
static void read_rank(struct reader *reader, struct nccl *nccl, const struct log_line *line)
{
    const char *on = aic_launch_behind(line, " on ");
    const char *bus = aic_launch_behind(line, "] ");
    char host[64] = "";
    struct aic_text text;
    aic_text_init(&text, host, sizeof host);
    if (on) {
        on += strspn(on, " ");
        aic_text_add_bytes(&text, on, strcspn(on, " \n"));
    }
    if (nccl->ranks == 0) {
        nccl->rank_line = *line;
        if (bus) {
            nccl->gpu = aic_launch_keep(reader, bus, (size_t)(line->at + line->length - bus));
        }
    }
    if (nccl->ranks == 0 || strcmp(host, nccl->host) != 0) {
        bool is_first = nccl->hosts == 0;
        nccl->is_equal =
            is_first || (nccl->is_equal && (nccl->hosts == 1 || nccl->on_host == nccl->per_host));
        nccl->per_host = nccl->hosts == 1 ? nccl->on_host : nccl->per_host;
        nccl->hosts++;
        nccl->on_host = 0;
        memcpy(nccl->host, host, sizeof host);
    }
    nccl->on_host++;
    nccl->ranks++;
}

/* True where a word is digits alone. */
static bool is_digits(const char *at)
{
    return strspn(at, "0123456789") == strcspn(at, " \t\n");
}

/*
 * A row: size, count, type, redop, root, time, algbw, busbw, out of place. What srun, mpirun or
 * kubectl put before every line is passed over: size and count are two numbers before a word.
 */
static void read_row(struct work *work, struct nccl *nccl, const struct log_line *line)
{
    const char *fields[8];
    size_t count = 0;
    const char *at = line->at, *end = line->at + line->length;
    while (count < 8) {
        at += strspn(at, " \t");
        if (at >= end) {
            break;
        }
        fields[count++] = at;
        at += strcspn(at, " \t\n");
        bool is_row = count != 3 ||
                      (is_digits(fields[0]) && is_digits(fields[1]) && aic_is_letter(fields[2][0]));
        if (!is_row) { /* it may begin with the word behind */
            at = fields[0] + strcspn(fields[0], " \t\n");
            count = 0;
        }
    }
    double size = count == 8 ? aic_launch_number_at(fields[0]) : NAN;
    if (!(size > 0)) {
        return;
    }
    double time = aic_launch_number_at(fields[5]), busbw = aic_launch_number_at(fields[7]);
    aic_launch_measure(work, "time", time / 1e6, size, line);
    aic_launch_measure(work, "busbw", busbw * 1e9, size, line);
    if (size >= nccl->size && busbw > 0) {
        nccl->size = size;
        nccl->algbw = aic_launch_number_at(fields[6]);
        nccl->busbw = busbw;
        nccl->row_line = *line;
        nccl->redop = aic_launch_keep(work->reader, fields[3], strcspn(fields[3], " \t\n"));
    }
}

static void read_operation(struct reader *reader, struct nccl *nccl, const struct log_line *line)
{
    const char *behind = aic_launch_behind(line, "_perf");
    const char *start = behind ? behind - 5 : NULL;
    while (start && start > line->at && aic_is_name(start[-1])) {
        start--;
    }
    if (start && !nccl->operation) {
        const char *name = aic_launch_keep(reader, start, (size_t)(behind - 5 - start));
        nccl->operation = aic_launch_mapped(
            reader,
            "all_to_all:alltoall send_recv:sendrecv all_reduce all_gather reduce_scatter broadcast "
            "reduce gather scatter",
            name);
        nccl->operation_line = *line;
    }
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 0.02 * b;
}

/* The operation that the two bandwidths tell of. */
static const char *operation_of(const struct nccl *nccl)
{
    double n = nccl->ranks, ratio = nccl->busbw / nccl->algbw;
    bool reduces = nccl->redop && strcmp(nccl->redop, "none") != 0;
    if (nccl->operation) {
        return nccl->operation;
    }
    if (n <= 2) {
        return NULL;
    }
    return is_near(ratio, 2 * (n - 1) / n)          ? "all_reduce"
           : reduces && is_near(ratio, (n - 1) / n) ? "reduce_scatter"
           : reduces && is_near(ratio, 1)           ? "reduce"
                                                    : NULL;
}

/* Ranks of a host; where several hosts are trays of one rack, the rack is the node. */
static void set_ranks(struct work *work, struct nccl *nccl)
{
    struct setting from = aic_launch_of_line("Rank", "", &nccl->rank_line);
    double last = nccl->on_host, each = nccl->hosts > 1 ? nccl->per_host : last;
    bool is_equal = nccl->hosts == 1 || (nccl->is_equal && last == each);
    const char *gpu = nccl->gpu ? aic_launch_find_gpu(work->reader, nccl->gpu) : NULL;
    struct aic_entry entry;
    double domain = NAN;
    aic_launch_set_number(work, "ranks", nccl->ranks, &from);
    if (gpu && aic_catalog_find(work->reader->request->catalog, AIC_GPUS, gpu, &entry, NULL)) {
        domain = aic_launch_entry_number(&entry, "scale_up_gpus");
        aic_entry_clear(&entry);
    }
    if (domain > 8 && nccl->hosts > 1) {
        aic_launch_set_number(work, "gpus_per_node", domain, &from);
        aic_launch_set_number(work, "ranks_per_node", fmin(domain, nccl->ranks), &from);
    } else if (is_equal) {
        aic_launch_set_number(work, "ranks_per_node", each, &from);
    }
    if (gpu) {
        aic_launch_set_word(work, "gpu", gpu, &from);
    } else if (nccl->gpu) {
        aic_launch_note(work->reader, work, "gpu-unknown", nccl->gpu, nccl->rank_line.place,
                        "'%s' is no GPU of the catalog: add --gpu",
                        aic_launch_shown(work->reader, nccl->gpu));
    }
}

/* "#  Rank  0"; older releases have a blank more. */
static bool is_rank(const struct log_line *line)
{
    const char *behind = aic_launch_behind(line, "# ");
    return behind && strncmp(behind + strspn(behind, " "), "Rank ", 5) == 0;
}

static void read_nccl(struct work *work, const struct source *source)
{
    struct nccl nccl = { .threads = NAN };
    struct log_line line = { .at = NULL };
    while (aic_launch_next_line(source, &line)) {
        const char *threads = aic_launch_behind(&line, "nThread");
        const char *gpus = aic_launch_behind(&line, "nGpus");
        if (threads && gpus) {
            nccl.threads = aic_launch_number_at(threads) * aic_launch_number_at(gpus);
            nccl.threads_line = line;
        }
        if (is_rank(&line)) {
            read_rank(work->reader, &nccl, &line);
        } else {
            read_row(work, &nccl, &line);
        }
        read_operation(work->reader, &nccl, &line);
    }
    struct setting from = aic_launch_of_line("row", "", &nccl.row_line);
    if (nccl.ranks > 0) {
        set_ranks(work, &nccl);
    } else if (nccl.threads > 1) {
        struct setting started = aic_launch_of_line("nThread", "", &nccl.threads_line);
        aic_launch_set_number(work, "ranks", nccl.threads, &started);
        nccl.ranks = nccl.threads;
    } else if (!aic_launch_flag(work->reader, "ranks")) {
        aic_launch_ask(work, "ranks", work->at, "the log does not say its ranks: add --ranks");
    }
    const char *operation = operation_of(&nccl);
    if (operation) {
        struct setting named = aic_launch_of_line(
            "operation", "", nccl.operation ? &nccl.operation_line : &nccl.row_line);
        aic_launch_set_word(work, "operation", operation, &named);
    } else if (!aic_launch_flag(work->reader, "operation")) {
        aic_launch_ask(work, "operation", work->at,
                       "the log does not say its operation: add --operation");
    }
    if (nccl.size > 0) {
        aic_launch_set_number(work, "size", nccl.size, &from);
        aic_launch_set_number(work, "measured_busbw", nccl.busbw * 1e9, &from);
    }
}

/* --- fio, IOR --- */

/* Bytes a second of "8192MiB/s" or "12345.67 MiB/sec". */
static double bandwidth_at(const char *text)
{
    static const struct {
        const char *unit;
        double factor;
    } units[] = { { "KiB", 1024 },       { "MiB", 1048576 },
                  { "GiB", 1073741824 }, { "TiB", 1099511627776 },
                  { "kB", 1e3 },         { "KB", 1e3 },
                  { "MB", 1e6 },         { "GB", 1e9 },
                  { "TB", 1e12 },        { "B", 1 } };
    double value = aic_launch_number_at(text);
    text += strspn(text, " \t:=");
    text += strspn(text, "0123456789.,");
    text += strspn(text, " ");
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strncmp(text, units[i].unit, strlen(units[i].unit)) == 0) {
            return value * units[i].factor;
        }
    }
    return NAN;
}

static void ask_storage(struct work *work)
{
    static const char *const asks[] = { "tier", "data", NULL };
    for (size_t i = 0; asks[i]; i++) {
        if (!aic_launch_flag(work->reader, asks[i])) {
            aic_launch_ask(work, asks[i], work->at, "the log does not say it: add --%s", asks[i]);
        }
    }
}

/* The largest of the lines with a mark. */
static void read_bandwidth(struct work *work, const struct source *source, const char *mark,
                           const char *input)
{
    struct log_line line = { .at = NULL }, largest_line = { .at = NULL };
    double largest = 0;
    while (aic_launch_next_line(source, &line)) {
        const char *behind = aic_launch_behind(&line, mark);
        double value = behind ? bandwidth_at(behind) : NAN;
        if (value > largest) {
            largest = value;
            largest_line = line;
        }
    }
    if (largest > 0) {
        struct setting from = aic_launch_of_line(mark, "", &largest_line);
        aic_launch_set_number(work, input, largest, &from);
    }
}

static void read_fio(struct work *work, const struct source *source)
{
    read_bandwidth(work, source, "READ: bw=", "measured_read_bw");
    read_bandwidth(work, source, "WRITE: bw=", "measured_write_bw");
    ask_storage(work);
}

static void read_ior(struct work *work, const struct source *source)
{
    read_bandwidth(work, source, "Max Read:", "measured_read_bw");
    read_bandwidth(work, source, "Max Write:", "measured_write_bw");
    ask_storage(work);
}

/* --- DLIO --- */

static void set_dlio(struct work *work, double gpus, double share, double rate, double megabytes,
                     const struct log_line *line)
{
    struct setting from = aic_launch_of_line("[METRIC]", "", line);
    if (gpus >= 1) {
        aic_launch_set_number(work, "gpus", gpus, &from);
    }
    if (rate > 0) {
        aic_launch_set_number(work, "measured_sample_rate", rate, &from);
        if (megabytes > 0) { /* its MB are MiB */
            aic_launch_set_number(work, "sample_size", round(megabytes * 1048576 / rate), &from);
        }
        if (gpus >= 1 && share > 0) {
            aic_launch_set_number(work, "sample_rate", rate / (gpus * share / 100), &from);
        }
    }
}

static void read_dlio(struct work *work, const struct source *source)
{
    static const char *const names[] = { "Accelerators:", "Utilization [AU] (%):",
                                         "Throughput (samples/second):",
                                         "Throughput (MB/second):" };
    double values[4] = { NAN, NAN, NAN, NAN };
    struct log_line line = { .at = NULL }, rate_line = { .at = NULL };
    while (aic_launch_next_line(source, &line)) {
        for (size_t i = 0; i < 4 && aic_launch_behind(&line, "[METRIC]"); i++) {
            const char *behind = aic_launch_behind(&line, names[i]);
            if (behind) {
                values[i] = aic_launch_number_at(behind);
                rate_line = i == 2 || !rate_line.at ? line : rate_line;
            }
        }
    }
    set_dlio(work, values[0], values[1], values[2], values[3], &rate_line);
}

static double node_number(const struct node *node, const char *path)
{
    const struct node *found = aic_launch_at(node, path);
    double value;
    return found && found->kind == NODE_TEXT &&
                   aic_number_read(found->text, strlen(found->text), 0, &value) > 0
               ? value
               : NAN;
}

/* --- training --- */

static int compare_times(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/*
 * An argument is printed by the name that it has inside, also where no flag was given. True: it
 * says nothing; false is no flag, but for those that a flag switches off.
 */
static bool is_told_otherwise(const char **name, const char **value)
{
    static const struct {
        const char *inside, *flag;
        bool is_off;
    } names[] = { { "add_bias_linear", "disable_bias_linear", true },
                  { "gradient_accumulation_fusion", "no_gradient_accumulation_fusion", true },
                  { "fp8", "fp8_format", false },
                  { "virtual_pipeline_model_parallel_size", "num_virtual_stages_per_pipeline_rank",
                    false } };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(*name, names[i].inside) == 0) {
            *value = !names[i].is_off ? *value : strcmp(*value, "False") == 0 ? "True" : "None";
            *name = names[i].flag;
        }
    }
    return strcmp(*value, "None") == 0 || strcmp(*value, "False") == 0 || (*value)[0] == '\0' ||
           strcmp(*value, "torch.float32") == 0 || strcmp(*name, "fp8_recipe") == 0;
}

/* "['p2p']" and "AttnBackend.unfused" as the flag has them. */
static const char *unquoted(struct reader *reader, const char *value)
{
    struct buffer words = { .reader = reader };
    if (strncmp(value, "AttnBackend.", 12) == 0) {
        return value + 12;
    }
    if (strncmp(value, "['", 2) != 0) {
        return value;
    }
    for (; *value; value++) {
        if (!strchr("[]',", *value)) {
            aic_launch_append(&words, value, 1);
        }
    }
    return aic_launch_text_of(&words);
}

/* "  num_layers .......... 32" as the flag that it was. */
static void read_argument(struct work *work, const struct log_line *line)
{
    const char *dots = aic_launch_behind(line, " ..");
    const char *start = line->at;
    const char *colon = aic_launch_behind(line, "]:");
    start = colon ? colon : start;
    start += strspn(start, " \t");
    size_t length = strspn(start, "abcdefghijklmnopqrstuvwxyz0123456789_");
    if (!dots || start[length] != ' ') {
        return;
    }
    dots += strspn(dots, ".");
    dots += strspn(dots, " ");
    const char *name = aic_launch_keep(work->reader, start, length);
    const char *value =
        aic_launch_keep(work->reader, dots, (size_t)(line->at + line->length - dots));
    if (strcmp(name, "world_size") == 0) {
        work->launcher.gpus = aic_launch_number_at(value);
        work->launcher.at = line->place;
        work->launcher.spelt = "world_size";
        return;
    }
    if (is_told_otherwise(&name, &value)) {
        return;
    }
    value = unquoted(work->reader, value);
    char dashed[128];
    struct aic_text text;
    aic_text_init(&text, dashed, sizeof dashed);
    aic_text_add(&text, "--");
    aic_text_add_spelt(&text, (struct aic_span){ name, strlen(name) }, '_', '-');
    const char *flag = aic_launch_keep(work->reader, dashed, text.length);
    struct setting *setting = aic_launch_add_setting(work, flag, name, line->place);
    if (setting) {
        setting->value = strcmp(value, "True") == 0 ? "" : value;
    }
}

static void read_megatron(struct work *work, const struct source *source)
{
    struct log_line line = { .at = NULL }, last = { .at = NULL };
    double *times = NULL;
    size_t count = 0;
    while (aic_launch_next_line(source, &line) && !work->reader->failed) {
        const char *behind = aic_launch_behind(&line, "elapsed time per iteration (ms):");
        double value = behind ? aic_launch_number_at(behind) : NAN;
        if (!isnan(value)) {
            times = aic_launch_room(work->reader, times, count, sizeof *times);
            if (!times) {
                return;
            }
            times[count++] = value;
            last = line;
        } else {
            read_argument(work, &line);
        }
    }
    if (count > 1) {
        struct setting from = aic_launch_of_line("elapsed time per iteration", "", &last);
        qsort(times + 1, count - 1, sizeof *times, compare_times);
        size_t n = count - 1;
        double median = n % 2 ? times[1 + n / 2] : (times[n / 2] + times[n / 2 + 1]) / 2;
        aic_launch_set_number(work, "reported_step_time", median / 1000, &from);
    }
}

/* --- which log --- */

static void finish_nothing(struct work *work)
{
    (void)work;
}

static const struct dialect nccl_tests = { .name = "nccl-tests",
                                           .calculators = { "collective" },
                                           .finish = finish_nothing };
static const struct dialect fio = { .name = "fio",
                                    .calculators = { "storage" },
                                    .finish = finish_nothing };
static const struct dialect ior = { .name = "ior",
                                    .calculators = { "storage" },
                                    .finish = finish_nothing };
static const struct dialect dlio = { .name = "dlio",
                                     .calculators = { "dataload" },
                                     .finish = finish_nothing };

static const struct {
    const struct dialect *dialect;
    void (*read)(struct work *work, const struct source *source);
} logs[] = {
    [NCCL] = { &nccl_tests, read_nccl },
    [VLLM] = { &aic_launch_vllm_log_dialect, aic_launch_vllm_log },
    [SGLANG] = { &aic_launch_sglang_log_dialect, aic_launch_sglang_log },
    [LLAMACPP] = { &aic_launch_llamacpp_log_dialect, aic_launch_llamacpp_log },
    [FIO] = { &fio, read_fio },
    [IOR] = { &ior, read_ior },
    [DLIO] = { &dlio, read_dlio },
    [MEGATRON] = { &aic_launch_megatron_log_dialect, read_megatron },
};

static struct work *start_log(struct reader *reader, const struct source *source,
                              const struct dialect *dialect)
{
    struct context context = aic_launch_no_context();
    context.name = source->name;
    return aic_launch_new_work(reader, dialect, &context, aic_launch_place(source, source->line));
}

void aic_launch_read_log(struct reader *reader, const struct source *source)
{
    enum log_kind kind = aic_launch_log_kind(source);
    struct work *work = start_log(reader, source, logs[kind].dialect);
    if (work) {
        logs[kind].read(work, source);
        aic_launch_finish_work(work);
    }
}

bool aic_launch_measured_document(struct reader *reader, const struct source *source,
                                  const struct node *root)
{
    const struct node *jobs = aic_launch_member(root, "jobs");
    double read = 0, write = 0;
    bool is_dlio = aic_launch_at(root, "metric/train_throughput_mean_samples_per_second") != NULL;
    bool is_fio = aic_launch_member(root, "fio version") != NULL;
    struct work *work =
        is_dlio || is_fio ? start_log(reader, source, is_dlio ? &dlio : &fio) : NULL;
    if (!work) {
        return false;
    }
    struct log_line line = { .place = aic_launch_place(source, root->line) };
    if (is_dlio) {
        set_dlio(work, node_number(root, "num_accelerators"),
                 node_number(root, "metric/train_au_mean_percentage"),
                 node_number(root, "metric/train_throughput_mean_samples_per_second"),
                 node_number(root, "metric/train_io_mean_MB_per_second"), &line);
    } else {
        struct setting from = aic_launch_of_line("bw_bytes", "", &line);
        for (const struct node *job = jobs ? jobs->child : NULL; job; job = job->next) {
            double in = node_number(job, "read/bw_bytes"), out = node_number(job, "write/bw_bytes");
            read += in > 0 ? in : 0;
            write += out > 0 ? out : 0;
        }
        if (read > 0) {
            aic_launch_set_number(work, "measured_read_bw", read, &from);
        }
        if (write > 0) {
            aic_launch_set_number(work, "measured_write_bw", write, &from);
        }
        ask_storage(work);
    }
    aic_launch_finish_work(work);
    return true;
}
