/* Finds the features of nets as a user of `kingscan diff --features Chess768_hm+Full_Threats --library`
 * might: an example for its tests. The features of pieces are updated move by move, those of attacks found
 * anew on each board. The extractor is correct; each of the macros below adds one mistake that the
 * comparison must find. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int features(const char *fen, int perspective, int *out);
int features_after(const char *fen, const char *moves, int perspective, int *out);

/* Squares count from a1; pieces are 0 to 5 for white's pawn to king, 6 to 11 for black's. */
enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, EMPTY = 12, PIECES = 768 };

/* A board, and the features of pieces that somebody sees. */
struct net {
    int board[64], side;
    bool active[PIECES];
};

/* ---- Pieces ---- */

static int find_king(const struct net *net, int side) {
    int square = 0;
    while (net->board[square] != KING + 6 * side)
        square++;
    return square;
}

static bool is_right(int square) {
#ifdef MIRRORS_LATE
    return square % 8 > 4;
#else
    return square % 8 > 3;
#endif
}

/* Returns a number to xor squares with. It flips black's board, and mirrors boards until the own king is on
 * the left. */
static int turn_of(const struct net *net) {
    return (net->side ? 56 : 0) ^ (is_right(find_king(net, net->side)) ? 7 : 0);
}

static int own_piece(const struct net *net, int piece) {
    return net->side ? (piece + 6) % 12 : piece;
}

static void set(struct net *net, int turn, int square, bool active) {
    net->active[64 * own_piece(net, net->board[square]) + (square ^ turn)] = active;
}

static void refresh(struct net *net) {
    const int turn = turn_of(net);
    memset(net->active, 0, sizeof net->active);
    for (int square = 0; square < 64; square++)
        if (net->board[square] != EMPTY)
            set(net, turn, square, true);
}

static void take_off(struct net *net, int turn, int square) {
    if (net->board[square] != EMPTY)
        set(net, turn, square, false);
    net->board[square] = EMPTY;
}

static void put_on(struct net *net, int turn, int square, int piece) {
    net->board[square] = piece;
    set(net, turn, square, true);
}

/* ---- Attacks ---- */

static bool steps(int piece, int from, int to) {
    const int kind = piece % 6, files = abs(to % 8 - from % 8), ranks = to / 8 - from / 8;
    const bool straight = !files != !ranks, diagonal = files && files == abs(ranks);
    switch (kind) {
    case PAWN:
#ifdef PAWNS_FORWARD
        return files == 1 && ranks == 1 && from / 8 > 0 && from / 8 < 7;
#else
        return files == 1 && ranks == (piece < 6 ? 1 : -1) && from / 8 > 0 && from / 8 < 7;
#endif
    case KNIGHT:
        return files * files + ranks * ranks == 5;
    case KING:
        return from != to && files < 2 && abs(ranks) < 2;
    default:
        return (straight && kind != BISHOP) || (diagonal && kind != ROOK);
    }
}

static bool is_open(const int *board, int from, int to) {
#ifndef SEES_THROUGH
    const int files = to % 8 - from % 8, ranks = to / 8 - from / 8;
    const int distance = abs(files) > abs(ranks) ? abs(files) : abs(ranks);
    for (int i = 1; i < distance && (files * ranks == 0 || abs(files) == abs(ranks)); i++)
        if (board[from + i * (files / distance) + 8 * i * (ranks / distance)] != EMPTY)
            return false;
#else
    (void)board, (void)from, (void)to;
#endif
    return true;
}

/* Rows are attackers, columns what they attack: pawn, knight, bishop, rook, queen, king. */
static const int slots[6][6] = {{-1, 0, -1, 1, -1, -1}, {0, 1, 2, 3, 4, -1}, {0, 1, 2, 3, -1, -1},
                                {0, 1, 2, 3, -1, -1},   {0, 1, 2, 3, 4, -1}, {-1, -1, -1, -1, -1, -1}};
static const int slot_count[6] = {2, 5, 4, 4, 5, 0};

/* The number of attacks of a piece from all squares before `from`, and from there to those before `to`. */
static int number_of(int piece, int from, int to) {
    static int numbers[12][64 * 64 + 1];
    if (numbers[KNIGHT][64 * 64] == 0)
        for (int each = 0; each < 12; each++)
            for (int i = 0; i < 64 * 64; i++)
                numbers[each][i + 1] = numbers[each][i] + steps(each, i / 64, i % 64);
    return numbers[piece][64 * from + to];
}

static int index_of_attack(int piece, int from, int attacked, int to) {
    int first = PIECES;
    for (int before = 0; before < piece; before++)
        first += 2 * slot_count[before % 6] * number_of(before, 63, 64);
    return first +
           (attacked / 6 * slot_count[piece % 6] + slots[piece % 6][attacked % 6]) *
               number_of(piece, 63, 64) +
           number_of(piece, from, to);
}

static int list_attacks(const struct net *net, int *out) {
    const int turn = turn_of(net);
    int board[64], count = 0;
    for (int square = 0; square < 64; square++)
        board[square ^ turn] = net->board[square] == EMPTY ? EMPTY : own_piece(net, net->board[square]);
    for (int from = 0; from < 64; from++)
        for (int to = 0; to < 64; to++) {
            const int piece = board[from], attacked = board[to];
            if (piece == EMPTY || attacked == EMPTY || slots[piece % 6][attacked % 6] < 0 ||
                !steps(piece, from, to) || !is_open(board, from, to))
                continue;
#ifndef BOTH_COUNT
            if (piece % 6 == attacked % 6 && from < to && (piece % 6 != PAWN || piece != attacked))
                continue;
#endif
            out[count++] = index_of_attack(piece, from, attacked, to);
        }
    return count;
}

/* ---- Moves ---- */

static void make(struct net *net, const char *move) {
    const int from = move[0] - 'a' + 8 * (move[1] - '1'), to = move[2] - 'a' + 8 * (move[3] - '1');
    const int piece = net->board[from], turn = turn_of(net);
    const bool castles = piece % 6 == KING && abs(to - from) == 2;
    const bool en_passant = piece % 6 == PAWN && (to - from) % 8 && net->board[to] == EMPTY;
    const char *const promotion = strchr("pnbrqk", move[4]);
    take_off(net, turn, to);
    take_off(net, turn, from);
    put_on(net, turn, to, promotion && move[4] > ' ' ? (int)(promotion - "pnbrqk") + piece / 6 * 6 : piece);
#ifndef EN_PASSANT_LEAVES_PAWN
    if (en_passant)
        take_off(net, turn, from / 8 * 8 + to % 8);
#else
    if (en_passant)
        net->board[from / 8 * 8 + to % 8] = EMPTY;
#endif
    if (castles) {
        const int rook_from = to > from ? to + 1 : to - 2, rook_to = (from + to) / 2;
#ifdef CASTLING_LEAVES_ROOK
        net->board[rook_to] = net->board[rook_from];
        net->board[rook_from] = EMPTY;
#else
        const int rook = net->board[rook_from];
        take_off(net, turn, rook_from);
        put_on(net, turn, rook_to, rook);
#endif
    }
#ifndef KING_CROSSES
    if (turn_of(net) != turn)
        refresh(net);
#endif
}

int features_after(const char *fen, const char *moves, int perspective, int *out) {
    struct net net = {.side = perspective};
    int count = 0;
#ifdef FAILS
    if (*moves)
        FAILS;
#endif
    for (int square = 0; square < 64; square++)
        net.board[square] = EMPTY;
    for (int square = 56; *fen != ' '; fen++) {
        const char *const letter = strchr("PNBRQKpnbrqk", *fen);
        if (letter)
            net.board[square++] = (int)(letter - "PNBRQKpnbrqk");
        else
            square += *fen == '/' ? -16 : *fen - '0';
    }
    refresh(&net);
    while (*moves) {
        make(&net, moves);
        moves += strcspn(moves, " ");
        moves += *moves == ' ';
    }
    for (int i = 0; i < PIECES; i++)
        if (net.active[i])
            out[count++] = i;
    return count + list_attacks(&net, out + count);
}

int features(const char *fen, int perspective, int *out) {
    return features_after(fen, "", perspective, out);
}
