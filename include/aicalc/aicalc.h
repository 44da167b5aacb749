/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aicalc: calculators for sizing AI infrastructure, as a library.
 *
 *     struct aic_question question;
 *     struct aic_answer answer;
 *     struct aic_error error;
 *
 *     aic_question_init(&question, aic_calculator_find("kvcache"), &error);
 *     aic_question_set_text(...);                  inputs, as a user types them
 *     aic_catalog_apply(&catalog, &question, ...); values of the entries that it names
 *     aic_answer_init(&answer, &question, &error); results, basis, warnings
 *
 * or, without questions and catalogs, fill the input struct of one calculator and call
 * aic_evaluate(). The library reads no files, prints nothing, never exits and keeps no
 * state: what it allocates it frees in the matching clear function.
 */
#ifndef AICALC_AICALC_H
#define AICALC_AICALC_H

#include <aicalc/answer.h>
#include <aicalc/ask.h>
#include <aicalc/band.h>
#include <aicalc/budget.h>
#include <aicalc/calculator.h>
#include <aicalc/catalog.h>
#include <aicalc/check.h>
#include <aicalc/checkpoint.h>
#include <aicalc/coldstart.h>
#include <aicalc/collective.h>
#include <aicalc/comparable.h>
#include <aicalc/composition.h>
#include <aicalc/config.h>
#include <aicalc/cost.h>
#include <aicalc/dataload.h>
#include <aicalc/diff.h>
#include <aicalc/effect.h>
#include <aicalc/error.h>
#include <aicalc/evaluation.h>
#include <aicalc/explain.h>
#include <aicalc/fabric.h>
#include <aicalc/field.h>
#include <aicalc/formula.h>
#include <aicalc/influence.h>
#include <aicalc/json.h>
#include <aicalc/kvcache.h>
#include <aicalc/launch.h>
#include <aicalc/layout.h>
#include <aicalc/lifecycle.h>
#include <aicalc/links.h>
#include <aicalc/measured.h>
#include <aicalc/model.h>
#include <aicalc/moves.h>
#include <aicalc/network.h>
#include <aicalc/next_step.h>
#include <aicalc/power.h>
#include <aicalc/quantity.h>
#include <aicalc/question.h>
#include <aicalc/range.h>
#include <aicalc/recipe.h>
#include <aicalc/registry.h>
#include <aicalc/sensitivity.h>
#include <aicalc/serve.h>
#include <aicalc/solve.h>
#include <aicalc/storage.h>
#include <aicalc/store.h>
#include <aicalc/sweep.h>
#include <aicalc/text.h>
#include <aicalc/train_memory.h>
#include <aicalc/train_time.h>
#include <aicalc/transfer.h>
#include <aicalc/warnings.h>

#endif
