# Joins the texts of help (see help_texts.h): awk -f help_texts.awk TABLES TEXT...
# TABLES is C after its preprocessor, with the tables of commands and options. The output is the owner, the section,
# the name and the text of each entry, with a byte 1 after each of them. An option without an entry, or an entry
# without an option, is an error.

# ---- The tables ----

# The rows of a table belong to the command that follows it.
NR == FNR && match($0, /struct command_option [a-z_]*\[\] = /) {
    in_table = 1
    of_all = /common_options/
}
NR == FNR && in_table {
    for (line = $0; match(line, /"[a-z0-9-]+", *(0|'.'), /); line = substr(line, RSTART + RLENGTH)) {
        name = substr(line, RSTART + 1)
        name = substr(name, 1, index(name, "\"") - 1)
        if (of_all)
            options["kingscan", name]
        else
            rows[name]
    }
}
NR == FNR && /^ *};/ {
    in_table = 0
}
NR == FNR && match($0, /^ *const struct command [a-z]*_command = /) {
    command = $4
    sub(/_command$/, "", command)
    for (name in rows)
        options[command, name]
    split("", rows)
}
NR == FNR {
    for (line = $0; match(line, /&[a-z]+_command[,}]/); line = substr(line, RSTART + RLENGTH))
        commands[substr(line, RSTART + 1, RLENGTH - length("&_command,"))]
    next
}

# ---- The texts ----

function complain(where, what) {
    print where ": error: " what | "cat >&2"
    status = 1
}

function finish() {
    if (text != "")
        printf "%s\001%s\001%s\001%s\001", owner, section, name, text
    if (text != "" && name ~ /^--/) {
        if ((owner, substr(name, 3)) in entries)
            complain(file, "the entry " name " stands there twice")
        entries[owner, substr(name, 3)] = file
    }
    name = text = ""
}

# Takes lines at the margin, which are a title or a paragraph unless indented lines follow them.
function take_margin() {
    if (margin == "")
        return
    if (name != "" || margin ~ /^[A-Z][a-z ]*:$/)
        finish()
    if (margin ~ /^[A-Z][a-z ]*:$/)
        section = substr(margin, 1, length(margin) - 1)
    else
        text = text (text == "" ? "" : "\n") margin
    margin = ""
}

function end_entry() {
    take_margin()
    finish()
}

FNR == 1 {
    end_entry()
    file = FILENAME
    owner = substr($0, 1, index($0, ": ") - 1)
    sub(/^kingscan /, "", owner)
    files[owner] = file
    section = "Summary"
    text = substr($0, index($0, ": ") + 2)
    finish()
    section = "Description"
    next
}
/^$/ {
    take_margin()
    new_paragraph = 1
    next
}
/^--[a-z0-9-]+: / {
    end_entry()
    name = substr($0, 1, index($0, ": ") - 1)
    text = substr($0, index($0, ": ") + 2)
    new_paragraph = 1
    next
}
/^ / {
    if (margin != "") {
        finish()
        name = margin
        margin = ""
        new_paragraph = 0
    }
    text = text (text == "" ? "" : new_paragraph ? "\n" : " ") substr($0, 5)
    new_paragraph = 0
    next
}
{
    margin = margin (margin == "" ? "" : " ") $0
}

# ---- Whether they fit ----

END {
    end_entry()
    for (command in commands)
        if (!(command in files))
            complain(command, "no text begins with 'kingscan " command ": '")
    for (owner in files)
        if (!(owner in commands) && owner != "kingscan" && owner != "shared")
            complain(files[owner], "there is no command '" owner "'")
    for (key in options) {
        split(key, part, SUBSEP)
        from = key in entries ? part[1] : ("kingscan", part[2]) in entries ? "kingscan" : "shared"
        used[from, part[2]]
        if (!((from, part[2]) in entries))
            complain(part[1] in files ? files[part[1]] : part[1], "the option --" part[2] " has no entry")
    }
    for (key in entries) {
        split(key, part, SUBSEP)
        if (!(key in used))
            complain(entries[key], "the entry --" part[2] " has no option")
    }
    close("cat >&2")
    exit status
}
