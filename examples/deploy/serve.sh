#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
: "${MODEL:=Qwen/Qwen2.5-7B-Instruct-AWQ}"
: "${TP:=1}"
: "${LEN:=16384}"
ARGS=(
    serve "$MODEL"
    --tensor-parallel-size "$TP"
    --max-model-len "$LEN"
    # not counted by the calculators
    --api-key "${KEY:-none}"
)
if [[ -n "${KV:-}" ]]; then
    ARGS+=(--kv-cache-dtype "$KV")
fi
exec stdbuf -oL vllm "${ARGS[@]}" 2>&1 | tee vllm.log
