# Writes a test of C for each block of transcripts: awk -f transcripts.awk tests/cli/FOLDER/FILE.test...
# The suite is FOLDER_FILE; the test has the words of the block's title.
BEGIN {
    print "#include <criterion/criterion.h>\n\n#include \"support/transcript.h\"\n"
}
FNR == 1 {
    split(FILENAME, part, "/")
    suite = part[3] "_" substr(part[4], 1, index(part[4], ".") - 1)
    after_blank = 0
}
after_blank && !/^(# |$)/ {
    name = tolower($0)
    gsub(/[^a-z0-9]+/, "_", name)
    sub(/_$/, "", name)
    title = $0
    gsub(/["\\]/, "\\\\&", title)
    printf "Test(%s, %s) {\n    run_block(\"%s\", \"%s\");\n}\n\n", suite, name, FILENAME, title
}
{
    after_blank = !NF || (after_blank && /^# /)
}
