/* SPDX-License-Identifier: Apache-2.0 */
/* Regular expressions as an automaton (Thompson, CACM 11, 1968): literals, . \d \w [] (|) ? * + ^ $. */
#include <string.h>

#include <aicalc/text.h>

#include "catalog/formats/pattern.h"
#include "core/ascii.h"

enum { BYTE, ANY, CLASS, FORK, JUMP, END, MATCHED };

/* Brackets in each other, and alternatives of each: bounds the recursion. */
#define DEPTH_MAX 64

struct compiler {
    struct pattern *pattern;
    const char *at;
    const char *start;
    int depth;
    bool failed;
};

static size_t count(const struct compiler *c)
{
    return c->pattern->state_count;
}

/* Puts a state before those from `place` on. */
static void insert(struct compiler *c, size_t place, struct pattern_state state)
{
    struct pattern *p = c->pattern;
    if (p->state_count >= PATTERN_STATES) {
        c->failed = true;
        return;
    }
    memmove(&p->states[place + 1], &p->states[place],
            (p->state_count - place) * sizeof p->states[0]);
    p->states[place] = state;
    p->state_count++;
}

static void append(struct compiler *c, struct pattern_state state)
{
    insert(c, count(c), state);
}

static struct pattern_state plain(int what)
{
    return (struct pattern_state){ .what = (uint8_t)what };
}

static struct pattern_state jump(long distance)
{
    return (struct pattern_state){ .what = JUMP, .first = (int16_t)distance };
}

static struct pattern_state fork_to(long first, long second)
{
    struct pattern_state state = plain(FORK);
    state.first = (int16_t)first;
    state.second = (int16_t)second;
    return state;
}

static unsigned char *new_class(struct compiler *c)
{
    struct pattern *p = c->pattern;
    if (p->class_count >= PATTERN_CLASSES) {
        c->failed = true;
        return NULL;
    }
    append(c, (struct pattern_state){ .what = CLASS, .operand = (uint8_t)p->class_count });
    unsigned char *bits = p->classes[p->class_count++];
    memset(bits, 0, sizeof p->classes[0]);
    return bits;
}

static void add_range(unsigned char *bits, unsigned char first, unsigned char last)
{
    for (unsigned byte = first; byte <= last; byte++) {
        bits[byte / 8] |= (unsigned char)(1U << (byte % 8));
    }
}

/* \d and \w; false: it is neither. */
static bool add_named(unsigned char *bits, char name)
{
    if (name != 'd' && name != 'w') {
        return false;
    }
    add_range(bits, '0', '9');
    if (name == 'w') {
        add_range(bits, 'a', 'z');
        add_range(bits, 'A', 'Z');
        add_range(bits, '_', '_');
    }
    return true;
}

/* The next byte, or that which an escape stands for; of other letters and digits it is not known here. */
static unsigned char literal(struct compiler *c)
{
    bool is_escaped = *c->at == '\\';
    c->at += is_escaped;
    char byte = *c->at;
    if (byte == '\0' || (is_escaped && (aic_is_letter(byte) || aic_is_digit(byte)))) {
        c->failed = true;
    } else {
        c->at++;
    }
    return (unsigned char)byte;
}

static void compile_class(struct compiler *c)
{
    unsigned char *bits = new_class(c);
    bool none_of = *c->at == '^';
    c->at += none_of;
    for (bool first = true; bits && !c->failed && (first || *c->at != ']'); first = false) {
        if (*c->at == '\\' && add_named(bits, c->at[1])) {
            c->at += 2;
            continue;
        }
        unsigned char from = literal(c), to = from;
        if (*c->at == '-' && c->at[1] != ']' && c->at[1] != '\0') {
            c->at++;
            to = literal(c);
        }
        c->failed = c->failed || to < from;
        add_range(bits, from, to);
    }
    c->at += *c->at == ']';
    for (size_t i = 0; bits && none_of && i < sizeof c->pattern->classes[0]; i++) {
        bits[i] = (unsigned char)~bits[i];
    }
}

static void compile_alternatives(struct compiler *c);

static void compile_group(struct compiler *c)
{
    if (*c->at == '?' || ++c->depth > DEPTH_MAX) { /* look-ahead, names, flags */
        c->failed = true;
        return;
    }
    compile_alternatives(c);
    c->depth--;
    c->failed = c->failed || *c->at != ')';
    c->at += *c->at == ')';
}

static void compile_atom(struct compiler *c)
{
    char byte = *c->at++;
    if (byte == '(') {
        compile_group(c);
    } else if (byte == '[') {
        compile_class(c);
    } else if (byte == '.') {
        append(c, plain(ANY));
    } else if (byte == '$') {
        append(c, plain(END));
    } else if (byte == '^') {
        c->failed = c->failed || c->at != c->start + 1; /* elsewhere it never holds */
    } else if (byte == '\\' && (*c->at == 'd' || *c->at == 'w')) {
        unsigned char *bits = new_class(c);
        if (bits) {
            add_named(bits, *c->at);
        }
        c->at++;
    } else if (strchr("*+?{}]", byte)) {
        c->failed = true;
    } else {
        c->at--;
        append(c, (struct pattern_state){ .what = BYTE, .operand = literal(c) });
    }
}

/* Lets what was compiled from `start` on stand there as often as *, + or ? says. */
static void repeat(struct compiler *c, size_t start)
{
    long length = (long)(count(c) - start);
    switch (*c->at++) {
    case '*':
        insert(c, start, fork_to(1, length + 2));
        append(c, jump(-(length + 1)));
        break;
    case '+':
        append(c, fork_to(-length, 1));
        break;
    default:
        insert(c, start, fork_to(1, length + 1));
    }
}

static void compile_row(struct compiler *c)
{
    while (!c->failed && *c->at != '\0' && *c->at != '|' && *c->at != ')') {
        size_t start = count(c);
        compile_atom(c);
        if (*c->at != '\0' && strchr("*+?", *c->at)) {
            repeat(c, start);
            c->at += *c->at == '?'; /* as few as will do: the same names match */
        }
    }
}

static void compile_alternatives(struct compiler *c)
{
    size_t start = count(c);
    compile_row(c);
    if (c->failed || *c->at != '|') {
        return;
    }
    c->at++;
    if (++c->depth > DEPTH_MAX) {
        c->failed = true;
        return;
    }
    insert(c, start, fork_to(1, (long)(count(c) - start) + 2));
    size_t behind = count(c);
    append(c, plain(JUMP));
    compile_alternatives(c);
    c->depth--;
    if (!c->failed) {
        c->pattern->states[behind] = jump((long)(count(c) - behind));
    }
}

/* Digits are told apart by a digit, or by a class that has some of them. */
static bool tells_digits(const struct pattern *p)
{
    for (size_t i = 0; i < p->state_count; i++) {
        const struct pattern_state *s = &p->states[i];
        if (s->what == BYTE && aic_is_digit((char)s->operand)) {
            return true;
        }
        unsigned digits = 0;
        for (unsigned byte = '0'; s->what == CLASS && byte <= '9'; byte++) {
            digits += ((unsigned)p->classes[s->operand][byte / 8] >> (byte % 8)) & 1U;
        }
        if (digits > 0 && digits < 10) {
            return true;
        }
    }
    return false;
}

bool aic_pattern_read_regex(struct pattern *pattern, const char *text)
{
    struct compiler c = { .pattern = pattern, .at = text, .start = text };
    pattern->kind = PATTERN_REGEX;
    pattern->state_count = pattern->class_count = pattern->length = 0;
    if (strlen(text) >= PATTERN_SIZE) {
        return false;
    }
    compile_alternatives(&c);
    append(&c, plain(MATCHED));
    if (c.failed || *c.at != '\0') {
        return false;
    }
    while (pattern->states[pattern->length].what == BYTE) {
        pattern->text[pattern->length] = (char)pattern->states[pattern->length].operand;
        pattern->length++;
    }
    pattern->text[pattern->length] = '\0';
    pattern->has_digits = tells_digits(pattern);
    return true;
}

/* The states in which the automaton is. */
struct run {
    const struct pattern *pattern;
    int16_t states[PATTERN_STATES];
    size_t count;
    bool in[PATTERN_STATES];
    bool matched;
};

static void clear(struct run *run, const struct pattern *pattern)
{
    run->pattern = pattern;
    run->count = 0;
    run->matched = false;
    memset(run->in, 0, pattern->state_count * sizeof run->in[0]);
}

static void enter(struct run *run, int state)
{
    if (!run->in[state]) {
        run->in[state] = true;
        run->states[run->count++] = (int16_t)state;
    }
}

/* Goes on from states that need no byte, and from those that are entered so. */
static void follow(struct run *run, bool at_end)
{
    for (size_t i = 0; i < run->count; i++) {
        int state = run->states[i];
        const struct pattern_state *s = &run->pattern->states[state];
        if (s->what == FORK || s->what == JUMP) {
            enter(run, state + s->first);
        }
        if (s->what == FORK) {
            enter(run, state + s->second);
        }
        if (s->what == END && at_end) {
            enter(run, state + 1);
        }
        run->matched = run->matched || s->what == MATCHED;
    }
}

static bool takes(const struct pattern *p, const struct pattern_state *s, unsigned char byte)
{
    return s->what == ANY || (s->what == BYTE && s->operand == byte) ||
           (s->what == CLASS && (((unsigned)p->classes[s->operand][byte / 8] >> (byte % 8)) & 1U));
}

static bool run_from(const struct pattern *pattern, const char *name)
{
    struct run runs[2], *now = &runs[0], *then = &runs[1];
    clear(now, pattern);
    enter(now, 0);
    follow(now, *name == '\0');
    for (; *name != '\0' && !now->matched && now->count > 0; name++) {
        clear(then, pattern);
        for (size_t i = 0; i < now->count; i++) {
            int state = now->states[i];
            if (takes(pattern, &pattern->states[state], (unsigned char)*name)) {
                enter(then, state + 1);
            }
        }
        follow(then, name[1] == '\0');
        struct run *other = now;
        now = then;
        then = other;
    }
    return now->matched;
}

bool aic_pattern_run(const struct pattern *pattern, const char *name)
{
    static const char model[] = "model.";
    char whole[PATTERN_SIZE];
    size_t shared = pattern->length < strlen(model) ? pattern->length : strlen(model);
    struct aic_text text;
    if (strncmp(name, pattern->text, pattern->length) == 0 && run_from(pattern, name)) {
        return true;
    }
    if (strncmp(model, pattern->text, shared) != 0) {
        return false;
    }
    aic_text_init(&text, whole, sizeof whole);
    aic_text_add(&text, model);
    aic_text_add(&text, name);
    return strncmp(whole, pattern->text, pattern->length) == 0 && run_from(pattern, whole);
}
