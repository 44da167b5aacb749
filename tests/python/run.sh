#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh PROGRAM PROJECT [LIBRARY]: the tests of python/aicalc.py.
set -eu
command -v python3 >/dev/null 2>&1 || exit 77
AICALC_TEST_PROGRAM=$1
export AICALC_TEST_PROGRAM
if [ -n "${3-}" ]; then
    AICALC_TEST_LIBRARY=$3
    export AICALC_TEST_LIBRARY
fi
exec python3 -B "$2/tests/python/test_aicalc.py"
