# SPDX-License-Identifier: Apache-2.0
# words.sh PROGRAM PROJECT: what messages say: all that is missing at once, each with a value that can be typed.
set -u
program=$1
. "$2/tests/cli/check.inc.sh"

calculators=$("$program" help | sed -n '/^Calculators/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p')

# What is missing is named at once: what the message says to give answers.
for calculator in plan service layout network serve lifecycle power prep transfer; do
    run "$calculator without anything" 2 "$calculator"
    grep -q ' and .* not given; give --' err
    check "$calculator names one thing alone: $(cat err)" $?
    # shellcheck disable=SC2046 # the flags of a message
    run "$calculator with what its message says" 0 "$calculator" $(sed 's/.*; give //' err)
done
run 'half of it' 2 serve llama-3.1-8b
has err "gpu, prompt and answer are not given; give --gpu h100-sxm --prompt 2000 --answer 300"
run 'one that is missing says more' 2 network llama-3.1-8b
has err 'give gpus, such as 64'
run 'no model' 2 serve --gpu h100-sxm --prompt 100 --answer 100
has err 'no model: nothing says what is served'

# A parameter is told from a name that is unknown; an option without a value says what one is; a no has its reason.
run 'a parameter' 2 kvcache llama-3.1-8b --fields context
has err "kvcache has no result 'context': it is a parameter; did you mean 'max_context_fit'?"
run 'a budget on one' 2 kvcache llama-3.1-8b --budget 'context < 8k'
has err "it is a parameter"
run 'no value' 2 kvcache llama-3.1-8b --context
has err 'write for example --context 128Ki'
run 'no name' 2 kvcache llama-3.1-8b --gpu
has err "'aicalc catalog gpus' lists the names"
run 'nothing fits' 0 layout llama-3.1-405b --node dgx-h100 --gpus 8 --fields step_time,tp_used -q
has err "no value for 'step_time': no layout fits"
has err "no value for 'tp_used': no layout fits"

# -h on everything: what it is for, examples first, and no wider than a window.
for command in $calculators ask catalog read check mcp compare diff explain units schema completion help; do
    run "$command -h" 0 "$command" -h
    { [ "$(sed -n 1p out | cut -c1-7)" = 'aicalc ' ] && [ "$(sed -n 3p out)" = Examples ]; } ||
        grep -q '^Examples' out || [ "$command" = mcp ]
    check "$command -h: $(head -n 1 out)" $?
    lacks err aicalc
done
for command in catalog explain units schema completion help; do
    run "$command --help" 0 "$command" --help
    ! grep -q '.\{81\}' out
    check "$command --help is wider than 80 columns" $?
done
# A list of values that has no room is not told as if it were all.
run 'values' 0 train-memory -h
has out 'lion, ..'

# A default is said in words, and placeholders of what matters are values that one could type.
for calculator in $calculators; do
    run "$calculator, its help" 0 help "$calculator"
    sed '/^Results/,$d' out | grep -v '^  aicalc' >params
    ! grep -qE '&&|\|\||==|known\(|is_given\(|begins_with' params
    check "help $calculator: $(grep -E '&&|\|\||==|known\(|is_given\(' params | head -n 1)" $?
    run "$calculator -h" 0 "$calculator" -h
    ! grep -qE '^  --[a-z-]+ (1h30m|X) .*(MFU|wall time|load|users|tokens)' out
    check "$calculator -h has a placeholder that nobody types" $?
done

# A word of the field is told before the parameters of that name; two letters are no name of a way between places.
for word in egress iops lustre mtu oversubscription; do
    run "the word $word" 0 explain "$word"
    [ "$(head -n 1 out)" = "$word: word of the field" ]
    check "$word: $(head -n 1 out)" $?
done
run 'two letters' 2 explain ec

# No message of an empty question is longer than it can be read, names C, or has a word twice.
for calculator in $calculators; do
    "$program" "$calculator" >out 2>err
    ! grep -qE '&&|\|\||==|AIC_|%[a-z]|\b([a-z]+) \1\b' err
    check "$calculator: $(cat err)" $?
done
finish
