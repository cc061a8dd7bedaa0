; avx512.asm: the kernel avx512 finds check, in a dozen instructions, attackers and pins, without a branch. x86-64 with
; AVX-512 F, BW, VBMI.
;
;   int      ks_avx512_in_check     (const uint8_t board[64], unsigned king_square, unsigned side)
;   uint64_t ks_avx512_attackers    (const uint8_t board[64], unsigned square, unsigned by_side)
;   void     ks_avx512_king_scan    (const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines)
;   void     ks_avx512_in_check_batch(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
;                                     const uint8_t *sides, size_t n, uint64_t *out_bits)
;   and each of them again with _set after its name and a ks_pieceset as first argument
;
; The contract is kingscan.h's; c/core/kernels/reference.c is the specification in C. Squares below 64 and sides below 2
; are preconditions. Reads the boards, the set and the tables here; writes only what *lines or out_bits points to, and
; its own stack frame. Clobbers volatile general registers, k1-k7 and zmm16-zmm31: the lower sixteen vector registers do
; not change, so there are no upper halves to clean with vzeroupper.
;
; The idea: one vpermb lays out the king's rays and leaps as eight lanes of eight bytes. lanes.inc describes the lanes,
; and how 64-bit arithmetic finds the nearest piece of all eight rays at once.
;
; On our own codes, in_check and attackers look up kinds, and then the classes of what the king sees: seen.inc.
;
; King scans, which need what stands behind the nearest piece, and piecesets look up classes. One vpshufb turns codes
; into attack classes, and another one, which doesn't wait for it, into occupied bits. (classes & relations) are the
; pieces that attack from their squares; a row of relations exists for each square and colour.

%include "kernel.inc"
%include "lanes.inc"
%include "seen.inc"
%include "avx512.inc"

; ---- Tables ----------------------------------------------------------------------------------------------

section READ_ONLY
align 64
GLOBAL ks_avx512_king_rows, data ; for avx512_lines.asm and kingscan/inline.h
ks_avx512_king_rows:
king_rows:
%assign king 0
%rep KS_SQUARES
    FOR_SLOTS SQUARE_SLOT, king
  %assign pawn_row -1 ; enemy pawns attack a white king from above
    FOR_SLOTS RELATION_SLOT, king
  %assign pawn_row 1
    FOR_SLOTS RELATION_SLOT, king
    SLOTS_OF_SQUARES king
  %assign king king + 1
%endrep

align 64
GLOBAL ks_avx512_seen, data ; for kingscan/inline.h
ks_avx512_seen:
seen_tables:
    times KING_ROWS_SIZE - (seen_tables - king_rows) db 0 ; none: see KING_ROWS_SIZE
kinds_of_sides:
    KINDS KS_WHITE
    KINDS KS_BLACK
seen_classes:    SEEN_CLASSES
kinds_minus_one: dq -(LEAP_LENDS + 1)
code_bits:       dq 0x0f * EACH_BYTE ; of a narrow set, too
seen_rows:
%assign king 0
%rep KS_SQUARES
    FOR_SLOTS SQUARE_SLOT, king
    FOR_SLOTS SEEN_SLOT, king
  %assign king king + 1
%endrep

; The class that slides along each lane, and the mark of a pin's line along it on the way back to squares.
sliders:   LANE_PAIR KS_CLASS_ORTHOGONAL, KS_CLASS_DIAGONAL
pin_marks: LANE_PAIR MARK_ORTHOGONAL, MARK_DIAGONAL

occupied_bits: dq KS_CLASS_OCCUPIED * EACH_BYTE
check_marks:   dq MARK_CHECK * RAY_BYTES

; Added to the occupied bits of a lane, it subtracts 1 from the seven bytes of the ray. The leap's byte, the lowest, is
; 0 or KS_CLASS_OCCUPIED, so it always borrows, and changes in bits 0 to 6: a leap is always seen.
ray_minus_one: dq -(KS_CLASS_OCCUPIED + 1)

section .text

; ---- Registers -------------------------------------------------------------------------------------------

%define rows      r10
%define row       rows + a1
%define relations r11 + a1 + king_row.relations ; against this colour of the king
%define table     set + PIECESET_CLASSES_OF_SIDE / RELATIONS_OF_COLOUR * a2
VECTOR classes, 16        ; of the pieces, by slots
VECTOR occupied, 17       ; KS_CLASS_OCCUPIED for each piece
VECTOR before, 18         ; occupied + ray_minus_one
VECTOR codes, 19          ; those of the board, without their upper bits
VECTOR attacks, 20        ; classes & relations
VECTOR temp, 21
; and for pins:
VECTOR nearest, 22        ; one bit for the nearest piece of each ray
VECTOR behind, 23         ; occupied without nearest
VECTOR reach, 24          ; behind + ray_minus_one: ones up to the second-nearest piece
VECTOR slide, 25          ; sliders
VECTOR marks, 26
; and in batches, constants:
VECTOR occupied_classes, 27 ; KS_CLASS_OCCUPIED in the table, the same for both sides
VECTOR all_ray_minus_one, 28
VECTOR all_code_bits, 29

; Of our own codes:
%define seen_base r10
%define seen_row_of_king seen_base + a1 + seen.rows
%define kinds     seen_base + a2 + seen.kinds ; against this side's king
VECTOR found, 16            ; kinds by slots, then classes of what the king sees
VECTOR all_seen_classes, 30

; ---- Steps -----------------------------------------------------------------------------------------------

; row, relations, table = those of the square in a1, the side in a2 and the set. A caller often knows the king's square
; last: it goes through one shift to the first load.
%macro SELECT_ROW 1 ; CHESS or SET
    lea     rows, [king_rows]
  %ifidn %1, SET
    mov     t1d, a2d
    xor     t1d, [set + PIECESET_A1_FIRST] ; rows that count from the bottom swap the pawns' directions
    MULTIPLY t1d, RELATIONS_OF_COLOUR
    MULTIPLY a2d, RELATIONS_OF_COLOUR
    lea     r11, [rows + t1]
  %else
    MULTIPLY a2d, RELATIONS_OF_COLOUR
    lea     r11, [rows + a2]
  %endif
    MULTIPLY a1d, king_row_size
%endmacro

; classes = those of a narrow set, occupied = their KS_CLASS_OCCUPIED: its table repeats every sixteen bytes, so four
; bits of a code are enough. Two vpshufb side by side answer in 0.92 of the time that vpermb from the table and vpandq
; after it take (AMD Zen 4). A mask that clears the leaps' KS_CLASS_OCCUPIED cost calls 1.10.
%macro LOAD_CLASSES 0
    vmovdqu64 temp, [table]
    vpbroadcastq all_code_bits, [code_bits]
    vpandq  occupied, temp, [occupied_bits]{1to8}
    FIND_CLASSES occupied
%endmacro

; temp = the table.
%macro FIND_CLASSES 1 ; the table's KS_CLASS_OCCUPIED
    vpandq  codes, all_code_bits, [board]
    vmovdqa64 classes, [row + king_row.squares]
    vpermb  classes, classes, codes
    vpshufb occupied, %1, classes
    vpshufb classes, temp, classes
%endmacro

; The same for a wide set.
%macro LOAD_CLASSES_WIDE 0
    vmovdqa64 classes, [row + king_row.squares]
    vpermb  classes, classes, [board]
    LOOK_UP_WIDE classes, codes, temp
    vpandq  occupied, classes, [occupied_bits]{1to8}
%endmacro

; before = occupied - 1 in each ray. Below KS_CLASS_OCCUPIED, its bits are ones up to the nearest piece and zeros behind
; it: the slots that the king sees. attacks = classes & relations, which have no KS_CLASS_OCCUPIED.
%macro FIND_BEFORE 1 ; ray_minus_one, in memory or in a register
    vpaddq  before, occupied, %1
    vpandq  attacks, classes, [relations]
%endmacro

; k1 = the lanes with an attacker.
%macro FIND_ATTACKED_LANES 1 ; ray_minus_one, in memory or in a register
    FIND_BEFORE %1
    vptestmq k1, attacks, before
%endmacro

; Prepares FIND_SEEN for the square in a1 and the side in a2. A caller often knows the king's square last: it goes
; through one shift to the first load.
%macro SELECT_SEEN 0
    lea     seen_base, [seen_tables]
    MULTIPLY a2d, KINDS_OF_SIDE
    MULTIPLY a1d, seen_row_size
    vpbroadcastq all_code_bits, [seen_base + seen.code_bits]
    vbroadcasti32x4 all_seen_classes, [seen_base + seen.classes]
%endmacro

; found = the classes of what the king sees, of our own codes. Kinds by vpermb from a table of 64 bytes, without vpandq,
; took waiting calls 1.03 of the time and others 1.00 (AMD Zen 5).
%macro FIND_SEEN 1 ; seen.minus_one, in memory or in a register
    vpandq  codes, all_code_bits, [board]
    vbroadcasti32x4 temp, [kinds]
    vpshufb codes, temp, codes
    vmovdqa64 found, [seen_row_of_king + seen_row.squares]
    vpermb  found, found, codes
    vpaddq  found, found, %1
    vpshufb found, all_seen_classes, found
%endmacro

; ---- Answers ---------------------------------------------------------------------------------------------

%macro RETURN_IN_CHECK 0 ; whether k1 has a bit
    xor     eax, eax
    kortestw k1, k1
    setnz   al
    RETURN
%endmacro

%macro RETURN_ATTACKERS 1 ; address of the slots; the squares with something in attacks
    vmovdqa64 temp, [%1]
    vpermb  temp, temp, attacks
    vptestmb k1, temp, temp
    kmovq   rax, k1
    RETURN
%endmacro

%macro ANSWER_IN_CHECK 0
    FIND_ATTACKED_LANES [ray_minus_one]{1to8}
    RETURN_IN_CHECK
%endmacro

%macro ANSWER_ATTACKERS 0
    FIND_BEFORE [ray_minus_one]{1to8}
    vpandq  attacks, attacks, before
    RETURN_ATTACKERS row + king_row.slots
%endmacro

; A pin: the nearest piece of a ray is the king's own, and the second-nearest slides along that ray.
%macro ANSWER_KING_SCAN 0
    vbroadcasti32x4 slide, [sliders]
    vbroadcasti32x4 marks, [pin_marks]
    FIND_BEFORE [ray_minus_one]{1to8}
    vpandnq nearest, before, occupied
    vpandq  behind, occupied, before
    vpaddq  reach, behind, [ray_minus_one]{1to8}
    vpandq  temp, attacks, slide
    vptestmq k1, temp, reach        ; lanes whose second-nearest piece slides towards the king
    vpsrlq  temp, nearest, OWN_FROM_OCCUPIED
    vptestmq k1{k1}, classes, temp  ; lanes with a pin
    vpandq  attacks, attacks, before
    vptestmq k2, attacks, slide     ; lanes with a sliding checker
    vpandq  marks{k1}{z}, marks, reach
    vporq   marks{k1}, marks, nearest
    vpandq  temp{k2}{z}, before, [check_marks]{1to8}
    vporq   marks, marks, temp
    vmovdqa64 temp, [row + king_row.slots]
    vpermb  attacks, temp, attacks
    vpermb  marks, temp, marks
    vptestmb k3, attacks, attacks
    kmovq   [lines + KING_LINES_CHECKERS], k3
    vpmovb2m k4, marks
    kmovq   [lines + KING_LINES_PINNED], k4
    vpaddb  marks, marks, marks
    vpmovb2m k5, marks
    kmovq   [lines + KING_LINES_PIN_ORTHOGONAL], k5
    vpaddb  marks, marks, marks
    vpmovb2m k6, marks
    kmovq   [lines + KING_LINES_PIN_DIAGONAL], k6
    vpaddb  marks, marks, marks
    vpmovb2m k7, marks
    korq    k7, k7, k3
    kmovq   [lines + KING_LINES_CHECK_LINES], k7
    RETURN
%endmacro

; ---- The routines ----------------------------------------------------------------------------------------

; Runs LOAD_CLASSES or LOAD_CLASSES_WIDE, as the set needs, then `answer`, which returns.
%macro ANSWER_BY_WIDTH 1 ; answer
    cmp     dword [set + PIECESET_WIDE], 0
    jne     %%wide
    LOAD_CLASSES
    %1
%%wide:
    LOAD_CLASSES_WIDE
    %1
%endmacro

FUNCTION ks_avx512_in_check, 3
    SELECT_SEEN
    FIND_SEEN [seen_base + seen.minus_one]{1to8}
    vptestmq k1, found, [seen_row_of_king + seen_row.relations]
    RETURN_IN_CHECK

FUNCTION ks_avx512_in_check_set, 4
    SET_ARGUMENTS
    SELECT_ROW SET
    ANSWER_BY_WIDTH ANSWER_IN_CHECK

FUNCTION ks_avx512_attackers, 3
    SELECT_ATTACKED_SIDE
    SELECT_SEEN
    FIND_SEEN [seen_base + seen.minus_one]{1to8}
    vpandq  attacks, found, [seen_row_of_king + seen_row.relations]
    lea     r11, [king_rows]
    RETURN_ATTACKERS r11 + a1 * (king_row_size / seen_row_size) + king_row.slots

FUNCTION ks_avx512_attackers_set, 4
    SET_ARGUMENTS
    SELECT_ATTACKED_SIDE
    SELECT_ROW SET
    ANSWER_BY_WIDTH ANSWER_ATTACKERS

FUNCTION ks_avx512_king_scan, 4
    CHESS_ARGUMENTS
    SELECT_ROW CHESS
    LOAD_CLASSES
    ANSWER_KING_SCAN

FUNCTION ks_avx512_king_scan_set, 5
    SET_ARGUMENTS
    LOAD_ARGUMENT lines, 4
    SELECT_ROW SET
    ANSWER_BY_WIDTH ANSWER_KING_SCAN

; ---- Batches ---------------------------------------------------------------------------------------------

%include "batch.inc"

%macro LOAD_BATCH_CONSTANTS 1 ; CHESS or SET
  %ifidn %1, SET
    lea     rows, [king_rows]
    vmovdqu64 temp, [set + PIECESET_CLASSES]
    vpandq  occupied_classes, temp, [occupied_bits]{1to8}
    vpbroadcastq all_ray_minus_one, [ray_minus_one]
  %else
    lea     rows, [seen_tables]
    vbroadcasti32x4 all_seen_classes, [seen_classes]
    vpbroadcastq all_ray_minus_one, [kinds_minus_one]
  %endif
    vpbroadcastq all_code_bits, [code_bits]
%endmacro

%define table     a2
%define row       king_wide
%define relations king_wide + RELATIONS_OF_COLOUR / side_scaled * rax + king_row.relations
%define seen_row_of_king king_wide + seen.rows
%define kinds     rows + rax + seen.kinds

%macro LOAD_BATCH_CLASSES 0
    vmovdqu64 temp, [table]
    FIND_CLASSES occupied_classes
%endmacro

%macro FIND_BATCH_SEEN 0
    FIND_SEEN all_ray_minus_one
%endmacro

side_scaled equ 32 ; the side asked about of a set is shifted once, and scaled in an address

%macro SELECT_BATCH_ROW 1 ; CHESS or SET
  %ifidn %1, SET
    mov     edx, eax
    xor     eax, [set + PIECESET_A1_FIRST]
    MULTIPLY edx, PIECESET_CLASSES_OF_SIDE
    add     table, set
    MULTIPLY eax, side_scaled
    MULTIPLY king, king_row_size
  %else
    MULTIPLY eax, KINDS_OF_SIDE
    MULTIPLY king, seen_row_size
  %endif
    add     king_wide, rows
%endmacro

; The eight lanes' answers in the lower byte, and 0 in the other.
%macro STORE_ANSWER 2 ; CHESS or SET, address
  %ifidn %1, SET
    FIND_ATTACKED_LANES all_ray_minus_one
  %else
    vptestmq k1, found, [seen_row_of_king + seen_row.relations]
  %endif
    kmovw   %2, k1
%endmacro

%macro CLEAR_ANSWERS 0
    vpxord  temp, temp, temp
    vmovdqu64 [answers], temp
%endmacro

%macro STORE_WORD 0
    vmovdqu64 temp, [answers]
    vptestmb k1, temp, temp
    kmovq   [out], k1
%endmacro

FUNCTION ks_avx512_in_check_batch, 6, {BATCH_SAVED}, BATCH_FRAME
    START_BATCH CHESS
    BATCH_LOOP CHESS, FIND_BATCH_SEEN
    RETURN

FUNCTION ks_avx512_in_check_batch_set, 7, {BATCH_SAVED}, BATCH_FRAME
    START_BATCH SET
    cmp     dword [set + PIECESET_WIDE], 0
    jne     .wide
    BATCH_LOOP SET, LOAD_BATCH_CLASSES
    RETURN
.wide:
    BATCH_LOOP SET, LOAD_CLASSES_WIDE
    RETURN
FUNCTIONS_END
