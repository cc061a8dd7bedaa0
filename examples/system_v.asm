; system_v.asm: a 64-bit program in NASM that asks Kingscan what bears on a king, by the System V convention: arguments
; in rdi, rsi, rdx, rcx, r8, r9; the answer in rax; rbx, rbp and r12 to r15 stay as they are.
;
;     make build/libkingscan.a build/kingscan.inc
;     nasm -f elf64 -Ibuild/ examples/system_v.asm -o system_v.o
;     gcc system_v.o build/libkingscan.a -o system_v && ./system_v

default rel

%include "kingscan.inc"

extern ks_king_scan, ks_square_name, printf
global main

section .data
board:
    times KS_E8 db 0
    db KS_BLACK_ROOK
    times KS_H4 - KS_E8 - 1 db 0
    db KS_BLACK_BISHOP
    times KS_F2 - KS_H4 - 1 db 0
    db KS_WHITE_KNIGHT
    times KS_E1 - KS_F2 - 1 db 0
    db KS_WHITE_KING
    times 63 - KS_E1 db 0

section .bss
lines: resb KS_KING_LINES_SIZE

section .rodata
checker: db "checker on %s", 10, 0
pinned:  db "pinned on %s", 10, 0

section .text
main:
    push    rbx
    push    rbp
    sub     rsp, 8              ; the stack is aligned to 16 where a function is called

    lea     rdi, [board]
    mov     esi, KS_E1
    mov     edx, KS_WHITE
    lea     rcx, [lines]
    call    ks_king_scan wrt ..plt ; void ks_king_scan(board, king_square, side, lines)

    mov     rbx, [lines + KS_KING_LINES_CHECKERS]
    lea     rbp, [checker]
    call    print_squares
    mov     rbx, [lines + KS_KING_LINES_PINNED]
    lea     rbp, [pinned]
    call    print_squares

    xor     eax, eax
    add     rsp, 8
    pop     rbp
    pop     rbx
    ret

; Prints the squares of the mask in rbx, each by the format in rbp.
print_squares:
    sub     rsp, 8
.next:
    test    rbx, rbx
    jz      .done
    bsf     rdi, rbx
    lea     rax, [rbx - 1]
    and     rbx, rax
    call    ks_square_name wrt ..plt ; const char *ks_square_name(square)
    mov     rdi, rbp
    mov     rsi, rax
    xor     eax, eax            ; no vector registers hold arguments
    call    printf wrt ..plt
    jmp     .next
.done:
    add     rsp, 8
    ret

section .note.GNU-stack noalloc noexec nowrite progbits
