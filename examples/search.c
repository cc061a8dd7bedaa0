/* An engine's search by Kingscan's public interface alone, with as much of UCI as a game needs:
 *
 *     cc -std=c11 -O2 search.c -lkingscan -o search
 *     printf '%s\n' 'position startpos moves e2e4' 'go depth 6' | ./search
 */
#include <kingscan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MATE = 1000000, INFINITE = MATE + 1, DEEPEST = 60, OLDEST = 100 };

/* The keys of the game's last positions and of the line that is searched; at its root, the best move. */
struct line {
    uint64_t keys[OLDEST + DEEPEST + 62]; /* at most 62 captures follow the deepest move */
    size_t count;
    ks_move best;
};

/* Material and mobility, for the side to move. */
static int evaluate(const ks_position *position) {
    static const int values[16] = {0, 100, 320, 330, 500, 900, 0, 0, 0, -100, -320, -330, -500, -900};
    int score = 0;
    for (int square = 0; square < KS_SQUARES; square++)
        score += values[position->board[square]];
    return (position->side_to_move == KS_WHITE ? score : -score) + (int)ks_count_legal_moves(position);
}

/* The move to try first has the highest rank; then come captures, the most valuable piece by the least. */
static int rank(const ks_position *position, ks_move move, ks_move first) {
    const int captured = ks_captured_code(position, move) & 7,
              mover = position->board[KS_MOVE_FROM(move)] & 7;
    return move == first ? 64 : captured ? 8 * captured - mover : 0;
}

static void sort(const ks_position *position, ks_move_list *list, ks_move first) {
    ks_move *const moves = list->moves;
    for (size_t i = 1; i < list->count; i++) {
        const ks_move move = moves[i];
        size_t to = i;
        for (; to > 0 && rank(position, moves[to - 1], first) < rank(position, move, first); to--)
            moves[to] = moves[to - 1];
        moves[to] = move;
    }
}

/* Alpha-beta, then captures alone. A mate counts for more the sooner it comes; a position that occurs again
 * counts as a draw. */
static int search(struct line *line, const ks_position *position, int ply, int depth, int alpha, int beta) {
    ks_move_list list;
    const unsigned us = position->side_to_move;
    if (!ks_has_legal_move(position))
        return ks_in_check(position->board, ks_king_of(position, us), us) ? ply - MATE : 0;
    if (ply > 0 && (ks_find_draw(position, KS_SAFE, NULL, 0) != KS_DRAW_NONE ||
                    ks_count_repetitions(line->keys, line->count, position->halfmove_clock) > 0))
        return 0;

    const int standing = depth > 0 ? -INFINITE : evaluate(position);
    if (depth > 0)
        ks_legal_moves(position, &list);
    else
        ks_legal_captures(position, &list);
    sort(position, &list, ply == 0 ? line->best : KS_NO_MOVE);
    alpha = standing > alpha ? standing : alpha;
    for (size_t i = 0; i < list.count && alpha < beta; i++) {
        ks_position after;
        ks_after_move(position, list.moves[i], &after);
        line->keys[line->count++] = after.key;
        const int score = -search(line, &after, ply + 1, depth - 1, -beta, -alpha);
        line->count--;
        if (score > alpha) {
            alpha = score;
            if (ply == 0)
                line->best = list.moves[i];
        }
    }
    return alpha;
}

/* Searches to each depth in turn, until a mate is found, and prints the best move. */
static void go(ks_game *game, int depth) {
    struct line line;
    line.count = 0;
    line.best = KS_NO_MOVE;
    const size_t length = ks_game_get_length(game);
    for (size_t ply = length < OLDEST ? 0 : length - OLDEST + 1; ply <= length; ply++) {
        ks_game_go_to(game, ply);
        line.keys[line.count++] = ks_game_get_position(game)->key;
    }
    const ks_position *const position = ks_game_get_position(game);
    char text[KS_UCI_SIZE] = "0000";
    for (int d = 1, mate = 0; d == 1 || (d <= depth && d <= DEEPEST && !mate); d++) {
        const int score = search(&line, position, 0, d, -INFINITE, INFINITE);
        mate = abs(score) > MATE - 2 * DEEPEST;
        const int moves = mate ? (MATE - abs(score) + 1) / 2 * (score < 0 ? -1 : 1) : 0;
        printf("info depth %d score %s %d\n", d, mate ? "mate" : "cp", mate ? moves : score);
    }
    if (line.best != KS_NO_MOVE)
        ks_write_uci(position, line.best, KS_UCI_DEFAULT, text);
    printf("bestmove %s\n", text);
}

int main(void) {
    static char text[1 << 16];
    ks_game *const game = ks_game_new(NULL);
    ks_error error;
    while (game && fgets(text, sizeof text, stdin) && strncmp(text, "quit", 4) != 0) {
        const char *const depth = strstr(text, " depth ");
        if (strncmp(text, "position", 8) == 0 && ks_game_read_uci(game, text, strlen(text), &error) != KS_OK)
            printf("info string %s\n", error.message);
        else if (strncmp(text, "go", 2) == 0)
            go(game, depth ? atoi(depth + 7) : 5);
        else if (strncmp(text, "isready", 7) == 0)
            puts("readyok");
        else if (strncmp(text, "uci", 3) == 0)
            puts("id name search\nuciok");
        fflush(stdout);
    }
    ks_game_free(game);
    return 0;
}
