/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs, notes and what must be asked, of a case on its way. */
#include "launch/case.h"

#include <math.h>
#include <string.h>

#include <aicalc/quantity.h>

struct context aic_launch_no_context(void)
{
    return (struct context){ .name = "", .version = "", .gpus = NAN, .replicas = NAN };
}

struct work *aic_launch_new_work(struct reader *reader, const struct dialect *dialect,
                                 const struct context *context, struct aic_launch_place at)
{
    struct work *work = aic_launch_take(reader, sizeof *work);
    if (!work) {
        return NULL;
    }
    if (++reader->work_count > AIC_LAUNCH_CASES_MAX) {
        aic_launch_refuse(reader, at, AIC_ERR_FILE, "more than %d cases", AIC_LAUNCH_CASES_MAX);
        return NULL;
    }
    work->reader = reader;
    work->dialect = dialect;
    work->context = context ? *context : aic_launch_no_context();
    work->launcher = (struct launcher){ .gpus = NAN, .gpus_per_node = NAN };
    work->no_effect = (struct buffer){ .reader = reader };
    work->at = at;
    work->said.text = reader->text;
    work->said.name = work->context.name[0]
                          ? work->context.name
                          : aic_launch_format(reader, "%s:%d", at.name ? at.name : "", at.line);
    work->said.version = work->context.version;
    work->said.dialect = dialect->name;
    memcpy(work->said.calculators, dialect->calculators, sizeof work->said.calculators);
    if (reader->last) {
        reader->last->next = work;
    } else {
        reader->works = work;
    }
    reader->last = work;
    return work;
}

const struct aic_launch_input *aic_launch_input_of(const struct aic_launch_case *of,
                                                   const char *name)
{
    for (size_t i = 0; i < of->input_count; i++) {
        if (strcmp(of->inputs[i].name, name) == 0) {
            return &of->inputs[i];
        }
    }
    return NULL;
}

/* "--tensor-parallel-size 4" */
static const char *spelling(struct work *work, const struct setting *from)
{
    const char *value = from->node ? "" : aic_launch_shown(work->reader, from->value);
    return aic_launch_format(work->reader, "%s%s%s", from->spelt,
                             from->spelt[0] && value[0] ? " " : "", value);
}

static void set_input(struct work *work, struct aic_launch_input input, const struct setting *from)
{
    struct aic_launch_case *said = &work->said;
    if (aic_launch_input_of(said, input.name)) {
        return;
    }
    input.origin = from ? AIC_LAUNCH_TEXT : AIC_LAUNCH_PROGRAM;
    input.place = from ? from->at : (struct aic_launch_place){ work->dialect->name, 0 };
    input.spelt = from ? spelling(work, from) : "";
    struct aic_launch_input *room =
        aic_launch_room(work->reader, said->inputs, said->input_count, sizeof input);
    if (room) {
        said->inputs = room;
        said->inputs[said->input_count++] = input;
    }
}

void aic_launch_set_number(struct work *work, const char *name, double value,
                           const struct setting *from)
{
    set_input(work, (struct aic_launch_input){ .name = name, .number = value, .text = "" }, from);
}

void aic_launch_set_word(struct work *work, const char *name, const char *text,
                         const struct setting *from)
{
    set_input(work,
              (struct aic_launch_input){ .name = name, .kind = AIC_LAUNCH_WORD, .text = text },
              from);
}

void aic_launch_set_yes(struct work *work, const char *name, bool yes, const struct setting *from)
{
    struct aic_launch_input input = { .name = name, .kind = AIC_LAUNCH_YES_NO, .text = "" };
    input.number = yes;
    set_input(work, input, from);
}

void aic_launch_set_default(struct work *work, const char *name, double value)
{
    aic_launch_set_number(work, name, value, NULL);
}

void aic_launch_set_default_word(struct work *work, const char *name, const char *text)
{
    aic_launch_set_word(work, name, text, NULL);
}

void aic_launch_unset(struct work *work, const char *name)
{
    struct aic_launch_case *said = &work->said;
    size_t kept = 0;
    for (size_t i = 0; i < said->input_count; i++) {
        if (strcmp(said->inputs[i].name, name) != 0) {
            said->inputs[kept++] = said->inputs[i];
        }
    }
    said->input_count = kept;
}

const char *aic_launch_flag(const struct reader *reader, const char *name)
{
    const struct aic_launch_request *request = reader->request;
    for (size_t i = 0; i < request->flag_count; i++) {
        if (strcmp(request->flags[i].name, name) == 0) {
            return request->flags[i].value;
        }
    }
    return NULL;
}

double aic_launch_flag_number(const struct reader *reader, const char *name)
{
    const char *flag = aic_launch_flag(reader, name);
    double value = NAN;
    if (flag) {
        aic_quantity_read(flag, strlen(flag), AIC_TOKENS, NULL, &value, NULL);
    }
    return value;
}

double aic_launch_number(const struct work *work, const char *name)
{
    const struct aic_launch_input *input = aic_launch_input_of(&work->said, name);
    double value = aic_launch_flag_number(work->reader, name);
    if (!isnan(value)) {
        return value;
    }
    return input && input->kind != AIC_LAUNCH_WORD ? input->number : NAN;
}

const char *aic_launch_word(const struct work *work, const char *name)
{
    const char *flag = aic_launch_flag(work->reader, name);
    const struct aic_launch_input *input = aic_launch_input_of(&work->said, name);
    return flag ? flag : input && input->kind == AIC_LAUNCH_WORD ? input->text : NULL;
}

const char *aic_launch_told(const struct work *work, const char *names)
{
    struct buffer told = { .reader = work->reader };
    while (*names) {
        size_t length = strcspn(names, " ");
        const char *name = aic_launch_keep(work->reader, names, length);
        const struct aic_launch_input *input = aic_launch_input_of(&work->said, name);
        double value = aic_launch_number(work, name);
        if (value > 1) {
            const char *one = aic_launch_flag(work->reader, name)
                                  ? aic_launch_format(work->reader, "%s %g (flag)", name, value)
                                  : aic_launch_format(work->reader, "%s %g (%s:%d)", name, value,
                                                      input->place.name, input->place.line);
            aic_launch_append(&told, ", ", told.length > 0 ? 2 : 0);
            aic_launch_append(&told, one, strlen(one));
        }
        names += length + (names[length] == ' ');
    }
    return aic_launch_text_of(&told);
}

bool aic_launch_has(const struct work *work, const char *name)
{
    return aic_launch_input_of(&work->said, name) || aic_launch_flag(work->reader, name);
}

/* A note that a list has. */
struct noted {
    const void *list;
    const char *id, *subject;
    struct noted *next;
};

/* False where the list has a note of that kind and subject already. */
static bool is_first(struct reader *reader, const void *list, const struct aic_launch_note *note)
{
    struct noted **chain = &reader->noted[aic_launch_chain(note->subject)];
    for (const struct noted *noted = *chain; noted; noted = noted->next) {
        if (noted->list == list && strcmp(noted->id, note->id) == 0 &&
            strcmp(noted->subject, note->subject) == 0) {
            return false;
        }
    }
    struct noted *noted = aic_launch_take(reader, sizeof *noted);
    if (noted) {
        *noted = (struct noted){ list, note->id, note->subject, *chain };
        *chain = noted;
    }
    return noted != NULL;
}

static void add_note(struct reader *reader, struct aic_launch_note **notes, size_t *count,
                     struct aic_launch_note note)
{
    if (!is_first(reader, notes, &note)) {
        return;
    }
    struct aic_launch_note *room = aic_launch_room(reader, *notes, *count, sizeof note);
    if (room) {
        *notes = room;
        (*notes)[(*count)++] = note;
    }
}

static struct aic_launch_note make_note(struct reader *reader, const char *id, const char *subject,
                                        struct aic_launch_place at, const char *format,
                                        va_list arguments)
{
    char buffer[400];
    struct aic_text text;
    aic_text_init(&text, buffer, sizeof buffer);
    aic_text_vformat(&text, format, arguments);
    return (struct aic_launch_note){ id, aic_launch_shown(reader, subject), at,
                                     aic_launch_keep(reader, buffer, text.length), "" };
}

void aic_launch_note(struct reader *reader, struct work *work, const char *id, const char *subject,
                     struct aic_launch_place at, const char *format, ...)
{
    struct aic_launch *launch = reader->launch;
    va_list arguments;
    va_start(arguments, format);
    struct aic_launch_note note = make_note(reader, id, subject, at, format, arguments);
    va_end(arguments);
    if (work) {
        add_note(reader, &work->said.notes, &work->said.note_count, note);
    } else {
        add_note(reader, &launch->notes, &launch->note_count, note);
    }
}

void aic_launch_ask(struct work *work, const char *subject, struct aic_launch_place at,
                    const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct aic_launch_note note = make_note(work->reader, "ask", subject, at, format, arguments);
    va_end(arguments);
    add_note(work->reader, &work->said.asks, &work->said.ask_count, note);
}

void aic_launch_note_condition(struct shell *shell, struct aic_launch_place at)
{
    const char *place = aic_launch_format(shell->reader, "%s:%d", at.name, at.line);
    if (!shell->reader->undecided.name) {
        shell->reader->undecided = at;
    }
    aic_launch_note(shell->reader, NULL, "condition", place, at,
                    "a program stands here where a test decides that is not known: it is not read");
}

void aic_launch_note_missing(struct reader *reader, struct work *work, const char *file,
                             struct aic_launch_place at)
{
    const char *name = aic_base_name(file);
    aic_launch_note(reader, work, "file-not-given", name, at,
                    "the text names '%s', which was not given: add it to the command",
                    aic_launch_shown(reader, name));
}

void aic_launch_not_modelled(struct work *work, const struct setting *setting, const char *why)
{
    aic_launch_note(work->reader, work, "not-modelled", setting->spelt, setting->at,
                    "'%s' changes memory or time, and is not counted%s%s",
                    aic_launch_shown(work->reader, setting->spelt), why[0] ? ": " : "", why);
}

static void note_no_effect(struct work *work)
{
    if (work->no_effect.length > 0) {
        const char *flags = aic_launch_text_of(&work->no_effect);
        aic_launch_note(work->reader, work, "no-effect", flags, work->at,
                        "%s: known, and change no result", flags);
    }
}

void aic_launch_add_calculator(struct work *work, const char *name)
{
    const char **end = work->said.calculators;
    while (*end) {
        end++;
    }
    *end = name;
}

void aic_launch_finish_work(struct work *work)
{
    work->dialect->finish(work);
    bool trains =
        strcmp(work->said.calculators[0] ? work->said.calculators[0] : "", "train-memory") == 0;
    if (trains && (aic_launch_has(work, "tokens") || aic_launch_has(work, "steps") ||
                   aic_launch_has(work, "reported_step_time"))) {
        aic_launch_add_calculator(work, "train-time");
    }
    note_no_effect(work);
}

/* The first MAJOR.MINOR of a tag; "" where it has none. */
const char *aic_launch_version(struct reader *reader, const char *tag)
{
    static const char digits[] = "0123456789";
    size_t major;
    for (const char *at = tag; *(at += strcspn(at, digits)); at += major) {
        major = strspn(at, digits);
        size_t minor = at[major] == '.' ? strspn(at + major + 1, digits) : 0;
        if (minor > 0) {
            return aic_launch_keep(reader, at, major + 1 + minor);
        }
    }
    return "";
}
