; avx2_placement.asm: reads the first field of a FEN into a board, without a loop. x86-64 with AVX2, BMI1, POPCNT.
;
;   size_t ks_avx2_read_placement(const char *text, uint8_t board[64], struct ks_piece_masks *masks)
;   void   ks_avx2_read_four_placements(const char *const texts[4], uint8_t boards[4][64],
;                                       struct ks_piece_masks masks[4], size_t lengths[4])
;
; The contract is placement.h's; the second does the same for four texts. Reads 73 bytes of a text; writes board and
; masks, whatever the text. Clobbers volatile general registers and ymm0-ymm15, whose upper halves are clean on return.
;
; The idea: a row of text has at most eight characters, so it fits a lane of eight bytes, and the slashes give the
; address of each lane. A hash of four bits is different for each of the twelve letters. A table of sixteen bytes holds
; the codes by hash, and another the letters, so that a comparison separates letters from all other characters. A
; character has a width, the number of its squares: 1 for a letter, the digit for a digit. The widths less one, summed
; up to each character, give the square of its row on which the next one begins; for the last character this is the end
; of the row, square 8. As bits these squares are all different, so a sum ORs them. Spread over the lane again, they
; count for each square the characters that begin up to it, which selects the character whose code it gets.
;
; A row is full when the square after its last character is the row's end. Eight full rows are a placement when their
; characters account for the whole text: the first seven rows with six slashes reach to the seventh slash, and a blank
; ends the eighth row.
;
; Four texts take each step in turn: a placement is a chain of some eighty cycles, and its waiting instructions would
; fill the processor's scheduler before the next chain begins.

%include "abi.inc"
%include "placement.inc"

ROW_SQUARES equ 8
LENGTH_MAX  equ 63
SEPARATORS  equ 7          ; slashes

; ---- Tables ----------------------------------------------------------------------------------------------

; Marks in the upper bits of a code, each in a bit that shifts bring to the top of the byte. Three bits distinguish
; kings, pawns and other pieces, and the black ones of the first two.
MARK_BLACK_OR_OTHER equ 0x20
MARK_PAWN           equ 0x40
MARK_KING           equ 0x80
CODE_BITS           equ 0x0f

; vpavgb rounds up: hash = avg(avg(c, 0), c). vpshufb uses its low four bits, and gives 0 when the top bit is set.
%define HASH(c) (((((c) + 1) >> 1) + (c) + 1) >> 1)

%macro CLEAR_HASHES 0
  %assign %%hash 0
  %rep 16
    %assign code_%[%%hash] 0
    %assign letter_%[%%hash] 0
    %assign %%hash %%hash + 1
  %endrep
%endmacro

%macro ADD_LETTER 2 ; letter, code
  %assign %%hash HASH(%1)
  %assign %%slot %%hash & 15
  %if %%hash > 127 || letter_%[%%slot] != 0
    %error "two letters have the same hash"
  %endif
  %assign %%kind (%2) & (KS_BLACK_BIT - 1)
  %assign %%king %%kind == KS_WHITE_KING
  %assign %%pawn %%kind == KS_WHITE_PAWN
  %assign %%black_or_other ((%2) & KS_BLACK_BIT) != 0 || !(%%king || %%pawn)
  %assign letter_%[%%slot] %1
  %assign code_%[%%slot] (%2) | MARK_KING * %%king | MARK_PAWN * %%pawn | MARK_BLACK_OR_OTHER * %%black_or_other
%endmacro

%macro BY_HASH 1 ; code or letter
  %rep 2
    %assign %%hash 0
    %rep 16
      db %1_%[%%hash]
      %assign %%hash %%hash + 1
    %endrep
  %endrep
%endmacro

    CLEAR_HASHES
    FOR_LETTERS ADD_LETTER
; Slots without a letter hold byte 0, whose hash is 0; in slot 0 it would be read as a piece.
  %if letter_0 != 0
    %error "a letter has the hash of byte 0"
  %endif
    %assign letter_0 1

section READ_ONLY align=64
align 32
codes:           BY_HASH code
letters:         BY_HASH letter
slashes:         times 32 db '/'
digit_1:         times 32 db '1'
width_max:       times 32 db ROW_SQUARES ; less one: no digit, and eight of them stay below 256
code_bits:       times 32 db CODE_BITS
sum_of_four:     times 8 dd 0x01010101 ; multiplied by this, each byte of a dword is the sum up to it
; The same for bytes that are 0 or 255, which is -1: 255 times 0xfbfcfdff is 0x01010101, modulo 2^32.
count_of_four:   times 8 dd 0xfbfcfdff
upper_of_lower:  times 2 db -1, -1, -1, -1, 3, 3, 3, 3, -1, -1, -1, -1, 11, 11, 11, 11
; A sum of widths less one, at most 64, plus the character's place and one is the square after the character. From 0x79
; on, sums select no bit below or have their top bit set.
next_square:     times 4 db 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78
; Bit 0 is the end of the row, since no next character begins on square 0: "the row is full".
bit_of_square:   times 2 db 0, 2, 4, 8, 16, 32, 64, 128, 1, 0, 0, 0, 0, 0, 0, 0
row_of_lane:     times 2 db 0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8
bit_of_place:    times 4 db 1, 2, 4, 8, 16, 32, 64, 128
first_character: times 2 db -1, -1, -1, -1, -1, -1, -1, -1, 7, 7, 7, 7, 7, 7, 7, 7 ; less one
row_begins:      dq 0x0101010101010101

; ---- Registers -------------------------------------------------------------------------------------------

%define text        r8
%define boards      a1
%define masks       a2
%define slash       r11   ; mask: slashes not yet used; then the place of the seventh
%define slash_d     r11d
%define codes_of    ymm8  ; of the characters of a half, then of its squares
%define temp        ymm9
%define is_letter   ymm10
%define zero        ymm11
%define all_codes   ymm12 ; codes
%define all_letters ymm13 ; letters
%define all_bits    ymm14 ; bit_of_square
%define place_bits  ymm15 ; bit_of_place

; When the board is known:
%define begins      rax   ; mask: squares on which characters begin
%define length      r9
%define length_d    r9d
%define kings       rax
%define kings_d     eax
%define pawns       r10
%define pawns_d     r10d
%define others      r11   ; black pieces and all but kings and pawns
%define others_d    r11d

; Runs a step for each of four texts, with these names:
;   low_rows   rows 8 to 5: text, then the squares on which characters begin, then codes
;   high_rows  rows 4 to 1
;   board      address of the board
%macro OF_TEXT 2 ; number, step
  %assign line %1
  %assign number 2 * line
  %xdefine low_rows ymm%[number]
  %assign number 2 * line + 1
  %xdefine high_rows ymm%[number]
    %2
%endmacro

%macro EACH_TEXT 1 ; step
    OF_TEXT 0, %1
    OF_TEXT 1, %1
    OF_TEXT 2, %1
    OF_TEXT 3, %1
%endmacro

%define board boards + 64 * line

; ---- Steps -----------------------------------------------------------------------------------------------

%macro LOAD_TABLES 0
    vpxor    xmm11, xmm11, xmm11 ; zero
    vmovdqa  all_codes, [codes]
    vmovdqa  all_letters, [letters]
    vmovdqa  all_bits, [bit_of_square]
    vmovdqa  place_bits, [bit_of_place]
%endmacro

; The top bits of all squares' bytes; clobbers r9.
%macro TOP_BITS 2 ; register, its low half
    vpmovmskb %2, low_rows
    vpmovmskb r9d, high_rows
    shl      r9, 32
    or       %1, r9
%endmacro

; Loads the row after the next slash into a lane.
%macro NEXT_ROW 2 ; rows, number of the lane
    tzcnt    r9, slash ; 64 when there is none
    blsr     slash, slash
    vpbroadcastq temp, [text + r9 + 1]
    vpblendd %1, %1, temp, 3 << (2 * (%2))
%endmacro

; Loads each row into its lane.
%macro FIND_ROWS 0
    vmovdqa  low_rows, [slashes]
    vpcmpeqb high_rows, low_rows, [text + 32]
    vpcmpeqb low_rows, low_rows, [text]
    TOP_BITS slash, slash_d
    vpbroadcastq low_rows, [text]
    NEXT_ROW low_rows, 1
    NEXT_ROW low_rows, 2
    NEXT_ROW low_rows, 3
    tzcnt    r9, slash
    blsr     slash, slash
    vpbroadcastq high_rows, [text + r9 + 1]
    NEXT_ROW high_rows, 1
    NEXT_ROW high_rows, 2
    tzcnt    slash, slash ; the seventh
    vpbroadcastq temp, [text + slash + 1]
    vpblendd high_rows, high_rows, temp, 3 << 6
%endmacro

; Turns the text of four rows into the squares on which characters begin, and stores the codes of the characters on the
; board.
%macro READ_HALF 2 ; rows, where their squares are
    vpavgb   temp, %1, zero
    vpavgb   temp, temp, %1
    vpshufb  is_letter, all_letters, temp
    vpcmpeqb is_letter, is_letter, %1
    vpshufb  codes_of, all_codes, temp
    vpand    codes_of, codes_of, is_letter
    vmovdqu  [%2], codes_of
    vpsubb   %1, %1, [digit_1]
    vpminub  %1, %1, [width_max]
    vpandn   %1, is_letter, %1
    vpmulld  %1, %1, [sum_of_four]
    vpshufb  temp, %1, [upper_of_lower]
    vpaddb   %1, %1, [next_square]
    vpaddb   %1, %1, temp
    vpshufb  %1, all_bits, %1
    vpsadbw  %1, %1, zero
    vpshufb  %1, %1, [row_of_lane]
    vpand    %1, %1, place_bits
    vpcmpeqb %1, %1, place_bits
%endmacro

%macro READ_ROWS 0
    READ_HALF low_rows, board
    READ_HALF high_rows, board + 32
%endmacro

; Turns the codes of characters into those of squares: each square gets the code of the last character up to it; a
; digit's is "empty".
%macro PLACE_HALF 2 ; squares on which characters begin, where the codes are
    vpmulld  %1, %1, [count_of_four]
    vpshufb  temp, %1, [upper_of_lower]
    vpaddb   %1, %1, [first_character]
    vpaddb   %1, %1, temp
    vmovdqu  codes_of, [%2]
    vpshufb  %1, codes_of, %1
    vpand    temp, %1, [code_bits]
    vmovdqu  [%2], temp
%endmacro

%macro PLACE_CODES 0
    PLACE_HALF low_rows, board
    PLACE_HALF high_rows, board + 32
%endmacro

; length = that of the placement, 0 when the text is no placement.
%macro JUDGE 0
    popcnt   r10, begins                ; the characters of all rows
    andn     length, begins, [row_begins]
    mov      length_d, 0                ; leaves the flags
    jnz      .judged%[line]             ; a row is not full
    shl      begins, ROW_SQUARES
    popcnt   begins, begins             ; of the first seven
    sub      slash, begins
    cmp      slash, SEPARATORS - 1
    jne      .judged%[line]             ; they do not reach to the seventh slash
    cmp      r10d, LENGTH_MAX - SEPARATORS
    ja       .judged%[line]
    cmp      byte [text + r10 + SEPARATORS], ' '
    jne      .judged%[line]
    lea      length_d, [r10 + SEPARATORS]
.judged%[line]:
%endmacro

%macro DOUBLE_CODES 0
    vpaddb   low_rows, low_rows, low_rows
    vpaddb   high_rows, high_rows, high_rows
%endmacro

%macro FIND_MASKS 0
    TOP_BITS kings, kings_d
    DOUBLE_CODES
    TOP_BITS pawns, pawns_d
    DOUBLE_CODES
    TOP_BITS others, others_d
    andn     r9, others, kings
    mov      [masks + PIECE_MASKS_SIZE * line + PIECE_MASKS_KINGS], r9
    mov      r9, kings
    or       r9, pawns
    or       r9, others
    mov      [masks + PIECE_MASKS_SIZE * line + PIECE_MASKS_OCCUPIED], r9
    and      kings, others
    mov      [masks + PIECE_MASKS_SIZE * line + PIECE_MASKS_KINGS + 8], kings
    andn     r9, others, pawns
    mov      [masks + PIECE_MASKS_SIZE * line + PIECE_MASKS_PAWNS], r9
    and      pawns, others
    mov      [masks + PIECE_MASKS_SIZE * line + PIECE_MASKS_PAWNS + 8], pawns
%endmacro

; ---- One text --------------------------------------------------------------------------------------------

section .text
FUNCTION ks_avx2_read_placement, 3, {}, 0, 16
    mov      text, a0
    LOAD_TABLES
    OF_TEXT 0, FIND_ROWS
    OF_TEXT 0, READ_ROWS
    TOP_BITS begins, eax
    OF_TEXT 0, PLACE_CODES
    OF_TEXT 0, JUDGE
    mov      rcx, length
    OF_TEXT 0, FIND_MASKS
    vzeroupper
    mov      rax, rcx
    RETURN

; ---- Four texts ------------------------------------------------------------------------------------------

%define texts   a0
%define lengths a3

%macro FIND_ROWS_OF 0
    mov      text, [texts + 8 * line]
    FIND_ROWS
    mov      [lengths + 8 * line], slash
%endmacro

%macro JUDGE_ROWS_OF 0
    TOP_BITS begins, eax
    mov      text, [texts + 8 * line]
    mov      slash, [lengths + 8 * line]
    JUDGE
    mov      [lengths + 8 * line], length
%endmacro

FUNCTION ks_avx2_read_four_placements, 4, {}, 0, 16
    LOAD_TABLES
    EACH_TEXT FIND_ROWS_OF
    EACH_TEXT READ_ROWS
    EACH_TEXT JUDGE_ROWS_OF
    EACH_TEXT PLACE_CODES
    EACH_TEXT FIND_MASKS
    vzeroupper
    RETURN
FUNCTIONS_END
