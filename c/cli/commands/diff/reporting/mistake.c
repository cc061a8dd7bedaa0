/* Each sign is a function that looks at the position, or at the moves that led there. */
#include "cli/commands/diff/reporting/mistake.h"

#include <stdlib.h>
#include <string.h>

#include "cli/positions/square_names.h"
#include "core/board/geometry.h"
#include "rules/position.h"

/* A finding, and the move of its first claim. */
struct scene {
    const struct replay *replay;
    const struct finding *finding;
    const struct claim *claim;
    const ks_position *position;
    unsigned us, from, to;
};

/* ---- Signs of the move ---- */

static bool always(const struct scene *scene) {
    (void)scene;
    return true;
}

static unsigned king_of(const struct scene *scene) {
    return ks_king_square(scene->position, scene->us);
}

static unsigned type_at(const struct scene *scene, unsigned square) {
    return scene->position->board[square] & 7;
}

/* Whether the other side attacks a square on the board. */
static bool is_attacked(const struct scene *scene, const uint8_t board[KS_SQUARES], unsigned square) {
    return ks_attackers(board, square, scene->us ^ 1) != 0;
}

static bool in_check(const struct scene *scene) {
    return is_attacked(scene, scene->position->board, king_of(scene));
}

static bool captures(const struct scene *scene) {
    return scene->position->board[scene->to] != KS_EMPTY;
}

static bool two_ranks(const struct scene *scene) {
    return abs((int)(scene->from >> 3) - (int)(scene->to >> 3)) == 2;
}

static bool on_the_kings_rank(const struct scene *scene) {
    return scene->from >> 3 == king_of(scene) >> 3;
}

static bool beside_king(const struct scene *scene) {
    const unsigned king = ks_king_square(scene->position, scene->us ^ 1);
    return abs((int)(scene->to & 7) - (int)(king & 7)) <= 1 &&
           abs((int)(scene->to >> 3) - (int)(king >> 3)) <= 1;
}

static bool behind_king(const struct scene *scene) {
    return !is_attacked(scene, scene->position->board, scene->to);
}

/* No piece but a rook, a bishop or a queen goes so far. */
static bool wraps(const struct scene *scene) {
    const unsigned type = type_at(scene, scene->from);
    return (type == KS_WHITE_KNIGHT || type == KS_WHITE_KING || type == KS_WHITE_PAWN) &&
           abs((int)(scene->to & 7) - (int)(scene->from & 7)) > 4;
}

/* The engine lacks a promotion, but not the one to a queen. */
static bool queen_is_there(const struct scene *scene) {
    const struct finding *const finding = scene->finding;
    for (size_t i = 0; i < finding->claim_count; i++) {
        const char *const move = finding->claims[i].move;
        if (strncmp(move, scene->claim->move, 4) == 0 && move[4] == 'q')
            return false;
    }
    return true;
}

/* ---- Signs of castling ---- */

static bool in_chess960(const struct scene *scene) {
    return any_is_chess960(&scene->replay->start);
}

/* Whether castling goes to the side of the a-file. */
static bool goes_queenside(const struct scene *scene) {
    return (scene->to & 7) < (scene->from & 7);
}

/* The square beside the rook of the a-file, which only the rook passes over. */
static unsigned beside_rook(const struct scene *scene) {
    return KS_SQUARE(1, scene->from >> 3);
}

static bool beside_rook_is_full(const struct scene *scene) {
    return goes_queenside(scene) && scene->position->board[beside_rook(scene)] != KS_EMPTY;
}

/* Whether the rook, or a square that only the rook passes over, is attacked. */
static bool rook_is_attacked(const struct scene *scene) {
    const unsigned rook =
        ks_castling_rook(scene->position, scene->us, goes_queenside(scene) ? KS_QUEENSIDE : KS_KINGSIDE);
    if (rook == KS_NO_SQUARE)
        return false;
    const unsigned king_to = castled_king(scene->us, scene->from, rook);
    uint64_t way = row_span(scene->from, rook) & ~row_span(scene->from, king_to);
    for (; way; way &= way - 1)
        if (is_attacked(scene, scene->position->board, lowest_square(way)))
            return true;
    return false;
}

/* ---- Signs of the moves before ---- */

/* Whether one of the moves fits. ours: of the side to move now; else of the other side. */
static bool was_made(const struct scene *scene, bool ours,
                     bool (*fits)(const struct scene *scene, const ks_position *before, ks_move move)) {
    ks_position position = scene->replay->start.chess;
    ks_undo undo;
    for (unsigned i = 0; i < scene->replay->count; i++) {
        const ks_move move = (ks_move)scene->replay->moves[i];
        if ((position.side_to_move == scene->us) == ours && fits(scene, &position, move))
            return true;
        ks_make_move(&position, move, &undo);
    }
    return false;
}

static bool takes_rook(const struct scene *scene, const ks_position *before, ks_move move) {
    return (before->board[KS_MOVE_TO(move)] & 7) == KS_WHITE_ROOK &&
           KS_MOVE_TO(move) >> 3 == (scene->us == KS_WHITE ? 7 : 0);
}

static bool castles(const struct scene *scene, const ks_position *before, ks_move move) {
    (void)scene, (void)before;
    return KS_MOVE_KIND(move) == KS_MOVE_CASTLING;
}

static bool moves_king(const struct scene *scene, const ks_position *before, ks_move move) {
    (void)scene;
    return (before->board[KS_MOVE_FROM(move)] & 7) == KS_WHITE_KING;
}

static bool moves_rook(const struct scene *scene, const ks_position *before, ks_move move) {
    (void)scene;
    return (before->board[KS_MOVE_FROM(move)] & 7) == KS_WHITE_ROOK;
}

static bool rook_was_taken(const struct scene *scene) {
    return was_made(scene, false, takes_rook);
}

static bool has_castled(const struct scene *scene) {
    return was_made(scene, true, castles);
}

static bool king_has_moved(const struct scene *scene) {
    return was_made(scene, true, moves_king);
}

static bool rook_has_moved(const struct scene *scene) {
    return was_made(scene, true, moves_rook);
}

/* ---- All ---- */

static const struct {
    const char *rule;
    bool (*sign)(const struct scene *scene);
    const char *sentence;
} mistakes[] = {
#define MISTAKE(identifier, rule, sign, sentence) {rule, sign, sentence},
#include "cli/commands/diff/reporting/mistakes.def"
#undef MISTAKE
};

enum mistake mistake_find(const struct replay *replay, const struct finding *finding) {
    const struct claim *const claim = &finding->claims[finding->first];
    struct scene scene = {.replay = replay,
                          .finding = finding,
                          .claim = claim,
                          .position = &finding->position.chess,
                          .us = finding->position.chess.side_to_move};
    if (finding->position.variant)
        return MISTAKES;
    const char *const to = read_square_name(NULL, claim->move, &scene.from);
    if (!to || !read_square_name(NULL, to, &scene.to))
        return MISTAKES;
    for (unsigned i = 0; i < MISTAKES; i++)
        if (strcmp(claim->rule, mistakes[i].rule) == 0 && mistakes[i].sign(&scene))
            return (enum mistake)i;
    return MISTAKES;
}

const char *mistake_sentence(enum mistake mistake) {
    return mistake < MISTAKES ? mistakes[mistake].sentence : NULL;
}
