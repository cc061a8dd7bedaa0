; avx512_lines.asm: reads lines of FEN and EPD, four at a time, and marks those surely without check; finds where
; lines end. x86-64 with AVX-512 F, BW, DQ, VBMI, VBMI2, IFMA, BITALG, and BMI1, BMI2, POPCNT.
;
;   size_t ks_avx512_find_lines(const char *text, size_t n, const char **ends, size_t room, const char **reached)
;   void   ks_avx512_read_lines(const char *begin, const char *const *ends, struct ks_four_lines *lines, size_t groups)
;
; The contract is readers.h's. Clobbers volatile general registers, k1-k7, and vector registers, whose lower sixteen
; have clean upper halves on return.
;
; The placement is read as in avx512_placement.asm, checks are found as in avx512.asm, for both kings, and fields are
; read as in common_fields.c. Each step is written out for four lines, one after the other: a line is a long chain of
; dependent instructions, and four chains fill the processor while one cannot.
;
; Two ports of Intel's processors do all work on registers of 64 bytes, and bound the time. Therefore:
; - a character that is not ASCII counts as a separator, which makes too many; rows that are too long are found in a
;   general register;
; - one multiplication of 52 bits sums seven bytes of widths, while vpmullq is three operations. The eighth sum is the
;   row's end, which vpsadbw finds;
; - a square gets the code of the last character that begins up to it, as in avx2_placement.asm: vpcompressb and
;   vpexpandb are two operations each;
; - the 16 bytes after the placements of four lines share a register.

%include "abi.inc"
%include "board.inc"
%include "lanes.inc"
%include "avx512.inc"
%include "text/placement.inc"

LINES       equ 4
ROWS        equ 8
ROW_SQUARES equ 8
LAST_BYTE   equ 56                 ; of a lane: its first bit
WINDOW      equ 16                 ; bytes after a placement that hold its fields, up to EPD operations

extern ks_avx512_king_rows  ; of avx512.asm
extern ks_known_fields      ; of common_fields.c
extern ks_pin_lines         ; of c/core/board/geometry.c

; ---- Tables ----------------------------------------------------------------------------------------------

; The meaning of a character: its code in the lower four bits, the number of its squares in the upper four.
WIDTH_FROM equ 4 ; the width's first bit

%macro MEANING 1 ; character
    MEANING_OF %1
    db its_width << WIDTH_FROM | its_code
%endmacro

%macro TIMES_64 1
    times 64 db %1
%endmacro

; Attack classes of the codes against a side's king, as in ks_chess_pieces, with ANY_PAWN in place of KS_CLASS_OWN.
%define ANY_PAWN KS_CLASS_OWN

%macro CLASSES 1 ; the bit of that side in codes
  %assign %%code 0
  %rep 16
    %assign %%kind %%code & (KS_BLACK_BIT - 1)
    %assign %%other (%%code & KS_BLACK_BIT) != (%1)
    %assign %%class KS_CLASS_OCCUPIED * (%%kind >= KS_WHITE_PAWN && %%kind <= KS_WHITE_KING)
    %if %%kind == KS_WHITE_PAWN
      %assign %%class %%class | ANY_PAWN | KS_CLASS_PAWN * %%other
    %elif %%kind == KS_WHITE_KNIGHT
      %assign %%class %%class | KS_CLASS_KNIGHT * %%other
    %elif %%kind == KS_WHITE_BISHOP
      %assign %%class %%class | KS_CLASS_DIAGONAL * %%other
    %elif %%kind == KS_WHITE_ROOK
      %assign %%class %%class | KS_CLASS_ORTHOGONAL * %%other
    %elif %%kind == KS_WHITE_QUEEN
      %assign %%class %%class | (KS_CLASS_DIAGONAL | KS_CLASS_ORTHOGONAL) * %%other
    %elif %%kind == KS_WHITE_KING
      %assign %%class %%class | (KS_CLASS_WAZIR | KS_CLASS_FERZ) * %%other
    %endif
    db %%class
    %assign %%code %%code + 1
  %endrep
%endmacro

SIDE_SIZE_LOG2     equ 8
KING_ROW_SIZE_LOG2 equ 8
%if king_row_size != 1 << KING_ROW_SIZE_LOG2
  %error "king_row has another size"
%endif

; The data that depend on the side to move.
struc side
  .own_king      resb 64 ; sixty-four times its code
  .other_king    resb 64
  .own_pawn      resb 64
  .own_classes   resb 16
  .other_classes resb 16
  .own_rows      resq 1  ; offset of a king's relations
  .other_rows    resq 1
  .ahead         resq 1  ; a pawn's step ahead: the distance to shift a mask to the left,
  .around        resq 1  ; and the distance to shift it to the right
endstruc

%if side_size != 1 << SIDE_SIZE_LOG2
  %error "side has another size"
%endif

%macro SIDE 4 ; number of the side, its bit in codes, the other's, ahead
    TIMES_64 KS_WHITE_KING + (%2)
    TIMES_64 KS_WHITE_KING + (%3)
    TIMES_64 KS_WHITE_PAWN + (%2)
    CLASSES %2
    CLASSES %3
    dq RELATIONS_OF_COLOUR * (%1), RELATIONS_OF_COLOUR * (1 - (%1))
    dq %4, KS_SQUARES - (%4)
%endmacro

; Runs `db expression of i` for i from 0 to 63.
%macro FOR_BYTES 1
  %assign i 0
  %rep 64
    %assign value (%1) & 255
    db value
    %assign i i + 1
  %endrep
  %undef i ; so that the next expression is not evaluated too soon
%endmacro

section READ_ONLY align=64
align 64
sides:
    SIDE 0, 0, KS_BLACK_BIT, KS_SQUARES - ROW_SQUARES
    SIDE 1, KS_BLACK_BIT, 0, ROW_SQUARES
meanings:
  %assign character 0
  %rep 128
    MEANING character
    %assign character character + 1
  %endrep
every_byte:      FOR_BYTES i
lane_of_byte:    FOR_BYTES i >> 3
place_in_lane:   FOR_BYTES i & 7
up_to_place:     FOR_BYTES (2 << (i & 7)) - 1
row_of_lane:     FOR_BYTES i & 8          ; the first byte of each lane
first_character: FOR_BYTES (i & 8) - 1 ; less one
digit_1:         TIMES_64 '1'             ; all characters of a row are above or equal
low_four_bits:   TIMES_64 15
; A sum selects the square on which the next character begins. The lane's last byte, which the multiplication leaves 0,
; selects the row's first square.
bit_of_sum:      times 4 db 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0
back_rank_pawns: FOR_BYTES ANY_PAWN * ((i) < 8 || (i) >= 56)
tabs:            TIMES_64 9
spaces:          TIMES_64 ' '
digit_0:         TIMES_64 '0'
ten:             TIMES_64 10
sum_of_seven:    dq 0x0001010101010101    ; multiplied by this, each of seven bytes is the sum up to it
row_squares:     dq ROW_SQUARES
occupied_bits:   dq KS_CLASS_OCCUPIED * RAY_BYTES
minus_one:       dq -1
slashes:         dq `\0///////`
behind_slash:    dq EACH_BYTE << 8        ; a row begins one after the slash before it, the first with the text
too_long:        dq EACH_BYTE * (0x80 - ROW_SQUARES - 1)
top_bits:        dq EACH_BYTE << 7

; ---- Registers -------------------------------------------------------------------------------------------

%define ends   rsi ; up to READ_FIELDS, which uses it for tables
%define tables rsi
%define lines  rdi
; For all lines:
%define king_rows rbp
VECTOR all_positions, 0     ; every_byte
VECTOR all_lanes, 1         ; lane_of_byte
VECTOR low_meanings, 2
VECTOR all_bits, 3          ; bit_of_sum
VECTOR all_low_bits, 4      ; low_four_bits
VECTOR zero, 5
VECTOR windows, 10 ; of all lines
VECTOR digits, 11
%define not_digits k5
%define blanks     k6

struc frame
  .groups      resq 1       ; remaining groups
  .ends        resq 1       ; of the next group
  .blanks      resq 1       ; masks of the windows' bytes
  .others      resq 1       ; neither blanks nor digits
  .wrong       resq LINES   ; not 0 when the text is no placement
  .own_kings   resq LINES
  .other_kings resq LINES
  .king_square resq LINES
  .window_end  resq LINES   ; the line's end in the window
endstruc

; Runs a step for each of the lines, with these names:
;   start   general: the line's address; then `us`: a struc side
;   blank   general: the placement's end in the line
;   in_row  mask: characters before the end of their row
;   chars   vector: the text, then its meanings, row by row; then the board
;   pos     vector: places of slashes and blanks; then attacks on the own king
;   place   vector: places in the text of the rows' characters; and others
%macro EACH_LINE 1 ; step
  %assign line 0
  %rep LINES
    %assign number 8 + line
    %xdefine start r%[number]
    %xdefine us r%[number]
    %assign number 12 + line
    %xdefine blank r%[number]
    %xdefine letters_d r%[number]d
    %assign number 1 + line
    %xdefine in_row k%[number]
    %assign number 6 + line
    %xdefine before zmm%[number]
    %assign number 12 + line
    %xdefine own_attacks zmm%[number]
    %assign number 16 + line
    %xdefine chars zmm%[number]
    %xdefine board zmm%[number]
    %assign number 20 + line
    %xdefine pos zmm%[number]
    %xdefine pos_x xmm%[number]
    %assign number 24 + line
    %xdefine place zmm%[number]
    %assign number 28 + line
    %xdefine temp zmm%[number]
    %xdefine temp_x xmm%[number]
    %1
    %assign line line + 1
  %endrep
%endmacro

%define OF_LINE(field) [rsp + frame. %+ field + 8 * line]

; ---- Steps from text to board ----------------------------------------------------------------------------

%macro FIND_SEPARATORS 0
    vmovdqu8   chars, [start]
    vpcmpb     k5, chars, [digit_1], COMPARE_LESS
    vpcompressb pos{k5}{z}, all_positions
%endmacro

; The first seven separators must be slashes. The eighth ends the placement. A row has at most eight characters: each
; byte of the difference from its beginning to its end is tested.
%macro CHECK_SEPARATORS 0
    vpermb     temp, pos, chars
    vmovq      rax, temp_x
    shl        rax, 8
    xor        rax, [slashes]
    vmovq      rcx, pos_x
    mov        rdx, rcx
    shl        rdx, 8
    add        rdx, [behind_slash]
    vmovq      temp_x, rdx ; the beginnings of rows
    mov        blank, rcx
    shr        blank, LAST_BYTE
    sub        rcx, rdx
    add        rcx, [too_long]
    and        rcx, [top_bits]
    or         rax, rcx
    mov        OF_LINE(wrong), rax
%endmacro

%macro FIND_ROWS 0
    vpermb     place, all_lanes, temp
    vpaddb     place, place, [place_in_lane]
    vpermb     pos, all_lanes, pos
    vpcmpub    in_row, place, pos, COMPARE_LESS
%endmacro

%macro FIND_MEANINGS 0
    vpermi2b   chars, low_meanings, [meanings + 64]
    vpermb     chars{in_row}{z}, place, chars
%endmacro

; place = for each character of a row except the eighth, the place where the next one begins.
%macro SUM_WIDTHS 0
    vpsrlw     temp, chars, WIDTH_FROM
    vpandq     temp, temp, all_low_bits
    vpxorq     place, place, place
    vpmadd52luq place, temp, [sum_of_seven]{1to8}
    vpsadbw    temp, temp, zero
    vpcmpneqq  k5, temp, [row_squares]{1to8}
    kmovb      eax, k5
    or         OF_LINE(wrong), rax
%endmacro

; temp = the squares on which characters begin, as the bits of each lane's lowest byte. The bits are all different, so
; their sum equals their OR.
%macro FIND_FIRST_SQUARES 0
    vpshufb    temp, all_bits, place
    vpsadbw    temp, temp, zero
    vpshufb    temp, temp, [row_of_lane]
%endmacro

; Each square gets the code of the last character that begins up to it; that of a digit is "empty".
%macro STORE_BOARD 0
    vpandq     temp, temp, [up_to_place]
    vpopcntb   temp, temp
    vpaddb     temp, temp, [first_character]
    vpandq     chars, chars, all_low_bits
    vpshufb    board, chars, temp
    vmovdqu8   [lines + FOUR_LINES_BOARDS + 64 * line], board
%endmacro

; ---- Steps from the text after the placement to castling letters -----------------------------------------

%macro LOAD_WINDOW 0
  %if line == 0
    vmovdqu    windows_x, [start + blank + 1]
  %else
    vinserti32x4 windows, windows, [start + blank + 1], line
  %endif
%endmacro

%macro LOOK_AT_WINDOWS 0
    vpcmpeqb   k5, windows, [tabs]
    vmovdqu8   windows{k5}, [spaces]
    vpsubb     digits, windows, [digit_0]
    vpcmpeqb   blanks, windows, [spaces]
    vpcmpub    not_digits, digits, [ten], COMPARE_NOT_LESS
    vmovdqu64  [lines + FOUR_LINES_WINDOWS], windows
    kmovq      [rsp + frame.blanks], blanks
    kxorq      not_digits, not_digits, blanks
    kmovq      [rsp + frame.others], not_digits
%endmacro

; Finds the line's end, without a CR.
%macro FIND_LINE_END 0
    mov        rax, [ends + 8 * line]
    lea        rcx, [rax - 1]
    cmp        rcx, start
    cmovb      rcx, start            ; the line is empty
    xor        edx, edx
    cmp        byte [rcx], 13
    sete       dl
    sub        rax, start
    sub        rax, rdx
    mov        [lines + FOUR_LINES_LENGTHS + 8 * line], rax
    sub        rax, blank
    dec        rax
    mov        edx, WINDOW + 1       ; it ends after the window
    cmp        rax, rdx
    cmova      rax, rdx
    mov        OF_LINE(window_end), rax
%endmacro

%macro STORE_PLACEMENT 0
    xor        eax, eax
    cmp        OF_LINE(wrong), rax
    cmove      rax, blank
    mov        [lines + FOUR_LINES_PLACEMENTS + 8 * line], rax
%endmacro

; 'w' is odd, 'b' is even.
%macro SELECT_SIDE 0
    movzx      eax, byte [start + blank + 1]
    not        eax
    and        eax, 1
    mov        [lines + FOUR_LINES_SIDES + line], al
    shl        eax, SIDE_SIZE_LOG2
    lea        us, [sides]
    add        us, rax
%endmacro

%define pin_lines  rsi ; of STORE_STATE
%define third_end  rax ; the third field's end
%define third_endd eax
%define blank_bits rbx
%define blank_bitsd ebx
%define trouble   rcx ; not 0 when the fields are not common
%define line_end  rdx
%define line_endd edx
%define run       rbp ; the number of blanks and digits after the third field
%define rund      ebp
%define letters   blank

; Reads the fields as common_fields.c does.
%macro READ_FIELDS 0
    mov        line_end, OF_LINE(window_end)
    movzx      blank_bitsd, word [rsp + frame.blanks + 2 * line]
    mov        eax, 7
    shlx       rax, rax, line_end
    or         rax, blank_bits
    blsr       rax, rax
    blsr       rax, rax
    tzcnt      third_end, rax
    lea        ecx, [third_end * 8]
    bzhi       rcx, [lines + FOUR_LINES_WINDOWS + WINDOW * line], rcx
    mov        rbp, [tables + KNOWN_FIELDS_MULTIPLIER]
    imul       rbp, rcx
    shr        rbp, 64 - KNOWN_FIELDS_BITS
    shl        ebp, 4
    xor        trouble, [tables + rbp + KNOWN_FIELDS_SLOTS]
    mov        letters, [tables + rbp + KNOWN_FIELDS_SLOTS + 8]
    mov        ebp, letters_d
    shr        ebp, 8                ; the length
    xor        ebp, third_endd
    or         trouble, rbp
    movzx      rund, word [rsp + frame.others + 2 * line]
    bts        rund, WINDOW
    shrx       rund, rund, third_endd
    tzcnt      rund, rund
    sub        line_endd, third_endd
    shrx       blank_bitsd, blank_bitsd, third_endd
    cmp        rund, line_endd
    jne        .operations%[line]
.fields_end%[line]:
    bzhi       blank_bitsd, blank_bitsd, rund
    blsr       blank_bitsd, blank_bitsd
    bts        blank_bits, NO_SECOND_BLANK
    tzcnt      rdx, blank_bits
    mov        rax, [tables + 8 * run + KNOWN_FIELDS_CLOCKS]
    shrx       rax, rax, rdx
    not        eax
    and        eax, 1
    or         trouble, rax
    blsr       blank_bits, blank_bits
    mov        ebx, ebx
    mov        eax, NOT_COMMON
    or         trouble, rbx
    cmovz      rax, letters
    mov        [lines + FOUR_LINES_LETTERS + line], al
%endmacro

; An operation may follow the run; otherwise the fields are not common.
%macro READ_OPERATIONS 0
.operations%[line]:
    cmp        rund, line_endd
    jg         .not_common%[line]
    lea        edx, [run - 1]
    test       rund, rund
    jz         .not_common%[line]
    bt         blank_bitsd, edx
    jnc        .not_common%[line]
    add        eax, rund
    cmp        eax, WINDOW
    jae        .not_common%[line]
    movzx      eax, byte [lines + FOUR_LINES_WINDOWS + WINDOW * line + rax]
    mov        rund, edx
    cmp        eax, ';'
    je         .fields_end%[line]
    cmp        eax, 'm'              ; may begin "moves"
    je         .not_common%[line]
    or         eax, 0x20
    sub        eax, 'a'
    cmp        eax, 'z' - 'a'
    jbe        .fields_end%[line]
.not_common%[line]:
    or         trouble, 1
    xor        rund, rund
    jmp        .fields_end%[line]
%endmacro

; ---- Steps from board to state -----------------------------------------------------------------------

; attacks = the attackers of a king, by slots of the lanes. temp: the board's classes.
%macro FIND_ATTACKS 2 ; own or other, attacks
    vpcmpeqb   k5, board, [us + side.%1_king]
    kmovq      rax, k5
    mov        OF_LINE(%1_kings), rax
    tzcnt      rax, rax
    and        eax, 63
  %ifidn %1, own
    mov        OF_LINE(king_square), rax
  %endif
    shl        eax, KING_ROW_SIZE_LOG2
    vmovdqa64  place, [king_rows + rax + king_row.squares]
    vpermb     temp, place, temp
    add        rax, [us + side.%1_rows]
    vpandq     %2, temp, [king_rows + rax + king_row.relations]
    vpandq     temp, temp, [occupied_bits]{1to8}
    vpaddq     before, temp, [minus_one]{1to8}
    vpternlogq %2, temp, before, TERNARY_A & (TERNARY_B ^ TERNARY_C)
%endmacro

%macro LOOK_AT_OWN_KING 0
    vbroadcasti32x4 temp, [us + side.own_classes]
    vpshufb    temp, temp, board
    vpandq     pos, temp, [back_rank_pawns]
    FIND_ATTACKS own, own_attacks
%endmacro

%macro LOOK_AT_OTHER_KING 0
    vbroadcasti32x4 temp, [us + side.other_classes]
    vpshufb    temp, temp, board
    FIND_ATTACKS other, place
    vpternlogq pos, own_attacks, place, TERNARY_A | TERNARY_B | TERNARY_C
%endmacro

; Quiet: a placement; one king each, not attacked; no pawn on a back rank. Calm: quiet, and a pawn that is not pinned
; can step ahead.
%macro STORE_STATE 0
    vptestmb   k6, pos, pos
    kmovq      rax, k6
    popcnt     rcx, OF_LINE(own_kings)
    xor        ecx, 1
    popcnt     rdx, OF_LINE(other_kings)
    xor        edx, 1
    or         rax, rcx
    or         rax, rdx
    or         rax, OF_LINE(wrong)   ; not 0: not quiet
    vpcmpeqb   k5, board, [us + side.own_pawn]
    kmovq      rcx, k5
    mov        rdx, OF_LINE(king_square)
    mov        rdx, [pin_lines + 8 * rdx]
    andn       rcx, rdx, rcx
    mov        rdx, [us + side.ahead]
    mov        rbx, [us + side.around]
    shlx       rdx, rcx, rdx
    shrx       rcx, rcx, rbx
    or         rcx, rdx              ; the targets of free pawns
    vptestmb   k5, board, board
    kmovq      rdx, k5
    xor        ebx, ebx
    cmp        rax, 1                ; carry: it is quiet
    adc        ebx, ebx
    andn       rcx, rdx, rcx
    neg        rcx                   ; carry: there is such a step
    sbb        ecx, ecx
    and        ecx, ebx
    add        ebx, ecx
    mov        [lines + FOUR_LINES_STATES + line], bl
%endmacro

; ---- The routines ----------------------------------------------------------------------------------------

section .text
FUNCTION ks_avx512_read_lines, 4, {rbx, rbp, r12, r13, r14, r15}, frame_size, 16
    mov        r8, a0
    mov        [rsp + frame.groups], a3
    mov        lines, a2
    vmovdqa64  all_positions, [every_byte]
    vmovdqa64  all_lanes, [lane_of_byte]
    vmovdqa64  low_meanings, [meanings]
    vmovdqa64  all_bits, [bit_of_sum]
    vmovdqa64  all_low_bits, [low_four_bits]
    vpxor      zero_x, zero_x, zero_x
.group:
    mov        r9, [ends]
    mov        r10, [ends + 8]
    mov        r11, [ends + 16]
    inc        r9
    inc        r10
    inc        r11
    EACH_LINE FIND_SEPARATORS
    EACH_LINE CHECK_SEPARATORS
    EACH_LINE LOAD_WINDOW
    LOOK_AT_WINDOWS
    EACH_LINE FIND_ROWS
    EACH_LINE FIND_MEANINGS
    EACH_LINE FIND_LINE_END
    add        ends, 8 * LINES
    mov        [rsp + frame.ends], ends
    EACH_LINE SUM_WIDTHS
    EACH_LINE FIND_FIRST_SQUARES
    EACH_LINE STORE_PLACEMENT
    EACH_LINE SELECT_SIDE
    EACH_LINE STORE_BOARD
    lea        tables, [ks_known_fields]
    EACH_LINE READ_FIELDS
    lea        king_rows, [ks_avx512_king_rows]
    EACH_LINE LOOK_AT_OWN_KING
    EACH_LINE LOOK_AT_OTHER_KING
    lea        pin_lines, [ks_pin_lines]
    EACH_LINE STORE_STATE
    mov        ends, [rsp + frame.ends]
    mov        r8, [ends - 8]
    inc        r8
    add        lines, FOUR_LINES_SIZE
    dec        qword [rsp + frame.groups]
    jnz        .group
    vzeroupper
    RETURN
    EACH_LINE READ_OPERATIONS

%undef ends
%include "text/find_lines.inc"

%macro FIND_FEEDS 0
    vpcmpeqb   k1, zmm16, [here]
    kmovq      feeds, k1
%endmacro

FUNCTION ks_avx512_find_lines, 5
    vpbroadcastb zmm16, [line_feed]
    FIND_LINES FIND_FEEDS
    RETURN
FUNCTIONS_END
