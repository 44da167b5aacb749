# SPDX-License-Identifier: Apache-2.0
# manifest.py FILE...: manifests of Kubernetes as a program of TypeScript, which its compiler checks against the types
# that are made of the interface's own schema: a field that does not exist, or is of another kind, is an error.
import json
import sys

import yaml

KINDS = {
    "Job": "kubernetes-types/batch/v1",
    "PersistentVolumeClaim": "kubernetes-types/core/v1",
}

for kind, module in KINDS.items():
    print(f'import type {{ {kind} }} from "{module}";')
number = 0
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        for manifest in yaml.safe_load_all(file):
            number += 1
            print(f"export const m{number}: {manifest['kind']} = {json.dumps(manifest, indent=2)};")
