# SPDX-License-Identifier: Apache-2.0
# Completion of aicalc for fish, written by 'aicalc completion fish'.
function __aicalc_complete
    set -l words (commandline -opc)
    set -l word (string trim --left --chars='"\'' -- (commandline -ct))
    for line in ($words[1] __complete $words[2..-1] "$word" 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path "$word"
            case ':nospace'
            case '*'
                printf '%s\n' $line
        end
    end
end
complete -c aicalc -f -k -a '(__aicalc_complete)'
