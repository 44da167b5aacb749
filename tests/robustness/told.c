/* SPDX-License-Identifier: Apache-2.0 */
#include "told.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

#include <aicalc/ask.h>
#include <aicalc/check.h>
#include <aicalc/config.h>
#include <aicalc/sweep.h>
#include <aicalc/weights.h>

#include "catalog/formats/pattern.h"
#include "fuzz/launches.h"

static void say_bytes(struct page *page, const char *bytes, size_t length)
{
    if (page->length + length + 1 > page->capacity) {
        page->capacity = 2 * page->capacity + length + 4096;
        page->at = realloc(page->at, page->capacity);
        must(page->at != NULL);
    }
    memcpy(page->at + page->length, bytes, length);
    page->length += length;
    page->at[page->length] = '\0';
}

static void say(struct page *page, const char *text)
{
    say_bytes(page, text, strlen(text));
}

/* NAME TEXT, with a blank before it. */
static void say_word(struct page *page, const char *name, const char *text)
{
    say(page, " ");
    say(page, name);
    say(page, "=");
    say(page, text ? text : "(none)");
}

static void say_number(struct page *page, const char *name, double value)
{
    char number[AIC_NUMBER_SIZE];
    if (isfinite(value)) {
        aic_number_write(number, value);
        say_word(page, name, number);
    } else if (isinf(value)) {
        say_word(page, name, value > 0 ? "inf" : "-inf");
    }
}

static void say_error(struct page *page, const struct aic_error *error)
{
    must_explain(error);
    say(page, "refused:");
    say_word(page, "code", aic_code_name(error->code));
    say_word(page, "parameter", error->parameter);
    say_number(page, "line", (double)error->line);
    say_number(page, "column", (double)error->column);
    say(page, "\n  ");
    say(page, error->message);
    say(page, "\n  ");
    say(page, error->suggestion);
    say(page, "\n");
}

static void say_notes(struct page *page, const struct aic_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++) {
        say_word(page, "note", notes->notes[i].id);
        say(page, ": ");
        say(page, notes->notes[i].text);
        say(page, "\n");
    }
}

static void say_value(struct page *page, const struct aic_field *field, struct aic_value value)
{
    if (!value.set) {
        return;
    }
    must(value.name || isfinite(value.number));
    if (value.name) {
        say_word(page, field->name, value.name);
    } else if (field->kind == AIC_CHOICE) {
        say_word(page, field->name, aic_choice_name(field, (int)value.number));
    } else {
        say_number(page, field->name, value.number);
    }
}

/* Launches. */

static void say_place(struct page *page, struct aic_launch_place place)
{
    say_word(page, "at", place.name);
    say_number(page, "line", place.line);
}

static void say_launch_notes(struct page *page, const char *what,
                             const struct aic_launch_note *notes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        say_word(page, what, notes[i].id);
        say_word(page, "subject", notes[i].subject);
        say_place(page, notes[i].place);
        say(page, "\n  ");
        say(page, notes[i].text);
        say(page, "\n  ");
        say(page, notes[i].suggestion);
        say(page, "\n");
    }
}

static void say_launch_inputs(struct page *page, const char *what,
                              const struct aic_launch_input *inputs, size_t count)
{
    static const char *const origins[] = { "program", "text", "flag" };
    for (size_t i = 0; i < count; i++) {
        const struct aic_launch_input *input = &inputs[i];
        say_word(page, what, input->name);
        say_number(page, "kind", input->kind);
        say_number(page, "number", input->number);
        say_word(page, "text", input->text);
        say_word(page, "origin", origins[input->origin]);
        say_place(page, input->place);
        say_word(page, "spelt", input->spelt);
        say(page, "\n");
    }
}

static void say_case(struct page *page, const struct aic_launch_case *of)
{
    say_word(page, "case", of->name);
    say_word(page, "dialect", of->dialect);
    say_word(page, "version", of->version);
    say_number(page, "text", (double)of->text);
    say(page, "\n");
    for (size_t i = 0; i < 3 && of->calculators[i]; i++) {
        const struct aic_calculator *calculator = aic_calculator_find(of->calculators[i]);
        struct aic_error error = { .code = AIC_OK };
        say_word(page, "calculator", of->calculators[i]);
        say(page, "\n");
        if (calculator && !aic_launch_case_check(of, calculator, &error)) {
            say_error(page, &error);
        }
    }
    say_launch_inputs(page, "input", of->inputs, of->input_count);
    say_launch_inputs(page, "implied", of->implied, of->implied_count);
    say_launch_notes(page, "note", of->notes, of->note_count);
    say_launch_notes(page, "ask", of->asks, of->ask_count);
    for (size_t i = 0; i < of->measured_count; i++) {
        say_number(page, of->measured[i].result, of->measured[i].value);
        say_number(page, "size", of->measured[i].size);
        say_place(page, of->measured[i].place);
        say(page, "\n");
    }
}

void told_launch(struct page *page, const struct subject *subject, const char *text, size_t length)
{
    static struct aic_catalog catalog;
    struct aic_launch_text texts[8];
    struct aic_launch_request request = subject->request;
    struct aic_error error = { .code = AIC_OK };
    struct aic_launch launch = { .memory = NULL };
    must(request.text_count <= sizeof texts / sizeof texts[0]);
    for (size_t i = 0; i < request.text_count; i++) {
        texts[i] = request.texts[i];
    }
    texts[subject->index].text = text;
    texts[subject->index].length = length;
    request.texts = texts;
    request.catalog = &catalog;
    struct reader reader = fuzz_lists(&catalog);
    reader.request = &request;
    reader.launch = &launch;
    reader.error = &error;
    if (!aic_launch_read_all(&reader)) {
        say_error(page, &error);
        return;
    }
    for (size_t i = 0; i < launch.case_count; i++) {
        say_case(page, &launch.cases[i]);
    }
    say_launch_notes(page, "note", launch.notes, launch.note_count);
    aic_launch_clear(&launch);
}

static void say_node(struct page *page, const struct node *node, int depth)
{
    static const char *const kinds[] = { "null", "true", "false", "text", "list", "mapping" };
    for (; node; node = node->next) {
        say_number(page, "depth", depth);
        say_number(page, "line", node->line);
        say_word(page, "key", node->key);
        say_word(page, kinds[node->kind], node->text);
        say(page, node->keeps_lines ? " |\n" : "\n");
        say_node(page, node->child, depth + 1);
    }
}

static void say_tree(struct page *page, const char *text, size_t length,
                     struct node *(*read)(struct reader *reader, const struct source *source))
{
    struct aic_error error = { .code = AIC_OK };
    struct aic_launch launch = { .memory = NULL };
    const struct aic_launch_request request = { .texts = NULL };
    struct reader reader = { .request = &request, .launch = &launch, .error = &error };
    const struct source source = {
        .name = "input", .file = "input", .text = text, .length = length, .line = 1
    };
    const struct node *root = read(&reader, &source);
    if (reader.failed) {
        say_error(page, &error);
    } else {
        say_node(page, root, 0);
    }
    launch.memory = reader.blocks;
    aic_launch_clear(&launch);
}

void told_yaml(struct page *page, const struct subject *subject, const char *text, size_t length)
{
    (void)subject;
    say_tree(page, text, length, aic_launch_read_yaml);
}

void told_toml(struct page *page, const struct subject *subject, const char *text, size_t length)
{
    (void)subject;
    say_tree(page, text, length, aic_launch_read_toml);
}

/* Models. Files are those of the disk, but for one, which has other bytes; what follows them in the file are
 * holes. */

struct opened {
    bool is_open;
    FILE *file; /* NULL: the subject's own */
    const char *bytes;
    size_t length;
    uint64_t at, whole;
};

struct disk {
    const struct subject *subject;
    const char *bytes;
    size_t length;
    uint64_t whole;
    struct opened opened[16];
};

static bool disk_read(void *context, void *bytes, size_t length, size_t *count,
                      struct aic_error *error)
{
    struct opened *opened = context;
    (void)error;
    uint64_t rest = opened->whole - opened->at;
    *count = rest < length ? (size_t)rest : length;
    if (opened->file) {
        must(fseeko(opened->file, (off_t)opened->at, SEEK_SET) == 0 &&
             fread(bytes, 1, *count, opened->file) == *count);
    } else {
        memset(bytes, 0, *count);
        if (opened->at < opened->length) {
            size_t there = opened->length - (size_t)opened->at;
            memcpy(bytes, opened->bytes + opened->at, there < *count ? there : *count);
        }
    }
    opened->at += *count;
    return true;
}

static bool disk_skip(void *context, uint64_t length, uint64_t *count, struct aic_error *error)
{
    struct opened *opened = context;
    (void)error;
    *count = opened->whole - opened->at < length ? opened->whole - opened->at : length;
    opened->at += *count;
    return true;
}

static bool disk_open(void *context, const char *path, enum aic_opened *what,
                      struct aic_stream *stream, struct aic_error *error)
{
    struct disk *disk = context;
    struct opened *opened = disk->opened;
    struct stat found;
    (void)error;
    *what = AIC_OPENED_NOTHING;
    if (stat(path, &found) != 0) {
        return true;
    }
    *what = S_ISDIR(found.st_mode) ? AIC_OPENED_FOLDER : AIC_OPENED_FILE;
    if (*what == AIC_OPENED_FOLDER) {
        return true;
    }
    while (opened->is_open) {
        opened++;
        must(opened < disk->opened + sizeof disk->opened / sizeof disk->opened[0]);
    }
    bool is_own = strcmp(path, disk->subject->file) == 0;
    *opened =
        is_own
            ? (struct opened){ .bytes = disk->bytes, .length = disk->length, .whole = disk->whole }
            : (struct opened){ .file = fopen(path, "rb"), .whole = (uint64_t)found.st_size };
    opened->is_open = true;
    must(is_own || opened->file);
    *stream = (struct aic_stream){ disk_read, disk_skip, opened, opened->whole };
    return true;
}

static void disk_close(void *context, struct aic_stream *stream)
{
    struct opened *opened = stream->context;
    (void)context;
    if (opened->file) {
        fclose(opened->file);
    }
    opened->is_open = false;
}

static bool disk_list(void *context, const char *folder, aic_name_visitor *visit, void *visitor,
                      struct aic_error *error)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    bool goes_on = true;
    (void)context;
    (void)error;
    for (int i = 0; i < count; i++) {
        goes_on = goes_on && (entries[i]->d_name[0] == '.' || visit(visitor, entries[i]->d_name));
        free(entries[i]);
    }
    free(count < 0 ? NULL : entries);
    return true;
}

static void say_model(struct page *page, const struct aic_model_file *file)
{
    for (size_t i = 0; i < aic_model_field_count; i++) {
        const struct aic_field *field = &aic_model_fields[i];
        struct aic_value value = aic_value_load(field, (const char *)&file->model + field->offset);
        if (value.set && field->kind != AIC_REFERENCE) {
            say_value(page, field, value);
            say(page, file->from_weights[i] ? "*" : "");
        }
    }
    say(page, "\n");
    for (int i = 0; i < AIC_PARTS; i++) {
        say_number(page, aic_part_name((enum aic_part)i), file->stored.counted[i]);
        say_number(page, "bytes", file->stored.bytes[i]);
    }
    for (int i = 0; i < AIC_TYPES; i++) {
        say_number(page, aic_type_name((enum aic_type)i), file->stored.by_type[i]);
    }
    say_number(page, "tensors", file->stored.tensors);
    say_number(page, "files", file->stored.files);
    say_number(page, "file_bytes", file->stored.file_bytes);
    say_number(page, "total_size", file->stored.total_size);
    say_word(page, "name", file->name);
    say_word(page, "config", file->config);
    say(page, file->has_weights ? " weights\n" : "\n");
    say_notes(page, &file->notes);
}

static void say_question(struct page *page, const struct aic_question *question)
{
    for (size_t i = 0; i < aic_table_size(&question->calculator->inputs); i++) {
        if (aic_question_origin(question, i) == AIC_FROM_CATALOG) {
            say_value(page, aic_table_at(&question->calculator->inputs, i, NULL),
                      aic_question_value(question, i));
        }
    }
    say(page, "\n");
    say_notes(page, &question->notes);
}

void told_model(struct page *page, const struct subject *subject, const char *text, size_t length)
{
    static struct aic_model_file file;
    static struct aic_question question;
    struct aic_error error = { .code = AIC_OK };
    struct page head = { NULL, 0, 0 };
    if (strstr(subject->file, ".safetensors") && subject->form == IS_JSON &&
        !strstr(subject->file, ".json")) {
        char size[8];
        for (size_t i = 0; i < 8; i++) {
            size[i] = (char)((uint64_t)length >> 8 * i);
        }
        say_bytes(&head, size, 8);
    }
    say_bytes(&head, text, length);
    struct disk disk = { .subject = subject,
                         .bytes = head.at,
                         .length = head.length,
                         .whole = subject->file_length - subject->length + length };
    const struct aic_files files = { disk_open, disk_close, disk_list, &disk };
    if (!aic_model_file_read(&files, subject->path, &file, &error)) {
        say_error(page, &error);
    } else {
        say_model(page, &file);
        bool applied = aic_question_init(&question, aic_calculator_find("kvcache"), &error) &&
                       aic_model_file_apply(&question, &file, &error);
        applied ? say_question(page, &question) : say_error(page, &error);
        aic_question_clear(&question);
    }
    free(head.at);
}

/* Releases: what packs a model, inside of its configuration and beside it; and a pattern of modules. */

static void say_config(struct page *page, const char *config, size_t length,
                       const struct aic_json *neighbour)
{
    struct aic_json json;
    const struct aic_config_place place = { neighbour, "Some-Model-FP8" };
    static struct aic_model_file file;
    memset(&file, 0, sizeof file);
    memset(&file.model, 0xff, sizeof file.model);
    file.model.model.text = NULL;
    aic_notes_init(&file.notes);
    bool ok = aic_json_parse(&json, "config.json", config, length, AIC_JSON_FILE_MAX,
                             AIC_JSON_NONFINITE_IS_NULL, &file.notes.error) &&
              aic_config_read(&json, &place, &file.model, &file.notes);
    for (size_t i = 0; ok && i < aic_model_field_count; i++) {
        const struct aic_field *field = &aic_model_fields[i];
        if (field->kind != AIC_REFERENCE) {
            say_value(page, field,
                      aic_value_load(field, (const char *)&file.model + field->offset));
        }
    }
    if (!ok) {
        say_error(page, &file.notes.error);
    }
    say(page, "\n");
    say_notes(page, &file.notes);
    aic_json_clear(&json);
}

static void say_pattern(struct page *page, const char *text)
{
    static const char *const modules[] = { "lm_head", "layers.1.self_attn.q_proj",
                                           "layers.10.mlp.experts.0.gate_up_proj",
                                           "layers.2.mlp.gate",
                                           "layers.61.mlp.shared_experts.down_proj" };
    static struct pattern pattern;
    for (size_t i = 0; i < 2; i++) {
        bool reads =
            i == 0 ? aic_pattern_read(&pattern, text) : aic_pattern_read_regex(&pattern, text);
        say(page, reads ? " pattern " : " none ");
        for (size_t m = 0; reads && m < sizeof modules / sizeof modules[0]; m++) {
            double layer = -1;
            say(page, aic_pattern_matches(&pattern, modules[m]) ? "1" : "0");
            if (aic_pattern_names_layer(&pattern, &layer)) {
                say_number(page, "layer", layer);
            }
        }
    }
    say(page, "\n");
}

void told_release(struct page *page, const struct subject *subject, const char *text, size_t length)
{
    static const char *const models[] = {
        "{\"model_type\": \"llama\", \"num_hidden_layers\": 12, \"hidden_size\": 64,"
        " \"vocab_size\": 100, \"num_attention_heads\": 4, \"intermediate_size\": 128,"
        " \"quantization\": ",
        "{\"model_type\": \"deepseek_v3\", \"num_hidden_layers\": 3, \"hidden_size\": 64,"
        " \"vocab_size\": 100, \"num_attention_heads\": 4, \"intermediate_size\": 128,"
        " \"kv_lora_rank\": 32, \"q_lora_rank\": 16, \"qk_nope_head_dim\": 16,"
        " \"qk_rope_head_dim\": 8, \"v_head_dim\": 16, \"n_routed_experts\": 8,"
        " \"num_experts_per_tok\": 2, \"moe_intermediate_size\": 32,"
        " \"first_k_dense_replace\": 1, \"n_shared_experts\": 1, \"quantization_config\": ",
    };
    struct aic_json json;
    struct aic_error error = { .code = AIC_OK };
    (void)subject;
    bool parsed =
        aic_json_parse(&json, "hf_quant_config.json", text, length, AIC_JSON_FILE_MAX, 0, &error);
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        struct page inside = { NULL, 0, 0 };
        say(&inside, models[i]);
        say_bytes(&inside, text, length);
        say(&inside, "}");
        say_config(page, inside.at, inside.length, NULL);
        inside.length = strlen(models[i]);
        say(&inside, "null}");
        if (parsed) {
            say_config(page, inside.at, inside.length, &json);
        }
        free(inside.at);
    }
    say_pattern(page, text);
    aic_json_clear(&json);
}

/* Catalogs and names. */

struct applying {
    struct page *page;
    const struct aic_catalog *catalog;
    enum aic_catalog_kind kind;
};

static bool say_entry(void *context, const struct aic_entry *entry)
{
    static const char *const inputs[AIC_CATALOG_KINDS] = { "model", "gpu",  "node",  "fabric",
                                                           "tier",  "grid", "drive", "route" };
    static struct aic_question question;
    const struct applying *applying = context;
    const struct aic_calculator *calculator;
    if (!entry->overlay) {
        return true;
    }
    say_word(applying->page, "entry", aic_entry_name(entry));
    say(applying->page, "\n");
    for (size_t c = 0; (calculator = aic_calculator_at(c)); c++) {
        struct aic_error error = { .code = AIC_OK };
        size_t index;
        must(aic_question_init(&question, calculator, &error));
        if (aic_question_find(&question, inputs[applying->kind], &index, NULL)) {
            bool applied = aic_question_set_text(&question, index, aic_entry_name(entry),
                                                 AIC_FROM_FLAG, NULL, &error) &&
                           aic_catalog_apply(applying->catalog, &question, &error);
            say_word(applying->page, "calculator", calculator->name);
            applied ? say_question(applying->page, &question) : say_error(applying->page, &error);
        }
        aic_question_clear(&question);
    }
    return true;
}

void told_catalog(struct page *page, const struct subject *subject, const char *text, size_t length)
{
    struct aic_catalog catalog;
    struct aic_error error = { .code = AIC_OK };
    (void)subject;
    aic_catalog_init(&catalog);
    if (aic_catalog_add(&catalog, "own.json", text, length, &error)) {
        struct applying applying = { page, &catalog, catalog.overlays[0].kind };
        say_word(page, "kind", aic_catalog_kind_name(applying.kind));
        if (!aic_catalog_each(&catalog, applying.kind, say_entry, &applying, &error)) {
            say_error(page, &error);
        }
    } else {
        say_error(page, &error);
    }
    aic_catalog_clear(&catalog);
}

static bool take(void *context, const char *bytes, size_t length)
{
    say_bytes(context, bytes, length);
    return true;
}

void told_import(struct page *page, const struct subject *subject, const char *text, size_t length)
{
    static struct aic_import import;
    struct aic_catalog catalog;
    struct aic_sink sink = { .write = take, .context = page };
    (void)subject;
    aic_catalog_init(&catalog);
    if (!aic_catalog_import(&catalog, "prices.csv", text, length, &sink, &import)) {
        for (size_t i = 0; i < import.error_count && i < AIC_IMPORT_ERRORS_MAX; i++) {
            say_error(page, &import.errors[i]);
        }
    }
    say_number(page, "overridden", (double)import.overridden);
    say_number(page, "added", (double)import.added);
    say_number(page, "errors", (double)import.error_count);
    aic_catalog_clear(&catalog);
}

static void say_found(struct page *page, enum aic_catalog_kind kind, const char *name)
{
    struct aic_catalog catalog;
    struct aic_entry entry;
    struct aic_error error = { .code = AIC_OK };
    aic_catalog_init(&catalog);
    say(page, name);
    if (aic_catalog_find(&catalog, kind, name, &entry, &error)) {
        say_word(page, "is", aic_entry_name(&entry));
        say_word(page, "others", entry.others);
        say(page, entry.by_words ? " by words" : "");
        say(page, aic_catalog_has(&catalog, kind, name) ? " has\n" : "\n");
        aic_entry_clear(&entry);
    } else {
        say_error(page, &error);
    }
    say(page, aic_model_is_path(name) ? " path\n" : "");
}

void told_names(struct page *page, const struct subject *subject, const char *text, size_t length)
{
    size_t same = 0, behind = 0;
    size_t shorter = length < subject->length ? length : subject->length;
    while (same < shorter && text[same] == subject->text[same]) {
        same++;
    }
    while (behind < shorter - same &&
           text[length - behind - 1] == subject->text[subject->length - behind - 1]) {
        behind++;
    }
    size_t from = same == length && length == subject->length ? 0 : same;
    size_t to = from == 0 && same > 0 ? length : length - behind;
    while (from > 0 && text[from - 1] != '\n') {
        from--;
    }
    while (from < to) {
        char name[256];
        size_t size = strcspn(text + from, "\n");
        snprintf(name, sizeof name, "%.*s", (int)size, text + from);
        say_found(page, subject->kind, name);
        from += size + 1;
    }
}

/* Checks. */

void told_checks(struct page *page, const struct subject *subject, const char *text, size_t length)
{
    struct aic_catalog catalog;
    struct aic_json json;
    struct aic_error error = { .code = AIC_OK };
    (void)subject;
    aic_catalog_init(&catalog);
    if (aic_json_parse(&json, "check.json", text, length, AIC_JSON_INPUT_MAX, 0, &error)) {
        struct aic_checks checks;
        const struct aic_check_source source = { .json = &json,
                                                 .name = "check",
                                                 .catalog = &catalog };
        if (!aic_checks_read(&checks, &source, &error)) {
            say_error(page, &error);
        }
        for (size_t i = 0; i < checks.mistake_count; i++) {
            say_error(page, &checks.mistakes[i]);
        }
        for (size_t i = 0; checks.mistake_count == 0 && i < checks.count; i++) {
            const struct aic_check *check = &checks.at[i];
            say_word(page, "check", check->name);
            say_word(page, "calculator", check->calculator->name);
            say_number(page, "gate", check->gate);
            for (size_t s = 0; s < check->setting_count; s++) {
                say_word(page, check->settings[s].name, check->settings[s].text);
                say_number(page, "number", check->settings[s].number);
            }
            for (size_t l = 0; l < check->line_count; l++) {
                const struct aic_budget *budget = &check->lines[l].budget;
                say(page, "\n  ");
                say_bytes(page, budget->text.at, budget->text.length);
                say_number(page, "limit", budget->limit);
                say_number(page, "change", budget->change);
                say_number(page, "relation", budget->relation);
                say(page, budget->warns ? " warns" : "");
            }
            say(page, "\n");
        }
        aic_checks_clear(&checks);
    } else {
        say_error(page, &error);
    }
    aic_json_clear(&json);
    aic_catalog_clear(&catalog);
}
