; cdecl.asm: a 32-bit program in NASM that asks Kingscan, by the convention of C on i386: arguments on the stack, the
; last one pushed first, and taken off again by the caller; the answer in eax, one of 64 bits in edx:eax.
;
;     make i386 build/kingscan.inc
;     nasm -f elf32 -Ibuild/ examples/cdecl.asm -o cdecl.o
;     gcc -m32 -no-pie cdecl.o build/i386/libkingscan.a -o cdecl && ./cdecl

%include "kingscan.inc"

extern ks_in_check, ks_attackers, ks_square_name, printf
global main

section .data
board:
    times KS_E8 db 0
    db KS_BLACK_ROOK
    times KS_E1 - KS_E8 - 1 db 0
    db KS_WHITE_KING
    times 63 - KS_E1 db 0

section .rodata
answer: db "in check: %d, by the piece on %s", 10, 0

section .text
main:
    push    ebp
    mov     ebp, esp
    push    ebx
    and     esp, -16            ; the stack is aligned to 16 where a function is called

    sub     esp, 4              ; three arguments and this are 16 bytes
    push    dword KS_WHITE
    push    dword KS_E1
    push    board
    call    ks_in_check         ; int ks_in_check(board, king_square, side)
    add     esp, 16
    mov     ebx, eax

    sub     esp, 4
    push    dword KS_BLACK
    push    dword KS_E1
    push    board
    call    ks_attackers        ; uint64_t ks_attackers(board, square, by_side)
    add     esp, 16
    bsf     eax, eax            ; one on the upper half of the board is in the lower half of the mask

    sub     esp, 12
    push    eax
    call    ks_square_name      ; const char *ks_square_name(square)
    add     esp, 16

    sub     esp, 4
    push    eax
    push    ebx
    push    answer
    call    printf
    add     esp, 16

    xor     eax, eax
    mov     ebx, [ebp - 4]
    leave
    ret

section .note.GNU-stack noalloc noexec nowrite progbits
