/* Protections against exploits of bugs in the program and the libraries: those of the linker, of the
 * compiler, and of each object, assembly included. */
#include <criterion/criterion.h>
#include <unistd.h>

#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

TestSuite(hardening, .init = need_i386, .disabled = SANITIZED);

/* ---- The program and the libraries ---- */

#define EACH_LINKED                                                                                          \
    "cd " BUILD "; for file in kingscan libkingscan.so i386/demo i386/libkingscan.so; do echo $file "

/* Prints, on one line after the name, the parts of a tool's output that match the words. */
#define SAID(tool, words) "$(" tool " $file | grep -o '" words "' | LC_ALL=C sort -u); done"

#define ALL_FOUR(words)                                                                                      \
    "kingscan " words "\nlibkingscan.so " words "\ni386/demo " words "\ni386/libkingscan.so " words "\n"

Test(hardening, addresses_of_other_objects_are_read_only_at_the_start) {
    expect_run(EACH_LINKED SAID("readelf -lW", "GNU_RELRO"), 0, ALL_FOUR("GNU_RELRO"), "");
    expect_run(EACH_LINKED SAID("readelf -dW", "BIND_NOW"), 0, ALL_FOUR("BIND_NOW"), "");
}

Test(hardening, it_runs_at_any_address) {
    expect_run(EACH_LINKED SAID("readelf -hW", "DYN"), 0, ALL_FOUR("DYN"), "");
}

Test(hardening, no_code_is_changed_while_it_is_loaded) {
    expect_run("cd " BUILD "; for file in kingscan libkingscan.so i386/demo i386/libkingscan.so; do "
               "readelf -dW $file | grep TEXTREL; done",
               1, "", "");
}

Test(hardening, no_stack_is_executable) {
    expect_run("cd " BUILD "; for file in kingscan libkingscan.so i386/demo i386/libkingscan.so; do "
               "readelf -lW $file | sed -n \"s|GNU_STACK.* \\(R.*\\) 0x.*|$file \\1|p\"; done",
               0, "  kingscan RW \n  libkingscan.so RW \n  i386/demo RW \n  i386/libkingscan.so RW \n", "");
}

/* ---- Stack protector ---- */

#define GUARDED(objects) "find " objects " -name '*.o' | xargs nm -A | grep -c ' U __stack_chk_fail$'"

/* At least this many objects have functions with arrays on the stack. */
Test(hardening, arrays_on_the_stack_are_guarded) {
    expect_run("cd " BUILD
               "; for objects in obj/c/core obj/c/rules obj/c/variant obj/c/cli; do test $(" GUARDED(
                   "$objects") ") -ge 8 || echo $objects; done",
               0, "", "");
}

/* ---- Control-flow enforcement: ENDBR where calls may land, and the note that declares it ---- */

/* Reduces readelf's notes of several files to the files without this one. */
#define NAME_UNMARKED                                                                                        \
    "awk '/^File: / { if (file) print file; file = $2 } /x86 feature: IBT, SHSTK$/ { file = \"\" } '"        \
    "'END { if (file) print file }'"

/* The program and the library for i386 are left out: Debian's start files have no mark, and neither has the
 * part of its C library for i386 that every library contains (libc_nonshared.a). */
#define MARKED "$(ls libkingscan.so; find obj/asm obj/c obj/tests/abi i386/obj -name '*.o')"

Test(hardening, every_object_is_marked) {
    expect_run("cd " BUILD " && readelf -n " MARKED
               " | grep -c '^File: .*\\.o' | awk '{ print ($1 >= 200) }'",
               0, "1\n", "");
    expect_run("cd " BUILD " && readelf -n " MARKED " | " NAME_UNMARKED, 0, "", "");
}

/* Reduces a disassembly to the routines whose first instruction is no ENDBR. (Labels within a routine have a
 * dot, and so have routines that are only called directly.) */
#define NAME_WITHOUT_ENDBR                                                                                   \
    "awk '/^[0-9a-f]+ <[^.]*>:$/ { name = $2; next } name { if (!/\tendbr/) print name; name = \"\" }'"

#define OBJECTS BUILD "/obj/asm/*.o " BUILD "/obj/asm/*/*.o "
#define DISASSEMBLED "objdump -d --no-show-raw-insn " OBJECTS BUILD "/i386/obj/asm/*.o"

Test(hardening, every_routine_begins_with_endbr) {
    expect_run(DISASSEMBLED " | grep -c '\tendbr' | awk '{ print ($1 >= 12) }'", 0, "1\n", "");
    expect_run(DISASSEMBLED " | " NAME_WITHOUT_ENDBR, 0, "", "");
}

/* ---- Programs with the rights of others ---- */

/* Builds a program that prints whether it has the rights of others, and its kernel; then grants it such
 * rights: root makes it another user's, others give it another of their groups, $group. */
#define WITH_OTHERS_RIGHTS                                                                                   \
    "top=$PWD; build=$(cd " BUILD " && pwd)\n" IN_NEW_DIRECTORY                                              \
    "printf '%s\\n' '#include \"kingscan.h\"' '#include <stdio.h>' '#include <sys/auxv.h>'"                  \
    " 'int main(void) { printf(\"%lu %s\\n\", getauxval(AT_SECURE), ks_kernel_get_current()->name); }'"      \
    " >rights.c\n"                                                                                           \
    "gcc -I$top/include rights.c $build/libkingscan.a -o rights || exit 1\n"                                 \
    "if [ $(id -u) = 0 ]; then chown 65534 rights && chmod 4755 rights\n"                                    \
    "else chgrp \"$group\" rights && chmod 2755 rights; fi\n"

/* A group of the user other than the first one. */
#define OTHER_GROUP "group=$(id -G | tr ' ' '\\n' | grep -vx \"$(id -g)\" | head -n 1); "

Test(hardening, programs_with_the_rights_of_others_ignore_the_environment) {
    struct ran ran = run_shell(OTHER_GROUP WITH_OTHERS_RIGHTS "./rights | cut -c 1");
    const int secure = ran.status == 0 && ran.out[0] == '1';
    free_ran(&ran);
    if (!secure)
        skip_test("no program of %s can be given others' rights here", geteuid() == 0 ? "root" : "this user");
    expect_run(
        OTHER_GROUP WITH_OTHERS_RIGHTS
        "set -e; own=$(./rights); test \"$own\" != '1 c'; test \"$(KINGSCAN_KERNEL=c ./rights)\" = \"$own\"\n"
        "cp rights plain; chmod 755 plain; KINGSCAN_KERNEL=c ./plain",
        0, "0 c\n", "");
}
