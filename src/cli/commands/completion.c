/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aicalc completion SHELL: scripts that complete command lines.
 *
 * A script knows nothing but how its shell hands over words: it asks the program, which
 * answers from its tables (views/completion). So all shells know the same, and also what the
 * user's own catalogs add.
 */
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/formats/report.h"
#include "cli/options/command.h"
#include "cli/views/completion/completion.h"

/* '=' and ':' end a word of bash: words are put together before they are asked about, and what
 * stands before the last piece is taken off the answers. */
static const char bash[] =
    "# Completion of aicalc for bash, written by 'aicalc completion bash'.\n"
    "_aicalc() {\n"
    "    local i word last kept line glued=''\n"
    "    local -a words=()\n"
    "    for ((i = 1; i <= COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        if [[ $i -gt 1 && ($glued || $word =~ ^[=:]+$) ]]; then\n"
    "            words[${#words[@]}-1]+=$word\n"
    "        else\n"
    "            word=${word#[\\'\\\"]}\n"
    "            [[ $i -lt $COMP_CWORD ]] && word=${word%[\\'\\\"]}\n"
    "            words+=(\"$word\")\n"
    "        fi\n"
    "        [[ $word =~ ^[=:]+$ ]] && glued=1 || glued=''\n"
    "    done\n"
    "    last=$word\n"
    "    [[ $last =~ ^[=:]+$ ]] && last=\n"
    "    kept=${words[${#words[@]}-1]}\n"
    "    kept=${kept:0:${#kept}-${#last}}\n"
    "    COMPREPLY=()\n"
    "    while IFS= read -r line; do\n"
    "        case $line in\n"
    "        :files)\n"
    "            compopt -o filenames 2>/dev/null\n"
    "            while IFS= read -r line; do\n"
    "                COMPREPLY+=(\"$line\")\n"
    "            done < <(compgen -f -- \"$last\") ;;\n"
    "        :nospace) compopt -o nospace 2>/dev/null ;;\n"
    "        *)\n"
    "            line=${line%%$'\\t'*}\n"
    "            COMPREPLY+=(\"${line:${#kept}}\") ;;\n"
    "        esac\n"
    "    done < <(\"${COMP_WORDS[0]/#\\~/$HOME}\" __complete \"${words[@]}\" 2>/dev/null)\n"
    "}\n"
    "complete -o nosort -F _aicalc aicalc\n";

static const char zsh[] =
    "#compdef aicalc\n"
    "# Completion of aicalc for zsh, written by 'aicalc completion zsh'.\n"
    "_aicalc() {\n"
    "    local line files=\n"
    "    local -a asked lines values shown space\n"
    "    (( CURRENT > 2 )) && asked=(\"${(@Q)words[2,CURRENT-1]}\")\n"
    "    lines=(\"${(@f)$(${~words[1]} __complete \"${asked[@]}\" \"${(Q)PREFIX}\" "
    "2>/dev/null)}\")\n"
    "    for line in \"${lines[@]}\"; do\n"
    "        case $line in\n"
    "        ('') ;;\n"
    "        (:files) files=1 ;;\n"
    "        (:nospace) space=(-S '') ;;\n"
    "        (*)\n"
    "            values+=(\"${line%%$'\\t'*}\")\n"
    "            shown+=(\"${line/$'\\t'/  -- }\") ;;\n"
    "        esac\n"
    "    done\n"
    "    (( $#values )) && compadd -l -V aicalc \"${space[@]}\" -d shown -- \"${values[@]}\"\n"
    "    [[ -n $files ]] && _files\n"
    "    (( $#values )) || [[ -n $files ]]\n"
    "}\n"
    "if [[ $funcstack[1] == _aicalc ]]; then\n"
    "    _aicalc \"$@\"\n"
    "elif (( $+functions[compdef] )); then\n"
    "    compdef _aicalc aicalc\n"
    "fi\n";

static const char fish[] =
    "# Completion of aicalc for fish, written by 'aicalc completion fish'.\n"
    "function __aicalc_complete\n"
    "    set -l words (commandline -opc)\n"
    "    set -l word (string trim --left --chars='\"\\'' -- (commandline -ct))\n"
    "    for line in ($words[1] __complete $words[2..-1] \"$word\" 2>/dev/null)\n"
    "        switch $line\n"
    "            case ':files'\n"
    "                __fish_complete_path \"$word\"\n"
    "            case ':nospace'\n"
    "            case '*'\n"
    "                printf '%s\\n' $line\n"
    "        end\n"
    "    end\n"
    "end\n"
    "complete -c aicalc -f -k -a '(__aicalc_complete)'\n";

/* In the order of cli_shells. */
static const char *const scripts[] = { bash, zsh, fish };

int command_completion(const struct cli_options *options)
{
    struct cli_output output;
    size_t i = 0;
    if (options->word_count != 1) {
        return cli_usage(NULL, "write 'aicalc completion bash', zsh or fish",
                         "completion takes the name of a shell");
    }
    while (cli_shells[i] && strcmp(cli_shells[i], options->words[0]) != 0) {
        i++;
    }
    if (!cli_shells[i]) {
        struct aic_error error = { .code = AIC_OK };
        const char *near = aic_nearest(options->words[0], aic_word_at, cli_shells, AIC_ALL_NAMES);
        aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "no completion for '%s'", options->words[0]);
        aic_suggest_name(&error, near, "shells: bash, zsh, fish");
        return cli_report(&error, NULL);
    }
    cli_output_open(&output, NULL);
    aic_sink_text(&output.sink, scripts[i]);
    return cli_output_close(&output, CLI_OK, NULL);
}

int command_complete(const struct cli_options *options)
{
    struct cli_output output;
    cli_output_open(&output, NULL);
    cli_complete(options->words, options->word_count, &output.sink);
    return cli_output_close(&output, CLI_OK, NULL);
}
