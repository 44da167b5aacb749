/* SPDX-License-Identifier: Apache-2.0 */
/* Texts into cases: encodings and sizes first, then each text, then what cases have in common. */
#include <aicalc/launch.h>

#include <math.h>
#include <string.h>

#include "core/utf8.h"
#include "launch/logs.h"

#define ROOM_OF_NAMES 128 /* bytes of a message that are kept for names alone */

/* A text without a byte order mark, CR before LF, colours of a terminal, and the marks of holes. */
static const char *cleaned(struct reader *reader, const struct aic_launch_text *given,
                           size_t *length)
{
    const char *at = given->text, *end = given->text + given->length;
    char *copy = aic_launch_take(reader, given->length + 1);
    size_t size = 0;
    if (!copy) {
        return "";
    }
    at += given->length >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < end) {
        if (*at == '\r' && at + 1 < end && at[1] == '\n') {
            at++;
        } else if (*at == '\033' && at + 1 < end && at[1] == '[') {
            at += 2;
            while (at < end && !(*at >= '@' && *at <= '~')) {
                at++;
            }
            at += at < end;
        } else {
            copy[size++] = *at == HOLE_BEGIN || *at == HOLE_END ? ' ' : *at;
            at++;
        }
    }
    *length = size;
    return copy;
}

static bool check_encoding(struct reader *reader, const struct aic_launch_text *given)
{
    struct aic_launch_place at = { given->name, 1 };
    uint32_t character;
    if (memchr(given->text, '\0', given->length)) {
        return aic_launch_refuse(reader, at, AIC_ERR_FILE, "the text is binary");
    }
    for (size_t i = 0; i < given->length;) {
        size_t size = aic_utf8_read(given->text + i, given->length - i, &character);
        if (size == 0) {
            return aic_launch_refuse(reader, at, AIC_ERR_FILE, "the text is not UTF-8");
        }
        at.line += given->text[i] == '\n';
        i += size;
    }
    return true;
}

static bool add_text(struct reader *reader, const struct aic_launch_text *given)
{
    struct aic_launch_place at = { given->name, 1 };
    struct source source = { .name = aic_launch_keep(reader, aic_base_name(given->name),
                                                     strlen(aic_base_name(given->name))),
                             .line = 1 };
    if (given->length > AIC_LAUNCH_LOG_MAX) {
        return aic_launch_refuse(reader, at, AIC_ERR_FILE, "larger than 64 MiB");
    }
    if (!check_encoding(reader, given)) {
        return false;
    }
    source.file = source.name;
    source.text = cleaned(reader, given, &source.length);
    if (source.length > AIC_LAUNCH_TEXT_MAX && aic_launch_log_kind(&source) == NO_LOG) {
        return aic_launch_refuse(reader, at, AIC_ERR_FILE,
                                 "larger than 1 MiB, and no log that is known");
    }
    return aic_launch_add_source(reader, &source) != NULL;
}

/* The server of a text; NULL: there is none, or several. */
static struct work *server_of(struct reader *reader, size_t text)
{
    struct work *server = NULL;
    for (struct work *work = reader->works; work; work = work->next) {
        if (work->is_serving && !work->is_dropped && work->said.text == text) {
            if (server) {
                return NULL;
            }
            server = work;
        }
    }
    return server;
}

/* The load that counts: the first that says both lengths, else the first. */
static const struct work *load_of(const struct reader *reader, size_t text)
{
    const struct work *first = NULL;
    for (const struct work *load = reader->works; load; load = load->next) {
        if (load->dialect != &aic_launch_load || load->said.text != text) {
            continue;
        }
        if (aic_launch_has(load, "prompt") && aic_launch_has(load, "answer")) {
            return load;
        }
        first = first ? first : load;
    }
    return first;
}

static void note_other_load(struct work *server, const struct work *load, const struct work *other)
{
    for (size_t i = 0; i < other->said.input_count; i++) {
        const struct aic_launch_input *input = &other->said.inputs[i];
        double counts = aic_launch_number(load, input->name);
        if (counts != input->number) {
            aic_launch_note(server->reader, server, "repeated", input->name, input->place,
                            "the loads of this text differ: '%s' does not count", input->spelt);
        }
    }
}

/* The load of a benchmark is that of the server in the same text, where there is one. */
static void apply_loads(struct reader *reader)
{
    for (const struct work *each = reader->works; each; each = each->next) {
        if (each->dialect != &aic_launch_load) {
            continue;
        }
        struct work *server = server_of(reader, each->said.text);
        const struct work *load = load_of(reader, each->said.text);
        if (!server) {
            continue;
        }
        if (each != load) {
            note_other_load(server, load, each);
            continue;
        }
        for (size_t i = 0; i < load->said.input_count; i++) {
            const struct aic_launch_input *input = &load->said.inputs[i];
            struct setting from = { .spelt = input->spelt, .value = "", .at = input->place };
            aic_launch_set_number(server, input->name, input->number, &from);
        }
    }
    for (struct work *work = reader->works; work; work = work->next) {
        if (work->is_serving && work->dialect != &aic_launch_llamacpp &&
            aic_launch_has(work, "prompt") && aic_launch_has(work, "answer")) {
            aic_launch_add_calculator(work, "serve");
        }
    }
}

/* What has room is told with its place and what to add, the others by their names, so that none is cut off. */
bool aic_launch_case_check(const struct aic_launch_case *of,
                           const struct aic_calculator *calculator, struct aic_error *error)
{
    char words[sizeof error->message];
    struct aic_text text;
    bool any = false, is_full = false;
    aic_text_init(&text, words, sizeof words);
    for (size_t i = 0; i < of->ask_count; i++) {
        const struct aic_launch_note *ask = &of->asks[i];
        size_t size = aic_table_size(&calculator->inputs);
        if (ask->subject[0] != '$' &&
            aic_table_find(&calculator->inputs, ask->subject, strlen(ask->subject)) == size) {
            continue; /* what this calculator does not need */
        }
        size_t length = strlen(ask->place.name) + strlen(ask->text) + ROOM_OF_NAMES;
        if (is_full || (any && text.length + length > sizeof words)) {
            aic_text_format(&text, "%s%s", is_full ? ", " : "; also ", ask->subject);
            is_full = true;
        } else {
            aic_text_format(&text, "%s%s:%d: %s", any ? "; " : "", ask->place.name, ask->place.line,
                            ask->text);
        }
        any = true;
    }
    return !any || aic_fail(error, AIC_ERR_MISSING, NULL, "%s", words);
}

static bool same_value(const struct aic_launch_input *input, const char *flag, double *number)
{
    size_t length = strlen(flag);
    *number = NAN;
    if (input->kind == AIC_LAUNCH_WORD) {
        return strcmp(input->text, flag) == 0;
    }
    if (input->kind == AIC_LAUNCH_YES_NO) {
        *number = strcmp(flag, "yes") == 0 || strcmp(flag, "true") == 0 || strcmp(flag, "1") == 0;
    } else if (aic_number_read(flag, length, 0, number) != length) {
        *number = NAN; /* with a unit: the calculator reads it */
    }
    return input->number == *number;
}

/* Flags win; where they say something else it is noted, with both. */
static void override(struct work *work)
{
    for (size_t i = 0; i < work->said.input_count; i++) {
        struct aic_launch_input *input = &work->said.inputs[i];
        const char *flag = aic_launch_flag(work->reader, input->name);
        double number;
        if (!flag || same_value(input, flag, &number)) {
            continue;
        }
        if (input->origin == AIC_LAUNCH_TEXT) {
            aic_launch_note(work->reader, work, "overridden", input->name, input->place,
                            "%s, which the text says, gives way to the flag's %s",
                            input->spelt[0] ? input->spelt : input->name,
                            aic_launch_shown(work->reader, flag));
        }
        input->origin = AIC_LAUNCH_FLAG;
        if (isnan(number)) {
            input->kind = AIC_LAUNCH_WORD;
            input->text = aic_launch_keep(work->reader, flag, strlen(flag));
        } else {
            input->number = number;
        }
    }
}

static bool same_notes(const struct aic_launch_note *a, size_t a_count,
                       const struct aic_launch_note *b, size_t b_count)
{
    for (size_t i = 0; a_count == b_count && i < a_count; i++) {
        if (strcmp(a[i].id, b[i].id) != 0 || strcmp(a[i].subject, b[i].subject) != 0) {
            return false;
        }
    }
    return a_count == b_count;
}

static bool same_case(const struct aic_launch_case *a, const struct aic_launch_case *b)
{
    if (strcmp(a->dialect, b->dialect) != 0 || a->input_count != b->input_count ||
        a->measured_count > 0 || b->measured_count > 0) {
        return false;
    }
    for (size_t i = 0; i < a->input_count; i++) {
        const struct aic_launch_input *x = &a->inputs[i], *y = &b->inputs[i];
        if (strcmp(x->name, y->name) != 0 || x->number != y->number ||
            strcmp(x->text, y->text) != 0) {
            return false;
        }
    }
    return same_notes(a->notes, a->note_count, b->notes, b->note_count) &&
           same_notes(a->asks, a->ask_count, b->asks, b->ask_count);
}

/* Cases alike become one, which counts them. */
static void join_alike(struct reader *reader)
{
    for (struct work *work = reader->works; work; work = work->next) {
        int alike = 1;
        for (struct work *other = work->next; other && !work->is_dropped; other = other->next) {
            if (!other->is_dropped && same_case(&work->said, &other->said)) {
                other->is_dropped = true;
                alike++;
            }
        }
        if (alike > 1) {
            aic_launch_note(reader, work, "same-again", aic_launch_format(reader, "%d", alike),
                            work->at, "%d cases are the same", alike);
        }
    }
}

/* The name of a case, with a number behind it where another has it. */
static void name_apart(struct reader *reader, struct aic_launch_case *of,
                       const struct aic_launch *in)
{
    const char *name = of->name;
    for (int number = 2; number <= AIC_LAUNCH_CASES_MAX; number++) {
        bool is_taken = false;
        for (size_t i = 0; i < in->case_count; i++) {
            is_taken = is_taken || strcmp(in->cases[i].name, of->name) == 0;
        }
        if (!is_taken) {
            return;
        }
        of->name = aic_launch_format(reader, "%s (%d)", name, number);
    }
}

static void collect(struct reader *reader)
{
    struct aic_launch *launch = reader->launch;
    for (size_t text = 0; text < reader->request->text_count; text++) {
        for (struct work *work = reader->works; work; work = work->next) {
            if (work->is_dropped || work->said.text != text) {
                continue;
            }
            struct aic_launch_case *room =
                aic_launch_room(reader, launch->cases, launch->case_count, sizeof *launch->cases);
            if (room) {
                launch->cases = room;
                name_apart(reader, &work->said, launch);
                launch->cases[launch->case_count++] = work->said;
            }
        }
    }
}

/* Texts of several that hold no question are said; where none does, it is an error. */
static void check_found(struct reader *reader)
{
    const struct aic_launch_request *request = reader->request;
    struct aic_launch_place nowhere = { request->text_count > 0 ? reader->sources[0].name : "", 0 };
    for (size_t text = 0; text < request->text_count; text++) {
        bool is_used = reader->sources[text].named;
        for (const struct work *work = reader->works; work; work = work->next) {
            is_used = is_used || work->said.text == text;
        }
        struct aic_launch_place at = { reader->sources[text].name, 1 };
        if (!is_used) {
            aic_launch_note(reader, NULL, "no-question", reader->sources[text].name, at,
                            "'%s' holds no question that this knows", reader->sources[text].name);
        }
    }
    if (reader->launch->case_count > 0) {
        return;
    }
    if (reader->missing_job) {
        aic_launch_refuse(reader, reader->missing_at, AIC_ERR_MISSING,
                          "'%s', which this line names, was not given: give it too",
                          aic_launch_shown(reader, reader->missing_job));
    } else if (reader->untold.name) {
        aic_launch_refuse(reader, reader->untold, AIC_ERR_UNKNOWN,
                          "no launch command, configuration or log that this knows: the script of "
                          "this line is not known by its arguments");
    } else if (reader->worker.name) {
        aic_launch_refuse(
            reader, reader->worker, AIC_ERR_UNKNOWN,
            "no launch command but those of workers, which this line makes them: give "
            "the command of the first node");
    } else if (reader->undecided.name) {
        aic_launch_refuse(
            reader, reader->undecided, AIC_ERR_UNKNOWN,
            "no launch command that is sure to run: the text does not decide the test or "
            "loop of this line, which holds one; give that command alone");
    } else {
        aic_launch_refuse(reader, nowhere, AIC_ERR_UNKNOWN,
                          "no launch command, configuration or log that this knows");
    }
}

static void check_variables(struct reader *reader)
{
    const struct aic_launch_request *request = reader->request;
    struct aic_launch_place nowhere = { NULL, 0 };
    for (size_t i = 0; i < request->variable_count; i++) {
        if (!reader->variable_read[i]) {
            aic_launch_refuse(reader, nowhere, AIC_ERR_UNKNOWN,
                              "--set %s: the text never reads that variable",
                              request->variables[i].name);
        }
    }
}

bool aic_launch_read_all(struct reader *reader)
{
    const struct aic_launch_request *request = reader->request;
    reader->variable_read =
        aic_launch_take(reader, (request->variable_count + 1) * sizeof *reader->variable_read);
    for (size_t i = 0; i < request->text_count && !reader->failed; i++) {
        add_text(reader, &request->texts[i]);
    }
    for (int pass = 0; pass < 3; pass++) {
        for (size_t i = 0; i < request->text_count && !reader->failed; i++) {
            aic_launch_read_source(reader, i, pass);
        }
    }
    if (!reader->failed) {
        apply_loads(reader);
        for (struct work *work = reader->works; work; work = work->next) {
            override(work);
        }
        join_alike(reader);
        collect(reader);
        check_found(reader);
        check_variables(reader);
    }
    reader->launch->memory = reader->blocks;
    if (reader->failed) {
        aic_launch_clear(reader->launch);
    }
    return !reader->failed;
}

bool aic_launch_read(const struct aic_launch_request *request, struct aic_launch *launch,
                     struct aic_error *error)
{
    struct aic_error own = { .code = AIC_OK };
    struct reader reader = { .request = request, .launch = launch, .error = error ? error : &own };
    *launch = (struct aic_launch){ .memory = NULL };
    return aic_launch_read_all(&reader);
}
