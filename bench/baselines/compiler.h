/* Defines COMPILER, the name and version of the compiler that compiles this file. */
#ifndef COMPILER_H
#define COMPILER_H

#define TEXT(macro) TEXT_OF(macro)
#define TEXT_OF(text) #text

#ifdef __clang__
#define COMPILER "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__) "." TEXT(__clang_patchlevel__)
#else
#define COMPILER "gcc " TEXT(__GNUC__) "." TEXT(__GNUC_MINOR__) "." TEXT(__GNUC_PATCHLEVEL__)
#endif
#endif
