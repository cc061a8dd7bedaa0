; gfni_attacked.asm: all squares that a side attacks, in eight directions at once. x86-64 with AVX-512 F, BW, VBMI and
; GFNI.
;
;   uint64_t ks_gfni_attacked    (const uint8_t board[64], unsigned by_side)
;   uint64_t ks_gfni_attacked_by (const uint8_t board[64], unsigned by_side, unsigned kinds)
;   uint64_t ks_gfni_attacked_set(const ks_pieceset *set, const uint8_t board[64], unsigned by_side)
;
; The contract is kingscan.h's; c/core/kernels/reference.c is the specification in C. Sides below 2 are preconditions.
; Reads the board, the set and the tables here, and writes nothing. Clobbers volatile general registers, k1 and
; zmm16-zmm31: the lower sixteen vector registers do not change, so there are no upper halves to clean.
;
; The idea: attacked.inc. A lane of 64 bits has the board of one direction. gf2p8affineqb transposes the eight bytes of
; each row, so that a byte of the result has one bit of each of them, and vpermb gathers those bytes into boards. Their
; files are in reverse order, which attacks do not mind. The same two instructions lead back to a byte a square, and the
; other way round: then its bits are the directions that the square is attacked from.

%include "attacked.inc"
%include "avx512.inc"

; ---- Tables ----------------------------------------------------------------------------------------------

; For each lane the places of one board after gf2p8affineqb: byte n has bit n & 7 of row n >> 3.
%macro PLACES 1 ; the board's bit
  %assign %%row 0
  %rep 8
    db 8 * %%row + (%1)
    %assign %%row %%row + 1
  %endrep
%endmacro

%macro SLIDING_PLACES 3 ; (a square), files, rows
  %if (%2) == 0 || (%3) == 0
    PLACES BIT_ORTHOGONAL
  %else
    PLACES BIT_DIAGONAL
  %endif
%endmacro

%macro STEPPING_PLACES 3 ; (a square), files, rows
  %if (%2) == 0 || (%3) == 0
    PLACES BIT_WAZIR
  %elif (%3) < 0
    PLACES BIT_UP
  %else
    PLACES BIT_DOWN
  %endif
%endmacro

%macro SAME_PLACES 1 ; the board's bit, for all lanes
  %rep 8
    PLACES %1
  %endrep
%endmacro

section READ_ONLY
align 64
tables:
ways_of_sides:
  %rep 4
    WAYS KS_WHITE
  %endrep
  %rep 4
    WAYS KS_BLACK
  %endrep
blockers:
  %rep 4
    BLOCKERS
  %endrep
sliding_places:  FOR_DIRECTIONS SLIDING_PLACES, 0
stepping_places: FOR_DIRECTIONS STEPPING_PLACES, 0
occupied_places: SAME_PLACES BIT_OCCUPIED
knight_places:   SAME_PLACES BIT_KNIGHT
rows_of_lanes: ; the first bytes of all lanes, the second ones, ...
  %assign row 0
  %rep 8
    %assign lane 0
    %rep 8
    db 8 * lane + row
      %assign lane lane + 1
    %endrep
    %assign row row + 1
  %endrep
steps_left:      FOR_DIRECTIONS ROTATION, 0
steps_into:      FOR_DIRECTIONS INTO, 0
leaps_left:      FOR_LEAPS ROTATION, 0
leaps_into:      FOR_LEAPS INTO, 0
each_bit:        dq 0x8040201008040201 ; one in each byte
each_bit_back:   dq 0x0102040810204080
; For sets: the classes that are ways as they are, those of steps, and whether pawns step up.
kept_classes:    dq (KS_CLASS_PAWN ^ 0xff) * EACH_BYTE
ferz_classes:    dq KS_CLASS_FERZ * EACH_BYTE
pawn_classes:    dq KS_CLASS_PAWN * EACH_BYTE
pawns_up:        PAWNS_UP 1
SIDE_WAYS equ 64

section .text

; ---- Registers -------------------------------------------------------------------------------------------

VECTOR ways, 16     ; by squares
VECTOR boards, 17   ; the bytes of the boards, by rows
VECTOR sliders, 18
VECTOR open, 19
VECTOR steppers, 20
VECTOR knights, 21
VECTOR left, 22     ; how far each lane is rotated for a step
VECTOR into, 23
VECTOR temp, 24
VECTOR codes, 25
VECTOR further, 26

; ---- Steps -----------------------------------------------------------------------------------------------

; boards = the bits of ways, with the files in reverse order.
%macro TRANSPOSE 0
    vpbroadcastq temp, [each_bit]
    vgf2p8affineqb boards, temp, ways, 0
%endmacro

%macro GATHER_BOARD 2 ; to, places
    vmovdqa64 %1, [%2]
    vpermb  %1, %1, boards
%endmacro

; sliders |= open & (sliders rotated)
%macro SLIDE 1 ; by
    vprolvq temp, sliders, %1
    vpternlogq sliders, open, temp, TERNARY_A | (TERNARY_B & TERNARY_C)
%endmacro

; open &= (open rotated); further = twice as far
%macro WIDEN 1 ; by
    vprolvq temp, open, %1
    vpandq  open, open, temp
    vpaddq  further, %1, %1
%endmacro

; From ways to the answer.
%macro ANSWER_ATTACKED 0
    TRANSPOSE
    GATHER_BOARD sliders, sliding_places
    GATHER_BOARD open, occupied_places
    GATHER_BOARD steppers, stepping_places
    GATHER_BOARD knights, knight_places
    vmovdqa64 left, [steps_left]
    vmovdqa64 into, [steps_into]
    vpandnq open, open, into
    SLIDE   left
    WIDEN   left
    SLIDE   further
    WIDEN   further
    SLIDE   further
    vprolvq knights, knights, [leaps_left]
    vpandq  knights, knights, [leaps_into]
    vporq   sliders, sliders, steppers
    vprolvq sliders, sliders, left
    vpternlogq into, sliders, knights, (TERNARY_A & TERNARY_B) | TERNARY_C
    RETURN_ANY_LANE
%endmacro

; Returns what any lane of `into` has: the bits of a square in all lanes become a byte, at the square's place.
%macro RETURN_ANY_LANE 0
    vmovdqa64 temp, [rows_of_lanes]
    vpermb  temp, temp, into
    vpbroadcastq into, [each_bit_back]
    vgf2p8affineqb temp, into, temp, 0
    vptestmb k1, temp, temp
    kmovq   rax, k1
    RETURN
%endmacro

; ways = those of a narrow set's classes. The table repeats every sixteen bytes, so six bits of a code are as good as
; four.
%macro LOAD_CLASSES 0
    vmovdqu64 codes, [board]
    vpermb  ways, codes, [table]
%endmacro

%macro LOAD_CLASSES_WIDE 0
    vmovdqu64 ways, [board]
    LOOK_UP_WIDE ways, codes, temp
%endmacro

; From classes in `ways` to the answer: a FERZ steps up and down, a pawn as the mask at `pawns` says.
%macro ANSWER_CLASSES 0
    vpandq  temp, ways, [pawn_classes]{1to8}
    vpsrlq  codes, temp, 1
    vpternlogq codes, temp, [pawns]{1to8}, (TERNARY_A & TERNARY_C) | (TERNARY_B & ~TERNARY_C)
    vpandq  temp, ways, [ferz_classes]{1to8}
    vpaddb  temp, temp, temp
    vporq   codes, codes, temp
    vpternlogq ways, codes, [kept_classes]{1to8}, TERNARY_B | (TERNARY_A & TERNARY_C)
    ANSWER_ATTACKED
%endmacro

; ---- The routines ----------------------------------------------------------------------------------------

FUNCTION ks_gfni_attacked, 2
    lea     r10, [ways_of_sides]
    MULTIPLY a1d, SIDE_WAYS
    vmovdqu64 codes, [board]
    vpermb  ways, codes, [r10 + a1]
    ANSWER_ATTACKED

FUNCTION ks_gfni_attacked_by, 3
    lea     r10, [ways_of_sides]
    MULTIPLY a1d, SIDE_WAYS
    movzx   eax, a2b
    mov     r11, EACH_BYTE
    imul    rax, r11
    kmovq   k1, rax ; whether the kind of a code is asked for
    vmovdqa64 temp, [blockers]
    vmovdqu8 temp{k1}, [r10 + a1]
    vmovdqu64 codes, [board]
    vpermb  ways, codes, temp
    ANSWER_ATTACKED

FUNCTION ks_gfni_attacked_set, 3
    SELECT_SET 8
    cmp     dword [set + PIECESET_WIDE], 0
    jne     .wide
    LOAD_CLASSES
    ANSWER_CLASSES
.wide:
    LOAD_CLASSES_WIDE
    ANSWER_CLASSES
FUNCTIONS_END
