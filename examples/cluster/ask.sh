#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ask.sh K N: the K-th of N parts of a sweep, into parts/K.csv. The file is there when the part is whole.
# Exit 0 where it is answered, also where a budget of it is exceeded: join.sh says that of all parts. Anything
# else is a failure, which the scheduler may ask again; 2, a wrong question, it need not.
# AICALC says which program to run, PARTS where the parts go.
set -u
aicalc=${AICALC:-aicalc}
parts=${PARTS:-parts}
mkdir -p "$parts" || exit 3
rm -f "$parts/$1.csv" "$parts/$1.exceeded"
"$aicalc" kvcache --model llama-3.1-70b --sweep 'gpu=*' --sweep tp=1,2,4,8 --sweep 'context=1Ki..128Ki+1Ki' \
    --fields fits,max_sequences,decode_time -o csv --no-config --shard "$1/$2" >"$parts/$1.$$"
code=$?
[ "$code" -le 1 ] || { rm -f "$parts/$1.$$"; exit "$code"; }
[ "$code" -eq 0 ] || : >"$parts/$1.exceeded"
mv "$parts/$1.$$" "$parts/$1.csv" || exit 3
