# SPDX-License-Identifier: Apache-2.0
#compdef aicalc
# Completion of aicalc for zsh, written by 'aicalc completion zsh'.
_aicalc() {
    local line files=
    local -a asked lines values shown space
    (( CURRENT > 2 )) && asked=("${(@Q)words[2,CURRENT-1]}")
    lines=("${(@f)$(${~words[1]} __complete "${asked[@]}" "${(Q)PREFIX}" 2>/dev/null)}")
    for line in "${lines[@]}"; do
        case $line in
        ('') ;;
        (:files) files=1 ;;
        (:nospace) space=(-S '') ;;
        (*)
            values+=("${line%%$'\t'*}")
            shown+=("${line/$'\t'/  -- }") ;;
        esac
    done
    (( $#values )) && compadd -l -V aicalc "${space[@]}" -d shown -- "${values[@]}"
    [[ -n $files ]] && _files
    (( $#values )) || [[ -n $files ]]
}
if [[ $funcstack[1] == _aicalc ]]; then
    _aicalc "$@"
elif (( $+functions[compdef] )); then
    compdef _aicalc aicalc
fi
