# SPDX-License-Identifier: Apache-2.0
# reading.sh PROGRAM: processor time to read texts of just under 1 MiB, the largest that `aicalc read` takes.
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
examples=$(cd "$(dirname "$0")/../../examples/deploy" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
size=1040000

# fill COUNT_OF_BYTES LINE: the line as often as it fits, with a number for each %d.
fill() {
    awk -v size="$1" -v line="$2" 'BEGIN {
        for (at = 0; at < size; at += length(text) + 1) { text = sprintf(line, i, i); i++; print text }
    }'
}

# one WHAT FILE: a line of the table. `times` in a pipe would be another process's.
one() {
    times >began
    "$program" read "$2" -o json >answer 2>message || [ $? -le 2 ]
    times >ended
    awk -v what="$1" '
        function seconds(text,   part) { split(text, part, /[ms]/); return part[1] * 60 + part[2] }
        FNR == 2 { used = seconds($1) + seconds($2) - used }
        END { printf "%6.2f s  %s\n", used, what }' began ended
}

manifest=$examples/vllm.yaml
{
    sed '/^      - name: metrics/,$d' "$manifest"
    echo '      - name: engine-environment'
    echo '        image: registry.example/exporter:2'
    echo '        env:'
    fill $size '        - {name: VARIABLE_%d, value: "value %d of many"}'
} >environment.yaml
{
    cat "$manifest"
    printf -- '---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: data}\ndata:\n'
    fill $size '  key-%d: a value with the number %d in it'
} >config-map.yaml
for deployment in $(seq 1 250); do
    sed "s/name: chat/name: chat-$deployment/; s/=16384/=$((4096 + 16 * deployment))/; 1,/^---/d" "$manifest"
    echo '---'
done >deployments.yaml
{
    cat "$examples/serve.sh"
    fill $size 'export VARIABLE_%d="value %d of many"'
} >variables.sh
{
    echo 'vllm serve Qwen/Qwen3-8B --max-model-len 16384 \'
    fill $size '  --some-flag-%d value-%d \'
    echo '  --tensor-parallel-size 1'
} >flags.sh

one "a manifest with $(grep -c VARIABLE_ environment.yaml) variables of a container" environment.yaml
one "a manifest beside a ConfigMap of $(grep -c '  key-' config-map.yaml) keys" config-map.yaml
one "250 deployments that differ ($(($(wc -c <deployments.yaml) / 1024)) KiB), each of them asked" deployments.yaml
one "a script that sets $(grep -c VARIABLE_ variables.sh) variables" variables.sh
one "a command with $(grep -c some-flag flags.sh) flags that nobody knows" flags.sh
