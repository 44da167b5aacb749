/* SPDX-License-Identifier: Apache-2.0 */
/* Rows without a meaning; the headers beside this one give them theirs. */
#undef INPUT
#undef DERIVED
#undef DERIVED_CASES
#undef DERIVED_FOUND
#undef NEEDS
#undef EXCLUDES
#undef CONSTANT
#undef RESULT
#undef NAMESAKE
#undef CASES
#undef FOUND
#undef CHECK
#undef WARNING
#undef WHEN
#undef OTHERWISE
#define INPUT(kind, name, help, attributes)
#define DERIVED(kind, name, help, attributes, expression)
#define DERIVED_CASES(kind, name, help, attributes, cases)
#define DERIVED_FOUND(kind, name, help, attributes, call, sentence)
#define NEEDS(subject, why, ...)
#define EXCLUDES(subject, why, ...)
#define CONSTANT(name, value, unit, meaning)
#define RESULT(kind, name, help, attributes, expression)
#define NAMESAKE(kind, name, help, attributes, expression)
#define CASES(kind, name, help, attributes, cases)
#define FOUND(kind, name, help, attributes, call, sentence)
#define CHECK(code, parameter, condition, message, advice)
