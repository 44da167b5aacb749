/* SPDX-License-Identifier: Apache-2.0 */
/* Shell text into commands. Nothing is expanded here: words stay as they stand. */
#include "launch/shell.h"

#include <string.h>

#include "core/ascii.h"

struct parser {
    struct reader *reader;
    const struct source *source;
    const char *at; /* the text ends with a NUL */
    int line;
    int depth;
    struct here *pending; /* here-documents whose text begins behind the next line end */
    struct here **pending_tail;
    struct raw marks[16]; /* the words that end them */
    bool dashes[16];      /* `<<-`: tabs in front do not count */
    size_t pending_count;
};

static bool refuse(struct parser *parser, int line, const char *what)
{
    return aic_launch_refuse(parser->reader, aic_launch_place(parser->source, line), AIC_ERR_USAGE,
                             "%s", what);
}

/* To the end of a quoted text or a bracket; where it is not closed, to the end of all. */
struct skipping {
    struct reader *reader;
    const struct source *source;
    const char *at;
    int *line;
    int depth;
};

static void skip_until(struct skipping *skip, char closing);

static void skip_quotes(struct skipping *skip)
{
    char quote = *skip->at++;
    bool is_ansi = quote == '$';
    if (is_ansi) {
        quote = *skip->at++;
    }
    while (*skip->at && *skip->at != quote) {
        if ((quote == '`' || is_ansi) && *skip->at == '\\' && skip->at[1]) {
            skip->at++;
        }
        *skip->line += *skip->at++ == '\n';
    }
    if (*skip->at) {
        skip->at++;
    } else {
        aic_launch_refuse(skip->reader, aic_launch_place(skip->source, *skip->line), AIC_ERR_USAGE,
                          "a quote that is not closed");
    }
}

/* One character, quoted text or bracket of a word. */
static void skip_piece(struct skipping *skip, bool in_quotes)
{
    const char *at = skip->at;
    if (*at == '\\' && at[1]) {
        *skip->line += at[1] == '\n';
        skip->at += 2;
    } else if (!in_quotes && (*at == '\'' || (*at == '$' && at[1] == '\''))) {
        skip_quotes(skip);
    } else if (*at == '`') {
        skip_quotes(skip);
    } else if (!in_quotes && *at == '"') {
        skip->at++;
        skip_until(skip, '"');
    } else if (*at == '$' && (at[1] == '(' || at[1] == '{')) {
        skip->at += 2;
        skip_until(skip, at[1] == '(' ? ')' : '}');
    } else {
        *skip->line += *at == '\n';
        skip->at++;
    }
}

static void skip_until(struct skipping *skip, char closing)
{
    int line = *skip->line;
    if (++skip->depth > SHELL_NEST_MAX) {
        aic_launch_refuse(skip->reader, aic_launch_place(skip->source, line), AIC_ERR_USAGE,
                          "nested deeper than 64 levels");
    }
    while (*skip->at && *skip->at != closing && !skip->reader->failed) {
        if (closing == ')' && *skip->at == '(') {
            skip->at++;
            skip_until(skip, ')');
        } else if (closing == ')' && *skip->at == '#' && strchr(" \t\n", skip->at[-1])) {
            skip->at += strcspn(skip->at, "\n");
        } else {
            skip_piece(skip, closing == '"');
        }
    }
    if (*skip->at) {
        skip->at++;
    } else {
        aic_launch_refuse(skip->reader, aic_launch_place(skip->source, line), AIC_ERR_USAGE,
                          "a quote or bracket that is not closed");
    }
    skip->depth--;
}

const char *aic_launch_skip_word(struct reader *reader, const struct source *source, const char *at,
                                 int *line)
{
    struct skipping skip = { reader, source, at, line, 0 };
    if ((*at == '<' || *at == '>') && at[1] == '(') {
        skip.at += 2;
        skip_until(&skip, ')');
        return skip.at;
    }
    while (*skip.at && !strchr(" \t\n;&|<>)", *skip.at) && !reader->failed) {
        if (*skip.at != '(') {
            skip_piece(&skip, false);
        } else if (skip.at == at || skip.at[1] == ')' || skip.at[-1] == '=') {
            break; /* a function, an array */
        } else {
            skip.at++;
            skip_until(&skip, ')');
        }
    }
    return skip.at;
}

static void skip_blanks(struct parser *parser)
{
    for (;;) {
        parser->at += strspn(parser->at, " \t");
        if (parser->at[0] == '\\' && parser->at[1] == '\n') {
            parser->at += 2;
            parser->line++;
        } else if (*parser->at == '#') {
            parser->at += strcspn(parser->at, "\n");
        } else {
            return;
        }
    }
}

/* True where a line, without tabs in front if the mark says so, ends a here-document. */
static bool ends_here(const char *line, size_t length, const char *mark, bool dash)
{
    size_t tabs = dash ? strspn(line, "\t") : 0;
    return length >= tabs && length - tabs == strlen(mark) &&
           memcmp(line + tabs, mark, length - tabs) == 0;
}

/* The mark without its quotes. */
static const char *plain_mark(struct parser *parser, struct raw mark)
{
    struct buffer text = { .reader = parser->reader };
    for (size_t i = 0; i < mark.length; i++) {
        if (!strchr("'\"\\", mark.at[i])) {
            aic_launch_append(&text, mark.at + i, 1);
        }
    }
    return aic_launch_text_of(&text);
}

static void read_heres(struct parser *parser)
{
    struct here *here = parser->pending;
    for (size_t i = 0; i < parser->pending_count && here; i++, here = here->next) {
        const char *mark = plain_mark(parser, parser->marks[i]);
        here->text = parser->at;
        here->line = parser->line;
        while (*parser->at) {
            size_t length = strcspn(parser->at, "\n");
            bool is_end = ends_here(parser->at, length, mark, parser->dashes[i]);
            here->length = (size_t)(parser->at - here->text);
            parser->at += length;
            if (*parser->at) {
                parser->at++;
                parser->line++;
            }
            if (is_end) {
                break;
            }
            here->length = (size_t)(parser->at - here->text);
        }
    }
    parser->pending = NULL;
    parser->pending_count = 0;
}

static void skip_newline(struct parser *parser)
{
    parser->at++;
    parser->line++;
    read_heres(parser);
}

/* Line ends, blanks, comments and lone semicolons. */
static void skip_lines(struct parser *parser)
{
    for (;;) {
        skip_blanks(parser);
        if (*parser->at == '\n') {
            skip_newline(parser);
        } else if (*parser->at == ';' && parser->at[1] != ';') {
            parser->at++;
        } else {
            return;
        }
    }
}

static struct raw read_word(struct parser *parser)
{
    struct raw word = { .at = parser->at, .line = parser->line };
    parser->at = aic_launch_skip_word(parser->reader, parser->source, parser->at, &parser->line);
    word.length = (size_t)(parser->at - word.at);
    return word;
}

static void add_raw(struct parser *parser, struct raws *raws, struct raw word)
{
    struct raw *room = aic_launch_room(parser->reader, raws->at, raws->count, sizeof *room);
    if (room) {
        raws->at = room;
        raws->at[raws->count++] = word;
    }
}

/* The words of an array, behind its bracket. */
static void read_array(struct parser *parser, struct raw *word)
{
    struct raws items = { NULL, 0 };
    int line = parser->line;
    parser->at++;
    for (;;) {
        skip_blanks(parser);
        if (*parser->at == '\n') {
            skip_newline(parser);
        } else if (*parser->at == ')') {
            parser->at++;
            break;
        } else if (*parser->at == '\0' || parser->reader->failed) {
            refuse(parser, line, "a bracket that is not closed");
            break;
        } else if (strchr(";&|<>(", *parser->at)) {
            parser->at++; /* no word of an array */
        } else {
            add_raw(parser, &items, read_word(parser));
        }
    }
    word->items = items.at;
    word->item_count = items.count;
    word->is_array = true;
}

static bool is_word(struct raw word, const char *text)
{
    return word.length == strlen(text) && memcmp(word.at, text, word.length) == 0;
}

/* The word at the place, not taken. */
static struct raw peek_word(struct parser *parser)
{
    int line = parser->line;
    struct raw word = { .at = parser->at, .line = line };
    const char *end = parser->at;
    while (*end && !strchr(" \t\n;&|<>()\"'$\\`", *end)) {
        end++;
    }
    word.length = (size_t)(end - parser->at);
    return word;
}

static bool at_word(struct parser *parser, const char *text)
{
    return is_word(peek_word(parser), text);
}

/* Takes that word, which must stand here. */
static bool take_word(struct parser *parser, const char *text, int line)
{
    skip_lines(parser);
    if (!at_word(parser, text)) {
        return parser->reader->failed ||
               aic_launch_refuse(parser->reader, aic_launch_place(parser->source, line),
                                 AIC_ERR_USAGE, "a command that is not closed: '%s' is missing",
                                 text);
    }
    parser->at += strlen(text);
    return true;
}

static struct command *new_command(struct parser *parser, enum shell_kind kind)
{
    struct command *command = aic_launch_take(parser->reader, sizeof *command);
    if (command) {
        command->kind = kind;
        command->line = parser->line;
    }
    return command;
}

static void read_here_mark(struct parser *parser, struct command *command)
{
    bool dash = *parser->at == '-';
    parser->at += dash;
    skip_blanks(parser);
    struct raw mark = read_word(parser);
    struct here *here = aic_launch_take(parser->reader, sizeof *here);
    size_t most = sizeof parser->marks / sizeof parser->marks[0];
    if (parser->pending_count == most) {
        refuse(parser, parser->line, "more than 16 here-documents behind one line");
        return;
    }
    if (!here) {
        return;
    }
    here->expands = !memchr(mark.at, '\'', mark.length) && !memchr(mark.at, '"', mark.length) &&
                    !memchr(mark.at, '\\', mark.length);
    here->text = "";
    parser->marks[parser->pending_count] = mark;
    parser->dashes[parser->pending_count++] = dash;
    if (parser->pending) {
        *parser->pending_tail = here;
    } else {
        parser->pending = here;
    }
    parser->pending_tail = &here->next;
    if (!command->heres) {
        command->heres = here;
    }
}

/* True where a redirection stands at the place, a number in front or not; takes it. */
static bool take_redirection(struct parser *parser, struct command *command)
{
    const char *at = parser->at;
    at += strspn(at, "0123456789");
    if (at == parser->at && at[0] == '&' && at[1] == '>') {
        at++;
    }
    if ((*at != '<' && *at != '>') || at[1] == '(') {
        return false;
    }
    bool is_output = *at == '>' && (at == parser->at || at[-1] == '1');
    bool is_here = at[0] == '<' && at[1] == '<' && at[2] != '<';
    bool appends = is_output && at[1] == '>';
    size_t signs = strspn(at, "<>");
    parser->at = at + (signs > 3 ? 3 : signs);
    if (is_here) {
        read_here_mark(parser, command);
        return true;
    }
    is_output = is_output && *parser->at != '&';
    parser->at += *parser->at == '&' || *parser->at == '|';
    skip_blanks(parser);
    struct raw target = read_word(parser);
    if (is_output) {
        command->output = target;
        command->appends = appends;
    }
    return true;
}

static struct command *parse_command(struct parser *parser);
static struct command *parse_list(struct parser *parser);

/* `name ( )` begins a function. */
static bool at_function(const struct parser *parser, struct raw name)
{
    const char *at = parser->at + strspn(parser->at, " \t");
    return name.length > 0 && at[0] == '(' && at[1 + strspn(at + 1, " \t")] == ')';
}

static struct command *parse_function(struct parser *parser, struct raw name)
{
    struct command *command = new_command(parser, SHELL_FUNCTION);
    skip_blanks(parser);
    if (*parser->at == '(') {
        parser->at += strcspn(parser->at, ")");
        parser->at += *parser->at == ')';
    }
    skip_lines(parser);
    if (!command) {
        return NULL;
    }
    command->name = aic_launch_keep(parser->reader, name.at, name.length);
    command->body = parse_command(parser);
    return command;
}

/* NAME= or NAME+= at the head of a word; what ends a word is none of these signs. */
static bool is_assignment(struct raw word)
{
    size_t length = 0;
    while (aic_is_name(word.at[length])) {
        length++;
    }
    if (word.at[length] == '[') { /* A[1]=x */
        const char *end = memchr(word.at + length, ']', word.length - length);
        length = end ? (size_t)(end - word.at) + 1 : length;
    }
    length += word.at[length] == '+';
    return length > 0 && word.at[length] == '=' && !aic_is_digit(word.at[0]);
}

static struct command *parse_simple(struct parser *parser)
{
    struct command *command = new_command(parser, SHELL_SIMPLE);
    while (command && !parser->reader->failed) {
        skip_blanks(parser);
        if (take_redirection(parser, command)) {
            continue;
        }
        if (*parser->at == '\0' || strchr("\n;&|)", *parser->at)) {
            break;
        }
        struct raw word = read_word(parser);
        if (command->words.count == 0 && !is_assignment(word) && at_function(parser, word)) {
            return parse_function(parser, word);
        }
        if (*parser->at == '(' && is_assignment(word)) {
            read_array(parser, &word);
        } else if (word.length == 0) {
            refuse(parser, parser->line, "a bracket that stands where none can");
        }
        add_raw(parser, &command->words, word);
    }
    return command;
}

/* `[[ ... ]]`: operators are words here. */
static struct command *parse_test(struct parser *parser)
{
    struct command *command = new_command(parser, SHELL_TEST);
    int line = parser->line;
    parser->at += 2;
    while (command && !parser->reader->failed) {
        skip_blanks(parser);
        size_t length = strspn(parser->at, "&|");
        struct raw word = { .at = parser->at, .line = parser->line };
        if (at_word(parser, "]]")) {
            parser->at += 2;
            break;
        }
        if (*parser->at == '\n') {
            skip_newline(parser);
            continue;
        }
        if (*parser->at == '\0') {
            refuse(parser, line, "'[[' that is not closed");
            break;
        }
        if (length == 0 && strchr("()<>;", *parser->at)) {
            length = 1;
        }
        if (length > 0) {
            word.length = length;
            parser->at += length;
        } else {
            word = read_word(parser);
        }
        add_raw(parser, &command->words, word);
    }
    return command;
}

/* `(( ... ))`: its text is one word. */
static struct command *parse_arithmetic(struct parser *parser)
{
    struct command *command = new_command(parser, SHELL_ARITHMETIC);
    struct raw word = { .at = parser->at + 2, .line = parser->line };
    int depth = 0;
    for (parser->at += 2; *parser->at; parser->at++) {
        if (depth == 0 && parser->at[0] == ')' && parser->at[1] == ')') {
            break;
        }
        depth += (*parser->at == '(') - (*parser->at == ')');
        parser->line += *parser->at == '\n';
    }
    if (*parser->at == '\0') {
        refuse(parser, word.line, "'((' that is not closed");
    } else if (command) {
        word.length = (size_t)(parser->at - word.at);
        parser->at += 2;
        add_raw(parser, &command->words, word);
    }
    return command;
}

static struct command *parse_if(struct parser *parser)
{
    struct command *command = new_command(parser, SHELL_IF);
    int line = parser->line;
    parser->at += at_word(parser, "elif") ? 4 : 2;
    if (!command) {
        return NULL;
    }
    command->condition = parse_list(parser);
    if (!take_word(parser, "then", line)) {
        return command;
    }
    command->body = parse_list(parser);
    skip_lines(parser);
    if (at_word(parser, "elif")) {
        command->other = parse_if(parser);
        return command;
    }
    if (at_word(parser, "else")) {
        parser->at += 4;
        command->other = parse_list(parser);
    }
    take_word(parser, "fi", line);
    return command;
}

static struct command *parse_clause(struct parser *parser)
{
    struct command *clause = new_command(parser, SHELL_CLAUSE);
    int line = parser->line;
    skip_blanks(parser);
    parser->at += *parser->at == '(';
    if (!clause) {
        return NULL;
    }
    while (!parser->reader->failed) {
        skip_blanks(parser);
        if (*parser->at == ')') {
            parser->at++;
            break;
        }
        if (*parser->at == '|') {
            parser->at++;
            continue;
        }
        struct raw pattern = read_word(parser);
        if (pattern.length == 0) {
            refuse(parser, line, "a pattern of 'case' that is not closed with ')'");
            break;
        }
        add_raw(parser, &clause->words, pattern);
    }
    clause->body = parse_list(parser);
    skip_lines(parser);
    while (parser->at[0] == ';' || parser->at[0] == '&') {
        parser->at++; /* ;; ;& ;;& */
    }
    return clause;
}

static struct command *parse_case(struct parser *parser)
{
    struct command *command = new_command(parser, SHELL_CASE);
    int line = parser->line;
    parser->at += 4;
    skip_blanks(parser);
    if (!command) {
        return NULL;
    }
    add_raw(parser, &command->words, read_word(parser));
    struct command **tail = &command->body;
    bool goes_on = take_word(parser, "in", line);
    while (goes_on && !parser->reader->failed) {
        skip_lines(parser);
        if (at_word(parser, "esac")) {
            break;
        }
        *tail = parse_clause(parser);
        if (!*tail) {
            break;
        }
        tail = &(*tail)->next;
    }
    take_word(parser, "esac", line);
    return command;
}

static void parse_do(struct parser *parser, struct command *command)
{
    int line = command->line;
    if (take_word(parser, "do", line)) {
        command->body = parse_list(parser);
        take_word(parser, "done", line);
    }
}

static struct command *parse_for(struct parser *parser, bool is_select)
{
    struct command *command = new_command(parser, is_select ? SHELL_LOOP : SHELL_FOR);
    parser->at += is_select ? 6 : 3;
    skip_blanks(parser);
    if (!command) {
        return NULL;
    }
    if (parser->at[0] == '(' && parser->at[1] == '(') {
        command->kind = SHELL_LOOP;
        parse_arithmetic(parser);
    } else {
        struct raw name = read_word(parser);
        command->name = aic_launch_keep(parser->reader, name.at, name.length);
        skip_lines(parser);
        command->has_words = at_word(parser, "in");
        parser->at += command->has_words ? 2 : 0;
        while (command->has_words && !parser->reader->failed) {
            skip_blanks(parser);
            struct raw word = read_word(parser);
            if (word.length == 0) {
                break;
            }
            add_raw(parser, &command->words, word);
        }
    }
    parse_do(parser, command);
    return command;
}

static struct command *parse_loop(struct parser *parser)
{
    struct command *command = new_command(parser, SHELL_LOOP);
    parser->at += 5; /* while, until */
    if (command) {
        command->condition = parse_list(parser);
        parse_do(parser, command);
    }
    return command;
}

/* `{ }` and `( )`. */
static struct command *parse_group(struct parser *parser)
{
    struct command *command = new_command(parser, SHELL_GROUP);
    char closing = *parser->at == '{' ? '}' : ')';
    int line = parser->line;
    parser->at++;
    if (!command) {
        return NULL;
    }
    command->body = parse_list(parser);
    skip_lines(parser);
    if (*parser->at == closing) {
        parser->at++;
    } else {
        refuse(parser, line, "a bracket that is not closed");
    }
    return command;
}

static struct command *parse_named_function(struct parser *parser)
{
    parser->at += 8;
    skip_blanks(parser);
    struct raw name = peek_word(parser);
    parser->at += name.length;
    return parse_function(parser, name);
}

static struct command *parse_compound(struct parser *parser)
{
    if (at_word(parser, "if")) {
        return parse_if(parser);
    }
    if (at_word(parser, "case")) {
        return parse_case(parser);
    }
    if (at_word(parser, "for") || at_word(parser, "select")) {
        return parse_for(parser, at_word(parser, "select"));
    }
    if (at_word(parser, "while") || at_word(parser, "until")) {
        return parse_loop(parser);
    }
    if (at_word(parser, "function")) {
        return parse_named_function(parser);
    }
    if (at_word(parser, "[[")) {
        return parse_test(parser);
    }
    if (parser->at[0] == '(' && parser->at[1] == '(') {
        return parse_arithmetic(parser);
    }
    if (at_word(parser, "{") || *parser->at == '(') {
        return parse_group(parser);
    }
    return NULL;
}

static struct command *parse_command(struct parser *parser)
{
    if (++parser->depth > SHELL_NEST_MAX) {
        refuse(parser, parser->line, "nested deeper than 64 levels");
        return NULL;
    }
    bool is_negated = false;
    while (at_word(parser, "!") || at_word(parser, "time") || at_word(parser, "coproc")) {
        is_negated ^= *parser->at == '!';
        parser->at += peek_word(parser).length;
        skip_blanks(parser);
    }
    struct command *command = parse_compound(parser);
    if (command && command->kind != SHELL_FUNCTION) { /* redirections behind a compound command */
        struct command behind = { .kind = SHELL_SIMPLE };
        do {
            skip_blanks(parser);
        } while (!parser->reader->failed && take_redirection(parser, &behind));
    } else if (!command && !parser->reader->failed) {
        command = parse_simple(parser);
    }
    if (command) {
        command->is_negated = is_negated;
    }
    parser->depth--;
    return command;
}

/* Words that end a list of commands. */
static bool at_list_end(struct parser *parser)
{
    static const char *const ends[] = { "then", "elif", "else", "fi", "do",
                                        "done", "esac", "}",    NULL };
    for (size_t i = 0; ends[i]; i++) {
        if (at_word(parser, ends[i])) {
            return true;
        }
    }
    return *parser->at == '\0' || *parser->at == ')' || strncmp(parser->at, ";;", 2) == 0 ||
           strncmp(parser->at, ";&", 2) == 0;
}

/* What stands between this command and the next. */
static enum shell_link take_link(struct parser *parser)
{
    skip_blanks(parser);
    if (strncmp(parser->at, "&&", 2) == 0 || strncmp(parser->at, "||", 2) == 0) {
        enum shell_link link = *parser->at == '&' ? SHELL_AND : SHELL_OR;
        parser->at += 2;
        return link;
    }
    parser->at += strspn(parser->at, "&|"); /* & | |& */
    return SHELL_ALWAYS;
}

static struct command *parse_list(struct parser *parser)
{
    struct command *first = NULL, **tail = &first;
    enum shell_link link = SHELL_ALWAYS;
    skip_lines(parser);
    while (!parser->reader->failed && !at_list_end(parser)) {
        const char *before = parser->at;
        struct command *command = parse_command(parser);
        if (!command) {
            break;
        }
        command->link = link;
        *tail = command;
        tail = &command->next;
        link = take_link(parser);
        skip_lines(parser);
        if (parser->at == before) {
            refuse(parser, parser->line, "text that is no command");
        }
    }
    return first;
}

struct command *aic_launch_parse_shell(struct reader *reader, const struct source *source)
{
    struct parser parser = {
        .reader = reader, .source = source, .at = source->text, .line = source->line
    };
    struct command *first = parse_list(&parser);
    if (*parser.at && !reader->failed) {
        struct raw word = peek_word(&parser);
        aic_launch_refuse(
            reader, aic_launch_place(source, parser.line), AIC_ERR_USAGE, "'%s' closes nothing",
            aic_launch_shown(reader, word.length > 0 ? aic_launch_keep(reader, word.at, word.length)
                                                     : aic_launch_keep(reader, parser.at, 1)));
    }
    return first;
}
