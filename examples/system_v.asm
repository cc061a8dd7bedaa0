; system_v.asm: a 64-bit program in NASM that asks Kingscan what bears on a king, by the System V convention: arguments
; in rdi, rsi, rdx, rcx, r8, r9; the answer in rax; rbx, rbp and r12 to r15 stay as they are.
;
;     nasm -f elf64 examples/system_v.asm -o system_v.o && gcc system_v.o build/libkingscan.a -o system_v && ./system_v

default rel

KS_WHITE equ 0
WHITE_KNIGHT equ 2
WHITE_KING equ 6
BLACK_BISHOP equ 11
BLACK_ROOK equ 12
E8 equ 4
H4 equ 39
F2 equ 53
E1 equ 60

; struct ks_king_lines, as kingscan/check.h has it
struc king_lines
  .checkers       resq 1
  .check_lines    resq 1
  .pinned         resq 1
  .pin_orthogonal resq 1
  .pin_diagonal   resq 1
endstruc

extern ks_king_scan, ks_square_name, printf
global main

section .data
board:
    times E8 db 0
    db BLACK_ROOK
    times H4 - E8 - 1 db 0
    db BLACK_BISHOP
    times F2 - H4 - 1 db 0
    db WHITE_KNIGHT
    times E1 - F2 - 1 db 0
    db WHITE_KING
    times 63 - E1 db 0

section .bss
lines: resb king_lines_size

section .rodata
checker: db "checker on %s", 10, 0
pinned:  db "pinned on %s", 10, 0

section .text
main:
    push    rbx
    push    rbp
    sub     rsp, 8              ; the stack is aligned to 16 where a function is called

    lea     rdi, [board]
    mov     esi, E1
    mov     edx, KS_WHITE
    lea     rcx, [lines]
    call    ks_king_scan wrt ..plt ; void ks_king_scan(board, king_square, side, lines)

    mov     rbx, [lines + king_lines.checkers]
    lea     rbp, [checker]
    call    print_squares
    mov     rbx, [lines + king_lines.pinned]
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
