/* Puts a file into the program as read-only data, between the symbols ks_embedded_NAME and
 * ks_embedded_NAME_end. The build names it: -DNAME=hard -DFILE='"c/cli/commands/diff/hard.epd"'. The assembly
 * below suits every assembler of gcc and clang. */
#define TEXT_OF(text) #text
#define TEXT(macro) TEXT_OF(macro)
#define START PREFIX "ks_embedded_" TEXT(NAME)
#define END START "_end"

#ifdef __wasm__
/* Each symbol has a size here, and at least a byte. */
#define READ_ONLY ".section .rodata." START ",\"\",@\n"
#define SHARE(symbol) ".globl " symbol "\n.hidden " symbol "\n.type " symbol ", @object\n"
#define FINISH ".int8 0\n.size " START ", " END " - " START "\n.size " END ", 1\n"
#elif defined __ELF__
#define READ_ONLY ".section .rodata\n"
#define SHARE(symbol) ".globl " symbol "\n.hidden " symbol "\n.type " symbol ", %object\n"
#define FINISH
#elif defined __MACH__
/* A byte after the file keeps the last name from naming whatever the linker puts next. */
#define PREFIX "_"
#define READ_ONLY ".section __TEXT,__const\n"
#define SHARE(symbol) ".globl " symbol "\n.private_extern " symbol "\n"
#define BEFORE_END ".alt_entry " END "\n"
#define FINISH ".byte 0\n"
#else
#define READ_ONLY ".section .rdata,\"dr\"\n"
#define SHARE(symbol) ".globl " symbol "\n"
#define FINISH
#endif

#ifndef PREFIX
#define PREFIX
#define BEFORE_END
#endif

__asm__(READ_ONLY SHARE(START) SHARE(END) START ":\n.incbin \"" FILE "\"\n" BEFORE_END END ":\n" FINISH
                                                ".text\n");
