# SPDX-License-Identifier: Apache-2.0
# write.sh PROGRAM PROJECT: -O writes what -o prints, and never over what is read.
set -u
program=$1
project=$2
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"
# Files are plain, whatever the terminal shows.
LC_ALL=C
export LC_ALL

# refused NAME CODE ARGUMENT...: the exit code and a message.
refused() {
    name=$1
    wanted=$2
    shift 2
    "$program" "$@" >out 2>err
    code=$?
    [ "$code" -eq "$wanted" ] && [ -s err ]
    check "$name: exit $code: $(cat err)" $?
}

# each NAME ARGUMENT...: files of all endings hold what -o prints.
each() {
    name=$1
    shift
    "$program" "$@" -O w.json -O w.csv -O w.md -O w.svg -O w.html -O w.txt >out 2>err
    check "$name: $(cat err)" $?
    for pair in json:json csv:csv markdown:md svg:svg html:html table:txt; do
        "$program" "$@" -o "${pair%%:*}" >wanted
        cmp -s wanted "w.${pair##*:}"
        check "$name: ${pair##*:}" $?
    done
    cmp -s out w.txt
    check "$name: standard output stays" $?
}

set -- kvcache --model llama-3.1-8b --context 8Ki
each answer "$@"
each sweep kvcache --model llama-3.1-8b --sweep 'context=8Ki..32Ki*2'
"$program" "$@" --budget 'kv_total <= 1kB' -O over.json >out
[ $? -eq 1 ] && grep -q '"pass": false' over.json
check "an exceeded budget is written" $?

rm -f x.pdf x
refused "an unknown ending" 2 "$@" -O x.pdf
refused "no ending" 2 "$@" -O x
refused "nothing but an ending" 2 "$@" -O .json
refused "a folder and an ending" 2 "$@" -O ./.json
[ ! -e x.pdf ] && [ ! -e x ]
check "nothing was written" $?
refused "an ending, before anything is computed" 2 train-memory --params 8B --gpus 8 --tp 16 -O x.pdf
grep -q "x.pdf" err
check "the ending is what failed first" $?
refused "a file written twice" 2 "$@" -O x.json -O x.json
"$program" "$@" -o json >answer.json
cp answer.json before.json
ln -s answer.json link.json
refused "over --input" 2 kvcache --input answer.json -O answer.json
refused "over --input by another name" 2 kvcache --input answer.json -O ./link.json
"$program" catalog gpus h100-sxm -o json >catalog.json
"$program" "$@" --catalog catalog.json >out 2>err
check "it is a catalog: $(cat err)" $?
for format in json csv html; do
    ln -f catalog.json "catalog.$format" 2>/dev/null
    cp catalog.json before.catalog
    refused "over --catalog" 2 "$@" --catalog catalog.json -O "./catalog.$format"
    cmp -s catalog.json before.catalog && grep -q "would overwrite './catalog.$format'" err
    check "over --catalog: it stays: $(cat err)" $?
done
refused "over --model" 2 kvcache --model ./answer.json -O answer.json
cmp -s answer.json before.json
check "what is read stays" $?

# Whatever was read, by whatever name it came: files of the environment and of documents too.
cat >catalog.json <<'END'
{"schema": "aicalc-catalog/1", "kind": "gpus", "entries": []}
END
mkdir -p home/aicalc folder
cp catalog.json home/aicalc/catalog.json
cp "$project/tests/data/hf_configs/llama-3.1-8b.json" folder/config.json
cp folder/config.json model.json
printf '{"model": "./folder/config.json", "context": 8192}' >document.json
cp document.json redirected.json
AICALC_CATALOG=$PWD/catalog.json refused "over AICALC_CATALOG" 2 "$@" -O catalog.json
XDG_CONFIG_HOME=$PWD/home refused "over the user's catalog" 2 "$@" -O home/aicalc/catalog.json
refused "over a model that --input names" 2 kvcache --input document.json -O folder/config.json
refused "over the file of a model's folder" 2 kvcache --model ./folder --context 8Ki \
    -O folder/config.json
refused "over standard input" 2 kvcache --input - -O redirected.json <redirected.json
cmp -s folder/config.json model.json && cmp -s redirected.json document.json &&
    cmp -s catalog.json home/aicalc/catalog.json
check "all of it stays" $?
rm -f new.json
refused "a wrong question writes nothing" 2 train-memory --params 8B --gpus 8 --tp 16 -O new.json
[ ! -e new.json ]
check "no file of a wrong question" $?

refused "a missing folder" 3 "$@" -O nowhere/x.json
mkdir folder.json
refused "a folder with an ending" 3 "$@" -O folder.json
ln -s /dev/full full.csv
refused "a full disk" 3 "$@" -O full.csv
refused "a full disk, of a sweep" 3 kvcache --model llama-3.1-8b --sweep 'context=8Ki..32Ki*2' \
    -O full.csv

# A file has its name when it is whole: until then, and after a signal, the old one stays.
# A shell lets what runs beside it ignore SIGINT: env undoes that, where it can.
ending() {
    if [ "$1" = INT ]; then
        shift
        exec env --default-signal=INT "$program" "$@"
    fi
    shift
    exec "$program" "$@"
}
signals='TERM HUP'
env --default-signal=INT true 2>/dev/null && signals="INT $signals"
echo old >kept.csv
for name in $signals; do
    ending $name kvcache --model llama-3.1-8b --sweep 'context=1..1e5+1' -o csv -O kept.csv \
        >/dev/null 2>err &
    asked=0
    while [ "$(echo kept.csv.*)" = 'kept.csv.*' ] && [ $asked -lt 2000 ]; do
        asked=$((asked + 1))
        sleep 0.01
    done
    [ "$(echo kept.csv.*)" != 'kept.csv.*' ]
    check "it is written beside the old one" $?
    kill -s $name $!
    wait $! 2>/dev/null
    [ "$(cat kept.csv)" = old ] && [ "$(echo kept.csv*)" = kept.csv ]
    check "after SIG$name: $(ls)" $?
done
(
    trap '' XFSZ # a write beyond the limit fails, as on a full disk
    ulimit -f 1
    "$program" kvcache --model llama-3.1-8b --sweep 'context=1..1e3+1' -o csv -O kept.csv >/dev/null 2>err
    [ $? -eq 3 ]
)
check "no room for all of it: $(cat err)" $?
[ "$(cat kept.csv)" = old ] && [ "$(echo kept.csv*)" = kept.csv ]
check "the old one stays: $(ls)" $?
for last in 100 200 300 400; do # at once, each beside itself
    "$program" kvcache --model llama-3.1-8b --sweep "context=1..$last+1" -o json >"wanted.$last"
    "$program" kvcache --model llama-3.1-8b --sweep "context=1..$last+1" -O shared.json >/dev/null 2>err.$last &
done
wait
for last in 100 200 300 400; do
    cmp -s "wanted.$last" shared.json && break
done
[ $? -eq 0 ] && [ "$(cat err.*)" = "" ] && [ "$(echo shared.json*)" = shared.json ]
check "of several writers one is left, whole: $(cat err.*)" $?
set -- kvcache --model llama-3.1-8b --sweep 'context=1..1e3+1' --fields kv_total
"$program" "$@" --sweep tp=1,2,4,8 -O kept.csv --sort kv_total --top 3 >/dev/null 2>err
check "one that ends: $(cat err)" $?
[ "$(wc -l <kept.csv)" -eq 4 ] && [ "$(echo kept.csv*)" = kept.csv ]
check "and replaces the old one" $?
set -- kvcache --model llama-3.1-8b --context 8Ki
(umask 027 && "$program" "$@" -O mode.json >/dev/null)
[ "$(stat -c %a mode.json)" = 640 ]
check "a new file has the permissions of the mask" $?
chmod 604 mode.json
"$program" "$@" -O mode.json >/dev/null
[ "$(stat -c %a mode.json)" = 604 ]
check "an old one keeps its own" $?
echo old >target.json
ln -s target.json to.json
"$program" "$@" -O to.json >/dev/null
[ -h to.json ] && grep -q aicalc/1 target.json
check "a link stays one" $?
ln -s later.json dangling.json
"$program" "$@" -O dangling.json >/dev/null
[ -h dangling.json ] && grep -q aicalc/1 later.json
check "a link to nothing yet" $?
mkfifo pipe.json
"$program" "$@" -O pipe.json >/dev/null &
grep -q aicalc/1 <pipe.json
check "a pipe is written as it is" $?
wait
[ -p pipe.json ]
check "and stays one" $?

# A pipe whose other end nobody opens is waited for a few seconds, not for ever.
mkfifo nobody.json noone.json
timeout 60 "$program" "$@" -O nobody.json >/dev/null 2>writer &
writer=$!
timeout 60 "$program" kvcache --input noone.json >/dev/null 2>reader
[ $? -eq 2 ] && grep -q 'nobody opens' reader
check "a pipe without a writer: $(cat reader)" $?
wait $writer
[ $? -eq 3 ] && grep -q 'nobody opens' writer
check "a pipe without a reader: $(cat writer)" $?
mkfifo late.json
(sleep 1 && cat folder/config.json >late.json) &
timeout 60 "$program" kvcache --model ./late.json --context 8Ki >out 2>err
check "a writer that is late: $(cat err)" $?
wait
finish
