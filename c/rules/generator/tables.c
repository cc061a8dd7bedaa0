/* Fills the tables that every build of the generator needs: 50 KiB. */
#include "rules/generator/tables.h"

#include <stdbool.h>

#include "core/board/geometry.h"
#include "rules/attacks.h"

struct castling_way ks_castling_ways[8][8];
uint64_t ks_lines_between[64][64];
CACHE_LINE uint64_t ks_attacks_from[64][16];
const int16_t ks_usual_values[8] = {[KS_WHITE_PAWN] = USUAL_PAWN,
                                    [KS_WHITE_KNIGHT] = USUAL_MINOR,
                                    [KS_WHITE_BISHOP] = USUAL_MINOR,
                                    [KS_WHITE_ROOK] = USUAL_ROOK,
                                    [KS_WHITE_QUEEN] = USUAL_QUEEN};
uint64_t ks_sources[2][SOURCES][64];
CACHE_LINE uint64_t ks_code_planes[16][4];

static void fill_castling_ways(void) {
    for (unsigned king = 0; king < 8; king++)
        for (unsigned rook = 0; rook < 8; rook++) {
            const unsigned king_to = rook > king ? 6 : 2, rook_to = rook > king ? 5 : 3;
            const uint64_t way = row_span(king, king_to), both = bit(king) | bit(rook);
            ks_castling_ways[king][rook] =
                (struct castling_way){(way | row_span(rook, rook_to)) & ~both, way};
        }
}

/* A ray's squares up to b are those that the ray on from b lacks. */
static void fill_lines(void) {
    for (unsigned a = 0; a < KS_SQUARES; a++)
        for (unsigned direction = 0; direction < 8; direction++)
            for (uint64_t rest = ks_rays[a][direction]; rest; rest &= rest - 1) {
                const unsigned b = lowest_square(rest);
                ks_lines_between[a][b] = ks_rays[a][direction] & ~ks_rays[b][direction];
            }
}

static void fill_attacks(unsigned square) {
    const uint64_t *rays = ks_rays[square];
    const uint64_t orthogonal = rays[NORTH] | rays[EAST] | rays[SOUTH] | rays[WEST];
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        uint64_t *const of = ks_attacks_from[square] + (side == KS_BLACK ? KS_BLACK_BIT : 0);
        of[KS_WHITE_PAWN] = attack_left(bit(square), side) | attack_right(bit(square), side);
        of[KS_WHITE_KNIGHT] = ks_leaps[square];
        of[KS_WHITE_BISHOP] = ks_lines[square] & ~orthogonal;
        of[KS_WHITE_ROOK] = orthogonal;
        of[KS_WHITE_QUEEN] = ks_lines[square];
        of[KS_WHITE_KING] = ks_steps[square];
    }
}

static void fill_sources(unsigned square) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        uint64_t(*const of)[64] = ks_sources[side];
        const unsigned enemy = side ^ 1;
        const uint64_t behind = push(bit(square), enemy);
        const uint64_t twice = square / 8 == (side == KS_WHITE ? 4 : 3) ? push(behind, enemy) : 0;
        for (unsigned piece = KS_WHITE_KNIGHT; piece <= KS_WHITE_KING; piece++)
            of[piece][square] = ks_attacks_from[square][piece];
        if (square / 8 == back_row(enemy))
            continue;
        of[KS_WHITE_PAWN][square] = behind | twice;
        if (square / 8 == (side == KS_WHITE ? 2 : 5))
            continue;
        of[CAPTURING_PAWN][square] = attack_left(bit(square), enemy) | attack_right(bit(square), enemy);
    }
}

void ks_fill_generator_tables(void) {
    fill_castling_ways();
    fill_lines();
    for (unsigned square = 0; square < KS_SQUARES; square++)
        fill_attacks(square);
    for (unsigned square = 0; square < KS_SQUARES; square++)
        fill_sources(square);
    for (unsigned code = 0; code <= KS_BLACK_KING; code++)
        for (unsigned n = 0; n < 4; n++)
            ks_code_planes[code][n] = -(uint64_t)(code >> n & 1);
}
