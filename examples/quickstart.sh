#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what the build needs, builds a release, and answers two questions about real models.
# AICALC_BUILD_DIR says where to build (default: build-release in the project).
set -eu
cd "$(dirname "$0")/.."
. tests/packages.sh

need_packages gcc make cmake libc6-dev libcjson-dev

build=${AICALC_BUILD_DIR:-build-release}
echo "Building in $build"
cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DAICALC_TESTS=OFF >/dev/null
cmake --build "$build" -j "$(nproc 2>/dev/null || echo 2)" >/dev/null
PATH="$PWD/$build:$PATH"
export PATH

# Prints a command, then runs it.
show() {
    printf '\n$ %s\n' "$*"
    "$@"
}

echo
echo "How much KV cache does Llama 3.1 70B need for one request of 128Ki tokens?"
show aicalc kvcache --model llama-3.1-70b --context 128Ki --tp 8 --gpu h100-sxm \
    --weight-dtype fp8 --engine vllm

echo
echo "What bandwidth do the checkpoints of a 70B training job on 512 GPUs need?"
show aicalc checkpoint --model llama-3.1-70b --gpus 512 --tp 8 --write-bw 100GB/s \
    --read-bw 200GB/s

echo
echo "The same numbers, with formula, numbers and sources:"
show aicalc kvcache --model llama-3.1-70b --context 128Ki --kv-dtype bf16 \
    --fields kv_per_token,kv_per_sequence --explain
echo
echo "The program is $build/aicalc; 'aicalc help' lists the calculators."
