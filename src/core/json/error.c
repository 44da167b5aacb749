/* SPDX-License-Identifier: Apache-2.0 */
/* Errors of JSON: where it went wrong, what stands there, what to type instead. */
#include "core/json/json.h"

#include <math.h>
#include <string.h>

#include <aicalc/text.h>

void aic_json_advance(const struct aic_json *json, size_t *at, size_t to, struct aic_place *place)
{
    for (; *at < to; ++*at) {
        if (json->text[*at] == '\n') {
            place->line++;
            place->column = 1;
        } else if (!aic_utf8_continues(json->text[*at])) {
            place->column++; /* a character counts once, by its first byte */
        }
    }
}

void aic_json_place(const struct aic_json *json, size_t at, size_t *line, size_t *column)
{
    struct aic_place place = { 1, 1 };
    size_t from = 0;
    aic_json_advance(json, &from, at, &place);
    *line = place.line;
    *column = place.column;
}

bool aic_json_vfail(const struct aic_json *json, const size_t *at, struct aic_error *error,
                    enum aic_code code, const char *parameter, const char *format,
                    va_list arguments)
{
    char buffer[sizeof error->message];
    struct aic_text message;
    aic_text_init(&message, buffer, sizeof buffer);
    size_t line = 0;
    size_t column = 0;
    aic_text_format(&message, "%s: ", json->name);
    if (at) {
        aic_json_place(json, *at, &line, &column);
        aic_text_format(&message, "line %g column %g: ", (double)line, (double)column);
    }
    aic_text_vformat(&message, format, arguments);
    aic_fail(error, code, parameter, "%s", buffer);
    if (error) {
        error->line = line;
        error->column = column;
    }
    return false;
}

void aic_json_excerpt(const struct aic_json_scan *scan, char out[AIC_JSON_EXCERPT_SIZE],
                      const char *bytes, size_t length)
{
    bool hidden = (scan->options & AIC_JSON_QUOTES_NOTHING) != 0;
    aic_utf8_excerpt(out, AIC_JSON_EXCERPT_SIZE, hidden ? "..." : bytes, hidden ? 3 : length);
}

bool aic_json_refuse(const struct aic_json_scan *scan, size_t at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    aic_json_vfail(scan->json, &at, scan->error, AIC_ERR_JSON, NULL, format, arguments);
    va_end(arguments);
    return false;
}

/* The innermost open bracket; '\0' at the top. */
static int open_bracket(const struct aic_json_scan *scan)
{
    return scan->depth > 0 ? scan->json->text[scan->opened[scan->depth - 1]] : '\0';
}

static const char *wanted_words(const struct aic_json_scan *scan, enum aic_json_want want)
{
    switch (want) {
    case AIC_JSON_WANT_VALUE:
        return "a value";
    case AIC_JSON_WANT_KEY:
        return "a key in double quotes";
    case AIC_JSON_WANT_COLON:
        return "':' after the key";
    case AIC_JSON_WANT_COMMA:
        return open_bracket(scan) == '{' ? "',' or '}'" : "',' or ']'";
    case AIC_JSON_WANT_END:
        break;
    }
    return "nothing after the value";
}

static void add_hex(struct aic_text *text, uint32_t value, size_t least_digits)
{
    char digits[9] = "00000000";
    size_t at = sizeof digits - 1;
    for (; value != 0; value /= 16) {
        digits[--at] = "0123456789ABCDEF"[value % 16];
    }
    size_t most = sizeof digits - 1 - least_digits;
    aic_text_add(text, digits + (at < most ? at : most));
}

/* Only printable ASCII is shown as it is, so that no terminal trips over it. */
static void add_character(struct aic_text *text, const char *bytes, size_t length)
{
    uint32_t character = 0;
    if (aic_utf8_read(bytes, length, &character) == 0) {
        aic_text_add(text, "byte 0x");
        add_hex(text, (unsigned char)bytes[0], 2);
        aic_text_add(text, " (not valid UTF-8)");
    } else if (character >= 0x20 && character < 0x7F) {
        aic_text_add(text, "'");
        aic_text_add_bytes(text, bytes, 1);
        aic_text_add(text, "'");
    } else {
        aic_text_add(text, "character U+");
        add_hex(text, character, 4);
    }
}

static void describe(const struct aic_json_scan *scan, struct aic_text *text)
{
    const char *found = scan->json->text + scan->at;
    size_t word = aic_json_word_end(scan->json, scan->at) - scan->at;
    if (aic_json_peek(scan) < 0) {
        aic_text_add(text, "the end of the text");
    } else if (word > 0) {
        char shown[AIC_JSON_EXCERPT_SIZE];
        aic_json_excerpt(scan, shown, found, word);
        aic_text_format(text, "'%s'", shown);
    } else if (*found == '\'') {
        aic_text_add(text, "a single quote");
    } else if (*found == '"') {
        aic_text_add(text, "a string");
    } else {
        add_character(text, found, scan->json->length - scan->at);
    }
}

static bool suggest_closing(const struct aic_json_scan *scan)
{
    size_t line;
    size_t column;
    if (scan->depth == 0) {
        return false;
    }
    aic_json_place(scan->json, scan->opened[scan->depth - 1], &line, &column);
    return aic_suggest(scan->error, "close the '%s' of line %g column %g with '%s'",
                       open_bracket(scan) == '{' ? "{" : "[", (double)line, (double)column,
                       open_bracket(scan) == '{' ? "}" : "]");
}

bool aic_json_refuse_character(const struct aic_json_scan *scan)
{
    char buffer[64];
    struct aic_text found;
    int byte = aic_json_peek(scan);
    if (byte == '\n' || byte == '\r') {
        aic_json_refuse(scan, scan->at, "line break in a string");
        return aic_suggest(scan->error, "end the string with '\"', or write the line break as \\n");
    }
    if (byte == '\t') {
        aic_json_refuse(scan, scan->at, "tab in a string");
        return aic_suggest(scan->error, "write it as \\t");
    }
    aic_text_init(&found, buffer, sizeof buffer);
    add_character(&found, scan->json->text + scan->at, scan->json->length - scan->at);
    aic_json_refuse(scan, scan->at, "%s in a string", buffer);
    return byte < 0x20 ? aic_suggest(scan->error, "leave it out")
                       : aic_suggest(scan->error, "save the text as UTF-8");
}

static bool is_comment(const struct aic_json_scan *scan)
{
    int byte = aic_json_peek(scan);
    return byte == '#' || byte == '/'; /* a '/' that begins a word is not asked about */
}

/* Quotes that look like double quotes to a person: ' ` and the curly ones, U+2018 to U+201F. */
static bool is_other_quote(const struct aic_json_scan *scan)
{
    uint32_t character;
    size_t left = scan->json->length - scan->at;
    return aic_utf8_read(scan->json->text + scan->at, left, &character) > 0 &&
           (character == '\'' || character == '`' || (character >= 0x2018 && character <= 0x201F));
}

static bool suggest_beyond_ascii(const struct aic_json_scan *scan)
{
    uint32_t character;
    size_t left = scan->json->length - scan->at;
    return aic_utf8_read(scan->json->text + scan->at, left, &character) == 0
               ? aic_suggest(scan->error, "save the text as UTF-8")
               : aic_suggest(scan->error, "delete it, or put it in double quotes");
}

static bool suggest_value(const struct aic_json_scan *scan, int found)
{
    if (found == '}' && open_bracket(scan) == '{') {
        return aic_suggest(scan->error, "give the key a value, or leave it out");
    }
    if (found == ']' && open_bracket(scan) == '[') {
        return aic_suggest(scan->error, "remove the comma before ']'");
    }
    if (found == ',') {
        return aic_suggest(scan->error, "put a value before ',', or remove it");
    }
    return found == '}' || found == ']' ? suggest_closing(scan) : false;
}

static bool suggest_key(const struct aic_json_scan *scan, int found)
{
    size_t end = aic_json_word_end(scan->json, scan->at);
    if (end > scan->at) {
        char shown[AIC_JSON_EXCERPT_SIZE];
        aic_json_excerpt(scan, shown, scan->json->text + scan->at, end - scan->at);
        return aic_suggest(scan->error, "write \"%s\"", shown);
    }
    if (found == '}') {
        return aic_suggest(scan->error, "remove the comma before '}'");
    }
    if (found == ',') {
        return aic_suggest(scan->error, "put a key and a value before ',', or remove it");
    }
    return found == ']' ? suggest_closing(scan) : false;
}

static bool suggest_colon(const struct aic_json_scan *scan, int found)
{
    if (found == '=') {
        return aic_suggest(scan->error, "write ':' instead of '='");
    }
    if (found == ',' || found == '}') {
        return aic_suggest(scan->error, "give the key a value: \"key\": value");
    }
    return aic_suggest(scan->error, "put ':' between key and value");
}

static bool suggest_comma(const struct aic_json_scan *scan, int found)
{
    if (found == '}' || found == ']') {
        return suggest_closing(scan);
    }
    if (found == ';') {
        return aic_suggest(scan->error, "write ',' instead of ';'");
    }
    if (found == ':' && open_bracket(scan) == '[') {
        return aic_suggest(scan->error, "write keys and values in {}, not in []");
    }
    bool item = found == '"' || found == '{' || found == '[' ||
                aic_json_word_end(scan->json, scan->at) > scan->at;
    return item ? aic_suggest(scan->error, "put ',' before it") : false;
}

static bool suggest_end(const struct aic_json_scan *scan, int found)
{
    if (found == '{' || found == '[') {
        return aic_suggest(scan->error, "keep one value, or put them into one array");
    }
    return aic_suggest(scan->error, "remove what follows the value");
}

static bool suggest_instead(const struct aic_json_scan *scan, enum aic_json_want want)
{
    int found = aic_json_peek(scan);
    bool word = aic_json_word_end(scan->json, scan->at) > scan->at;
    if (found < 0) {
        return suggest_closing(scan);
    }
    if (!word && is_comment(scan)) {
        return aic_suggest(scan->error, "remove the comment: JSON has none");
    }
    if (is_other_quote(scan)) {
        return aic_suggest(scan->error, "write keys and strings in straight double quotes");
    }
    if (found >= 0x80) {
        return suggest_beyond_ascii(scan);
    }
    switch (want) {
    case AIC_JSON_WANT_VALUE:
        return suggest_value(scan, found);
    case AIC_JSON_WANT_KEY:
        return suggest_key(scan, found);
    case AIC_JSON_WANT_COLON:
        return suggest_colon(scan, found);
    case AIC_JSON_WANT_COMMA:
        return suggest_comma(scan, found);
    case AIC_JSON_WANT_END:
        break;
    }
    return suggest_end(scan, found);
}

bool aic_json_refuse_other(const struct aic_json_scan *scan, enum aic_json_want want)
{
    char buffer[AIC_JSON_EXCERPT_SIZE + 32];
    struct aic_text found;
    aic_text_init(&found, buffer, sizeof buffer);
    describe(scan, &found);
    aic_json_refuse(scan, scan->at, "expected %s, found %s", wanted_words(scan, want), buffer);
    return suggest_instead(scan, want);
}

/* What JSON has for a word of another language, sign and case aside; NULL if nothing. */
static const char *literal_for(const char *word, size_t length)
{
    static const char *const words[][2] = {
        { "true", "true" }, { "yes", "true" },      { "false", "false" }, { "no", "false" },
        { "null", "null" }, { "none", "null" },     { "nil", "null" },    { "undefined", "null" },
        { "nan", "null" },  { "infinity", "null" }, { "inf", "null" },
    };
    size_t sign = word[0] == '+' || word[0] == '-';
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *known = words[i][0];
        size_t at = sign;
        while (at < length && *known != '\0' && *known == (word[at] | 0x20)) {
            at++;
            known++;
        }
        if (at == length && *known == '\0') {
            return words[i][1];
        }
    }
    return NULL;
}

/* "key: value", "- item" and "---" where a document begins, or a file that is called so. */
static bool is_yaml(const struct aic_json_scan *scan, const char *word, size_t length)
{
    const char *name = scan->json->name;
    size_t size = strlen(name);
    bool is_called = (size > 5 && strcmp(name + size - 5, ".yaml") == 0) ||
                     (size > 4 && strcmp(name + size - 4, ".yml") == 0);
    bool is_key = scan->at + length < scan->json->length && word[length] == ':';
    bool is_dash = word[0] == '-' && (length == 1 || (length == 3 && memcmp(word, "---", 3) == 0));
    return scan->depth == 0 && (is_called || is_key || is_dash);
}

static bool suggest_word(const struct aic_json_scan *scan, const char *word, size_t length,
                         const char *shown)
{
    double value;
    if (is_yaml(scan, word, length)) {
        return aic_suggest(scan->error, "YAML is not read: convert it first, as with "
                                        "'yq -o json FILE.yaml > FILE.json'");
    }
    const char *literal = literal_for(word, length);
    if (literal) {
        return aic_suggest(scan->error, "write %s", literal);
    }
    if (aic_number_read(word, length, 0, &value) == length && isfinite(value)) {
        return aic_suggest(scan->error, "write %g", value);
    }
    return aic_suggest(scan->error, "write it in double quotes, \"%s\", if it is a string", shown);
}

bool aic_json_refuse_word(const struct aic_json_scan *scan, size_t end)
{
    const char *word = scan->json->text + scan->at;
    size_t length = end - scan->at;
    char shown[AIC_JSON_EXCERPT_SIZE];
    aic_json_excerpt(scan, shown, word, length);
    bool numeric = strchr("+-.0123456789", word[0]) != NULL;
    aic_json_refuse(scan, scan->at, numeric ? "'%s' is not a JSON number" : "'%s' is not JSON",
                    shown);
    return suggest_word(scan, word, length, shown);
}

bool aic_json_no_memory(const struct aic_json *json, struct aic_error *error)
{
    return aic_fail(error, AIC_ERR_MEMORY, NULL, "%s: no memory for %g bytes of JSON", json->name,
                    (double)json->length);
}
