/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc catalog [KIND] [NAME]: what can be named, and what an entry says. */
#include "cli/cli.h"
#include "cli/docs/lines.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "cli/options.h"
#include "cli/render/render.h"

static const char *member_text(const struct cJSON *node, const char *key)
{
    const struct cJSON *value = aic_json_member(node, key);
    return value && cJSON_IsString(value) ? value->valuestring : "";
}

static void write_json_node(struct aic_json_writer *writer, const struct cJSON *node, int lines)
{
    if (cJSON_IsObject(node) || cJSON_IsArray(node)) {
        bool is_object = cJSON_IsObject(node);
        aic_json_open(writer, is_object ? '{' : '[', lines > 0);
        for (const struct cJSON *child = node->child; child; child = child->next) {
            if (is_object) {
                aic_json_key(writer, child->string);
            }
            write_json_node(writer, child, lines - 1);
        }
        aic_json_close(writer);
    } else if (cJSON_IsString(node)) {
        aic_json_string(writer, node->valuestring);
    } else if (cJSON_IsNumber(node)) {
        aic_json_number(writer, node->valuedouble);
    } else if (cJSON_IsBool(node)) {
        aic_json_bool(writer, cJSON_IsTrue(node));
    } else {
        aic_json_null(writer);
    }
}

/* A listing under way, in the format asked for; `name` picks one entry. */
struct listing {
    struct aic_sink *sink;
    struct aic_json_writer writer;
    enum cli_format format;
};

static void list_text(const struct listing *listing, const struct cJSON *node)
{
    const char *name = member_text(node, "name");
    const char *label = member_text(node, "label");
    const char *source = member_text(node, "source");
    const char *words = *label ? label : source;
    aic_sink_text(listing->sink, "  ");
    aic_sink_text(listing->sink, name);
    for (size_t length = strlen(name); length < 30; length++) {
        aic_sink_text(listing->sink, " ");
    }
    size_t room = 47;
    size_t length = strlen(words);
    if (length > room) {
        for (length = room; length > 0 && words[length] != ' '; length--) {
        }
    }
    aic_sink_bytes(listing->sink, words, length);
    aic_sink_text(listing->sink, "\n");
}

static void list_row(const struct listing *listing, const struct cJSON *node)
{
    static const char *const columns[] = { "name", "label", "as_of", "source" };
    void (*write)(struct aic_sink *, const char *) =
        listing->format == CLI_CSV ? cli_sink_csv : cli_sink_markdown;
    for (size_t i = 0; i < 4; i++) {
        aic_sink_text(listing->sink,
                      listing->format == CLI_CSV ? (i ? "," : "") : (i ? " | " : "| "));
        write(listing->sink, member_text(node, columns[i]));
    }
    aic_sink_text(listing->sink, listing->format == CLI_CSV ? "\n" : " |\n");
}

static bool list_entry(void *context, const struct aic_entry *entry)
{
    struct listing *listing = context;
    if (listing->format == CLI_JSON) {
        write_json_node(&listing->writer, entry->node, 1);
    } else if (listing->format == CLI_TABLE) {
        list_text(listing, entry->node);
    } else {
        list_row(listing, entry->node);
    }
    return true;
}

static void open_list(struct listing *listing, enum aic_catalog_kind kind)
{
    if (listing->format == CLI_JSON) {
        aic_json_writer_init(&listing->writer, listing->sink);
        aic_json_open(&listing->writer, '{', true);
        aic_json_key(&listing->writer, "schema");
        aic_json_string(&listing->writer, "aicalc-catalog/1");
        aic_json_key(&listing->writer, "kind");
        aic_json_string(&listing->writer, aic_catalog_kind_name(kind));
        aic_json_key(&listing->writer, "entries");
        aic_json_open(&listing->writer, '[', true);
    } else if (listing->format == CLI_CSV) {
        aic_sink_text(listing->sink, "name,label,as_of,source\n");
    } else if (listing->format == CLI_MARKDOWN) {
        aic_sink_text(listing->sink, "| Name | Label | As of | Source |\n|---|---|---|---|\n");
    }
}

static void close_list(struct listing *listing)
{
    if (listing->format == CLI_JSON) {
        aic_json_close(&listing->writer);
        aic_json_close(&listing->writer);
        aic_sink_text(listing->sink, "\n");
    }
}

/* One entry for people: a field a line. */
static void show_entry(struct aic_sink *sink, const struct aic_entry *entry)
{
    for (const struct cJSON *member = entry->node->child; member; member = member->next) {
        bool is_fields = strcmp(member->string, "fields") == 0;
        const struct cJSON *first = is_fields ? member->child : member;
        for (const struct cJSON *item = first; item; item = is_fields ? item->next : NULL) {
            struct aic_json_writer writer;
            aic_sink_text(sink, is_fields ? "    " : "  ");
            aic_sink_text(sink, item->string);
            for (size_t length = strlen(item->string) + (is_fields ? 2 : 0); length < 26;
                 length++) {
                aic_sink_text(sink, " ");
            }
            aic_json_writer_init(&writer, sink);
            write_json_node(&writer, item, 0);
            aic_sink_text(sink, "\n");
        }
    }
}

static bool list_kind(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                      enum cli_format format, struct aic_sink *sink, struct aic_error *error)
{
    struct listing listing = { .sink = sink, .format = format };
    open_list(&listing, kind);
    bool ok = aic_catalog_each(catalog, kind, list_entry, &listing, error);
    close_list(&listing);
    return ok;
}

static bool show_one(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                     const char *name, enum cli_format format, struct aic_sink *sink,
                     struct aic_error *error)
{
    struct aic_entry entry;
    if (!aic_catalog_find(catalog, kind, name, &entry, error)) {
        return false;
    }
    if (format == CLI_TABLE) {
        show_entry(sink, &entry);
    } else {
        struct listing listing = { .sink = sink, .format = format };
        open_list(&listing, kind);
        list_entry(&listing, &entry);
        close_list(&listing);
    }
    aic_entry_clear(&entry);
    return true;
}

static bool count_entry(void *context, const struct aic_entry *entry)
{
    (void)entry;
    ++*(double *)context;
    return true;
}

static bool list_kinds(const struct aic_catalog *catalog, struct aic_sink *sink,
                       struct aic_error *error)
{
    aic_sink_text(sink, "catalog   entries  what it holds\n");
    for (int kind = 0; kind < AIC_CATALOG_KINDS; kind++) {
        double count = 0;
        const char *name = aic_catalog_kind_name((enum aic_catalog_kind)kind);
        if (!aic_catalog_each(catalog, (enum aic_catalog_kind)kind, count_entry, &count, error)) {
            return false;
        }
        char number[AIC_NUMBER_SIZE];
        aic_number_write(number, count);
        cli_padded(sink, name, 10, false);
        cli_padded(sink, number, 9, false);
        aic_sink_text(sink, aic_catalog_kind_holds((enum aic_catalog_kind)kind));
        aic_sink_text(sink, "\n");
    }
    return true;
}

static bool find_kind(const char *name, enum aic_catalog_kind *kind, struct aic_error *error)
{
    if (aic_catalog_kind_find(name, kind)) {
        return true;
    }
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "'%s' is not a catalog kind", name);
    return aic_catalog_kind_suggest(name, error);
}

static bool answer(const struct aic_catalog *catalog, const char *const *words, int count,
                   enum cli_format format, struct aic_sink *sink, struct aic_error *error)
{
    enum aic_catalog_kind kind = AIC_MODELS;
    if (count == 0) {
        return list_kinds(catalog, sink, error);
    }
    if (!find_kind(words[0], &kind, error)) {
        return false;
    }
    return count == 1 ? list_kind(catalog, kind, format, sink, error)
                      : show_one(catalog, kind, words[1], format, sink, error);
}

int cli_catalog(int argc, char **argv)
{
    const char *words[3];
    enum cli_format format = cli_peek_format(argc, argv);
    int count = cli_take_words(argc, argv, words, 3);
    struct cli_options options;
    struct cli_files files = { NULL };
    struct aic_catalog catalog = { .count = 0 };
    struct aic_error error = { .code = AIC_OK };
    struct cli_output output;
    cli_output_open(&output);
    if (count > 2) {
        return cli_usage(format, "write 'aicalc catalog gpus h100-sxm'",
                         "catalog takes a kind and a name");
    }
    int code = CLI_OK;
    bool is_read = cli_options_read(&options, NULL, argc - count, argv, &error);
    if (is_read && options.help) {
        char *help[] = { argv[0], NULL };
        code = cli_help(1, help);
    } else if (is_read &&
               cli_load_catalogs(&catalog, &files, options.catalogs.at, options.catalogs.count,
                                 options.no_config, &error) &&
               answer(&catalog, words, count, options.format, &output.sink, &error)) {
        code = cli_output_close(&output, CLI_OK, options.format);
    } else {
        code = cli_report(&error, format);
    }
    aic_catalog_clear(&catalog);
    cli_files_clear(&files);
    cli_options_clear(&options);
    return code;
}
