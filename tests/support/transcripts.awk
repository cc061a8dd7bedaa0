# Writes a test of C for each block of transcripts: awk -f transcripts.awk tests/cli/FOLDER/FILE.test...
# The suite is FOLDER_FILE; the test has the words of the block's title. What would leave tests out without a
# word is an error: a block without a title, whose first command would be one, a here-document without an end, and
# a file without blocks, such as one whose lines end in CR LF.
function refuse(place, what) {
    print place ": error: " what >"/dev/stderr"
    exit failed = 1
}
function end_file() {
    if (document)
        refuse(place, "expected '" document "' after the here-document")
    if (file && !blocks)
        refuse(file, "expected a block after an empty line")
    blocks = 0
    document = ""
}
BEGIN {
    print "#include <criterion/criterion.h>\n\n#include \"support/transcript.h\"\n"
}
FNR == 1 {
    end_file()
    file = FILENAME
    split(FILENAME, part, "/")
    suite = part[3] "_" substr(part[4], 1, index(part[4], ".") - 1)
    after_blank = 0
}
document {
    if ($0 == document)
        document = ""
    next
}
/^[$>] .*<</ {
    document = substr($0, index($0, "<<") + 2)
    sub(/^'*/, "", document)
    sub(/[^A-Za-z0-9_].*/, "", document)
    place = FILENAME ":" FNR
}
after_blank && /^([$!?>] |for )/ {
    refuse(FILENAME ":" FNR, "expected the title of a block, found '" $0 "'")
}
after_blank && !/^(# |$)/ {
    name = tolower($0)
    gsub(/[^a-z0-9]+/, "_", name)
    sub(/_$/, "", name)
    title = $0
    gsub(/["\\]/, "\\\\&", title)
    printf "Test(%s, %s) {\n    run_block(\"%s\", \"%s\");\n}\n\n", suite, name, FILENAME, title
    blocks++
}
{
    after_blank = !length || (after_blank && /^# /)
}
END {
    if (!failed)
        end_file()
}
