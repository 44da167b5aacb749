/* SPDX-License-Identifier: Apache-2.0 */
/* The topics of help, and how they are shown. */
#include "cli/views/help/topics.h"

#include <string.h>

#include "cli/formats/lines.h"
#include "cli/formats/report.h"
#include "cli/views/calculators.h"
#include "cli/views/help/help.h"
#include "core/span.h"

static const struct cli_topic topics[] = {
    { "sweep", "ask the same question for many values of a parameter",
      "--sweep P=VALUES asks once for each value of the parameter P. Given more than once, every "
      "combination is asked; the first parameter changes slowest.\n"
      "\n"
      "  --sweep tp=1,2,8                 these values, each as the flag takes it\n"
      "  --sweep context=8Ki..128Ki+8Ki   from the first to the last, a step apart\n"
      "  --sweep context=8Ki..128Ki*2     the same, a factor apart\n"
      "  --sweep 'tier=*'                 every entry of the catalog, every choice\n"
      "  --sweep 'tier=s3-*'              every entry whose name begins so\n"
      "  --sweep gpu,tp=h100-sxm:8,b200:4 values in pairs\n"
      "\n"
      "  --where 'cost <= 1MUSD'          only cases in which it holds\n"
      "  --sort cost, --sort mfu:desc     the least first, the largest first\n"
      "  --top 5                          only the first cases of --sort\n"
      "  --compare                        side by side, with ratios to the first\n"
      "\n"
      "  aicalc kvcache --model llama-3.1-8b --gpu h100-sxm --sweep 'context=8Ki..128Ki*2' "
      "--sweep tp=1,2,4\n"
      "  aicalc storage --data 100TB --duration 30d --sweep 'tier=*' --fields storage_cost\n"
      "  aicalc kvcache --model llama-3.1-8b --sweep context=8Ki,16Ki -o csv --fields kv_total\n"
      "\n"
      "A case that cannot be (tp that does not divide the heads) is a row that says why. Budgets "
      "are judged in every case: one that is exceeded anywhere makes exit code 1. '<' marks the "
      "case with the least cost among those that meet what is required. -o csv has one row a "
      "case, in constant memory; -o svg draws a sweep over one or two parameters." },
    { "solve", "the smallest or largest value that meets all budgets",
      "--solve P=min (or P=max) searches the parameter P for the smallest (largest) value at which "
      "every --budget holds, and shows the next value, at which one does not.\n"
      "\n"
      "  aicalc train-time --model llama-3.1-8b --tokens 1T --gpu h100-sxm --solve gpus=min "
      "--budget 'train_time <= 30d'\n"
      "  aicalc kvcache --model llama-3.1-8b --gpu h100-sxm --solve context=max --budget fits\n"
      "\n"
      "P alone, as in '--solve gpus', looks for the smallest value at which the calculator's own "
      "verdict holds (it fits, the limits are met, the deadline is kept), in whole nodes where a "
      "node is named. Where no value meets the budgets the exit code is 1, and where all do, "
      "however large: then a budget is missing. Many results have their own answer without a "
      "search, such as max_sequences of kvcache or max_micro_batch of train-memory." },
    { "budgets", "limits that an answer must keep, and exit codes",
      "--budget 'RESULT OP QUANTITY' compares a result with a limit: <= < >= > ==. A yes-or-no "
      "result is written alone (fits). The exit code is 1 if a budget does not hold, so that a "
      "script stops; 'warn:' in front only reports.\n"
      "\n"
      "  aicalc kvcache --model llama-3.1-8b --context 8Ki --sequences 48 --gpu h100-sxm --budget "
      "fits\n"
      "  aicalc kvcache --model llama-3.1-8b --context 8Ki --budget 'kv_total <= 512MiB'     "
      "# exit 1\n"
      "  aicalc kvcache --model llama-3.1-8b --context 8Ki --budget 'warn: kv_total <= 512MiB'\n"
      "\n"
      "A result that does not exist, a unit of another dimension, a bare number where a unit is "
      "needed, or a result that this question leaves out: exit 2, never a pass. Of a range "
      "(--mfu 0.35..0.45) a budget tests the worst end; --gate low, mid or high tests another. "
      "Many "
      "budgets in one file: 'aicalc help check'." },
    { "check", "budgets of many questions in one file, for a pipeline",
      "'aicalc check FILE' asks every question of a JSON file, judges its budgets, and gives one "
      "report and one exit code: 0 all hold, 1 one is exceeded, 2 the file or a question is "
      "wrong.\n"
      "\n"
      "  { \"schema\": \"aicalc-check/1\",\n"
      "    \"defaults\": { \"gpu\": \"h100-sxm\" },\n"
      "    \"checks\": [ { \"name\": \"70B fits on 64 GPUs\", \"calculator\": \"train-memory\",\n"
      "      \"inputs\": { \"model\": \"llama-3.1-70b\", \"gpus\": 64, \"zero\": 3 },\n"
      "      \"budgets\": [ \"fits\", \"warn: total_memory <= 70GiB\" ] } ] }\n"
      "\n"
      "Numbers are in base units, texts have a unit. -o junit and -o github are for pipelines. "
      "--baseline OLD.json (an earlier report of -o json) shows what changed, and allows budgets "
      "relative to it: 'cost <= +10%'. 'aicalc schema check' prints the JSON Schema." },
    { "units", "how values are written, and what they are shown in",
      "A value is a number and a unit, and upper and lower case differ: 80GB is 80 * 10^9 bytes, "
      "80GiB is 80 * 2^30 bytes, a bare 80G is refused, for it could be either. A small b is "
      "bits: 400Gbps is 50GB/s. Counts, tokens and ratios need no unit: 70B is 70 * 10^9, 128Ki "
      "is 131072, 40% is 0.4. Times may be sums: 1h30m; m is minutes. Any number may be a range, "
      "0.35..0.45: then each result has its lowest and highest value too.\n"
      "\n"
      "  aicalc units\n"
      "  aicalc units rate\n"
      "\n"
      "Tables show memory in GiB, and disks and networks in powers of ten; --units si, iec or raw "
      "chooses. JSON and CSV are in base units, each with its name. Bandwidth of a link is per "
      "direction everywhere." },
    { "output", "formats, and what each shows",
      "-o FORMAT writes the answer to standard output; -O FILE writes it once more, in the format "
      "of the file's ending. Messages go to standard error.\n"
      "\n"
      "  table      for people: the answer, the results that decide, what is assumed\n"
      "  json       for programs: inputs with their origin, results with their basis\n"
      "  jsonl      the same, a line a case\n"
      "  csv        a row a result, or a row a case of a sweep, in base units\n"
      "  markdown   for a design review\n"
      "  html       one page to be read, printed and sent, with charts and sources\n"
      "  svg        a chart of a sweep or of the parts of a result\n"
      "\n"
      "  aicalc kvcache --model llama-3.1-8b --fields kv_per_token,kv_total\n"
      "  aicalc kvcache --model llama-3.1-8b --fields kv_per_token -q\n"
      "  aicalc power --node dgx-h100 --gpus 1024 --fields facility_power --explain\n"
      "\n"
      "--all shows every result, --fields those named, -q their bare values for a script. "
      "--explain shows for each result its formula, the formula with its numbers, and what these "
      "rest on, down to the inputs and their sources. An answer in JSON can be asked again, and "
      "feeds other calculators: --input FILE. The same question gives the same bytes on every "
      "machine." },
    { "catalog", "models, GPUs, nodes, networks, tiers and grids by name",
      "--model, --gpu, --node, --fabric, --tier and --grid name entries of built-in catalogs. An "
      "entry sets the same parameters as flags do, and flags override it value by value. Names are "
      "taken as people type them: h100, 'llama 3.1 8b', meta-llama/Llama-3.1-8B.\n"
      "\n"
      "  aicalc catalog\n"
      "  aicalc catalog gpus\n"
      "  aicalc catalog models qwen moe\n"
      "  aicalc catalog gpus h100-sxm -o json\n"
      "\n"
      "Every entry has its source and its date; values that were not checked against it make a "
      "warning. --model also takes a Hugging Face config.json. Entries of your own: --catalog "
      "FILE, "
      "the file that AICALC_CATALOG names, or ~/.config/aicalc/catalog.json; --no-config ignores "
      "the last two." },
    { "measured", "compare an answer with what you measured",
      "--measured RESULT=VALUE puts what was measured beside what is computed: how far they are "
      "apart, whether that is within what others have measured, and which input would explain it "
      "(the memory of a framework, an efficiency, a rate of failures), with the value that it "
      "would "
      "have to be. The measured figure is not used for anything else. It is repeatable.\n"
      "\n"
      "  aicalc train-memory --model llama-3.1-8b --gpus 8 --zero 3 --measured "
      "total_memory=50GiB\n"
      "  aicalc train-time --model llama-3.1-8b --tokens 1T --gpus 256 --gpu h100-sxm --measured "
      "train_time=10d\n"
      "\n"
      "A log has such figures too: --from LOG reads them, and --implied takes those that are "
      "inputs." },
    { "basis", "how far a result can be trusted",
      "Every result has a basis, the weakest of its own and of all that it rests on:\n"
      "\n"
      "  exact          arithmetic on the inputs\n"
      "  published  *   rests on a figure of a vendor or a paper\n"
      "  estimate   ~   rests on a model of behaviour, such as how well time overlaps\n"
      "  assumed    ?   rests on a default that you did not choose\n"
      "\n"
      "Tables show the mark behind the value; '?' only where moving a default within what is usual "
      "moves the result by more than a percent. The line 'assumed:' lists those defaults, the "
      "strongest first, and how far three of them move the answer (all of them with --all): 'seq "
      "4096 (total_memory -38..+95 % from 2048 to 8192)'. Where every row rests on one, that line "
      "says so, and '?' stands only beside rows that rest on more than it names. Where results "
      "were compared with measurements, their band stands beside "
      "them (-10..+30%), and a verdict within it reads 'tight'. --measured RESULT=VALUE compares "
      "with your own measurement.\n"
      "\n"
      "  aicalc train-memory --model llama-3.1-8b --gpus 8 --zero 3 --measured "
      "total_memory=50GiB" },
};

/* What people look for, and the calculators that answer it. */
static const struct cli_errand errands[] = {
    { "train", "training", "plan layout train-memory train-time checkpoint network" },
    { "training", "training", "plan layout train-memory train-time checkpoint network" },
    { "finetune", "fine-tuning (--lora, --qlora)", "train-memory train-time" },
    { "infer", "inference", "service serve kvcache coldstart" },
    { "inference", "inference", "service serve kvcache coldstart" },
    { "kv", "the cache of keys and values", "kvcache serve" },
    { "cache", "the cache of keys and values", "kvcache serve" },
    { "memory", "memory of GPUs", "train-memory kvcache" },
    { "price", "prices", "cost plan service storage transfer" },
    { "pricing", "prices", "cost plan service storage transfer" },
    { "tco", "owning and renting", "cost power plan" },
    { "gpu", "GPUs ('aicalc catalog gpus' lists them)", "layout kvcache cost power" },
    { "s3", "object storage", "storage dataload transfer lifecycle" },
    { "data", "data for training", "dataload prep storage transfer" },
};

#define ERRANDS (sizeof errands / sizeof errands[0])

const struct cli_errand *cli_errand_find(const char *word)
{
    for (size_t i = 0; i < ERRANDS; i++) {
        if (strcmp(errands[i].word, word) == 0) {
            return &errands[i];
        }
    }
    return NULL;
}

int cli_errand_show(const struct cli_errand *errand)
{
    struct cli_output output;
    const char *name;
    cli_output_open(&output, NULL);
    cli_write(&output.sink, "%s: what answers questions of %s\n\n", errand->word, errand->about);
    for (size_t i = 0; (name = aic_registry_name_at(NULL, i)); i++) {
        if (aic_list_has(errand->calculators, name, strlen(name))) {
            cli_write(&output.sink, "  aicalc %s -h\n", name);
            cli_repeat(&output.sink, ' ', 6);
            cli_wrapped(&output.sink, CLI_COLUMNS, aic_registry_help_at(i), 6, 6);
        }
    }
    return cli_output_close(&output, CLI_OK, NULL);
}

#define TOPICS (sizeof topics / sizeof topics[0])

const struct cli_topic *cli_topic_at(size_t i)
{
    return i < TOPICS ? &topics[i] : NULL;
}

const struct cli_topic *cli_topic_find(const char *name)
{
    const struct cli_topic *topic;
    size_t i = 0;
    while ((topic = cli_topic_at(i)) && strcmp(topic->name, name) != 0) {
        i++;
    }
    return topic;
}

/* A paragraph, or a line that stands as it is. */
static void put_line(struct aic_sink *sink, const char *at, size_t length)
{
    char line[1536];
    struct aic_text text;
    aic_text_init(&text, line, sizeof line);
    aic_text_add_bytes(&text, at, length);
    if (strncmp(line, "  aicalc", 8) == 0) {
        cli_help_command(sink, line + CLI_INDENT);
    } else if (line[0] == ' ' || line[0] == '\0') {
        aic_sink_text(sink, line);
        aic_sink_text(sink, "\n");
    } else {
        cli_wrapped(sink, CLI_COLUMNS, line, 0, 0);
    }
}

int cli_topic_show(const struct cli_topic *topic)
{
    struct cli_output output;
    cli_output_open(&output, NULL);
    cli_write(&output.sink, "aicalc help %s: %s\n\n", topic->name, topic->about);
    for (const char *at = topic->text; *at;) {
        size_t length = strcspn(at, "\n");
        put_line(&output.sink, at, length);
        at += length + (at[length] == '\n');
    }
    return cli_output_close(&output, CLI_OK, NULL);
}
