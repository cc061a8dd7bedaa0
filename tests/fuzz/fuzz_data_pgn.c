/* Fuzzes, by libFuzzer, games in PGN that are read as entries: the promises of require_data.h, and each game
 * is entries that follow each other by legal moves up to one without a move. */
#include <stdbool.h>

#include "fuzz/require_data.h"

/* The entry before, and the position after its move. */
struct game_so_far {
    ks_position next;
    uint64_t chain, ply;
    int result;
    bool goes_on;
};

static void require_entry(struct game_so_far *so_far, const ks_data *data, const ks_data_batch *batch,
                          size_t i) {
    const ks_data_place place = ks_data_get_place(data, i);
    const bool moves = !(batch->kinds[i] & KS_DATA_NO_MOVE);
    ks_position position;
    require(ks_data_get_position(data, i, &position, NULL) == KS_OK, "an entry of a game is a position");
    require(so_far->goes_on == !(batch->kinds[i] & KS_DATA_FIRST),
            "a game ends with an entry without a move");
    require(moves == (batch->known[i] >> 1 & 1), "what is known says whether there is a move");
    require(!so_far->goes_on || (position.key == so_far->next.key && place.ply == so_far->ply + 1 &&
                                 place.chain == so_far->chain && batch->results[i] == -so_far->result),
            "an entry follows from the one before");
    so_far->goes_on = moves;
    so_far->chain = place.chain;
    so_far->ply = place.ply;
    so_far->result = (int)batch->results[i];
    if (!moves)
        return;
    require(ks_is_legal(&position, batch->moves[i]), "moves of games are legal");
    ks_after_move(&position, batch->moves[i], &so_far->next);
}

/* scores: bits of KS_DATA_SCORES. */
static void require_games(const uint8_t *text, size_t length, unsigned scores) {
    ks_data *const data =
        ks_data_open_memory(text, length, KS_DATA_PGN, (ks_data_flags)(KS_DATA_LEGALITY | scores), NULL);
    struct game_so_far so_far = {.goes_on = false};
    const ks_data_batch *batch;
    require(data != NULL, "a reader is opened");
    while ((batch = ks_data_next(data)) != NULL)
        for (size_t i = 0; i < batch->count; i++) {
            require((batch->illegal[i / 64] >> i % 64 & 1) == (batch->kinds[i] & KS_DATA_NO_MOVE) >> 4,
                    "only a missing move is not legal");
            require_entry(&so_far, data, batch, i);
        }
    require(!so_far.goes_on, "the last game ends with an entry without a move");
    ks_data_close(data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size >= 2)
        require_games(data + 2, size - 2, data[0]);
    return fuzz_data(data, size, KS_DATA_PGN);
}
