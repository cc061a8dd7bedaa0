# Completes the words of kingscan in fish: the program says what may stand there.
function __kingscan_candidates
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l typed (commandline --current-token --cut-at-cursor)
    for candidate in ($words[1] completions --candidates -- $words[2..] "$typed" 2>/dev/null)
        if not string match --quiet -- "FILE*" $candidate
            printf '%s\n' $candidate
        else if string match --quiet -- '--*=*' $typed
            set -l parts (string split --max 1 -- = $typed)
            printf '%s\n' $parts[1]=(__fish_complete_path $parts[2])
        else
            __fish_complete_path $typed
        end
    end
end
complete --command kingscan --no-files --arguments '(__kingscan_candidates)'
