# SPDX-License-Identifier: Apache-2.0
# include budgets.mk: 'make budgets' checks all of them, 'make baseline' makes today's reports
# the ones that later changes are measured against.
AICALC ?= aicalc

.PHONY: budgets baseline
budgets:
	AICALC='$(AICALC)' sh check-budgets.sh

# Files that have a baseline get a new one, also where the old one was exceeded.
baseline:
	AICALC='$(AICALC)' sh check-budgets.sh; test $$? -le 1
	for file in baseline/*.json; do cp "reports/$${file##*/}" "$$file" || exit 1; done
