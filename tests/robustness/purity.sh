#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# purity.sh LIBRARY PROJECT: what the library takes from elsewhere is in the list below, and that
# holds no I/O, no exit, no environment, no clock, no locale and no random numbers; none of
# its objects has data that can change; its sources include none of the headers for such things.
set -eu
library=$1
project=$2
nm=${NM:-nm}

# strtod() is given digits and an exponent only, never a decimal point: it needs no locale.
allowed='
malloc calloc realloc free qsort strtod
bcmp mem(cpy|set|move|cmp|chr) str(len|cmp|ncmp|chr|rchr|str|spn|cspn|pbrk|cpy|ncpy|cat)
ceil floor trunc round nearbyint rint nextafter copysign fma fmod fmin fmax fabs ldexp frexp ilogb scalbn modf
sqrt
cJSON_[A-Za-z]+ aic_[a-z0-9_]+ (cli|doc|html|svg)_[a-z0-9_]+
__stack_chk_fail __(mem|str)[a-z]+_chk _GLOBAL_OFFSET_TABLE_
__(asan|ubsan|tsan|sanitizer|gcov|llvm|sancov|start___sancov|stop___sancov)[A-Za-z0-9_]*
'
pattern=$(echo "$allowed" | tr -s ' \n' '||' | sed 's/^|//; s/|$//')

imports=$("$nm" -u "$library" | awk 'NF == 2 && $1 == "U" { print $2 }' | sort -u)
foreign=$(echo "$imports" | grep -Evx "$pattern" || true)
if [ -n "$foreign" ]; then
    echo "FAIL the library calls:" $foreign
    exit 1
fi
missing=$("$nm" "$library" 2>/dev/null | awk 'NF == 2 && $1 == "U" { used[$2] }
    NF == 3 && $2 ~ /[A-TV-Z]/ { defined[$3] }
    END { for (name in used) if (name ~ /^(aic|cli|doc|html|svg)_/ && !(name in defined)) print name }')
if [ -n "$missing" ]; then
    echo "FAIL the library uses what the program alone has:" $missing
    exit 1
fi
case $(echo "$imports" | tr '\n' ' ') in
*__asan_* | *__tsan_* | *__gcov* | *__sancov*) echo "instrumented: data is not looked at" ;;
*)
    # b, d: data that can be written. Tables of constants are relocated, then read-only
    # (.data.rel.ro), which nm shows as d: objdump tells the sections apart.
    if command -v objdump >/dev/null 2>&1; then
        mutable=$(objdump -t "$library" 2>/dev/null |
            awk '$0 ~ / O (\.data|\.bss|\.tdata|\.tbss|\*COM\*)[ \t]/ && $0 !~ /\.data\.rel\.ro/ { print $NF }')
        if [ -n "$mutable" ]; then
            echo "FAIL data that can change:" $mutable
            exit 1
        fi
    fi
    ;;
esac

# shellcheck disable=SC2046 # names without blanks
headers=$(cd "$project" && grep -nE '#[ ]*include <(stdio|unistd|fcntl|time|locale|errno|signal|setjmp|wchar|ctype|pthread|sys/[a-z]+)\.h>' \
    $(find src/core src/engine src/calculators src/catalog src/launch src/analysis src/cli/ask src/cli/formats \
        src/cli/options src/cli/query src/cli/sweep src/cli/views include -name '*.[ch]' ! -name report.c) || true)
if [ -n "$headers" ]; then
    echo "FAIL headers that the library must not include:"
    echo "$headers"
    exit 1
fi
json=$(cd "$project" && grep -rl 'cJSON\.h\|struct cJSON' src include | grep -v '^src/core/json/parse\.c$' || true)
if [ -n "$json" ]; then
    echo "FAIL these must not know cJSON:" $json
    exit 1
fi
json=$(cd "$project" && grep -rl 'aicalc/json\.h' src/calculators src/engine || true)
if [ -n "$json" ]; then
    echo "FAIL these must not know JSON:" $json
    exit 1
fi

# The library's writer of texts knows %s, %g, %d, %c and %% alone, and the compiler takes what printf() does.
formats=$(cd "$project" && grep -rnE '%(z[ud]|l+[dux]|[0-9.]+[defgsu]|[ufx][^a-z])' src/core src/engine src/calculators \
    src/catalog src/launch src/analysis || true)
if [ -n "$formats" ]; then
    echo "FAIL conversions that show as they stand:"
    echo "$formats"
    exit 1
fi

# includes_none FOLDER WORD: no file of src/FOLDER includes a header of the rooms of WORD.
includes_none() {
    upward=$(cd "$project" && grep -rnE "#[ ]*include \"($2)/" "src/$1" || true)
    if [ -n "$upward" ]; then
        echo "FAIL includes of src/$1 that point up:"
        echo "$upward"
        exit 1
    fi
}
includes_none core 'engine|catalog|calculators|launch|analysis|cli'
includes_none engine 'catalog|calculators|launch|analysis|cli'
includes_none catalog 'launch|analysis|cli'
includes_none launch 'analysis|cli'
includes_none calculators 'catalog|launch|analysis|cli'
includes_none analysis 'cli'
# Of the program: commands over views over formats over io. What is not named here may be included.
includes_none cli/io 'cli/(formats|options|views|query|sweep|commands)'
includes_none cli/formats 'cli/(options|views|query|sweep|ask|commands)'
includes_none cli/options 'cli/(views|query|sweep|ask|commands)'
includes_none cli/views 'cli/(query|sweep|ask|commands)'
includes_none cli/query 'cli/(sweep|ask|commands)'
includes_none cli/sweep 'cli/(ask|commands)'
includes_none cli/ask 'cli/(io|commands)'
includes_none cli/query 'cli/io'
# Every word of rows has its line in the glossary, and none that is gone.
words=$(sed -n 's/^#undef \([A-Z_]*\)$/\1/p' "$project/src/engine/rows/none.h" | sort)
told=$(sed -n '/^## The words of rows/,/^## The way/s/^| `\([A-Z_]*\)(.*/\1/p' "$project/docs/architecture.md" | sort -u)
if [ "$words" != "$told" ]; then
    echo "FAIL words of rows in src/engine/rows/none.h:" $words
    echo "in the glossary of docs/architecture.md:" $told
    exit 1
fi
echo "$(echo "$imports" | grep -vcE '^(aic|cli|doc|html|svg)_') functions from elsewhere, all of them allowed"
