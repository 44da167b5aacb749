# SPDX-License-Identifier: Apache-2.0
# completion.sh PROGRAM PROJECT: what bash, zsh and fish themselves complete, with the script
# that the program prints for each. A shell that is not installed is not asked.
set -u
program=$1
. "$2/tests/cli/check.inc.sh"
mkdir "$work/bin" "$work/empty"
ln -s "$program" "$work/bin/aicalc"
PATH="$work/bin:$PATH"
HOME="$work"
XDG_CONFIG_HOME="$work/config"
XDG_DATA_HOME="$work/data"
LC_ALL=C.UTF-8
export LC_ALL PATH HOME XDG_CONFIG_HOME XDG_DATA_HOME
unset AICALC_CATALOG
cd "$work/empty" || exit 1

# Words of a command line with '|' between them, and all that the last one may become.
cat >"$work/questions" <<'END'
kv -> kvcache
compl -> completion
comp -> compare completion
kvcache|--kv-d -> --kv-dtype
kvcache|--swa -> --swa-full
kvcache|--no-swa -> --no-swa-full
kvcache|--swa-full|--no-swa -> 
kvcache|--kv-dtype|f -> fp16 fp32 fp8 fp8_ds_mla
kvcache|--kv-dtype=b -> --kv-dtype=bf16
kvcache|--model|llama-3.1-8 -> llama-3.1-8b llama-3.1-8b-fp8 llama-3.1-8b-nvfp4
kvcache|--gpu|h100-s -> h100-sxm
kvcache|--outp -> --output --output-head
kvcache|-o|m -> markdown
kvcache|--fields|kv_tot -> kv_total
kvcache|--fields|fits,kv_tot -> fits,kv_total
kvcache|--budget|kv_tot -> kv_total
kvcache|--budget|warn: kv_tot -> warn: kv_total
kvcache|--budget|kv_total > -> kv_total > kv_total >=
kvcache|--budget|kv_total <= 40Gi -> kv_total <= 40GiB
power|--budget|cooling == ai -> cooling == air
storage|--sweep|tier=s3-ex -> tier=s3-express-onezone
train-time|--solve|gpus=m -> gpus=max gpus=min
train-time|--deadline|30m -> 30m 30min 30mo 30ms
storage|--sweep|tier,data=s3-ex -> tier,data=s3-express-onezone
kvcache|--sweep|gpu,kv_dtype=h100-sxm:fp3 -> gpu,kv_dtype=h100-sxm:fp32
kvcache|--sweep|gpu,kv_dtype=h100-sxm:fp8,h200-s -> gpu,kv_dtype=h100-sxm:fp8,h200-sxm
kvcache|--sort|decode_time -> decode_time decode_time_floor
kvcache|--sort|decode_time:d -> decode_time:desc
kvcache|--where|max_sequences_b -> max_sequences_bound_by
compare|--fi -> --fields
catalog|t -> tiers
catalog|tiers|s3-glacier-f -> s3-glacier-flexible
units|ra -> rate ratio
explain|kv_per_token_g -> kv_per_token_gpu
explain|above-air -> above-air-limit
help|swe -> sweep
help|kv_per_token_g -> kv_per_token_gpu
help|power -> power
schema|stora -> storage
check|-o|j -> json jsonl junit
schema|che -> check checkpoint
diff|--un -> --units
completion|z -> zsh
kvcache|--measured|kv_tot -> kv_total=
kvcache|--measured|kv_total=4Gi -> kv_total=4GiB
plan|--part|netw -> network
kvcache|--sweep|contex -> context=
kvcache|--sweep|kv_unified=t -> kv_unified=true
train-time|--solve|gpus_p -> gpus_per_node=
END

cat >"$work/ask.bash" <<'END'
source <(aicalc completion bash)
# '=' and ':' outside quotes end a word, as they do on a command line.
split() {
    local word=$1
    if [[ $word == *' '* ]]; then
        COMP_WORDS+=("'$word")
        return
    fi
    while [[ $word == *[=:]* ]]; do
        local rest=${word#*[=:]}
        COMP_WORDS+=("${word%%[=:]*}" "${word:${#word}-${#rest}-1:1}")
        word=$rest
    done
    [[ $word || ${#COMP_WORDS[@]} -lt 2 || ${COMP_WORDS[-1]} != [=:] ]] && COMP_WORDS+=("$word")
}
while IFS= read -r line; do
    IFS='|' read -ra words <<<"${line%% -> *}"
    COMP_WORDS=(aicalc)
    for word in "${words[@]}"; do
        split "$word"
    done
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _aicalc aicalc "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    # What bash inserts replaces what follows the last '=' or ':'.
    last=${words[-1]}
    tail=${last##*[=:]}
    prefix=
    [[ $last == *' '* || $last != *[=:]* ]] || prefix=${last:0:${#last}-${#tail}}
    printf '%s\n' "${COMPREPLY[@]/#/$prefix}" | sort | paste -s -d ' '
done
END

cat >"$work/ask.zsh" <<'END'
functions[_aicalc]=$(aicalc completion zsh)
compadd() {
    local -i at=${@[(ie)--]}
    found+=("${@[at+1,-1]}")
}
_files() { : }
_aicalc 2>/dev/null # as an autoloaded function: the first call defines it
while IFS= read -r line; do
    found=()
    words=(aicalc "${(@s:|:)${line%% -> *}}")
    CURRENT=$#words
    PREFIX=${(q)words[CURRENT]}
    words[CURRENT]=$PREFIX
    _aicalc
    print -r -- ${(o)found}
done
END

cat >"$work/ask.fish" <<'END'
aicalc completion fish | source
while read --local line
    set --local words (string split '|' -- (string replace --regex ' -> .*' '' -- $line))
    set --local typed aicalc
    for word in $words
        if string match --quiet '* *' -- $word
            set typed "$typed '$word"
        else
            set typed "$typed $word"
        end
    end
    set --local found (complete -C "$typed" | string replace --regex '\t.*' '' | sort)
    echo "$found"
end
END

# ask SHELL OPTION...: compares what it completes with what is expected.
ask() {
    shell=$1
    if ! command -v "$shell" >/dev/null 2>&1; then
        echo "$shell is not installed and was not asked"
        return
    fi
    "$@" "$work/ask.$shell" <"$work/questions" >"$work/got" 2>"$work/err"
    [ -s "$work/err" ] && cat "$work/err" && failed=$((failed + 1))
    while IFS= read -r line && IFS= read -r got <&3; do
        wanted=${line##* -> }
        if [ "$got" = "$wanted" ]; then
            ok
        else
            fail "$shell: ${line%% -> *}: wanted '$wanted', got '$got'"
        fi
    done <"$work/questions" 3<"$work/got"
    [ "$(wc -l <"$work/got")" -eq "$(wc -l <"$work/questions")" ] || failed=$((failed + 1))
}

ask bash --norc
ask zsh -f
ask fish --no-config

# What an example of a time is, where a file stands, and what a catalog of the command adds.
run "an example" 0 __complete train-time --deadline ""
has out "30d	for example"
run "a file" 0 __complete kvcache --input ""
has out ":files"
printf '{"schema": "aicalc-catalog/1", "kind": "gpus", "entries": [{"name": "mine-1", "fields": {"gpu_memory": "96GiB"}, "source": "own"}]}' >own.json
run "an entry of a catalog beside the command" 0 __complete kvcache --catalog own.json --gpu min
has out "mine-1"
run "the list with it" 0 catalog gpus --catalog own.json --where 'gpu_memory == 96GiB'
has out "mine-1"
run "short options" 0 __complete kvcache -
has out "-o	"

# The whole way once: zsh on a pseudo terminal, a tab typed.
if command -v zsh >/dev/null 2>&1; then
    cat >"$work/type.zsh" <<'END'
zmodload zsh/zpty
zpty -b inner zsh -f -i
answer() {
    local chunk all=
    repeat 200; do
        zpty -r -t inner chunk && all+=$chunk || sleep 0.02
        [[ $all == *$1* ]] && return 0
    done
    print -r -- "$all"
    return 1
}
zpty -w inner "PS1=; autoload -Uz compinit; compinit -u -D; source <(aicalc completion zsh); print rea''dy"
answer ready || exit 1
zpty -w -n inner $'aicalc kvcache --kv-d\t'
answer kv-dtype || exit 1
END
    if zsh -f "$work/type.zsh"; then
        ok
    else
        fail "zsh: a tab on a terminal"
    fi
fi
finish
