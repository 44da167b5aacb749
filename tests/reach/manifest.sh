#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# manifest.sh MODULES FILE...: manifests of Kubernetes against the types that are made of the interface's own schema.
set -eu
modules=$1
shift
python3=python3
"$python3" -c 'import yaml' 2>/dev/null || python3=/usr/bin/python3
"$python3" tests/reach/manifest.py "$@" >"$modules/manifests.ts"
trap 'rm -f "$modules/manifests.ts"' EXIT
"$modules/.bin/tsc" --ignoreConfig --noEmit --strict --skipLibCheck --types '' --module esnext --moduleResolution bundler \
    "$modules/manifests.ts"
