; four_lanes.asm: the tables of the kernels ssse3 and avx2 for each square of the king. four_lanes.inc describes them.
;
;   king_row ks_four_lanes[64]
;   seen_row ks_seen_lanes[64]
;   slot_row ks_slot_rows[64]

%include "four_lanes.inc"

; ---- Slots of one king ------------------------------------------------------------------------------------

; For the next slot N, sets slot_N to the square in it, or to -1: none; and line_N to the mask of its line.
%macro PUT_SLOT 2 ; square or -1, mask
  %assign slot_%[slot] %1
  %assign line_%[slot] %2
  %assign slot slot + 1
%endmacro

%macro PUT_RAY 3 ; king, files, rows
  %assign line 0
  %assign step 1
  %rep 7
    TARGET %1, (%2) * step, (%3) * step
    %if target >= 0
      %assign line line | 1 << target
      PUT_SLOT target, line
    %endif
    %assign step step + 1
  %endrep
%endmacro

%macro PUT_LEAP 3 ; king, files, rows
    TARGET %1, %2, %3
  %if target >= 0
    PUT_SLOT target, 1 << target
  %else
    PUT_SLOT -1, 0
  %endif
%endmacro

%macro PUT_LANE 5 ; king, files and rows of the first ray, files and rows of the leap
  %assign first_slot slot
    PUT_RAY %1, %2, %3
  %assign leap_bit 1 << 8 * (slot - first_slot)
  %assign leap_bit_%[lane] leap_bit
    PUT_LEAP %1, %4, %5
    PUT_RAY %1, -(%2), -(%3)
  %rep first_slot + 8 - slot
    PUT_SLOT -1, 0
  %endrep
  %assign lane lane + 1
%endmacro

; Sets slot_0 to slot_31, line_0 to line_31, and leap_bit_0 to leap_bit_3: the lowest bit of the leap's byte in each
; lane.
%macro PUT_LANES 1 ; king
  ; The direction of rows further from the middle of the board than the king's: -1 above, 1 below.
  %assign outwards ((%1) >= 32) * 2 - 1
  %assign slot 0
  %assign lane 0
    PUT_LANE %1, 0, -1, -2, outwards
    PUT_LANE %1, 1,  0, -1, 2 * outwards
    PUT_LANE %1, 1, -1,  1, 2 * outwards
    PUT_LANE %1, 1,  1,  2, outwards
%endmacro

%macro FOR_SLOTS 1 ; macro, which gets the square in the slot, or -1
  %assign n 0
  %rep SLOTS
    %1 slot_%[n]
    %assign n n + 1
  %endrep
%endmacro

%macro FOR_LANES 1 ; macro, which gets the bit of the lane's leap
    %1 leap_bit_0
    %1 leap_bit_1
    %1 leap_bit_2
    %1 leap_bit_3
%endmacro

; ---- ks_four_lanes ---------------------------------------------------------------------------------------

%macro SLOT_IN_QUARTER 1 ; square or -1
  %if %1 >= 0 && (%1) / 16 == quarter
    db (%1) % 16
  %else
    db 0x80
  %endif
%endmacro

%macro SLOT_RELATION 1 ; square or -1
  %if %1 >= 0
    RELATION king, %1, pawn_row
    db relation
  %else
    db 0
  %endif
%endmacro

%macro SEEN_SLOT 1 ; square or -1
  %if %1 >= 0
    SEEN_RELATION king, %1
    db KNIGHT_BIT | relation
  %else
    db KNIGHT_BIT
  %endif
%endmacro

%macro SEEN_STARTS 1 ; bit of the leap
    dq 1 + LEAP_LENDS * (%1)
%endmacro

%macro STARTS 1
    dq 1 + (KS_CLASS_OCCUPIED + 1) * (%1)
%endmacro

%macro QUARTERS 0
  %assign quarter 0
  %rep 4
    FOR_SLOTS SLOT_IN_QUARTER
    %assign quarter quarter + 1
  %endrep
%endmacro

%macro RELATIONS 0
  %assign pawn_row -1
    FOR_SLOTS SLOT_RELATION
  %assign pawn_row 1
    FOR_SLOTS SLOT_RELATION
%endmacro

; For each square of the window, the bit %1 if a knight leaps from there to the king.
%macro LEAPS_IN_WINDOW 1
  ; The two rows below the king's in the upper half of the board, above it in the lower.
  %if king < 32
    %assign window king / 8 * 8 + 8
  %else
    %assign window king / 8 * 8 - 16
  %endif
  %assign square window
  %rep WINDOW
    RELATION king, square, 0
    db (%1) * !!(relation & KS_CLASS_KNIGHT)
    %assign square square + 1
  %endrep
  %assign window_of_%[king] window
%endmacro

; After the rows of all kings.
%macro WINDOWS_OF_KINGS 0
  %assign king 0
  %rep 64
    db window_of_%[king]
    %assign king king + 1
  %endrep
%endmacro

section READ_ONLY
align 64
GLOBAL ks_four_lanes, data
ks_four_lanes:
%assign king 0
%rep 64
    PUT_LANES king
    QUARTERS
    FOR_LANES STARTS
    RELATIONS
    LEAPS_IN_WINDOW KS_CLASS_KNIGHT
    dq window
    align 32, db 0
  %assign king king + 1
%endrep
    WINDOWS_OF_KINGS

; ---- ks_seen_lanes ---------------------------------------------------------------------------------------

align 64
GLOBAL ks_seen_lanes, data
ks_seen_lanes:
%assign king 0
%rep 64
    PUT_LANES king
    QUARTERS
    FOR_LANES SEEN_STARTS
    FOR_SLOTS SEEN_SLOT
    LEAPS_IN_WINDOW KNIGHT_BIT
    align 64, db 0
  %assign king king + 1
%endrep
    WINDOWS_OF_KINGS
    KINDS KS_WHITE
    KINDS KS_BLACK
    SEEN_CLASSES

; ---- ks_slot_rows ----------------------------------------------------------------------------------------

; place_N: the slot of square N; 0x80: it has none.
%macro PUT_PLACE 1 ; square or -1
  %if %1 >= 0
    %assign place_%[%1] n
  %endif
%endmacro

%macro PLACES 2 ; first square, first slot
  %assign square %1
  %rep 32
    %if place_%[square] >= (%2) && place_%[square] < (%2) + 16
    db place_%[square] - (%2)
    %else
    db 0x80
    %endif
    %assign square square + 1
  %endrep
%endmacro

%macro SLOT_SQUARE 1 ; square or -1
  %if %1 >= 0
    dq 1 << (%1)
  %else
    dq 0
  %endif
%endmacro

%macro SLOT_LINE 1 ; square or -1
    dq line_%[n]
%endmacro

%macro ORTHOGONAL 0
  %assign orthogonal 0
  %assign square 0
  %rep 64
    RELATION king, square, 0
    %if relation & KS_CLASS_ORTHOGONAL
      %assign orthogonal orthogonal | 1 << square
    %endif
    %assign square square + 1
  %endrep
    dq orthogonal
%endmacro

align 64
GLOBAL ks_slot_rows, data
ks_slot_rows:
%assign king 0
%rep 64
  %assign square 0
  %rep 64
    %assign place_%[square] 0x80
    %assign square square + 1
  %endrep
    PUT_LANES king
    FOR_SLOTS PUT_PLACE
    PLACES 0, 0
    PLACES 0, 16
    PLACES 32, 0
    PLACES 32, 16
    dq 0
    FOR_SLOTS SLOT_SQUARE
    FOR_SLOTS SLOT_LINE
    dq 0
    ORTHOGONAL
    align 32, db 0
  %assign king king + 1
%endrep
