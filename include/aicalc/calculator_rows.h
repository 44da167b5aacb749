/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What one needs to write a calculator, beside what a host needs to ask it (calculator.h): where a
 * value came from, derived defaults, and the rows of its tables. The lists in which the library's
 * own calculators are written become these rows.
 */
#ifndef AICALC_CALCULATOR_ROWS_H
#define AICALC_CALCULATOR_ROWS_H

#include <aicalc/calculator.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* enum aic_origin of a member of an input struct whose first member is `origins`. */
#define AIC_ORIGIN(in, member)                                                                     \
    ((in)->origins.at[(size_t)((const char *)&(in)->member - (const char *)(in)) -                 \
                      sizeof(struct aic_origins)] &                                                \
     AIC_ORIGIN_BITS)

/* The user chose this value: by flag, in a file or through --solve. */
#define AIC_GIVEN(in, member) (AIC_ORIGIN(in, member) >= AIC_FROM_LAUNCH)
/* The value is not a default: the user, an answer or a catalog set it. */
#define AIC_IN_PLAY(in, member) (AIC_ORIGIN(in, member) >= AIC_FROM_CATALOG)

/* A member of an input struct, named where it is declared. */
enum aic_member_type { AIC_MEMBER_NUMBER, AIC_MEMBER_CHOICE, AIC_MEMBER_FLAG, AIC_MEMBER_NAME };

struct aic_member {
    const char *name; /* "kv_heads", or "model.kv_heads" of a struct inside */
    size_t offset;
    enum aic_member_type type;
    const struct aic_field *field; /* its row in the table; NULL: the one of its name */
};

/* The name of its field: "kv_heads". */
const char *aic_member_name(const struct aic_member *member);

#define AIC_MEMBER_OF(type, member, field)                                                         \
    {                                                                                              \
#member, offsetof(type, member),                                                           \
            _Generic(((type *)0)->member, double                                                   \
                     : AIC_MEMBER_NUMBER, int                                                      \
                     : AIC_MEMBER_CHOICE, aic_flag                                                 \
                     : AIC_MEMBER_FLAG, struct aic_name                                            \
                     : AIC_MEMBER_NAME),                                                           \
            field                                                                                  \
    }
#define AIC_MEMBER(type, member) AIC_MEMBER_OF(type, member, NULL)

/*
 * A rule over inputs, checked before defaults are derived: "x without y", "x excludes y".
 * It speaks of values that are in play: given by the user, an answer or a
 * catalog, not the defaults. Where only the user's values break a rule it is an
 * error; a value of an answer or a catalog is ignored (unset) instead, because
 * what comes along must never make a question wrong.
 */
enum aic_test {
    AIC_TEST_NONE,   /* ends a list of conditions */
    AIC_TEST_SET,    /* has a value, defaults included */
    AIC_TEST_GIVEN,  /* is in play */
    AIC_TEST_EQUALS, /* choice, flag or number equals `value` */
    AIC_TEST_ABOVE   /* number is above `value` */
};

struct aic_condition {
    struct aic_member member;
    enum aic_test test;
    double value;
};

#define AIC_IF_SET(type, member)                                                                   \
    {                                                                                              \
        AIC_MEMBER(type, member), AIC_TEST_SET, 0                                                  \
    }
#define AIC_IF_GIVEN(type, member)                                                                 \
    {                                                                                              \
        AIC_MEMBER(type, member), AIC_TEST_GIVEN, 0                                                \
    }
#define AIC_IF_EQUALS(type, member, value)                                                         \
    {                                                                                              \
        AIC_MEMBER(type, member), AIC_TEST_EQUALS, value                                           \
    }
#define AIC_IF_ABOVE(type, member, value)                                                          \
    {                                                                                              \
        AIC_MEMBER(type, member), AIC_TEST_ABOVE, value                                            \
    }

enum aic_rule_kind {
    AIC_NEEDS,   /* at least one condition must hold */
    AIC_EXCLUDES /* no condition may hold */
};

#define AIC_CONDITIONS_MAX 6

struct aic_rule {
    struct aic_member subject;
    enum aic_rule_kind kind;
    struct aic_condition conditions[AIC_CONDITIONS_MAX];
    const char *why; /* a clause that ends the message, without a full stop; NULL: none */
};

/* { AIC_RULE(struct x, unified), AIC_NEEDS, { AIC_IF_EQUALS(struct x, engine, LLAMACPP) }, "" } */
#define AIC_RULE(type, member) AIC_MEMBER(type, member)

/*
 * What may be changed so that a verdict holds: a flag among the results, or a number that is to
 * reach the value of an input (`goal`); then an input, and the values to try, nearest first, blanks
 * between: "2 3", "*2 /2" of the value that it has, or "=name" of a result. "<name" behind them is a result
 * that they must lessen.
 */
enum aic_goal_kind { AIC_GOAL_FLAG, AIC_GOAL_AT_LEAST, AIC_GOAL_AT_MOST };

struct aic_lever {
    const char *verdict;
    enum aic_goal_kind kind;
    const char *goal, *input, *values;
};

/* What a row says of a total of money or time. */
enum aic_content_kind {
    AIC_CONTAINS, /* a part of it: the result or input `value`, left out where that is nothing */
    AIC_WITHIN, /* the same within other parts: `value` is its share, or a part of another result */
    AIC_REST,   /* what no result that is part of it covers */
    AIC_LACKS,  /* what is not in it; `value` is what to type so that it is, NULL: nothing is */
    AIC_PERIOD  /* of what it is, "run"; or the time that `value` names */
};

/*
 * What a total contains and lacks, beside the results whose rows say that they are part of it: those have
 * no row here. A row counts where its condition holds: words that must all hold, in alternatives between '|'. A
 * word is an input or a result that is there and neither nothing nor no; "!name" is not, "name=value" reads so.
 */
struct aic_content {
    const char *total; /* a result */
    enum aic_content_kind kind;
    const char *what; /* in words, "{name}" is that value; NULL: of a time that `value` names */
    const char *value;
    const char *when; /* NULL: always */
};

/* A reason why nobody can judge a case, as a choice names it, and the inputs that would settle it. */
struct aic_settling {
    const char *reason, *inputs; /* inputs: names, separated by spaces */
};

/* Cases that are compared where nothing says which is asked about: a sweep, and the inputs of which one says. */
struct aic_usual_cases {
    const char *sweep, *unless; /* unless: names, separated by spaces */
    const char *words;          /* above the table of cases */
};

/* What a person has to give, the first name where several do, and how: where a question is refused for want of one
 * of them, all that are not given are named together. */
struct aic_demand {
    const char *inputs; /* space separated: any of them will do */
    const char *add;    /* "--model llama-3.1-70b" */
};

/*
 * Hours of a GPU that are not paid where no price is known: what they would cost at its usual price is told in words
 * and is no result, for only calculators of bills have that price. The hours, the bill that they would make, and
 * the input that makes it.
 */
struct aic_hired {
    const char *hours, *bill, *price;
};

/* A result that people ask for as if it were an input, and the input that asks for it. */
struct aic_asked_as {
    const char *result, *input;
};

/*
 * What a search chooses: an input that the question leaves open, or by which it asks for one of
 * several choices, and the value with which that choice alone is asked for: "=name" of a result, or
 * text as a user types it. The first is a result that has a value whenever there is a choice.
 */
struct aic_choice {
    unsigned short input; /* index in the table */
    const char *value;
};

/* A drawing that stacks the parts of a result, a bar for each of the first values of an input. */
struct aic_stack {
    size_t result;     /* that others are parts of */
    size_t input;      /* a whole number from 1 on, as a rank is */
    size_t last;       /* of its values, where the user gives none */
    const char *rest;  /* what of the result no part covers; NULL: the table ends */
    const char *label; /* of a bar; clauses with "{name}" of a value, commas between */
};

/* Marks a member of an input struct as derived: AIC_DERIVED_NUMBER and so on. */
static inline void aic_mark_derived(void *in, const void *member, int type)
{
    size_t offset = (size_t)((const char *)member - (const char *)in);
    *aic_origin_at(in, offset) = (unsigned char)(AIC_FROM_DEFAULT | type);
}

/*
 * Each gives an unset input its derived default, with origin default, unless `value` is unset (NaN,
 * negative) too, and returns the value that the input has then. Inline: most of the time of a
 * small calculator would be these calls.
 */
static inline double aic_derive_number(void *in, double *member, double value)
{
    if (isnan(*member) && !isnan(value)) {
        *member = value;
        aic_mark_derived(in, member, AIC_DERIVED_NUMBER);
    }
    return *member;
}
static inline int aic_derive_choice(void *in, int *member, int value)
{
    if (*member < 0 && value >= 0) {
        *member = value;
        aic_mark_derived(in, member, AIC_DERIVED_CHOICE);
    }
    return *member;
}
static inline aic_flag aic_derive_flag(void *in, aic_flag *member, int value)
{
    if (*member < 0 && value >= 0) {
        *member = (aic_flag)value;
        aic_mark_derived(in, member, AIC_DERIVED_FLAG);
    }
    return *member;
}

/* Finds mistakes in a calculator's tables (a test calls it); false names the first. */
bool aic_calculator_check(const struct aic_calculator *calculator, struct aic_error *error);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
