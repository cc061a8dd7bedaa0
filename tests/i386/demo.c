/* Calls the assembly through cdecl from a 32-bit program. The program prints a position and the kernels'
 * answers for it; with the argument "-" it reads questions and writes the answers of the kernel scan, laid
 * out as in record.h, so that 64-bit tests reach the 32-bit code. */
#include <stdio.h>
#include <string.h>

#include "i386/record.h"
#include "kingscan.h"

static const ks_kernel *find_kernel(const char *name) {
    size_t count;
    const ks_kernel *const *kernel = ks_kernel_get_all(&count);
    while (strcmp((*kernel)->name, name) != 0)
        kernel++;
    return *kernel;
}

/* q: the previous question, and this one. */
static answer answer_question(const ks_kernel *kernel, const ks_pieceset *a1_first, const question q[2]) {
    const uint8_t *board = q[1].board, squares[] = {q[0].square, q[1].square},
                  sides[] = {q[0].side, q[1].side};
    const unsigned square = q[1].square, side = q[1].side;
    answer a;
    a.attackers = kernel->attackers(board, square, side ^ 1);
    a.attackers_a1_first = kernel->attackers_set(a1_first, board, square, side ^ 1);
    kernel->king_scan(board, square, side, &a.lines);
    kernel->king_scan_set(a1_first, board, square, side, &a.lines_a1_first);
    kernel->in_check_batch(q[0].board, sizeof *q, squares, sides, 2, &a.batch);
    kernel->in_check_batch_set(a1_first, q[0].board, sizeof *q, squares, sides, 2, &a.batch_a1_first);
    a.in_check = (uint32_t)kernel->in_check(board, square, side);
    a.in_check_a1_first = (uint32_t)kernel->in_check_set(a1_first, board, square, side);
    return a;
}

static int answer_questions(const ks_kernel *kernel) {
    ks_pieceset a1_first = ks_chess_pieces;
    question q[2] = {{{0}, 0, 0}, {{0}, 0, 0}};
    a1_first.a1_first = 1;
    for (; fread(&q[1], sizeof q[1], 1, stdin) == 1; q[0] = q[1]) {
        const answer a = answer_question(kernel, &a1_first, q);
        fwrite(&a, sizeof a, 1, stdout);
    }
    return ferror(stdin) || fflush(stdout) != 0;
}

static void draw(const ks_position *position) {
    for (unsigned row = 0; row < 8; row++) {
        printf("%u ", 8 - row);
        for (unsigned file = 0; file < 8; file++)
            printf(" %c", ks_code_letter(position->board[KS_SQUARE(file, row)]));
        putchar('\n');
    }
    puts("   a b c d e f g h\n");
}

static void show_answer(const ks_kernel *kernel, const ks_position *position) {
    const unsigned side = position->side_to_move, king = ks_king_of(position, side);
    const uint64_t attackers = kernel->attackers(position->board, king, side ^ 1);
    printf("%-4s  in check: %s; attackers of %s:", kernel->name,
           kernel->in_check(position->board, king, side) ? "yes" : "no", ks_square_name(king));
    for (unsigned square = 0; square < KS_SQUARES; square++)
        if (attackers >> square & 1)
            printf(" %s", ks_square_name(square));
    putchar('\n');
}

static int show_example(void) {
    static const char fen[] = "rnb1k1nr/pppp1ppp/8/4p3/1b2P3/3n4/PPP2qPP/RNBQKBNR w KQkq - 0 1";
    ks_position position;
    if (ks_read_fen(fen, strlen(fen), 0, &position, NULL) != KS_OK)
        return 1;
    printf("Kingscan %s in %zu-bit code: %s\n\n", ks_version(), 8 * sizeof(void *), fen);
    draw(&position);
    show_answer(find_kernel("c"), &position);
    show_answer(find_kernel("scan"), &position);
    return 0;
}

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "-") == 0)
        return answer_questions(find_kernel("scan"));
    return show_example();
}
