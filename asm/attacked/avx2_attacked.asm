; avx2_attacked.asm: all squares that a side attacks, in two registers of four directions. x86-64 with AVX2.
;
;   uint64_t ks_avx2_attacked    (const uint8_t board[64], unsigned by_side)
;   uint64_t ks_avx2_attacked_by (const uint8_t board[64], unsigned by_side, unsigned kinds)
;   uint64_t ks_avx2_attacked_set(const ks_pieceset *set, const uint8_t board[64], unsigned by_side)
;
; The contract is kingscan.h's; c/core/kernels/reference.c is the specification in C. Sides below 2 are preconditions.
; Reads the board, the set and the tables here; writes only its own stack frame and LEAF_AREA. Clobbers volatile general
; registers and ymm0-ymm10, whose upper halves are clean on return.
;
; The idea: attacked.inc. AVX2 cannot rotate, so directions that go to higher squares are in one register and shifted to
; the left, and their opposites are in another and shifted to the right by as much.

%include "attacked.inc"
%include "avx2.inc"

; ---- Tables ----------------------------------------------------------------------------------------------

; The steps and leaps of the first register. Orthogonal and diagonal directions alternate.
%macro FOR_STEPS_AHEAD 1 ; macro
    %1 0,  1,  0
    %1 0,  1,  1
    %1 0,  0,  1
    %1 0, -1,  1
%endmacro

%macro FOR_LEAPS_AHEAD 1
    %1 0,  1,  2
    %1 0,  2,  1
    %1 0, -2,  1
    %1 0, -1,  2
%endmacro

%macro INTO_OPPOSITE 3 ; (a square), files, rows
    INTO %1, -(%2), -(%3)
%endmacro

%macro KIND_BITS 0
  %assign %%code 0
  %rep 16
    db 1 << (%%code & (KS_BLACK_BIT - 1))
    %assign %%code %%code + 1
  %endrep
%endmacro

section READ_ONLY
align 32
steps:        FOR_STEPS_AHEAD ROTATION
steps_into:   FOR_STEPS_AHEAD INTO
              FOR_STEPS_AHEAD INTO_OPPOSITE
leaps:        FOR_LEAPS_AHEAD ROTATION
leaps_into:   FOR_LEAPS_AHEAD INTO
              FOR_LEAPS_AHEAD INTO_OPPOSITE
low_four_bits: times 32 db 0x0f
ways_of_sides:
    WAYS KS_WHITE
    WAYS KS_BLACK
SIDE_WAYS equ 16
blockers:     BLOCKERS
kind_bits:    KIND_BITS
; For sets: the classes that are ways as they are, those of steps, and whether pawns step up.
kept_classes: times 32 db KS_CLASS_PAWN ^ 0xff
ferz_classes: times 32 db KS_CLASS_FERZ
pawn_classes: times 32 db KS_CLASS_PAWN
pawns_up:     PAWNS_UP 4

section .text

; ---- Registers -------------------------------------------------------------------------------------------

VECTORS equ 11

; Vectors, by their numbers. Boards are in all lanes, or in the lowest one.
%define lower      0 ; the ways of the squares, by halves of the board
%define upper      1
%define orthogonal 2
%define diagonal   3
%define wazirs     4
%define ups        5
%define downs      6
%define knights    7
%define occupied   8
%define table_of_ways 2 ; before there are boards
; Afterwards the boards of sliders are in `orthogonal`, those of steppers in `ups` and `downs`.
%define sliders    0
%define open       1
%define temp       3
%define left       4 ; how far the lanes are shifted
%define into       9
%define found      10

; ---- Steps -----------------------------------------------------------------------------------------------

; sliders = the squares that are attacked in the directions of one register.
%macro ATTACK 3 ; operation of shifts, steppers, number of the register: 0 or 1
    LOAD    left, steps
    LOAD    into, steps_into + 32 * (%3)
    ON      pandn, open, occupied, into
    ON      %1, temp, orthogonal, left
    ON      pand, temp, temp, open
    ON      por, sliders, orthogonal, temp
  %rep 2
    ON      %1, temp, open, left
    ON      pand, open, open, temp
    ON      paddq, left, left, left
    ON      %1, temp, sliders, left
    ON      pand, temp, temp, open
    ON      por, sliders, sliders, temp
  %endrep
    ON      por, sliders, sliders, %2
    ON      %1, sliders, sliders, steps
    ON      pand, sliders, sliders, into
    ON      %1, temp, knights, leaps
    ON      pand, temp, temp, leaps_into + 32 * (%3)
    ON      por, sliders, sliders, temp
%endmacro

; From ways to the answer.
%macro ANSWER_ATTACKED 0
    TAKE_BOARD occupied, BIT_OCCUPIED, rcx, ecx
    TAKE_BOARD orthogonal, BIT_ORTHOGONAL, rcx, ecx
    TAKE_BOARD diagonal, BIT_DIAGONAL, rcx, ecx
    TAKE_BOARD knights, BIT_KNIGHT, rcx, ecx
    TAKE_BOARD wazirs, BIT_WAZIR, rcx, ecx
    TAKE_BOARD ups, BIT_UP, rcx, ecx
    TAKE_BOARD downs, BIT_DOWN, rcx, ecx
    TO_ALL_LANES occupied
    TO_ALL_LANES knights
    ALTERNATE orthogonal, orthogonal, diagonal
    ALTERNATE ups, wazirs, ups
    ALTERNATE downs, wazirs, downs
    ATTACK  psllvq, downs, 0
    vmovdqa ymm%[found], ymm%[sliders]
    ATTACK  psrlvq, ups, 1
    ON      por, found, found, sliders
    JOIN_LANES found, temp
    vmovq   rax, xmm%[found]
    vzeroupper
    RETURN
%endmacro

; lower, upper = what table_of_ways has for the codes of the board.
%macro LOOK_UP_WAYS 0
    LOAD    temp, low_four_bits
    ON      pand, lower, temp, board
    ON      pand, upper, temp, board + 32
    ON      pshufb, lower, table_of_ways, lower
    ON      pshufb, upper, table_of_ways, upper
%endmacro

; lower, upper = the classes of a wide set, square by square, by way of the LEAF_AREA.
%macro LOAD_CLASSES_WIDE 0
  %assign %%n 0
  %rep KS_SQUARES
    movzx   ecx, byte [board + %%n]
    movzx   ecx, byte [table + rcx]
    mov     [LEAF_AREA(KS_SQUARES) + %%n], cl
    %assign %%n %%n + 1
  %endrep
    vmovdqu ymm%[lower], [LEAF_AREA(KS_SQUARES)]
    vmovdqu ymm%[upper], [LEAF_AREA(KS_SQUARES) + 32]
%endmacro

; Turns classes into ways: a FERZ steps up and down, a pawn as the mask in vector 5 says. Clobbers vectors 2 and 3.
%macro FIND_WAYS 1 ; lower or upper
    ON      pand, 2, %1, pawn_classes
    vpsrlq  ymm3, ymm2, 1
    ON      pand, 3, 3, 5
    ON      pandn, 2, 5, 2
    ON      por, 2, 2, 3
    ON      pand, 3, %1, ferz_classes
    ON      paddb, 3, 3, 3
    ON      por, 2, 2, 3
    ON      pand, %1, %1, kept_classes
    ON      por, %1, %1, 2
%endmacro

%macro ANSWER_CLASSES 0
    LOAD    5, pawns
    FIND_WAYS lower
    FIND_WAYS upper
    ANSWER_ATTACKED
%endmacro

; ---- The routines ----------------------------------------------------------------------------------------

FUNCTION ks_avx2_attacked, 2, {}, 0, VECTORS
    lea     r10, [ways_of_sides]
    MULTIPLY a1d, SIDE_WAYS
    LOAD_TWICE table_of_ways, r10 + a1
    LOOK_UP_WAYS
    ANSWER_ATTACKED

FUNCTION ks_avx2_attacked_by, 3, {}, 0, VECTORS
    lea     r10, [ways_of_sides]
    MULTIPLY a1d, SIDE_WAYS
    vmovq   xmm3, a2
    vpbroadcastb ymm3, xmm3
    LOAD_TWICE 4, kind_bits
    ON      pand, 3, 3, 4
    ON      pcmpeqb, 3, 3, 4 ; whether the kind of a code is asked for
    LOAD_TWICE 4, blockers
    ON      por, 3, 3, 4
    LOAD_TWICE table_of_ways, r10 + a1
    ON      pand, table_of_ways, table_of_ways, 3
    LOOK_UP_WAYS
    ANSWER_ATTACKED

FUNCTION ks_avx2_attacked_set, 3, {}, LEAF_STACK(KS_SQUARES), VECTORS
    SELECT_SET 32
    cmp     dword [set + PIECESET_WIDE], 0
    jne     .wide
    LOAD_TWICE table_of_ways, table
    LOOK_UP_WAYS
    ANSWER_CLASSES
.wide:
    LOAD_CLASSES_WIDE
    ANSWER_CLASSES
FUNCTIONS_END
