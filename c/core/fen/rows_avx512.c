/* Writes the rows of a FEN with AVX-512: all eight at once up to their letters and numbers, then four at a
 * time. */
#include "core/fen/write.h"
#include "core/processor/intrinsics.h"

/* Each byte becomes its letter; the last square of a run of empty ones becomes their number, as in
 * rows_tmpl.c. Then the 32 squares of four rows, with a slash behind each row, are drawn together: a row that
 * ends in an empty square has its number before the slash. */
char *ks_avx512_write_rows(char *out, const uint8_t board[64]) {
    enum { HALF = 32, CELLS = 36, STORED = 40 };
    /* The squares of each half by cells: a row has nine, and the last one is its end. */
    static const uint8_t cells[2][64] = {
        {0,  1,  2,  3,  4,  5,  6,  7,  64, 8,  9,  10, 11, 12, 13, 14, 15, 64,
         16, 17, 18, 19, 20, 21, 22, 23, 64, 24, 25, 26, 27, 28, 29, 30, 31, 64},
        {32, 33, 34, 35, 36, 37, 38, 39, 64, 40, 41, 42, 43, 44, 45, 46, 47, 64,
         48, 49, 50, 51, 52, 53, 54, 55, 64, 56, 57, 58, 59, 60, 61, 62, 63, 64}};
    static const uint64_t ends = 1 << 8 | 1 << 17 | 1 << 26 | (uint64_t)1 << 35;
    const __m512i letters = _mm512_broadcast_i32x4(
        _mm_setr_epi8(0, 'P', 'N', 'B', 'R', 'Q', 'K', 0, 0, 'p', 'n', 'b', 'r', 'q', 'k', 0));
    const __m512i codes = _mm512_loadu_si512(board), ones = _mm512_set1_epi8(1);
    const __mmask64 filled = _mm512_test_epi8_mask(codes, codes);
    const __m512i empty = _mm512_maskz_set1_epi8(~filled, -1);
    __m512i run = _mm512_and_si512(empty, ones);
    run = _mm512_add_epi8(run, _mm512_and_si512(_mm512_slli_epi64(run, 8), empty));
    run = _mm512_mask_add_epi8(run, _mm512_cmpeq_epi8_mask(run, _mm512_set1_epi8(2)), run,
                               _mm512_slli_epi64(run, 16));
    run = _mm512_mask_add_epi8(run, _mm512_cmpeq_epi8_mask(run, _mm512_set1_epi8(4)), run,
                               _mm512_slli_epi64(run, 32));
    const __m512i digits = _mm512_add_epi8(run, _mm512_set1_epi8('0'));
    const __m512i text = _mm512_mask_shuffle_epi8(digits, filled, letters, codes);
    /* An empty square is dropped when the next one of its row is empty too. */
    const uint64_t kept = filled | filled >> 1 | UINT64_C(0x8080808080808080);
    for (unsigned half = 0; half < 2; half++) {
        const uint64_t places = _pdep_u64(kept >> HALF * half, ((uint64_t)1 << CELLS) - 1 - ends) | ends;
        const __m512i cell =
            _mm512_permutex2var_epi8(text, _mm512_loadu_si512(cells[half]), _mm512_set1_epi8('/'));
        _mm512_mask_storeu_epi8(out, ((uint64_t)1 << STORED) - 1, _mm512_maskz_compress_epi8(places, cell));
        out += _mm_popcnt_u64(places);
    }
    return out;
}
