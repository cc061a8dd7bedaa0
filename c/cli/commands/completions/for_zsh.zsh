#compdef kingscan
# Completes the words of kingscan in zsh: the program says what may stand there.
local program=${(Q)words[1]/#\~/$HOME} line files
local -a candidates
for line in "${(@f)$($program completions --candidates -- "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}"; do
    if [[ $line == FILE$'\t'* ]]; then
        files=1
    elif [[ -n $line ]]; then
        candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    fi
done
(( $#candidates )) && _describe -t candidates kingscan candidates
if [[ -n $files ]]; then
    [[ $PREFIX == --*=* ]] && compset -P '*='
    _files
fi
