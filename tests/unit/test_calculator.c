/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A calculator of the test's own: every mistake that a table can have is found and named, every
 * kind of rule is judged and worded.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <aicalc/aicalc.h>
#include <aicalc/calculator_rows.h>

enum shape { ROUND, SQUARE };
static const char *const shapes[] = { "round", "square", NULL };
static const char *const none[] = { NULL };
static const char *const examples[] = { "aicalc box --width 2", NULL };

struct box_in {
    struct aic_origins origins;
    double width, height, depth;
    int shape;
    aic_flag lid;
    struct aic_name gpu;
};

struct box_out {
    double area, volume, weight;
};

/* Tables that a test may spoil; one calculator at a time. */
static struct aic_field inputs[6], results[3];
static struct aic_group input_group = { "Box", inputs, 6 };
static struct aic_group result_group = { "Result", results, 3 };
static struct aic_rule rule;
static struct aic_calculator box;

/* What compute() answers with. */
static double weight;

static bool compute(const void *data, void *results_, struct aic_notes *notes)
{
    const struct box_in *in = data;
    struct box_out *out = results_;
    out->area = in->width * in->height;
    out->volume = out->area * in->depth;
    out->weight = weight;
    aic_warn(notes, "empty", "the box is empty");
    return true;
}

static void build(void)
{
    const struct aic_field fields[] = {
        { AIC_FIELD_REAL(struct box_in, width), .help = "how wide", .default_text = "1",
          .dimension = AIC_RATIO },
        { AIC_FIELD_REAL(struct box_in, height), .help = "how high", .default_text = "2",
          .dimension = AIC_RATIO },
        { AIC_FIELD_INTEGER(struct box_in, depth), .help = "how deep", .unit = "layer" },
        { AIC_FIELD_CHOICE(struct box_in, shape, shapes), .help = "its shape",
          .default_text = "round" },
        { AIC_FIELD_FLAG(struct box_in, lid), .help = "has a lid", .default_text = "no" },
        { AIC_FIELD_REFERENCE(struct box_in, gpu, AIC_GPUS), .help = "what is in it" },
    };
    const struct aic_field answers[] = {
        { AIC_FIELD_REAL(struct box_out, area), .help = "its area", .formula = "width * height" },
        { AIC_FIELD_REAL(struct box_out, volume), .help = "its volume", .formula = "area * depth" },
        { AIC_FIELD_REAL(struct box_out, weight), .help = "its weight", .formula = "area",
          .rests_on = "lid" },
    };
    memcpy(inputs, fields, sizeof inputs);
    memcpy(results, answers, sizeof results);
    memset(&rule, 0, sizeof rule);
    box = (struct aic_calculator){ .name = "box",
                                   .help = "boxes",
                                   .in_size = sizeof(struct box_in),
                                   .out_size = sizeof(struct box_out),
                                   .inputs = { .groups = &input_group, .count = 1 },
                                   .results = { .groups = &result_group, .count = 1 },
                                   .rules = &rule,
                                   .examples = examples,
                                   .compute = compute };
    weight = 1;
}

/* The table as it is now has this mistake, and a sound one is sound again. */
static void expect_mistake(const char *message)
{
    struct aic_error error = { 0 };
    if (aic_calculator_check(&box, &error)) {
        fail_msg("not found: %s", message);
    }
    assert_string_equal(error.message, message);
    build();
    assert_true(aic_calculator_check(&box, &error));
}

static void mistakes_in_words_are_found(void **state)
{
    (void)state;
    build();
    inputs[0].name = "Width";
    expect_mistake("box: Width: the name is not snake_case");
    inputs[0].name = "_width";
    expect_mistake("box: _width: the name is not snake_case");
    inputs[0].name = "";
    expect_mistake("box: : the name is not snake_case");
    inputs[0].name = "w{";
    expect_mistake("box: w{: the name is not snake_case");
    inputs[0].help = NULL;
    expect_mistake("box: width: help is missing or ends with a full stop");
    inputs[1].help = "";
    expect_mistake("box: height: help is missing or ends with a full stop");
    results[0].help = "its area.";
    expect_mistake("box: area: help is missing or ends with a full stop");
    inputs[3].choices = NULL;
    expect_mistake("box: shape: a choice without choices");
    inputs[3].choices = none;
    expect_mistake("box: shape: a choice without choices");
    inputs[1].name = "width";
    expect_mistake("box: width: the name stands twice");
    results[2].name = "area";
    expect_mistake("box: area: the name stands twice");
    box.examples = NULL;
    expect_mistake("box: box: no examples");
    box.examples = none;
    expect_mistake("box: box: no examples");
}

static void mistakes_in_places_are_found(void **state)
{
    (void)state;
    build();
    inputs[1].offset = inputs[0].offset;
    expect_mistake("box: height: shares its place with another field");
    inputs[4].offset = inputs[3].offset + sizeof(int) - 1;
    expect_mistake("box: lid: shares its place with another field");
    results[1].offset = results[0].offset;
    expect_mistake("box: volume: shares its place with another field");
    inputs[0].offset = 8;
    expect_mistake("box: width: lies outside the input struct");
    inputs[5].offset = sizeof(struct box_in) - sizeof(struct aic_name) + 1;
    expect_mistake("box: gpu: lies outside the input struct");
    box.in_size = 2 * sizeof(struct aic_origins) + sizeof(struct box_in);
    inputs[5].offset = sizeof(struct aic_origins) + AIC_INPUT_MAX;
    expect_mistake("box: gpu: lies outside the input struct");
    results[2].offset = sizeof(struct box_out);
    expect_mistake("box: weight: lies outside the output struct");
}

static void mistakes_in_values_and_formulas_are_found(void **state)
{
    (void)state;
    build();
    inputs[0].default_text = "wide";
    expect_mistake("box: width: the default cannot be read");
    inputs[4].default_text = NULL;
    expect_mistake("box: lid: a flag without a default");
    inputs[0].min = -1;
    expect_mistake("box: width: a least value that would not hold");
    inputs[0].min = 1;
    inputs[0].flags = AIC_SIGNED;
    expect_mistake("box: width: a least value that would not hold");
    inputs[2].derived = true;
    inputs[2].formula = "breadth + 1";
    expect_mistake("box: depth: unknown name in its formula or rests_on: breadth");
    results[0].formula = NULL;
    expect_mistake("box: area: a result without a formula");
    results[0].flags = AIC_MUST_HOLD;
    expect_mistake("box: area: what must hold is a flag");
    results[0].formula = "width * hight";
    expect_mistake("box: area: unknown name in its formula or rests_on: hight");
    results[2].rests_on = "lid gpus";
    expect_mistake("box: weight: unknown name in its formula or rests_on: gpus");
    results[2].part_of = "all";
    expect_mistake("box: weight: is part of no other result");
    results[2].part_of = "weight";
    expect_mistake("box: weight: is part of no other result");
    results[2].part_of = "area";
    results[2].dimension = AIC_BYTES;
    expect_mistake("box: weight: is part of another dimension");
    results[2].part_of = "area";
    results[2].kind = AIC_FLAG;
    expect_mistake("box: weight: is part of another dimension");
    results[2].part_of = "area";
    results[0].kind = AIC_FLAG;
    expect_mistake("box: weight: is part of another dimension");
    results[2].taken_off = "weight";
    expect_mistake("box: weight: is part of no other result");
    results[0].flags = AIC_LEAST;
    expect_mistake("box: area: the least of it is best, and less is not");
    inputs[0].prefix = "far";
    expect_mistake("box: width: a prefix of no catalog reference");
    inputs[0].example = "wide";
    expect_mistake("box: width: the example cannot be read");
}

/* What a sound table may hold that the others do not: prose, a part, a default by formula. */
static void what_is_sound_passes(void **state)
{
    (void)state;
    struct aic_error error;
    build();
    inputs[2].derived = true;
    inputs[2].formula = "width";
    results[0].part_of = "volume";
    results[1].formula = NULL;
    results[1].sentence = "the space within, by hand";
    assert_true(aic_calculator_check(&box, &error));
    inputs[2].formula = NULL;
    inputs[2].sentence = "as deep as it needs";
    assert_true(aic_calculator_check(&box, &error));
    inputs[2].sentence = NULL;
    assert_true(aic_calculator_check(&box, &error));
    inputs[2].formula = "no formula of a default, so not read";
    inputs[2].derived = false;
    assert_true(aic_calculator_check(&box, &error));
}

static void set_rule(struct aic_member subject, enum aic_rule_kind kind,
                     struct aic_condition condition)
{
    build();
    rule.subject = subject;
    rule.kind = kind;
    rule.conditions[0] = condition;
    box.rule_count = 1;
}

static const struct aic_member width = AIC_MEMBER(struct box_in, width);
static const struct aic_member gpu = AIC_MEMBER(struct box_in, gpu);

static void mistakes_in_rules_are_found(void **state)
{
    (void)state;
    set_rule(width, AIC_NEEDS, (struct aic_condition)AIC_IF_SET(struct box_in, depth));
    rule.subject.name = "box.breadth";
    expect_mistake("box: breadth: a rule names a member that no row has");
    set_rule(width, AIC_NEEDS, (struct aic_condition)AIC_IF_SET(struct box_in, depth));
    rule.subject.offset++;
    expect_mistake("box: width: a rule names a member that no row has");
    set_rule(width, AIC_NEEDS, (struct aic_condition)AIC_IF_SET(struct box_in, depth));
    rule.conditions[0].member.name = "breadth";
    expect_mistake("box: breadth: a rule names a member that no row has");
    set_rule(width, AIC_NEEDS, (struct aic_condition)AIC_IF_SET(struct box_in, depth));
    rule.subject.field = &inputs[1];
    expect_mistake("box: width: a rule names a member that no row has");
    set_rule(width, AIC_NEEDS, (struct aic_condition){ .test = AIC_TEST_NONE });
    expect_mistake("box: width: a rule without conditions");
}

static void mistakes_in_the_list_of_derived_inputs_are_found(void **state)
{
    static const unsigned short offsets[] = { offsetof(struct box_in, depth),
                                              offsetof(struct box_in, shape) };
    (void)state;
    build();
    inputs[2].derived = true;
    box.derived = offsets + 1;
    box.derived_count = 1;
    expect_mistake("box: depth: is derived and not in the list of those, or not in its place");
    inputs[2].derived = inputs[3].derived = true;
    box.derived = offsets;
    box.derived_count = 1;
    expect_mistake("box: shape: is derived and not in the list of those, or not in its place");
    inputs[2].derived = true;
    box.derived = offsets;
    box.derived_count = 2;
    expect_mistake("box: box: lists more derived inputs than it has");
    inputs[2].derived = true;
    box.derived = offsets;
    box.derived_count = 1;
    assert_true(aic_calculator_check(&box, NULL));
}

static const struct aic_old_name old_names[] = {
    { "breadth", "width", NULL },
    { "wrapping", NULL, "boxes have a lid" },
    { NULL, NULL, NULL },
};

static void mistakes_in_former_names_are_found(void **state)
{
    (void)state;
    const struct aic_old_name not_gone[] = { { "area", "width", NULL }, { NULL, NULL, NULL } };
    const struct aic_old_name not_there[] = { { "breadth", "broad", NULL }, { NULL, NULL, NULL } };
    build();
    box.old_names = not_gone;
    expect_mistake("box: area: a name of today is said to be gone");
    box.old_names = not_there;
    expect_mistake("box: breadth: its new name is no name");
}

static void expect_suggestion(const char *name, const char *suggestion)
{
    struct aic_question question;
    struct aic_error error = { 0 };
    size_t index;
    assert_true(aic_question_init(&question, &box, &error));
    assert_false(aic_question_find(&question, name, &index, &error));
    assert_int_equal(error.code, AIC_ERR_UNKNOWN);
    assert_string_equal(error.suggestion, suggestion);
    assert_false(aic_question_find(&question, name, &index, NULL));
    aic_question_clear(&question);
}

static void former_names_are_refused_with_what_to_use(void **state)
{
    (void)state;
    struct aic_error error = { 0 };
    build();
    box.old_names = old_names;
    assert_true(aic_calculator_check(&box, &error));
    expect_suggestion("breadth", "breadth is called width now");
    expect_suggestion("wrapping", "wrapping is gone: boxes have a lid");
    expect_suggestion("wrap", "see 'aicalc help box'"); /* the whole name, not its head */
    expect_suggestion("widht", "did you mean 'width'?");
}

static void mistakes_in_other_names_are_found(void **state)
{
    const struct aic_alias of_today[] = { { "width", "height", NULL }, { NULL, NULL, NULL } };
    const struct aic_alias twice[] = { { "wide", "width", NULL },
                                       { "wide", "height", NULL },
                                       { NULL, NULL, NULL } };
    const struct aic_alias of_nothing[] = { { "wide", "breadth", NULL }, { NULL, NULL, NULL } };
    (void)state;
    build();
    box.aliases = of_today;
    expect_mistake("box: width: an alias that is a name already");
    box.aliases = twice;
    expect_mistake("box: wide: an alias that is a name already");
    box.aliases = of_nothing;
    expect_mistake("box: wide: an alias of no input");
}

static void find_no_cases(const void *in, const void *out, unsigned char *input_cases,
                          unsigned char *result_cases)
{
    (void)in;
    (void)out;
    (void)input_cases;
    (void)result_cases;
}

/* What bands, searches and cases need of the rows that they name. */
static void mistakes_in_what_is_beside_rows_are_found(void **state)
{
    struct aic_searched search = { .result = 0, .input = 2, .row = 1, .relation = "<=" };
    struct aic_band band = { .result = 0, .source = "a test" };
    struct aic_judgement judgement = { .flag = 2, .result = 0, .relation = "<=" };
    struct aic_cause cause = { .result = 0, .inputs = "width" };
    (void)state;
#define WITH(list)                                                                                 \
    build();                                                                                       \
    box.bands.list##_count = 1
    WITH(search);
    box.bands.searches = &search;
    search.relation = "<";
    expect_mistake("box: area: searches by other than numbers");
    WITH(search);
    box.bands.searches = &search;
    search.relation = ">=";
    search.input = 3;
    expect_mistake("box: area: searches by other than numbers");
    WITH(search);
    box.bands.searches = &search;
    search.input = 2;
    results[1].kind = AIC_FLAG;
    expect_mistake("box: area: searches by other than numbers");
    WITH(search);
    box.bands.searches = &search;
    results[0].kind = AIC_FLAG;
    expect_mistake("box: area: searches by other than numbers");

    WITH(band);
    box.bands.bands = &band;
    results[0].kind = AIC_FLAG;
    expect_mistake("box: area: a band of no number, or without a source");
    WITH(band);
    box.bands.bands = &band;
    band.source = "";
    expect_mistake("box: area: a band of no number, or without a source");

    WITH(band);
    box.bands.bands = &band;
    band.source = "a book";
    band.low = band.high = "1";
    band.condition = "nothing > 0";
    expect_mistake("box: area: unknown name in its formula or rests_on: nothing");
    WITH(band);
    box.bands.bands = &band;
    band.condition = "width > 0";
    band.high = "nothing";
    expect_mistake("box: area: unknown name in its formula or rests_on: nothing");

    WITH(judgement);
    box.bands.judgements = &judgement;
    results[2].kind = AIC_FLAG;
    judgement.limit = "nothing";
    expect_mistake("box: weight: unknown name in its formula or rests_on: nothing");
    WITH(judgement);
    box.bands.judgements = &judgement;
    expect_mistake("box: weight: judges by other than a number and a limit");
    WITH(judgement);
    box.bands.judgements = &judgement;
    results[2].kind = results[0].kind = AIC_FLAG;
    expect_mistake("box: weight: judges by other than a number and a limit");
    WITH(judgement);
    box.bands.judgements = &judgement;
    results[2].kind = AIC_FLAG;
    judgement.relation = ">";
    expect_mistake("box: weight: judges by other than a number and a limit");

    WITH(cause);
    box.bands.causes = &cause;
    results[0].kind = AIC_FLAG;
    expect_mistake("box: area: is explained by no real input");
    WITH(cause);
    box.bands.causes = &cause;
    cause.inputs = "width, breadth";
    expect_mistake("box: area: is explained by no real input");
    WITH(cause);
    box.bands.causes = &cause;
    cause.inputs = "depth";
    expect_mistake("box: area: is explained by no real input");
#undef WITH

    build(); /* cases are counted by places */
    box.find_cases = find_no_cases;
    results[1].offset = results[2].offset;
    results[2].offset = results[0].offset + sizeof(double);
    expect_mistake("box: volume: its place in the table is not its member's");
}

static void mistakes_in_contents_and_demands_are_found(void **state)
{
    static struct aic_content contents[2];
    static struct aic_demand demands[2];
    (void)state;
#define WITH(...)                                                                                  \
    build();                                                                                       \
    contents[0] = (struct aic_content){ __VA_ARGS__ };                                             \
    box.contents = contents
    WITH("nothing", AIC_CONTAINS, "boards", NULL, NULL);
    expect_mistake("box: nothing: a total that is no result");
    WITH("width", AIC_CONTAINS, "boards", NULL, NULL);
    expect_mistake("box: width: a total that is no result");
    WITH("area", AIC_CONTAINS, "boards", "nothing", NULL);
    expect_mistake("box: nothing: is contained and has no row");
    WITH("area", AIC_CONTAINS, "boards", "width", "lid !nothing");
    expect_mistake("box: nothing: a condition names no input and no result");
    WITH("area", AIC_LACKS, "nails", "nothing", "!lid | shape=round weight");
    struct aic_error error = { .code = AIC_OK };
    assert_true(aic_calculator_check(&box, &error));
#undef WITH

    build();
    demands[0] = (struct aic_demand){ "width deep", "--width 1" };
    box.demands = demands;
    expect_mistake("box: width deep: are demanded, and no inputs");
    demands[0] = (struct aic_demand){ "width depth", "width 1" };
    box.demands = demands;
    expect_mistake("box: width depth: are demanded without an option");
    demands[0] = (struct aic_demand){ "width  depth", "--width 1" };
    box.demands = demands;
    assert_true(aic_calculator_check(&box, &error));
    build();
}

/* Asks with inputs "name=value", each of an origin. */
struct given {
    const char *name, *text;
    enum aic_origin origin;
};

static bool is_accepted(const struct given *given, size_t count, struct aic_question *question,
                        struct aic_error *error)
{
    size_t index;
    memset(error, 0, sizeof *error);
    assert_true(aic_calculator_check(&box, error));
    assert_true(aic_question_init(question, &box, error));
    for (size_t i = 0; i < count; i++) {
        assert_true(aic_question_find(question, given[i].name, &index, error));
        assert_true(
            aic_question_set_text(question, index, given[i].text, given[i].origin, NULL, error));
    }
    return aic_derive_defaults(&box, question->in, error);
}

static void expect_refusal(const struct given *given, size_t count, const char *message,
                           const char *suggestion)
{
    struct aic_question question;
    struct aic_error error;
    assert_false(is_accepted(given, count, &question, &error));
    assert_string_equal(error.message, message);
    assert_string_equal(error.suggestion, suggestion);
    aic_question_clear(&question);
}

/* Settles; `name` is then set or left aside. */
static void expect_settled(const struct given *given, size_t count, const char *name, bool is_set)
{
    struct aic_question question;
    struct aic_error error;
    size_t index;
    assert_true(is_accepted(given, count, &question, &error));
    assert_true(aic_question_find(&question, name, &index, &error));
    assert_int_equal(aic_question_value(&question, index).set, is_set);
    aic_question_clear(&question);
}

#define GIVEN(...)                                                                                 \
    (const struct given[]){ __VA_ARGS__ },                                                         \
        sizeof((const struct given[]){ __VA_ARGS__ }) / sizeof(struct given)

static void needs_are_judged(void **state)
{
    (void)state;
    static const struct aic_member depth = AIC_MEMBER(struct box_in, depth);
    set_rule(depth, AIC_NEEDS, (struct aic_condition)AIC_IF_SET(struct box_in, gpu));
    expect_refusal(GIVEN({ "depth", "3", AIC_FROM_FLAG }), "depth without gpu",
                   "give gpu, or leave depth out");
    expect_settled(GIVEN({ "depth", "3", AIC_FROM_CATALOG }), "depth", false);
    expect_settled(GIVEN({ "depth", "3", AIC_FROM_FLAG }, { "gpu", "a", AIC_FROM_FLAG }), "depth",
                   true);
    rule.why = "it would be empty";
    expect_refusal(GIVEN({ "depth", "3", AIC_FROM_FILE }), "depth without gpu: it would be empty",
                   "give gpu, or leave depth out");
    set_rule(depth, AIC_NEEDS, (struct aic_condition)AIC_IF_EQUALS(struct box_in, shape, SQUARE));
    rule.conditions[1] = (struct aic_condition)AIC_IF_EQUALS(struct box_in, lid, 1);
    rule.conditions[2] = (struct aic_condition)AIC_IF_EQUALS(struct box_in, width, 7);
    rule.conditions[3] = (struct aic_condition)AIC_IF_ABOVE(struct box_in, height, 5);
    rule.conditions[4] = (struct aic_condition)AIC_IF_GIVEN(struct box_in, gpu);
    rule.conditions[5] = (struct aic_condition)AIC_IF_EQUALS(struct box_in, height, 4);
    expect_refusal(GIVEN({ "depth", "3", AIC_FROM_FLAG }),
                   "depth without shape 'square' or lid true or width 7 or height above 5 or gpu "
                   "or height 4",
                   "give shape 'square' or lid true or width 7 or height above 5 or gpu or height "
                   "4, or leave depth out");
    expect_settled(GIVEN({ "depth", "3", AIC_FROM_FLAG }, { "height", "4", AIC_FROM_FLAG }),
                   "depth", true);
    expect_settled(GIVEN({ "depth", "3", AIC_FROM_FLAG }, { "lid", "yes", AIC_FROM_FLAG }), "depth",
                   true);
    expect_settled(GIVEN({ "depth", "3", AIC_FROM_FLAG }, { "height", "5.5", AIC_FROM_FLAG }),
                   "depth", true);
}

static void exclusions_are_judged(void **state)
{
    (void)state;
    set_rule(gpu, AIC_EXCLUDES, (struct aic_condition)AIC_IF_GIVEN(struct box_in, depth));
    expect_refusal(GIVEN({ "gpu", "a", AIC_FROM_FLAG }, { "depth", "3", AIC_FROM_FLAG }),
                   "gpu together with depth", "leave one of the two out");
    expect_settled(GIVEN({ "gpu", "a", AIC_FROM_CATALOG }, { "depth", "3", AIC_FROM_FLAG }), "gpu",
                   false);
    expect_settled(GIVEN({ "gpu", "a", AIC_FROM_FLAG }, { "depth", "3", AIC_FROM_CATALOG }),
                   "depth", false);
    expect_settled(GIVEN({ "gpu", "a", AIC_FROM_FLAG }), "gpu", true);
    /* A state, not a value that came along: it cannot be left aside. */
    set_rule(gpu, AIC_EXCLUDES, (struct aic_condition)AIC_IF_EQUALS(struct box_in, lid, 0));
    expect_refusal(GIVEN({ "gpu", "a", AIC_FROM_FLAG }), "gpu together with lid false",
                   "leave one of the two out");
    set_rule(gpu, AIC_EXCLUDES, (struct aic_condition)AIC_IF_SET(struct box_in, depth));
    for (int i = 1; i < AIC_CONDITIONS_MAX; i++) {
        rule.conditions[i] = (struct aic_condition)AIC_IF_ABOVE(struct box_in, width, 9);
    }
    expect_settled(GIVEN({ "gpu", "a", AIC_FROM_FLAG }), "gpu", true);
}

static void answers_are_finite_or_refused(void **state)
{
    (void)state;
    static struct aic_notes notes;
    struct box_in in;
    struct box_out out;
    build();
    assert_true(aic_inputs_init(&box, &in, NULL));
    aic_notes_init(&notes);
    assert_true(aic_evaluate(&box, &in, &out, &notes));
    assert_true(out.area == 2 && aic_warned(&notes, "empty") && !aic_warned(&notes, "full"));
    for (int i = 0; i < 2 * AIC_NOTES_MAX; i++) {
        aic_warn(&notes, "more", "one of many");
    }
    assert_int_equal(notes.count, AIC_NOTES_MAX);
    const double infinities[] = { INFINITY, -INFINITY };
    for (size_t i = 0; i < 2; i++) {
        weight = infinities[i];
        assert_false(aic_evaluate(&box, &in, &out, &notes));
        assert_int_equal(notes.error.code, AIC_ERR_OVERFLOW);
        assert_string_equal(notes.error.parameter, "weight");
    }
}

static void bytes_that_only_look_infinite_are_none(void **state)
{
    (void)state;
    static struct aic_notes notes;
    struct box_in in;
    struct box_out out;
    build();
    weight = INFINITY;
    assert_true(aic_inputs_init(&box, &in, NULL));
    aic_notes_init(&notes);
    result_group.count = 2; /* no row says that the last eight bytes are a number */
    assert_true(aic_evaluate(&box, &in, &out, &notes));
    result_group.count = 3;
}

/* Derived from the width: of each kind one. */
static void derive(void *data)
{
    struct box_in *in = data;
    aic_derive_number(in, &in->depth, in->width);
    aic_derive_choice(in, &in->shape, in->width > 5 ? SQUARE : ROUND);
    aic_derive_flag(in, &in->lid, in->width > 5);
}

static void derived_defaults_follow_what_they_derive_from(void **state)
{
    (void)state;
    static struct aic_notes notes;
    struct box_in in;
    struct box_out out;
    build();
    inputs[3].default_text = inputs[4].default_text = NULL;
    inputs[2].derived = inputs[3].derived = inputs[4].derived = true;
    box.derive_defaults = derive;
    assert_true(aic_inputs_init(&box, &in, NULL));
    aic_notes_init(&notes);
    for (int wide = 1; wide < 12; wide += 9) {
        in.width = wide;
        assert_true(aic_evaluate(&box, &in, &out, &notes));
        assert_true(in.depth == wide && in.shape == (wide > 5) && in.lid == (wide > 5));
        assert_int_equal(AIC_ORIGIN(&in, depth), AIC_FROM_DEFAULT);
        assert_int_equal(aic_origin_get(&in, offsetof(struct box_in, lid)), AIC_FROM_DEFAULT);
        assert_false(AIC_GIVEN(&in, shape) || AIC_IN_PLAY(&in, shape));
    }
    in.depth = 7;
    *aic_origin_at(&in, offsetof(struct box_in, depth)) = AIC_FROM_FLAG;
    assert_true(aic_evaluate(&box, &in, &out, &notes));
    assert_true(in.depth == 7 && AIC_GIVEN(&in, depth));
}

/* A mistake that a test of the tables missed must not pass for an input without a default. */
static void a_default_that_cannot_be_read_is_an_error(void **state)
{
    (void)state;
    struct aic_question question;
    struct aic_error error = { 0 };
    build();
    inputs[1].default_text = "2 apples";
    assert_false(aic_question_init(&question, &box, &error));
    assert_int_equal(error.code, AIC_ERR_TABLE);
    assert_true(aic_code_is_internal(error.code));
    assert_string_equal(error.parameter, "height");
    assert_non_null(
        strstr(error.message, "box: the default '2 apples' of height cannot be read: "));
    aic_question_clear(&question);
    inputs[1].default_text = "-2";
    assert_false(aic_question_init(&question, &box, NULL));
    aic_question_clear(&question);
}

/* Sets a range on the first numbers of a calculator's inputs; how many were taken. */
static size_t set_ranges(struct aic_question *question, struct aic_error *error)
{
    const struct aic_table *table = &question->calculator->inputs;
    size_t count = 0;
    for (size_t i = 0; i < aic_table_size(table); i++) {
        const struct aic_field *field = aic_table_at(table, i, NULL);
        bool is_number = field->kind == AIC_REAL || field->kind == AIC_INTEGER;
        double low = field->min + 1;
        if (is_number && (field->max == 0 || field->max > low + 1)) {
            if (!aic_question_set_range(question, i, low, low + 1, AIC_FROM_FLAG, error)) {
                return count;
            }
            count++;
        }
    }
    return count;
}

static void ranges_have_their_limits(void **state)
{
    (void)state;
    struct aic_question question;
    struct aic_error error = { 0 };
    size_t width_at, lid;
    assert_true(aic_question_init(&question, aic_calculator_find("train-memory"), &error));
    assert_int_equal(set_ranges(&question, &error), AIC_RANGES_MAX);
    assert_string_equal(error.message, "more than 12 inputs have ranges");
    size_t first = question.ranges[0].input;
    double low = question.ranges[0].low;
    assert_true(aic_question_set_range(&question, first, low, low + 2, AIC_FROM_FLAG, &error));
    assert_int_equal(question.range_count, AIC_RANGES_MAX); /* one of the twelve may change */
    aic_question_clear(&question);
    build();
    assert_true(aic_question_init(&question, &box, &error));
    assert_true(aic_question_find(&question, "width", &width_at, &error));
    assert_true(aic_question_find(&question, "lid", &lid, &error));
    /* Set again, a range replaces the one before; a weaker origin, and no range at all, do not. */
    assert_true(aic_question_set_range(&question, width_at, 1, 2, AIC_FROM_FLAG, &error));
    assert_true(aic_question_set_range(&question, width_at, 3, 5, AIC_FROM_FLAG, &error));
    assert_true(aic_question_set_range(&question, width_at, 7, 9, AIC_FROM_FILE, &error));
    assert_int_equal(question.range_count, 1);
    assert_true(aic_question_value(&question, width_at).number == 4);
    assert_true(aic_question_set_range(&question, width_at, 6, 6, AIC_FROM_FLAG, &error));
    assert_null(aic_question_range(&question, width_at));
    assert_false(aic_question_set_range(&question, width_at, -1, 2, AIC_FROM_FLAG, &error));
    assert_false(aic_question_set_range(&question, width_at, 2, INFINITY, AIC_FROM_FLAG, &error));
    assert_false(aic_question_set_range(&question, width_at, 2, 1, AIC_FROM_FLAG, &error));
    assert_string_equal(error.suggestion, "write the lower end first");
    assert_false(aic_question_set_number(&question, lid, 0.5, AIC_FROM_FLAG, NULL, &error));
    assert_string_equal(error.message, "lid: '0.5' is neither true nor false");
    assert_true(aic_question_set_number(&question, lid, 1, AIC_FROM_FLAG, NULL, &error));
    assert_true(aic_question_value(&question, lid).number == 1);
    aic_question_clear(&question);
}

static void what_does_not_exist_is_null(void **state)
{
    (void)state;
    struct aic_table empty = { NULL, 0, NULL, 0 };
    build();
    assert_null(aic_table_at(&box.inputs, aic_table_size(&box.inputs), NULL));
    assert_null(aic_table_at(&empty, 0, NULL));
    assert_null(aic_choice_name(&inputs[3], -1));
    assert_string_equal(aic_choice_name(&inputs[3], SQUARE), "square");
    assert_null(aic_catalog_kind_name(AIC_CATALOG_KINDS));
    struct aic_error error;
    struct aic_value value;
    assert_false(aic_value_from_number(&inputs[3], 1, &value, &error));
    assert_string_equal(error.suggestion, "for example 'round'");
    assert_false(aic_value_from_number(&inputs[5], 1, &value, &error));
    assert_string_equal(error.message, "gpu: '1' is a number, but a name is wanted");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_have_their_limits),
        cmocka_unit_test(what_does_not_exist_is_null),
        cmocka_unit_test(mistakes_in_words_are_found),
        cmocka_unit_test(mistakes_in_places_are_found),
        cmocka_unit_test(mistakes_in_contents_and_demands_are_found),
        cmocka_unit_test(mistakes_in_values_and_formulas_are_found),
        cmocka_unit_test(what_is_sound_passes),
        cmocka_unit_test(mistakes_in_rules_are_found),
        cmocka_unit_test(mistakes_in_the_list_of_derived_inputs_are_found),
        cmocka_unit_test(mistakes_in_other_names_are_found),
        cmocka_unit_test(mistakes_in_what_is_beside_rows_are_found),
        cmocka_unit_test(mistakes_in_former_names_are_found),
        cmocka_unit_test(former_names_are_refused_with_what_to_use),
        cmocka_unit_test(needs_are_judged),
        cmocka_unit_test(exclusions_are_judged),
        cmocka_unit_test(answers_are_finite_or_refused),
        cmocka_unit_test(bytes_that_only_look_infinite_are_none),
        cmocka_unit_test(derived_defaults_follow_what_they_derive_from),
        cmocka_unit_test(a_default_that_cannot_be_read_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
