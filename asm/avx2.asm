; avx2.asm: masks of the whole board by vector compares, then bit tricks, without a branch. x86-64 with AVX2, BMI1,
; BMI2 and LZCNT.
;
;   int      ks_avx2_in_check  (const uint8_t board[64], unsigned king_square, unsigned side)
;   uint64_t ks_avx2_attackers (const uint8_t board[64], unsigned square, unsigned by_side)
;   void     ks_avx2_king_scan (const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines)
;   and each of them again with _set behind its name and a ks_pieceset as first argument
;
; The contract is kingscan.h's; c/core/reference.c says the same in C. Squares below 64 and sides below 2 are
; preconditions. Reads the 64 bytes of the board, the set and the tables here; writes *lines and its own stack
; frame. Clobbers volatile general registers and ymm0-ymm5, whose upper halves are clean on return.
;
; The idea: vpshufb turns the codes of the whole board into attack classes. Two masks are made of them: the
; squares that are occupied, and the candidates, whose piece would attack the king if nothing stood between
; (its class is in the square's relation to the king). Then the nearest piece of each of the eight rays is
; isolated as one bit, and the king is in check when one of these, or of the knight's leaps, is a candidate.
;
; Leaving early when there is no candidate measured slower in middlegames, faster in endgames: bench/README.md,
; "avx2".

%include "kernel.inc"
%include "rays.inc"
%include "vector.inc"

; ---- Tables ----------------------------------------------------------------------------------------------

; What is known of one king square and colour.
struc king_row
  .relations resb 64 ; per square: the classes with which a piece there attacks the king
  .rays      resq 8  ; per direction: the squares of the ray
  .ends      resq 1  ; the last square of each ray, and the king's own
  .leaps     resq 1  ; a knight's leaps
endstruc

%macro ADD_LEAP 3 ; king, files, rows: puts the target into `leaps`
  TARGET %1, %2, %3
  %if target >= 0
    %assign leaps leaps | 1 << target
  %endif
%endmacro

%macro KING_ROWS 1 ; on which side of the king enemy pawns stand that attack it: -1 above, 1 below
  %assign king 0
  %rep 64
    RELATIONS king, %1
    RAYS king
    %assign leaps 0
    FOR_LEAPS ADD_LEAP, king
    dq leaps
    %assign king king + 1
  %endrep
%endmacro

section .rodata
align 64
king_rows:
    KING_ROWS -1 ; white king
    KING_ROWS 1  ; black king

align 16
low_four_bits: times 16 db 0x0f
slider_bits:   times 16 db KS_ORTHOGONAL | KS_DIAGONAL

section .text

; ---- Registers -------------------------------------------------------------------------------------------

%define row        a1
%define candidates t0
%define candidatesd t0d
%define emptyd     t1d
%define empty      t1    ; squares without a piece, but for the ends of rays
%define found      r10
%define high_bit   r11   ; 1 << 63
%define low_half   ymm0  ; classes of the pieces on rows 8 to 5
%define high_half  ymm1  ; rows 4 to 1

; A king scan has done with the board and its classes when it needs these:
%define own        rdi   ; pieces of the king's side
%define ownd       edi
%define slides     rdx   ; candidates that slide
%define slidesd    edx
%define nearest    r9
%define second     rbx
%define temp       rbp

; ---- Steps -----------------------------------------------------------------------------------------------

%macro LOAD_CLASSES 0
    vbroadcasti128 ymm2, [low_four_bits]
    vbroadcasti128 ymm3, [table]
    vpand   low_half, ymm2, [board]
    vpand   high_half, ymm2, [board + 32]
    vpshufb low_half, ymm3, low_half
    vpshufb high_half, ymm3, high_half
%endmacro

; The same of a wide set, byte by byte, in the red zone below the stack pointer.
%macro LOAD_CLASSES_WIDE 0
  %assign %%n 0
  %rep 64
    movzx   eax, byte [board + %%n]
    movzx   eax, byte [table + rax]
    mov     [rsp - 64 + %%n], al
    %assign %%n %%n + 1
  %endrep
    vmovdqu low_half, [rsp - 64]
    vmovdqu high_half, [rsp - 32]
%endmacro

; %1 = mask of the bytes whose top bit is set; clobbers r9.
%macro TOP_BITS 4 ; register, its lower half, vectors of the rows 8 to 5 and 4 to 1
    vpmovmskb %2, %3
    vpmovmskb r9d, %4
    shl     r9, 32
    or      %1, r9
%endmacro

%macro FIND_EMPTY 0
    TOP_BITS empty, emptyd, low_half, high_half ; KS_OCCUPIED
    or      empty, [row + king_row.ends]
    not     empty
%endmacro

; candidates = the pieces that would attack if nothing stood between; ymm4, ymm5 = the classes with which.
%macro FIND_CANDIDATES 0
    vpxor   xmm3, xmm3, xmm3
    vpand   ymm4, low_half, [row + king_row.relations]
    vpand   ymm5, high_half, [row + king_row.relations + 32]
    vpcmpgtb ymm2, ymm4, ymm3 ; relations leave the top bit out, so a byte with any other is above 0
    vpcmpgtb ymm3, ymm5, ymm3
    TOP_BITS candidates, candidatesd, ymm2, ymm3
%endmacro

; %1 = the nearest piece of a ray, as one bit. (An ascending ray is never empty, and neither is another.)
%macro ISOLATE_NEAREST 2 ; register, direction
    andn    %1, empty, [row + king_row.rays + 8 * %2]
  %if ASCENDS(%2)
    blsi    %1, %1
  %else
    lzcnt   %1, %1
    shrx    %1, high_bit, %1
  %endif
%endmacro

; found = what the king sees: the nearest piece of each ray, and the leaps.
%macro FIND_SEEN 0
    mov     found, [row + king_row.leaps]
    mov     high_bit, 1 << 63
  %assign %%n 0
  %rep 8
    ISOLATE_NEAREST r9, %%n
    or      found, r9
    %assign %%n %%n + 1
  %endrep
%endmacro

; ---- The routines ----------------------------------------------------------------------------------------

%macro ANSWER_IN_CHECK 0
    FIND_EMPTY
    FIND_CANDIDATES
    FIND_SEEN
    test    found, candidates
    mov     eax, 0
    setnz   al
    vzeroupper
    RETURN
%endmacro

%macro ANSWER_ATTACKERS 0
    FIND_EMPTY
    FIND_CANDIDATES
    FIND_SEEN
    and     candidates, found ; in rax
    vzeroupper
    RETURN
%endmacro

; %1 = the squares of a ray from the king's side up to %1, which is one bit of it.
%macro LINE_UP_TO 2 ; register, direction
  %if ASCENDS(%2)
    blsmsk  %1, %1
  %else
    neg     %1
  %endif
    and     %1, [row + king_row.rays + 8 * %2]
%endmacro

; Adds what a ray holds to `found` and to *lines. Checkers and pins are rare, so branches skip them.
%macro RAY_LINES 1 ; direction
    ISOLATE_NEAREST nearest, %1
    or      found, nearest
    andn    second, empty, [row + king_row.rays + 8 * %1]
    xor     second, nearest
  %if ASCENDS(%1)
    blsi    second, second
  %else
    lzcnt   temp, second
    shrx    temp, high_bit, temp
    and     second, temp ; none when nothing was left
  %endif
    test    nearest, slides
    jnz     %%check
    and     second, slides
    jz      %%next
    test    nearest, own
    jz      %%next
    or      [lines + KING_LINES_PINNED], nearest
    LINE_UP_TO second, %1
  %if IS_DIAGONAL(%1)
    or      [lines + KING_LINES_PIN_DIAGONAL], second
  %else
    or      [lines + KING_LINES_PIN_ORTHOGONAL], second
  %endif
    jmp     %%next
%%check:
    LINE_UP_TO nearest, %1
    or      [lines + KING_LINES_CHECK_LINES], nearest
%%next:
%endmacro

%macro ANSWER_KING_SCAN 0
    FIND_EMPTY
    FIND_CANDIDATES
    vbroadcasti128 ymm2, [slider_bits]
    vpxor   xmm3, xmm3, xmm3
    vpand   ymm4, ymm4, ymm2
    vpand   ymm5, ymm5, ymm2
    vpcmpgtb ymm4, ymm4, ymm3
    vpcmpgtb ymm5, ymm5, ymm3
    TOP_BITS slides, slidesd, ymm4, ymm5
    vpaddb  low_half, low_half, low_half ; from KS_OWN to the top bit
    vpaddb  high_half, high_half, high_half
    TOP_BITS own, ownd, low_half, high_half
    vmovdqu [lines + KING_LINES_SIZE - 32], ymm3
    vzeroupper
    mov     found, [row + king_row.leaps]
    mov     high_bit, 1 << 63
  %assign %%n 0
  %rep 8
    RAY_LINES %%n
    %assign %%n %%n + 1
  %endrep
    and     candidates, found
    or      [lines + KING_LINES_CHECK_LINES], candidates
    mov     [lines + KING_LINES_CHECKERS], candidates
    RETURN
%endmacro

FUNCTION ks_avx2_in_check, 3
    CHESS_ARGUMENTS
    SELECT_ROW CHESS
    LOAD_CLASSES
    ANSWER_IN_CHECK

FUNCTION ks_avx2_in_check_set, 4
    SET_ARGUMENTS
    SELECT_ROW SET
    ANSWER_BY_WIDTH ANSWER_IN_CHECK

FUNCTION ks_avx2_attackers, 3
    CHESS_ARGUMENTS
    SELECT_ATTACKED_SIDE
    SELECT_ROW CHESS
    LOAD_CLASSES
    ANSWER_ATTACKERS

FUNCTION ks_avx2_attackers_set, 4
    SET_ARGUMENTS
    SELECT_ATTACKED_SIDE
    SELECT_ROW SET
    ANSWER_BY_WIDTH ANSWER_ATTACKERS

FUNCTION ks_avx2_king_scan, 4, {rbx, rbp}
    CHESS_ARGUMENTS
    SELECT_ROW CHESS
    LOAD_CLASSES
    ANSWER_KING_SCAN

FUNCTION ks_avx2_king_scan_set, 5, {rbx, rbp}
    SET_ARGUMENTS
    LOAD_ARGUMENT lines, 4
    SELECT_ROW SET
    ANSWER_BY_WIDTH ANSWER_KING_SCAN
