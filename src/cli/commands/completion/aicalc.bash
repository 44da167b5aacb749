# SPDX-License-Identifier: Apache-2.0
# Completion of aicalc for bash, written by 'aicalc completion bash'.
_aicalc() {
    local i word last kept line glued=''
    local -a words=()
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $i -gt 1 && ($glued || $word =~ ^[=:]+$) ]]; then
            words[${#words[@]}-1]+=$word
        else
            word=${word#[\'\"]}
            [[ $i -lt $COMP_CWORD ]] && word=${word%[\'\"]}
            words+=("$word")
        fi
        [[ $word =~ ^[=:]+$ ]] && glued=1 || glued=''
    done
    last=$word
    [[ $last =~ ^[=:]+$ ]] && last=
    kept=${words[${#words[@]}-1]}
    kept=${kept:0:${#kept}-${#last}}
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
        :files)
            compopt -o filenames 2>/dev/null
            while IFS= read -r line; do
                COMPREPLY+=("$line")
            done < <(compgen -f -- "$last") ;;
        :nospace) compopt -o nospace 2>/dev/null ;;
        *)
            line=${line%%$'\t'*}
            COMPREPLY+=("${line:${#kept}}") ;;
        esac
    done < <("${COMP_WORDS[0]/#\~/$HOME}" __complete "${words[@]}" 2>/dev/null)
}
complete -o nosort -F _aicalc aicalc
