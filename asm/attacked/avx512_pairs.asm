; avx512_pairs.asm: all pairs of attacker and attacked, a target at a time, without a branch for what stands on the
; board. x86-64 with AVX-512 F, BW, VL, VBMI, VBMI2.
;
;   size_t ks_avx512_attack_pairs(const uint8_t board[64], uint8_t *from, uint8_t *to, size_t room)
;
; The contract is kingscan.h's; c/core/kernels/reference.c is the specification in C. Reads the board and the tables of
; avx512.asm; writes only from[0] .. from[room - 1], to[0] .. to[room - 1] and its own stack frame. Clobbers volatile
; general registers, k1 and zmm16-zmm21: the lower sixteen vector registers do not change.
;
; The idea: the lanes of avx512.asm with the target in the king's place. seen.inc finds the classes of what the target
; sees, here with pieces of both colours as enemies. Bytes that attack go back from slots to squares, so that a mask of
; them is in the order of squares, and vpcompressb puts these squares side by side.

%include "pairs.inc"
%include "seen.inc"
%include "avx512.inc"

extern ks_avx512_seen ; of avx512.asm

section READ_ONLY
align 64
squares: ; each one's number
%assign square 0
%rep KS_SQUARES
    db square
  %assign square square + 1
%endrep
kinds_of_both: KINDS_OF_BOTH

section .text

VECTOR kinds, 16            ; by squares
VECTOR found, 17            ; kinds by slots, then classes of what the target sees, then by squares
VECTOR temp, 18
VECTOR all_seen_classes, 19
VECTOR all_minus_one, 20
VECTOR all_squares, 21

%define seen_base r10
%define slots_base seen_base - KING_ROWS_SIZE ; the rows of kings
%define numbers   rbx ; the address of `squares`
%define row       r11
%define scratch   r11
%define scratchb  r11b

FUNCTION ks_avx512_attack_pairs, 4, {rbx}
    lea     seen_base, [ks_avx512_seen]
    vpbroadcastq kinds, [seen_base + seen.code_bits]
    vpandq  kinds, kinds, [board]
    vbroadcasti32x4 temp, [kinds_of_both]
    vpshufb kinds, temp, kinds
    vptestmb k1, kinds, kinds
    kmovq   targets, k1
    xor     eax, eax
    test    targets, targets
    jz      .end
    vbroadcasti32x4 all_seen_classes, [seen_base + seen.classes]
    vpbroadcastq all_minus_one, [seen_base + seen.minus_one]
    lea     numbers, [squares]
    vmovdqa64 all_squares, [numbers]
.next:
    tzcnt   victim, targets
    mov     row, victim
    MULTIPLY row, seen_row_size
    vmovdqa64 found, [seen_base + row + seen.rows + seen_row.squares]
    vpermb  found, found, kinds
    vpaddq  found, found, all_minus_one
    vpshufb found, all_seen_classes, found
    vpandq  found, found, [seen_base + row + seen.rows + seen_row.relations]
    vmovdqa64 temp, [slots_base + king_row_size / seen_row_size * row + king_row.slots]
    vpermb  found, temp, found
    vptestmb k1, found, found
    kmovq   mask, k1
    vpcompressb found{k1}{z}, all_squares
    vpbroadcastb temp_x, [numbers + victim]
    JUMP_IF_FEW scratch, .few
    vmovdqu8 [from + count], found_x
    vmovdqu8 [to + count], temp_x
    popcnt  mask, mask
    add     count, mask
.stored:
    NEXT_TARGET .next
.end:
    RETURN
.few:
    STORE_FEW scratch, scratchb, .stored
FUNCTIONS_END
