/* SPDX-License-Identifier: Apache-2.0 */
/* Going through the commands of shell text: assignments, tests, branches, loops, functions. */
#include "launch/shell.h"

#include <string.h>

#include "core/ascii.h"
#include "core/span.h"
#include "launch/case.h"

static enum truth run_list(struct shell *shell, const struct command *command);

/* Words of the form NAME= and NAME+=; the length of the name, 0: none of them. */
static size_t name_length(struct raw word)
{
    size_t length = 0;
    while (aic_is_name(word.at[length]) && (length > 0 || !aic_is_digit(word.at[length]))) {
        length++;
    }
    size_t equals = length + (word.at[length] == '+');
    return word.at[equals] == '=' ? length : 0;
}

/* The words of an assignment; `$(( ))` and others that are one word stay so. */
static struct words value_of(struct shell *shell, struct raw word, size_t equals)
{
    struct words words = { NULL, 0 };
    for (size_t i = 0; i < word.item_count; i++) {
        aic_launch_expand(shell, word.items[i], &words);
    }
    if (!word.is_array) {
        struct raw value = { .at = word.at + equals,
                             .length = word.length - equals,
                             .line = word.line };
        aic_launch_add_word(shell->reader, &words, aic_launch_expand_text(shell, value),
                            aic_launch_place(shell->source, word.line));
    }
    return words;
}

/* What an unknown test decides: the value of --set, else not known, unless it had that very one. */
static void assign_undecided(struct shell *shell, const char *name, struct words words,
                             struct aic_launch_place at)
{
    const struct variable *variable = aic_launch_variable(shell, name);
    bool same = variable && variable->words.count == words.count;
    for (size_t i = 0; same && i < words.count; i++) {
        same = strcmp(variable->words.at[i].text, words.at[i].text) == 0;
    }
    if (!same) {
        aic_launch_set_variable(shell, name, aic_launch_environment(shell, name), at);
    }
}

/* The end of `$NAME`, `${NAME}` or `${NAME[@]}` at a text's begin; NULL: it begins otherwise. */
static const char *behind_own(const char *at, const char *end, const char *name)
{
    size_t length = strlen(name), open = end - at > 1 && at[1] == '{' ? 2 : 1;
    if ((size_t)(end - at) < open + length || *at != '$' || strncmp(at + open, name, length) != 0) {
        return NULL;
    }
    at += open + length;
    if (open == 1) {
        return at == end || !aic_is_name(*at) ? at : NULL;
    }
    at += end - at > 3 && (strncmp(at, "[@]", 3) == 0 || strncmp(at, "[*]", 3) == 0) ? 3 : 0;
    return at < end && *at == '}' ? at + 1 : NULL;
}

/* `A="$A more"`, `A="more $A"`, `A=("${A[@]}" more)`: what A had stays, as with `+=`. */
static bool keeps_own(struct raw word, size_t equals, const char *name)
{
    const struct raw first = word.item_count > 0 ? word.items[0] : word;
    const char *at = first.at + (word.is_array ? 0 : equals), *end = first.at + first.length;
    while (at < end && strchr("\" \t\n", *at)) {
        at++;
    }
    if (word.is_array || behind_own(at, end, name)) {
        return behind_own(at, end, name) != NULL;
    }
    const char *last = end;
    while (last > at && *last != '$') {
        last--;
    }
    const char *rest = behind_own(last, end, name);
    while (rest && rest < end && strchr("\" \t\n", *rest)) {
        rest++;
    }
    return rest == end;
}

static void assign(struct shell *shell, struct raw word)
{
    size_t length = name_length(word);
    bool appends = word.at[length] == '+';
    const char *name = aic_launch_keep(shell->reader, word.at, length);
    struct words words = value_of(shell, word, length + appends + 1);
    if (shell->undecided == 0) {
        aic_launch_assign(shell, name, words, word.is_array, appends);
    } else if (!appends && !keeps_own(word, length + 1, name)) {
        assign_undecided(shell, name, words, aic_launch_place(shell->source, word.line));
    }
}

/* The text of a here-document; of an unquoted mark its variables are filled in. */
static struct source here_source(struct shell *shell, const struct here *here, const char *file)
{
    struct source source = *shell->source;
    source.file = file;
    source.line = shell->source->one_line ? shell->source->line : here->line;
    source.text = here->expands
                      ? aic_launch_expand_plain(shell, here->text, here->length, here->line)
                      : aic_launch_keep(shell->reader, here->text, here->length);
    source.length = strlen(source.text);
    source.named = true; /* no question of its own */
    return source;
}

/* `cat > FILE <<EOF`, `tee FILE <<EOF`: a file that a later command may name. */
static void make_file(struct shell *shell, const struct command *command, const struct words *words)
{
    const char *file = NULL;
    bool appends = command->appends;
    bool is_tee = strcmp(aic_base_name(words->at[0].text), "tee") == 0;
    for (size_t i = 1; is_tee && i < words->count; i++) {
        appends = appends || strcmp(words->at[i].text, "-a") == 0;
        file = words->at[i].text[0] != '-' ? words->at[i].text : file;
    }
    if (!is_tee && command->output.length > 0) {
        file = aic_launch_expand_text(shell, command->output);
    }
    if (!file) {
        return;
    }
    struct source made = here_source(shell, command->heres, file);
    struct source *before = appends ? aic_launch_find_file(shell->reader, file) : NULL;
    if (before) {
        struct buffer both = { .reader = shell->reader };
        aic_launch_append(&both, before->text, before->length);
        aic_launch_append(&both, made.text, made.length);
        made.text = aic_launch_text_of(&both);
        made.length = both.length;
        made.line = before->line;
    }
    aic_launch_add_source(shell->reader, &made);
}

static void run_here(struct shell *shell, const struct command *command, const struct words *words)
{
    if (words->count == 0 || shell->undecided > 0) {
        return;
    }
    const char *program = aic_base_name(words->at[0].text);
    if (aic_list_has("cat tee", program, strlen(program))) {
        make_file(shell, command, words);
    } else if (aic_list_has("bash sh dash zsh sbatch srun ssh", program, strlen(program)) &&
               ++shell->depth <= SHELL_DEPTH_MAX) {
        struct source text = here_source(shell, command->heres, NULL);
        aic_launch_run_shell(shell, aic_launch_add_source(shell->reader, &text));
        shell->depth--;
    }
}

static bool enter(struct shell *shell, struct aic_launch_place at)
{
    if (++shell->depth > SHELL_DEPTH_MAX) {
        aic_launch_refuse(shell->reader, at, AIC_ERR_USAGE,
                          "functions or commands inside commands more than %d deep",
                          SHELL_DEPTH_MAX);
    }
    return !shell->reader->failed;
}

static void with_arguments(struct shell *shell, struct words arguments, const struct command *body)
{
    struct words before = shell->arguments;
    bool had = shell->has_arguments;
    shell->arguments = arguments;
    shell->has_arguments = true;
    run_list(shell, body);
    shell->arguments = before;
    shell->has_arguments = had;
}

static struct words behind(const struct words *words, size_t count)
{
    count = count < words->count ? count : words->count;
    return count > 0 ? (struct words){ words->at + count, words->count - count } : *words;
}

void aic_launch_run_text(struct shell *shell, struct word text, struct words arguments)
{
    struct source source = *shell->source;
    const struct source *before = shell->source;
    source.text = text.text;
    source.length = strlen(text.text);
    source.line = text.at.line;
    source.name = text.at.name;
    source.file = NULL;
    source.one_line = !text.keeps_lines;
    if (enter(shell, text.at)) {
        struct source *kept = aic_launch_take(shell->reader, sizeof *kept);
        if (kept) {
            *kept = source;
            shell->source = kept;
            with_arguments(shell, arguments, aic_launch_parse_shell(shell->reader, kept));
            shell->source = before;
        }
    }
    shell->depth--;
}

static void source_file(struct shell *shell, struct word file)
{
    struct source *given = aic_launch_find_file(shell->reader, file.text);
    if (!given) {
        aic_launch_note_missing(shell->reader, NULL, file.text, file.at);
        return;
    }
    struct source copy = *given;
    const struct source *before = shell->source;
    if (enter(shell, file.at)) {
        aic_launch_run_shell(shell, &copy);
        shell->source = before;
    }
    shell->depth--;
}

static const struct function *function_of(const struct shell *shell, const char *name)
{
    const struct function *function = shell->functions;
    while (function && strcmp(function->name, name) != 0) {
        function = function->next;
    }
    return function;
}

/* The variables that `read NAME` sets, and those that `unset` removes. */
static void forget(struct shell *shell, struct words names, bool unsets)
{
    for (size_t i = 0; i < names.count; i++) {
        const char *name = names.at[i].text;
        if (name[0] == '-') {
            continue;
        }
        if (unsets) {
            aic_launch_unset_variable(shell, name);
        } else {
            aic_launch_set_variable(shell, name, NULL, names.at[i].at);
        }
    }
}

/* `N=1`, `N += 2`, `N++`, `--N`: what they give is not worked out, N is not known from then on. */
static void forget_assigned(struct shell *shell, const char *text, struct aic_launch_place place)
{
    for (const char *at = text; *at;) {
        size_t length = 0;
        while (aic_is_name(at[length])) {
            length++;
        }
        const char *behind_it = at + length + strspn(at + length, " \t");
        behind_it += strspn(behind_it, "+-*/%&|^") > 0 ? 1 : 0;
        bool counts =
            behind_it > at + length && strchr("+-", behind_it[-1]) && behind_it[0] == behind_it[-1];
        bool counted = at >= text + 2 && at[-1] == at[-2] && strchr("+-", at[-1]);
        bool assigns = behind_it[0] == '=' && behind_it[1] != '=';
        if (length > 0 && !aic_is_digit(at[0]) && (counts || counted || assigns)) {
            aic_launch_set_variable(shell, aic_launch_keep(shell->reader, at, length), NULL, place);
        }
        at += length > 0 ? length : 1;
    }
}

static enum truth run_brackets(const struct words *words)
{
    bool is_bracket = strcmp(words->at[0].text, "[") == 0;
    struct words inside = behind(words, 1);
    if (is_bracket && inside.count > 0) {
        inside.count--; /* its closing one */
    }
    return aic_launch_test(&inside);
}

static struct words eval_words(struct shell *shell, const struct words *words)
{
    struct buffer text = { .reader = shell->reader };
    struct words one = { NULL, 0 };
    for (size_t i = 1; i < words->count; i++) {
        aic_launch_append(&text, words->at[i].text, strlen(words->at[i].text));
        aic_launch_append(&text, " ", 1);
    }
    aic_launch_add_word(shell->reader, &one, aic_launch_text_of(&text), words->at[0].at);
    return one;
}

/* `shift N` and `set -- WORDS`: true for those. Behind one that is not decided no argument is known. */
static bool change_arguments(struct shell *shell, const struct words *words)
{
    const char *name = words->at[0].text;
    const char *option = words->count > 1 ? words->at[1].text : "";
    bool sets = strcmp(name, "set") == 0 && strcmp(option, "--") == 0;
    double count = 1;
    if (!sets && strcmp(name, "shift") != 0) {
        return false;
    }
    if (shell->undecided > 0) {
        shell->has_arguments = false;
    } else if (sets) {
        shell->arguments = behind(words, 2);
        shell->has_arguments = true;
    } else if (!*option || aic_number_read(option, strlen(option), 0, &count) > 0) {
        double known = (double)shell->arguments.count;
        shell->arguments = behind(&shell->arguments, (size_t)fmin(fmax(count, 0), known));
    }
    return true;
}

/* A command with its words: those of the shell itself, functions, and all others. */
static enum truth run_words(struct shell *shell, const struct command *command,
                            const struct words *words)
{
    const char *name = words->at[0].text;
    const struct function *function = function_of(shell, name);
    if (strcmp(name, "[") == 0 || strcmp(name, "test") == 0) {
        return run_brackets(words);
    }
    if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0) {
        return name[0] == 't' ? SHELL_TRUE : SHELL_FALSE;
    }
    if (function && shell->undecided > 0 && shell->depth >= SHELL_DEPTH_MAX / 2) {
        return SHELL_ORDINARY; /* it may call itself: what is not decided need not be followed */
    }
    if (function) {
        if (enter(shell, words->at[0].at)) {
            with_arguments(shell, behind(words, 1), function->body);
        }
        shell->depth--;
    } else if (change_arguments(shell, words)) {
        return SHELL_ORDINARY;
    } else if (strcmp(name, "eval") == 0 && words->count > 1) {
        aic_launch_run_text(shell, eval_words(shell, words).at[0], shell->arguments);
    } else if (shell->undecided > 0) {
        if (shell->user && shell->user->holds_program(shell, *words)) {
            aic_launch_note_condition(shell,
                                      aic_launch_place(shell->source, shell->undecided_line));
        }
    } else if ((strcmp(name, "source") == 0 || strcmp(name, ".") == 0) && words->count > 1) {
        source_file(shell, words->at[1]);
    } else if (strcmp(name, "let") == 0) {
        forget_assigned(shell, eval_words(shell, words).at[0].text, words->at[0].at);
    } else if (strcmp(name, "read") == 0 || strcmp(name, "unset") == 0) {
        forget(shell, behind(words, 1), name[0] == 'u');
    } else if (!command->heres || !aic_list_has("bash sh dash zsh", aic_base_name(name),
                                                strlen(aic_base_name(name)))) {
        if (shell->user) {
            shell->user->command(shell, *words);
        }
    }
    return SHELL_ORDINARY;
}

/* A variable as it was before `NAME=word command`, which changes it for that command alone. */
struct before {
    const char *name;
    struct variable was;
    bool was_there;
    struct before *next;
};

static struct before *remember(struct shell *shell, struct raw word, struct before *rest)
{
    struct before *before = aic_launch_take(shell->reader, sizeof *before);
    if (before) {
        before->name = aic_launch_keep(shell->reader, word.at, name_length(word));
        const struct variable *variable = aic_launch_variable(shell, before->name);
        before->was_there = variable != NULL;
        before->was = variable ? *variable : (struct variable){ .name = before->name };
        before->next = rest;
    }
    return before;
}

static void restore(struct shell *shell, const struct before *before)
{
    for (; before; before = before->next) {
        if (before->was_there) {
            aic_launch_assign(shell, before->name, before->was.words, before->was.is_array, false);
        } else {
            aic_launch_unset_variable(shell, before->name);
        }
    }
}

static enum truth run_simple(struct shell *shell, const struct command *command)
{
    struct words words = { NULL, 0 };
    struct before *before = NULL;
    size_t first = 0;
    bool declares = false;
    while (first < command->words.count && name_length(command->words.at[first]) > 0) {
        before = remember(shell, command->words.at[first], before);
        assign(shell, command->words.at[first++]);
    }
    for (size_t i = first; i < command->words.count && !shell->reader->failed; i++) {
        struct raw word = command->words.at[i];
        if (declares && name_length(word) > 0) {
            assign(shell, word);
        } else {
            aic_launch_expand(shell, word, &words);
        }
        declares = declares || (i == first && words.count == 1 &&
                                aic_list_has("export declare local readonly typeset",
                                             words.at[0].text, strlen(words.at[0].text)));
    }
    if (words.count == 0 || shell->reader->failed) {
        return SHELL_ORDINARY;
    }
    if (command->heres) {
        run_here(shell, command, &words);
    }
    enum truth value = run_words(shell, command, &words);
    restore(shell, before);
    return value;
}

static enum truth run_test(struct shell *shell, const struct command *command)
{
    struct words words = { NULL, 0 };
    for (size_t i = 0; i < command->words.count; i++) {
        struct raw word = command->words.at[i];
        aic_launch_add_word(shell->reader, &words, aic_launch_expand_text(shell, word),
                            aic_launch_place(shell->source, word.line));
    }
    return aic_launch_test(&words);
}

static enum truth run_arithmetic(struct shell *shell, const struct command *command)
{
    double value;
    struct raw word = command->words.at[0];
    const char *text = aic_launch_expand_plain(shell, word.at, word.length, word.line);
    bool is_known = aic_launch_arithmetic(shell, text, &value);
    if (!is_known) {
        forget_assigned(shell, text, aic_launch_place(shell->source, word.line));
    }
    return !is_known ? SHELL_UNKNOWN : value != 0 ? SHELL_TRUE : SHELL_FALSE;
}

/* What stands behind a test of this line, which is not known. */
static void run_undecided(struct shell *shell, const struct command *command, int line)
{
    if (shell->undecided++ == 0) {
        shell->undecided_line = line;
    }
    run_list(shell, command);
    shell->undecided--;
}

static void run_if(struct shell *shell, const struct command *command)
{
    enum truth value = run_list(shell, command->condition);
    if (value == SHELL_TRUE) {
        run_list(shell, command->body);
    } else if (value == SHELL_FALSE) {
        run_list(shell, command->other);
    } else {
        run_undecided(shell, command->body, command->line);
        run_undecided(shell, command->other, command->line);
    }
}

static bool fits_clause(struct shell *shell, const struct command *clause, const char *subject)
{
    for (size_t i = 0; i < clause->words.count; i++) {
        if (aic_launch_matches(aic_launch_expand_text(shell, clause->words.at[i]), subject)) {
            return true;
        }
    }
    return false;
}

static void run_case(struct shell *shell, const struct command *command)
{
    const char *subject = aic_launch_expand_text(shell, command->words.at[0]);
    bool is_known = !aic_launch_has_hole(subject);
    for (const struct command *clause = command->body; clause; clause = clause->next) {
        if (!is_known) {
            run_undecided(shell, clause->body, command->line);
        } else if (fits_clause(shell, clause, subject)) {
            run_list(shell, clause->body);
            return;
        }
    }
}

/* {1..4} as a whole word is its numbers. */
static void expand_range(struct shell *shell, struct word word, struct words *out)
{
    double first, last;
    size_t length = strlen(word.text);
    const char *dots = strstr(word.text, "..");
    bool is_range = word.text[0] == '{' && dots && word.text[length - 1] == '}' &&
                    aic_number_read(word.text + 1, (size_t)(dots - word.text) - 1, 0, &first) ==
                        (size_t)(dots - word.text) - 1 &&
                    aic_number_read(dots + 2, length - (size_t)(dots - word.text) - 3, 0, &last) ==
                        length - (size_t)(dots - word.text) - 3;
    if (!is_range) {
        aic_launch_add_word(shell->reader, out, word.text, word.at);
        return;
    }
    for (double i = first; i <= last && out->count <= SHELL_LOOP_MAX; i++) {
        aic_launch_add_word(shell->reader, out, aic_launch_format(shell->reader, "%g", i), word.at);
    }
}

static void run_for(struct shell *shell, const struct command *command)
{
    struct words words = { NULL, 0 }, expanded = { NULL, 0 };
    bool is_known = command->has_words || shell->has_arguments;
    for (size_t i = 0; i < command->words.count; i++) {
        aic_launch_expand(shell, command->words.at[i], &expanded);
    }
    for (size_t i = 0; i < expanded.count; i++) {
        is_known = is_known && !aic_launch_has_hole(expanded.at[i].text);
        expand_range(shell, expanded.at[i], &words);
    }
    words = command->has_words ? words : shell->arguments;
    if (words.count > SHELL_LOOP_MAX) {
        aic_launch_refuse(shell->reader, aic_launch_place(shell->source, command->line),
                          AIC_ERR_USAGE, "a loop over more than %d words", SHELL_LOOP_MAX);
    }
    if (!is_known) {
        aic_launch_set_variable(shell, command->name, NULL,
                                aic_launch_place(shell->source, command->line));
        run_undecided(shell, command->body, command->line);
        return;
    }
    for (size_t i = 0; i < words.count && !shell->reader->failed; i++) {
        aic_launch_set_variable(shell, command->name, words.at[i].text, words.at[i].at);
        run_list(shell, command->body);
    }
}

static void define(struct shell *shell, const struct command *command)
{
    struct function *function = aic_launch_take(shell->reader, sizeof *function);
    if (function) {
        *function = (struct function){ command->name, command->body, shell->functions };
        shell->functions = function;
    }
}

static enum truth run_command(struct shell *shell, const struct command *command)
{
    switch (command->kind) {
    case SHELL_SIMPLE:
        return run_simple(shell, command);
    case SHELL_TEST:
        return run_test(shell, command);
    case SHELL_ARITHMETIC:
        return command->words.count > 0 ? run_arithmetic(shell, command) : SHELL_UNKNOWN;
    case SHELL_IF:
        run_if(shell, command);
        break;
    case SHELL_CASE:
        run_case(shell, command);
        break;
    case SHELL_FOR:
        run_for(shell, command);
        break;
    case SHELL_LOOP:
        run_undecided(shell, command->condition, command->line);
        run_undecided(shell, command->body, command->line);
        break;
    case SHELL_GROUP:
        return run_list(shell, command->body);
    case SHELL_FUNCTION:
        define(shell, command);
        break;
    case SHELL_CLAUSE:
        break;
    }
    return SHELL_ORDINARY;
}

/* The commands of a list, each as the one before it lets it; the truth of the last. */
static enum truth run_list(struct shell *shell, const struct command *command)
{
    enum truth value = SHELL_ORDINARY;
    for (; command && !shell->reader->failed; command = command->next) {
        bool skips = (command->link == SHELL_AND && value == SHELL_FALSE) ||
                     (command->link == SHELL_OR && value != SHELL_FALSE && value != SHELL_UNKNOWN);
        if (skips) {
            continue;
        }
        bool is_undecided = command->link != SHELL_ALWAYS && value == SHELL_UNKNOWN;
        if (is_undecided && shell->undecided == 0) {
            shell->undecided_line = command->line;
        }
        shell->undecided += is_undecided;
        enum truth own = run_command(shell, command);
        shell->undecided -= is_undecided;
        own = command->is_negated && own <= SHELL_TRUE ? (enum truth)(own == SHELL_FALSE) : own;
        value = is_undecided ? SHELL_UNKNOWN : own;
    }
    return value;
}

void aic_launch_run_shell(struct shell *shell, const struct source *source)
{
    const struct source *before = shell->source;
    struct source *kept = aic_launch_take(shell->reader, sizeof *kept);
    if (!kept || !source) {
        return;
    }
    *kept = *source; /* the list that holds it may move */
    shell->source = kept;
    run_list(shell, aic_launch_parse_shell(shell->reader, kept));
    shell->source = before ? before : kept;
}
