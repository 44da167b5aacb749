#!/bin/bash
function pick {
  if [[ $1 == large && ( -n "$2" || $3 -gt 4 ) ]]; then
    SIZE=14B
  elif [ "$1" = small ] && ! [ -z "$2" ]; then
    SIZE=4B
  else
    SIZE=8B
  fi
}
pick large x 1
LENGTH=$(( (4 + 4) * 1024 ))
if (( LENGTH > 4096 && SEQS != 0 )); then
  EXTRA=--max-num-seqs
  EXTRA+=" 48"
fi
NAMES=(a b c)
COUNT=${#NAMES[@]}
NAME=$'my \x41\u00e9'
DROPPED=--enforce-eager
unset DROPPED
while ! curl -s localhost:8000/health; do sleep 5; done &
for i in {1..2}; do
  eval vllm serve Qwen/Qwen3-$SIZE --max-model-len $LENGTH $EXTRA --tensor-parallel-size $i --port 800$i $DROPPED
done
bash <<END
vllm serve Qwen/Qwen3-32B --max-num-seqs ${COUNT} --served-model-name "$NAME"
END
