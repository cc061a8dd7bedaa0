# Completes the words of kingscan in bash: the program says what may stand there.
_kingscan() {
    local word typed settled='' candidate words=()
    # bash takes words apart at = and : too.
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        if ((${#words[@]} > 1)) && [[ $word == [=:]* || ${words[-1]} == *[=:] ]]; then
            words[-1]+=$word
        else
            words+=("$word")
        fi
    done
    typed=${words[-1]}
    if [[ $typed == --*=* ]]; then
        settled=${typed%%=*}=
    fi
    COMPREPLY=()
    while IFS=$'\t' read -r candidate _; do
        if [[ $candidate == FILE ]]; then
            compopt -o filenames 2>/dev/null
            while read -r word; do
                COMPREPLY+=("$word")
            done < <(compgen -f -- "${typed#"$settled"}")
        else
            COMPREPLY+=("${candidate#"$settled"}")
        fi
    done < <("${words[0]/#\~/$HOME}" completions --candidates -- "${words[@]:1}" 2>/dev/null)
}
complete -F _kingscan kingscan
