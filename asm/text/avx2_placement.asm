; avx2_placement.asm: reads the first field of a FEN into a board, without a loop. x86-64 with AVX2, BMI1, POPCNT.
;
;   size_t ks_avx2_read_placement(const char *text, uint8_t board[64], struct ks_piece_masks *masks)
;   void   ks_avx2_read_four_placements(const char *const texts[4], uint8_t boards[4][64],
;                                       struct ks_piece_masks masks[4], size_t lengths[4])
;
; The contract is readers.h's; the second does the same for four texts. Reads 73 bytes of a text; writes board and
; masks, whatever the text. Clobbers volatile general registers and ymm0-ymm15, whose upper halves are clean on return.
;
; The idea: row_lanes.inc. Spread over the lane again, the squares on which characters begin count for each square the
; characters that begin up to it, which selects the character whose code it gets.

%include "text/row_lanes.inc"

; ---- Tables ----------------------------------------------------------------------------------------------

section READ_ONLY align=64
align 32
sum_of_four:     times 8 dd 0x01010101 ; multiplied by this, each byte of a dword is the sum up to it
; The same for bytes that are 0 or 255, which is -1: 255 times 0xfbfcfdff is 0x01010101, modulo 2^32.
count_of_four:   times 8 dd 0xfbfcfdff
row_of_lane:     times 2 db 0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8
bit_of_place:    times 4 db 1, 2, 4, 8, 16, 32, 64, 128
first_character: times 2 db -1, -1, -1, -1, -1, -1, -1, -1, 7, 7, 7, 7, 7, 7, 7, 7 ; less one
ROW_TABLES 2

; ---- Registers -------------------------------------------------------------------------------------------

%define codes_of    ymm8  ; of the characters of a half, then of its squares
%define temp        ymm9
%define is_letter   ymm10
%define zero        ymm11
%define all_codes   ymm12 ; codes
%define all_letters ymm13 ; letters
%define all_bits    ymm14 ; bit_of_square
%define place_bits  ymm15 ; bit_of_place

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

%macro DOUBLE_CODES 0
    vpaddb   low_rows, low_rows, low_rows
    vpaddb   high_rows, high_rows, high_rows
%endmacro

; ---- One text --------------------------------------------------------------------------------------------

section .text
FUNCTION ks_avx2_read_placement, 3, {}, 0, 16
    mov      text, a0
    LOAD_TABLES
    OF_TEXT 0, FIND_ROWS
    OF_TEXT 0, READ_ROWS
    TOP_BITS begins, begins_d
    OF_TEXT 0, PLACE_CODES
    OF_TEXT 0, JUDGE
    mov      rcx, length
    OF_TEXT 0, FIND_MASKS
    vzeroupper
    mov      rax, rcx
    RETURN

; ---- Four texts ------------------------------------------------------------------------------------------

%macro LOAD_BEGINS 0
    TOP_BITS begins, begins_d
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
