/* SPDX-License-Identifier: Apache-2.0 */
/* Words expanded: quotes, variables, arrays, arithmetic. What is not known leaves a hole. */
#include "launch/shell.h"

#include <string.h>

#include "core/ascii.h"
#include "launch/escapes.h"

/* Fields being put together. */
struct fields {
    struct shell *shell;
    struct words *out; /* NULL: everything becomes one text */
    struct buffer text;
    bool begun; /* the field is there, though it may be empty */
    struct aic_launch_place at;
    struct aic_launch_place field_at;
    int depth;
};

static void expand(struct fields *fields, const char *at, const char *end, bool quoted);

static void begin_field(struct fields *fields, struct aic_launch_place at)
{
    if (!fields->begun) {
        fields->begun = true;
        fields->field_at = at;
    }
}

static void end_field(struct fields *fields)
{
    if (!fields->begun) {
        return;
    }
    if (fields->out) {
        aic_launch_add_word(fields->shell->reader, fields->out, aic_launch_text_of(&fields->text),
                            fields->field_at);
        fields->text = (struct buffer){ .reader = fields->shell->reader };
    } else {
        aic_launch_append(&fields->text, " ", 1);
    }
    fields->begun = false;
}

/* Characters that are part of a word, of the place `at`. */
static void add_text(struct fields *fields, const char *text, size_t length,
                     struct aic_launch_place at)
{
    begin_field(fields, at);
    aic_launch_append(&fields->text, text, length);
    if (fields->text.length > VARIABLE_MAX) {
        aic_launch_refuse(fields->shell->reader, fields->at, AIC_ERR_FILE,
                          "a word grows above 4 MiB");
    }
}

/* A value that is not quoted: it is split at blanks, and its words stand where it was assigned. */
static void add_split(struct fields *fields, struct word value)
{
    const char *at = value.text;
    while (*at) {
        size_t blanks = strspn(at, " \t\n");
        if (blanks > 0) {
            end_field(fields);
            at += blanks;
            continue;
        }
        size_t length = strcspn(at, " \t\n");
        add_text(fields, at, length, value.at);
        at += length;
    }
}

static void add_value(struct fields *fields, struct words value, bool quoted, bool each)
{
    for (size_t i = 0; i < value.count; i++) {
        if (i > 0 && (each || !quoted)) {
            end_field(fields);
        } else if (i > 0) {
            add_text(fields, " ", 1, fields->at);
        }
        if (!quoted && fields->out) {
            add_split(fields, value.at[i]);
        } else {
            add_text(fields, value.at[i].text, strlen(value.at[i].text),
                     each ? value.at[i].at : fields->at);
        }
    }
}

static void add_hole(struct fields *fields, const char *name)
{
    const char *hole = aic_launch_hole_of(fields->shell, name);
    add_text(fields, hole, strlen(hole), fields->at);
}

/* What stands between $ and its end. */
struct parameter {
    const char *name;
    char index; /* of A[n]: @ or *, or n for a number, which is `number`; 0: none */
    size_t number;
    bool is_count;      /* ${#A[@]} */
    const char *op;     /* :- - := = :? ? :+ + or NULL */
    const char *word;   /* behind it, up to `end` */
    const char *end;    /* of the word */
    const char *behind; /* of all */
    bool is_known_form;
};

static const char *take_name(struct fields *fields, const char **at)
{
    const char *start = *at;
    if (**at && strchr("@*#?$!-", **at)) {
        (*at)++;
    } else if (aic_is_digit(**at)) {
        (*at)++;
    } else {
        while (aic_is_name(**at)) {
            (*at)++;
        }
    }
    return aic_launch_keep(fields->shell->reader, start, (size_t)(*at - start));
}

/* [@], [*] or [n]. */
static bool take_index(struct parameter *p, const char **at)
{
    if (**at != '[') {
        return true;
    }
    double number;
    const char *close = strchr(*at, ']');
    const char *inside = *at + 1;
    if (!close) {
        return false;
    }
    size_t length = (size_t)(close - inside);
    *at = close + 1;
    if (length == 1 && (*inside == '@' || *inside == '*')) {
        p->index = *inside;
        return true;
    }
    p->index = 'n';
    bool is_number = length > 0 && aic_number_read(inside, length, 0, &number) == length &&
                     number >= 0 && number < LAUNCH_WORDS_MAX;
    p->number = is_number ? (size_t)number : 0;
    return is_number;
}

/* The bracket that closes the one at `at`; `end` where none does. */
static const char *bracket_end(const char *at, const char *end)
{
    char open = *at, close = open == '{' ? '}' : ')';
    int depth = 0;
    for (; at < end; at++) {
        const char *quote;
        if (*at == '\\' && at + 1 < end) {
            at++;
        } else if (open == '(' && (*at == '"' || *at == '\'') &&
                   (quote = memchr(at + 1, *at, (size_t)(end - at) - 1))) {
            at = quote;
        } else {
            depth += (*at == open) - (*at == close);
        }
        if (depth == 0) {
            break;
        }
    }
    return at;
}

/* ${...}, from its dollar on. */
static struct parameter read_braces(struct fields *fields, const char *at, const char *end)
{
    static const char *const ops[] = { ":-", "-", ":=", "=", ":?", "?", ":+", "+", NULL };
    const char *close = bracket_end(at + 1, end);
    struct parameter p = { .behind = close + (close < end), .end = close };
    at += 2;
    p.is_count = *at == '#' && at[1] != '}';
    at += p.is_count;
    p.name = take_name(fields, &at);
    bool is_plain = p.name[0] && take_index(&p, &at);
    for (size_t i = 0; ops[i] && is_plain && !p.op; i++) {
        if (strncmp(at, ops[i], strlen(ops[i])) == 0) {
            p.op = ops[i];
            p.word = at + strlen(ops[i]);
        }
    }
    p.is_known_form = is_plain && at <= p.end && (!p.op ? at == p.end : p.word <= p.end);
    return p;
}

/* The value of a parameter: false where it has none. */
static bool value_of(struct fields *fields, const struct parameter *p, struct words *value)
{
    struct shell *shell = fields->shell;
    const struct variable *variable = aic_launch_variable(shell, p->name);
    const char *environment;
    *value = (struct words){ NULL, 0 };
    if (strcmp(p->name, "@") == 0 || strcmp(p->name, "*") == 0) {
        *value = shell->arguments;
        return shell->has_arguments;
    }
    if (aic_is_digit(p->name[0])) {
        size_t i = (size_t)(p->name[0] - '1');
        if (shell->has_arguments && i < shell->arguments.count) {
            *value = (struct words){ &shell->arguments.at[i], 1 };
        }
        return value->count > 0;
    }
    if (variable) {
        *value = variable->words;
    } else if ((environment = aic_launch_environment(shell, p->name))) {
        aic_launch_add_word(shell->reader, value, environment, fields->at);
    } else {
        return false;
    }
    if (p->index == 0 || p->index == 'n') {
        size_t i = p->index == 'n' ? p->number : 0;
        *value = i < value->count ? (struct words){ &value->at[i], 1 } : (struct words){ NULL, 0 };
        return value->count > 0 || (variable && variable->is_array);
    }
    return true;
}

static void assign_default(struct fields *fields, const struct parameter *p)
{
    struct raw word = { .at = p->word,
                        .length = (size_t)(p->end - p->word),
                        .line = fields->at.line };
    struct words words = { NULL, 0 };
    aic_launch_add_word(fields->shell->reader, &words, aic_launch_expand_text(fields->shell, word),
                        fields->at);
    aic_launch_assign(fields->shell, p->name, words, false, false);
}

static void add_parameter(struct fields *fields, const struct parameter *p, bool quoted)
{
    struct words value;
    bool is_set = value_of(fields, p, &value);
    bool each = p->index == '@' || strcmp(p->name, "@") == 0;
    bool is_empty = value.count == 0 || (value.count == 1 && value.at[0].text[0] == '\0');
    if (p->is_count && p->index != 0 && is_set) {
        const char *count = aic_launch_format(fields->shell->reader, "%g", (double)value.count);
        add_text(fields, count, strlen(count), fields->at);
        return;
    }
    bool takes_word = p->op && (!is_set || (p->op[0] == ':' && is_empty));
    bool is_alternative = p->op && strchr(p->op, '+');
    bool is_demanded = p->op && strchr(p->op, '?'); /* the word is what the shell ends with */
    if (p->is_count) {
        add_hole(fields, "");
    } else if (is_alternative) {
        if (!takes_word) {
            expand(fields, p->word, p->end, quoted);
        }
    } else if (takes_word && !is_demanded) {
        if (strchr(p->op, '=')) {
            assign_default(fields, p);
        }
        expand(fields, p->word, p->end, quoted);
    } else if (!is_set || takes_word) {
        add_hole(fields, strchr("?$!#-", p->name[0]) ? "" : p->name);
    } else {
        add_value(fields, value, quoted, each);
    }
}

/* $(( )), $( ), ${ }, $NAME; returns what stands behind. */
static const char *expand_dollar(struct fields *fields, const char *at, const char *end,
                                 bool quoted)
{
    struct shell *shell = fields->shell;
    if (at[1] == '(') {
        const char *close = bracket_end(at + 1, end);
        close += close < end;
        double value;
        bool is_arithmetic = at[2] == '(' && close - at > 5 && close[-2] == ')';
        if (is_arithmetic) {
            struct raw inside = { .at = at + 3, .length = (size_t)(close - at) - 5 };
            const char *text =
                aic_launch_expand_plain(shell, inside.at, inside.length, fields->at.line);
            if (aic_launch_arithmetic(shell, text, &value)) {
                text = aic_launch_format(shell->reader, "%g", value);
                add_text(fields, text, strlen(text), fields->at);
                return close;
            }
        }
        add_hole(fields, "");
        return close;
    }
    if (at[1] == '{') {
        struct parameter p = read_braces(fields, at, end);
        if (p.is_known_form) {
            add_parameter(fields, &p, quoted);
        } else {
            add_hole(fields, "");
        }
        return p.behind;
    }
    const char *behind = at + 1;
    struct parameter p = { .name = take_name(fields, &behind), .is_known_form = true };
    if (p.name[0] == '\0') {
        add_text(fields, "$", 1, fields->at);
    } else {
        add_parameter(fields, &p, quoted);
    }
    return behind;
}

static const char *expand_ansi(struct fields *fields, const char *at, const char *end)
{
    begin_field(fields, fields->at);
    while (at < end && *at != '\'') {
        size_t size = *at == '\\' ? aic_launch_escape(at, &fields->text) : 0;
        if (size == 0) {
            aic_launch_append(&fields->text, at, 1);
            size = 1;
        }
        at += size;
    }
    return at < end ? at + 1 : end;
}

/* One quote, escape or dollar; returns what stands behind it. */
static const char *expand_special(struct fields *fields, const char *at, const char *end,
                                  bool quoted)
{
    if (*at == '\\' && at + 1 < end) {
        if (at[1] == '\n') {
            return at + 2;
        }
        bool stays = quoted && !strchr("$`\"\\", at[1]);
        add_text(fields, stays ? at : at + 1, stays ? 2 : 1, fields->at);
        return at + 2;
    }
    if (*at == '`') {
        const char *close = memchr(at + 1, '`', (size_t)(end - at) - 1);
        add_hole(fields, "");
        return close ? close + 1 : end;
    }
    if (*at == '$' && !quoted && at + 1 < end && at[1] == '\'') {
        return expand_ansi(fields, at + 2, end);
    }
    if (*at == '$' && at + 1 < end) {
        return expand_dollar(fields, at, end, quoted);
    }
    add_text(fields, at, 1, fields->at);
    return at + 1;
}

/* The end of a text in double quotes, at its closing quote. */
static const char *quote_end(const char *at, const char *end)
{
    int depth = 0;
    for (; at < end && (*at != '"' || depth > 0); at++) {
        at += *at == '\\' && at + 1 < end;
        depth += *at == '{' && at[-1] == '$';
        depth -= *at == '}' && depth > 0;
        depth += *at == '(' && (at[-1] == '$' || depth > 0);
        depth -= *at == ')' && depth > 0;
    }
    return at;
}

static void expand(struct fields *fields, const char *at, const char *end, bool quoted)
{
    if (++fields->depth > SHELL_NEST_MAX) {
        aic_launch_refuse(fields->shell->reader, fields->at, AIC_ERR_USAGE,
                          "nested deeper than 64 levels");
    }
    while (at < end && !fields->shell->reader->failed) {
        if (*at == '\'' && !quoted) {
            const char *close = memchr(at + 1, '\'', (size_t)(end - at) - 1);
            close = close ? close : end;
            add_text(fields, at + 1, (size_t)(close - at) - 1, fields->at);
            at = close + (close < end);
        } else if (*at == '"' && !quoted) {
            const char *close = quote_end(at + 1, end);
            bool is_list =
                close - at >= 3 && (strncmp(at + 1, "$@", 2) == 0 ||
                                    (close - at > 4 && strncmp(close - 4, "[@]}", 4) == 0));
            if (!is_list) {
                begin_field(fields, fields->at);
            }
            expand(fields, at + 1, close, true);
            at = close + (close < end);
        } else if (*at == '"') {
            at++; /* inside ${X:-"w"} in quotes */
        } else if (strchr("\\`$", *at)) {
            at = expand_special(fields, at, end, quoted);
        } else {
            size_t length = 1;
            while (at + length < end && !strchr("'\"\\`$", at[length])) {
                length++;
            }
            add_text(fields, at, length, fields->at);
            at += length;
        }
    }
    fields->depth--;
}

void aic_launch_expand(struct shell *shell, struct raw word, struct words *out)
{
    struct fields fields = { .shell = shell,
                             .out = out,
                             .text = { .reader = shell->reader },
                             .at = aic_launch_place(shell->source, word.line) };
    if (++shell->expanding <= SHELL_NEST_MAX) {
        expand(&fields, word.at, word.at + word.length, false);
    }
    shell->expanding--;
    end_field(&fields);
}

const char *aic_launch_expand_text(struct shell *shell, struct raw word)
{
    struct fields fields = { .shell = shell,
                             .text = { .reader = shell->reader },
                             .at = aic_launch_place(shell->source, word.line) };
    if (++shell->expanding > SHELL_NEST_MAX) {
        aic_launch_refuse(shell->reader, fields.at, AIC_ERR_USAGE, "nested deeper than 64 levels");
    } else {
        expand(&fields, word.at, word.at + word.length, false);
    }
    shell->expanding--;
    return aic_launch_text_of(&fields.text);
}

const char *aic_launch_expand_plain(struct shell *shell, const char *text, size_t length, int line)
{
    struct fields fields = { .shell = shell,
                             .text = { .reader = shell->reader },
                             .at = aic_launch_place(shell->source, line) };
    const char *end = text + length;
    while (text < end && !shell->reader->failed) {
        if (strchr("\\`$", *text)) {
            text = expand_special(&fields, text, end, true);
        } else {
            add_text(&fields, text++, 1, fields.at);
        }
    }
    return aic_launch_text_of(&fields.text);
}
