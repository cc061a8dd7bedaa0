; avx512.asm: the whole question as a dozen instructions, without a branch. x86-64 with AVX-512 F, BW, VBMI.
;
;   int      ks_avx512_in_check     (const uint8_t board[64], unsigned king_square, unsigned side)
;   uint64_t ks_avx512_attackers    (const uint8_t board[64], unsigned square, unsigned by_side)
;   void     ks_avx512_king_scan    (const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines)
;   void     ks_avx512_in_check_batch(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
;                                     const uint8_t *sides, size_t n, uint64_t *out_bits)
;   and each of them again with _set behind its name and a ks_pieceset as first argument
;
; The contract is kingscan.h's; c/core/reference.c says the same in C. Squares below 64 and sides below 2 are
; preconditions. Reads the boards, the set and the tables here; writes only what *lines or out_bits points to,
; and its own stack frame. Clobbers volatile general registers, k1-k7 and zmm16-zmm31: the lower sixteen vector
; registers stay as they are, so there are no upper halves to clean with vzeroupper.
;
; The idea: one vpermb lays the squares that matter to the king out as eight lanes of eight bytes, a lane for
; each direction: first a knight's leap, then the seven squares of the ray, nearest first. A second vpermb
; turns codes into attack classes. Then each lane is one 64-bit number in which the nearest piece of the ray is
; the lowest bit of those that say "occupied", and with x = occupied bits,
;     x ^ (x - 1)   has every bit up to that piece (and every bit when the ray is empty): what the king sees,
;     x & (x - 1)   is x without it, so that the second-nearest is found in the same way: pins.
; The knight's byte lies below all others, so the king always sees it; its own occupied bit is masked out.
; What attacks from where it stands is (classes & relations) of a row made for each square and colour. Slots
; that are off the board lie behind all squares of their ray and hide nothing; their relation is none.

%include "kernel.inc"
%include "vector.inc"

; ---- Tables ----------------------------------------------------------------------------------------------

; What is known of one king square and colour, by slots of the lanes.
struc king_row
  .squares   resb 64 ; which square lies in the slot; off the board, the king's
  .relations resb 64 ; with which classes a piece in that slot attacks the king
endstruc

%macro SQUARE_SLOT 3 ; king, files, rows
  TARGET %1, %2, %3
  %if target >= 0
    db target
  %else
    db %1
  %endif
%endmacro

%macro RELATION_SLOT 3 ; king, files, rows
  TARGET %1, %2, %3
  %if target >= 0
    RELATION %1, target, pawn_row
    db relation
  %else
    db 0
  %endif
%endmacro

; Sets `slot_of_N` for each square N that has a slot, and `slot_off_board` to one that is off the board.
%macro FIND_SLOT 3 ; king, files, rows
  TARGET %1, %2, %3
  %if target >= 0
    %assign slot_of_%[target] slot
  %else
    %assign slot_off_board slot
  %endif
  %assign slot slot + 1
%endmacro

%macro LANE 6 ; what to do for each slot, king, files and rows of the direction, files and rows of the leap
    %1 %2, %5, %6
  %assign step 1
  %rep 7
    %1 %2, (%3) * step, (%4) * step
    %assign step step + 1
  %endrep
%endmacro

; Even lanes are orthogonal, odd ones diagonal.
%macro FOR_SLOTS 2 ; what to do for each slot, king
    LANE %1, %2,  0, -1,  1, -2
    LANE %1, %2,  1, -1,  2, -1
    LANE %1, %2,  1,  0,  2,  1
    LANE %1, %2,  1,  1,  1,  2
    LANE %1, %2,  0,  1, -1,  2
    LANE %1, %2, -1,  1, -2,  1
    LANE %1, %2, -1,  0, -2, -1
    LANE %1, %2, -1, -1, -1, -2
%endmacro

%macro KING_ROWS 1 ; on which side of the king enemy pawns stand that attack it: -1 above, 1 below
  %assign pawn_row %1
  %assign king 0
  %rep 64
    FOR_SLOTS SQUARE_SLOT, king
    FOR_SLOTS RELATION_SLOT, king
    %assign king king + 1
  %endrep
%endmacro

; The way back from slots to squares: for each king square, the slot of each square; for squares that have
; none, a slot off the board.
%macro SLOT_ROWS 0
  %assign king 0
  %rep 64
    %assign slot 0
    %assign square 0
    %rep 64
      %assign slot_of_%[square] -1
      %assign square square + 1
    %endrep
    FOR_SLOTS FIND_SLOT, king
    %assign square 0
    %rep 64
      %if slot_of_%[square] >= 0
    db slot_of_%[square]
      %else
    db slot_off_board
      %endif
      %assign square square + 1
    %endrep
    %assign king king + 1
  %endrep
%endmacro

; Marks of a square in a king scan, a bit each, from the top down in the order in which they are read.
MARK_PINNED     equ 0x80 ; the pinned piece; the bit of a class byte that says "occupied"
MARK_ORTHOGONAL equ 0x40 ; on the line of an orthogonal pin
MARK_DIAGONAL   equ 0x20 ; on the line of a diagonal pin
MARK_CHECK      equ 0x10 ; between the king and a sliding checker, or that checker

%if MARK_PINNED != KS_OCCUPIED || KS_OCCUPIED != 2 * KS_OWN || PIECESET_CLASSES != 0
  %error "the king scan and the batches rest on where these bits and that table lie"
%endif

section .rodata
align 64
king_rows:
    KING_ROWS -1 ; white king
    KING_ROWS 1  ; black king
slot_rows:
    SLOT_ROWS

; The slots of an orthogonal and of a diagonal lane: with what a piece slides along them, and how the line of a
; pin along them is marked on the way back to squares.
%macro LANE_PAIR 2 ; bytes of an orthogonal lane, of a diagonal one; the leap's byte is 0
    db 0
    times 7 db %1
    db 0
    times 7 db %2
%endmacro
sliders:   LANE_PAIR KS_ORTHOGONAL, KS_DIAGONAL
pin_marks: LANE_PAIR MARK_ORTHOGONAL, MARK_DIAGONAL

occupied_bits: dq 0x8080808080808000 ; of a lane; the leap hides nothing
minus_one:     dq -1
check_marks:   dq MARK_CHECK * 0x0101010101010100

section .text

; ---- Registers -------------------------------------------------------------------------------------------

%define board    a0
%define table    a2    ; of the classes that codes have against this colour
%define row      r10   ; of king_rows, for this square and colour
%define slot_row r11
%define lines    a3    ; where the result of a king scan goes
%define classes  zmm16 ; of the pieces, by slots
%define occupied zmm17 ; one bit for each piece of a ray
%define before   zmm18 ; occupied - 1
%define seen     zmm19
%define attacks  zmm20 ; classes & relations
%define temp     zmm21
; and for pins:
%define nearest  zmm22 ; one bit for the nearest piece of each ray
%define behind   zmm23 ; occupied without nearest
%define reach    zmm24 ; of each lane, the bits up to the second-nearest piece
%define slide    zmm25 ; sliders
%define marks    zmm26
; and in batches, constants:
%define all_occupied_bits zmm27
%define all_minus_one     zmm28

; ---- Steps -----------------------------------------------------------------------------------------------

; row, table = those of this square, side and set.
%macro SELECT_ROW 1 ; CHESS or SET
    SELECT_COLOUR %1
    shl     t1d, 7 ; king_row_size
    lea     row, [king_rows]
    add     row, t1
%endmacro

; slot_row = that of this square.
%macro SELECT_SLOT_ROW 0
    shl     a1d, 6
    lea     slot_row, [slot_rows]
    add     slot_row, a1
%endmacro

; classes = those of a narrow set: its table repeats every sixteen bytes, so six bits of a code will do.
%macro LOAD_CLASSES 0
    vmovdqa64 classes, [row + king_row.squares]
    vpermb  classes, classes, [board]
    vpermb  classes, classes, [table]
%endmacro

; classes = those of a wide set: the lower half of its table, the upper half, and bit 7 of the code to choose.
%macro LOAD_CLASSES_WIDE 0
    vmovdqa64 classes, [row + king_row.squares]
    vpermb  classes, classes, [board]
    vpmovb2m k1, classes
    vmovdqa64 seen, classes
    vmovdqu64 temp, [table + 128]
    vpermi2b seen, temp, [table + 192]
    vmovdqu64 temp, [table]
    vpermi2b classes, temp, [table + 64]
    vmovdqu8 classes{k1}, seen
%endmacro

; seen = of each lane, the bits up to the nearest piece of the ray.
%macro FIND_SEEN 0
    vpandq  occupied, classes, [occupied_bits]{1to8}
    vpaddq  before, occupied, [minus_one]{1to8}
    vpxorq  seen, occupied, before
%endmacro

; attacks = the classes with which pieces that the king sees attack it.
%macro FIND_ATTACKS 0
    vpandq  attacks, classes, [row + king_row.relations]
    FIND_SEEN
    vpandq  attacks, attacks, seen
%endmacro

; ---- The routines ----------------------------------------------------------------------------------------

%macro ANSWER_IN_CHECK 0
    vpandq  occupied, classes, [occupied_bits]{1to8}
    vpaddq  before, occupied, [minus_one]{1to8}
    vpternlogq classes, occupied, before, 0x60 ; classes & (occupied ^ before)
    vptestmq k1, classes, [row + king_row.relations]
    xor     eax, eax
    kortestw k1, k1
    setnz   al
    RETURN
%endmacro

%macro ANSWER_ATTACKERS 0
    SELECT_SLOT_ROW
    FIND_ATTACKS
    vmovdqa64 temp, [slot_row]
    vpermb  temp, temp, attacks
    vptestmb k1, temp, temp
    kmovq   rax, k1
    RETURN
%endmacro

; A pin: the nearest piece of a ray is the king's own, and the second-nearest slides along that ray.
%macro ANSWER_KING_SCAN 0
    SELECT_SLOT_ROW
    vbroadcasti32x4 slide, [sliders]
    vbroadcasti32x4 marks, [pin_marks]
    vpandq  attacks, classes, [row + king_row.relations]
    FIND_SEEN
    vpandnq nearest, before, occupied
    vpandq  behind, occupied, before
    vpaddq  temp, behind, [minus_one]{1to8}
    vpxorq  reach, behind, temp
    vpandq  temp, attacks, slide
    vptestmq k1, temp, reach        ; lanes whose second-nearest piece slides towards the king
    vpsrlq  temp, nearest, 1        ; from KS_OCCUPIED to KS_OWN
    vptestmq k1{k1}, classes, temp  ; lanes with a pin
    vpandq  attacks, attacks, seen
    vptestmq k2, attacks, slide     ; lanes with a sliding checker
    vpandq  marks{k1}{z}, marks, reach
    vporq   marks{k1}, marks, nearest
    vpandq  temp{k2}{z}, seen, [check_marks]{1to8}
    vporq   marks, marks, temp
    vmovdqa64 temp, [slot_row]
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

FUNCTION ks_avx512_in_check, 3
    CHESS_ARGUMENTS
    SELECT_ROW CHESS
    LOAD_CLASSES
    ANSWER_IN_CHECK

FUNCTION ks_avx512_in_check_set, 4
    SET_ARGUMENTS
    SELECT_ROW SET
    ANSWER_BY_WIDTH ANSWER_IN_CHECK

FUNCTION ks_avx512_attackers, 3
    CHESS_ARGUMENTS
    SELECT_ATTACKED_SIDE
    SELECT_ROW CHESS
    LOAD_CLASSES
    ANSWER_ATTACKERS

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
;
; Board by board as in in_check; the processor overlaps them by itself, since nothing of one waits for another.
; The eight lanes' answers of a board are stored as one byte, and sixty-four such bytes make a word of out_bits.
;
; Two boards a turn and no more: with many the loads stand at as many addresses, each with a stride that the
; hardware's prefetcher doesn't follow (64 a turn: twice as slow in memory). Fetching 64 boards ahead helps
; where the boards come from memory, and costs nothing where they don't. bench/README.md has the figures.

; board, row and table are as above; besides:
%define stride   rsi
%define left     r8   ; boards
%define kings    rcx
%define sides    r9
%define out      r11
%define set      r12
%define rows     r13  ; king_rows
%define ahead    rbx  ; how far boards are fetched ahead
%define index    rbp  ; of a board in its word
%define king     r14d

PREFETCH_BOARDS equ 64
BATCH_FRAME     equ 80 ; a byte a board, and one more that a two-byte store may reach

; From either form to the registers above. Boards, stride, kings, sides, n, out are arguments 0 to 5, and with a set
; before them 1 to 6.
%macro BATCH_ARGUMENTS_CHESS 0
    mov     out, a5
    mov     sides, a3
    mov     kings, a2
    lea     set, [ks_chess_local]
%endmacro

%macro BATCH_ARGUMENTS_SET 0
    mov     set, a0
    mov     board, a1
    mov     stride, a2
    xchg    a4, a5 ; sides and left
    LOAD_ARGUMENT out, 6
%endmacro

; Stores the answer of a board as a byte that isn't 0 when the king is in check.
%macro BATCH_BOARD 3 ; CHESS or SET, macro that loads classes, number in addition to `index`
    movzx   eax, byte [sides + index + %3]
    mov     edx, eax
  %ifidn %1, SET
    xor     eax, [set + PIECESET_A1_FIRST]
  %endif
    shl     eax, 6
    movzx   king, byte [kings + index + %3]
    add     eax, king
    shl     eax, 7 ; king_row_size
    lea     row, [rows + rax]
    shl     edx, 8
    add     table, set ; PIECESET_CLASSES is 0
    prefetcht0 [board + ahead]
    %2
    vpandq  occupied, classes, all_occupied_bits
    vpaddq  before, occupied, all_minus_one
    vpternlogq classes, occupied, before, 0x60 ; classes & (occupied ^ before)
    vptestmq k1, classes, [row + king_row.relations]
    kmovw   [rsp + index + %3], k1
    add     board, stride
%endmacro

%macro STORE_WORD 0
    vmovdqu64 temp, [rsp]
    vptestmb k1, temp, temp
    kmovq   [out], k1
%endmacro

%macro BATCH_LOOP 2 ; CHESS or SET, macro that loads classes
%%word:
    cmp     left, 64
    jb      %%rest
    xor     ebp, ebp
%%pair:
    BATCH_BOARD %1, %2, 0
    BATCH_BOARD %1, %2, 1
    add     ebp, 2
    cmp     ebp, 64
    jne     %%pair
    STORE_WORD
    add     out, 8
    add     kings, 64
    add     sides, 64
    sub     left, 64
    jmp     %%word
%%rest:
    test    left, left
    jz      %%done
    vpxord  temp, temp, temp
    vmovdqu64 [rsp], temp
    xor     ebp, ebp
%%one:
    BATCH_BOARD %1, %2, 0
    inc     ebp
    cmp     index, left
    jne     %%one
    STORE_WORD
%%done:
%endmacro

%macro IN_CHECK_BATCH 1 ; CHESS or SET
    BATCH_ARGUMENTS_%1
    lea     rows, [king_rows]
    imul    ahead, stride, PREFETCH_BOARDS
    vpbroadcastq all_occupied_bits, [occupied_bits]
    vpbroadcastq all_minus_one, [minus_one]
  %ifidn %1, SET
    cmp     dword [set + PIECESET_WIDE], 0
    jne     %%wide
  %endif
    BATCH_LOOP %1, LOAD_CLASSES
    RETURN
  %ifidn %1, SET
%%wide:
    BATCH_LOOP %1, LOAD_CLASSES_WIDE
    RETURN
  %endif
%endmacro

FUNCTION ks_avx512_in_check_batch, 6, {rbx, rbp, r12, r13, r14}, BATCH_FRAME
    IN_CHECK_BATCH CHESS

FUNCTION ks_avx512_in_check_batch_set, 7, {rbx, rbp, r12, r13, r14}, BATCH_FRAME
    IN_CHECK_BATCH SET
