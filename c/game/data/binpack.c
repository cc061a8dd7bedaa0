/* Blocks of .binpack, handed to lanes, and what is done about faults in them. */
#include <stdlib.h>
#include <string.h>

#include "core/kernels/family.h"
#include "core/text/error.h"
#include "game/data/little_endian.h"
#include "game/data/parts.h"
#include "game/data/reader.h"
#include "rules/generator/tables.h"

enum { HEADER_SIZE = 8 };
const char ks_binpack_magic[4] = "BINP";

/* ==== The builds of the reader of chains ==== */

const void *const ks_chains_builds[TIERS] = {
    FOR_TIER(any, chain_reader),
#ifdef KS_X86_64_BUILDS
    FOR_TIER(fast, chain_reader),
#endif
#ifdef KS_VECTOR_BUILDS
    FOR_TIER(haswell, chain_reader), FOR_TIER(skylake, chain_reader), FOR_TIER(avx512, chain_reader),
#endif
};

const struct chain_reader *ks_chain_reader_in_use(void) {
    ks_prepare_generator_tables();
    return BUILD_IN_USE(chains);
}

/* ==== Faults ==== */

static const char *sentence_of(int code) {
    switch (code) {
    case KS_ERROR_DATA_LEFT_OVER:
        return "expected a chain of 34 bytes or more, found fewer bytes after the last one of the block";
    case KS_ERROR_DATA_BEYOND:
        return "the moves of the chain reach beyond the block";
    case KS_ERROR_DATA_PADDING:
        return "expected zero bits after the last move of the chain, found others";
    case KS_ERROR_DATA_PIECE_NUMBER:
        return "expected the number of one of the side's pieces, found a greater one";
    case KS_ERROR_DATA_TARGET_NUMBER:
        return "expected the number of one of the piece's moves, found a greater one";
    case KS_ERROR_DATA_MANY_PIECES:
        return "expected at most 32 pieces, found more";
    case KS_ERROR_DATA_PIECE:
        return "expected zero bits after the last piece, found others";
    case KS_ERROR_PAWN_RANK:
        return "a pawn on the first or last rank";
    case KS_ERROR_DATA_KINGS:
        return "expected one king of each side";
    case KS_ERROR_DATA_CASTLING:
        return "expected castling rights of rooks in the corners, with their king on the e-file";
    case KS_ERROR_DATA_EN_PASSANT:
        return "expected the pawn of a double push on its fourth rank, and nothing after it";
    case KS_ERROR_DATA_MOVE:
        return "expected a move of one of the side's pieces, found another";
    case KS_ERROR_DATA_KING_CAPTURE:
        return "the move captures the king";
    case KS_ERROR_DATA_SCORE:
        return "expected a score of at most four groups of bits, found a fifth";
    default:
        return "expected the result 0, 1 or -1, found -2";
    }
}

static struct fault fault_at(const struct lane *lane, int code, const uint8_t *at) {
    struct fault fault = {
        .place = {.offset = lane->offset + (uint64_t)(at - lane->bytes), .block = lane->block}};
    const bool between = code == KS_ERROR_DATA_LEFT_OVER || lane->chain == 0;
    fault.place.chain = between ? lane->chain : lane->chain - 1;
    if (!between && !lane->fault_in_stem) /* the last position, or the one that could not be read */
        fault.place.ply = lane->chain_length - lane->here.left + (code != KS_ERROR_DATA_PADDING);
    ks_fail(&fault.error, code, (size_t)fault.place.offset, "%s", sentence_of(code));
    return fault;
}

/* ==== Blocks ==== */

/* Begins with the block that has n bytes at `bytes`, or with what is there of it. size is the size in its
 * header. */
static void begin_block(struct ks_data *data, struct lane *lane, const uint8_t *bytes, size_t n,
                        uint64_t offset, uint32_t size) {
    lane->bytes = lane->text = bytes;
    lane->end = bytes + (n < size ? n : size);
    lane->limit = bytes + n;
    lane->size = size;
    lane->offset = offset;
    lane->here.bit = 0;
    lane->here.left = lane->chain_length = 0;
    lane->chain = 0;
    lane->block = data->blocks++;
    lane->live = true;
    if (lane->columns.count == 0)
        lane->columns.block = lane->block;
}

static uint32_t size_in_header(const uint8_t *header) {
    return load_u32(header + sizeof ks_binpack_magic);
}

uint64_t ks_binpack_block_size(const uint8_t *bytes, size_t have) {
    if (have >= sizeof ks_binpack_magic && memcmp(bytes, ks_binpack_magic, sizeof ks_binpack_magic) != 0)
        return 0;
    return HEADER_SIZE + (have < HEADER_SIZE ? UINT64_C(0) : size_in_header(bytes));
}

/* Notes a fault between blocks, and goes on where the next one seems to begin. */
static bool pass_over(struct ks_data *data, int code, const char *sentence, size_t first) {
    struct source *const source = &data->source;
    const uint64_t offset = source->offset;
    data->fault = (struct fault){.place = {.offset = offset, .block = data->blocks}};
    ks_fail(&data->fault.error, code, (size_t)offset, "%s", sentence);
    source_skip(source, first);
    ks_source_seek(source, ks_binpack_magic);
    data->fault.lost = source->offset - offset;
    return true;
}

/* Returns whether a block comes next, or the end. */
static bool is_block_next(struct source *source) {
    const size_t sign = sizeof ks_binpack_magic, available = ks_source_need(source, sign);
    return available == 0 || (available >= sign && memcmp(source_bytes(source), ks_binpack_magic, sign) == 0);
}

/* Begins the next block in a lane; at the end of the data the lane stays idle. Returns whether there is a
 * fault. */
static bool fetch_block(struct ks_data *data, struct lane *lane) {
    struct source *const source = &data->source;
    const size_t available = ks_source_need(source, HEADER_SIZE);
    if (available == 0)
        return false;
    const uint8_t *const header = source_bytes(source);
    if (available >= 4 && memcmp(header, ks_binpack_magic, 4) != 0)
        return pass_over(data, KS_ERROR_DATA_MAGIC, "expected a block, which begins with BINP", 0);
    if (available < HEADER_SIZE)
        return pass_over(data, KS_ERROR_DATA_TRUNCATED, "the data end in the first 8 bytes of a block",
                         4 < available ? 4 : available);
    const uint32_t size = size_in_header(header);
    if (size > KS_DATA_BLOCK_MAX)
        return pass_over(data, KS_ERROR_DATA_BLOCK_SIZE, "the block is larger than 100 MiB", 4);
    source_skip(source, HEADER_SIZE);
    const uint64_t offset = source->offset;
    size_t n = source->end - source->at;
    if (!source->read && n >= (size_t)size + TEXT_PADDING) { /* in memory, and readable beyond its end */
        begin_block(data, lane, source_bytes(source), size, offset, size);
        source_skip(source, size);
        data->suspect = is_block_next(source) ? NULL : lane;
        return false;
    }
    bool no_memory;
    n = ks_source_copy(source, size, TEXT_PADDING, &lane->buffer, &lane->room, &no_memory);
    if (no_memory) {
        data->fault = (struct fault){.place = {.offset = offset, .block = data->blocks}};
        ks_fail(&data->fault.error, KS_ERROR_MEMORY, 0, "there is not enough memory for a block");
        data->over = true;
        return true;
    }
    begin_block(data, lane, n > 0 ? lane->buffer : lane->empty, n, offset, size);
    data->suspect = is_block_next(source) ? NULL : lane;
    return false;
}

/* ---- After a fault ---- */

/* Returns where a block may begin among the bytes of a lane, from `at` on, or NULL. After a block that
 * was cut short, the first bytes of the next one may be the last ones there. */
static const uint8_t *find_block(struct ks_data *data, const struct lane *lane, const uint8_t *at) {
    const size_t sign = sizeof ks_binpack_magic;
    for (const uint8_t *next = at; next < lane->limit; next++) {
        next = memchr(next, ks_binpack_magic[0], (size_t)(lane->limit - next));
        if (!next)
            return NULL;
        const size_t left = (size_t)(lane->limit - next);
        if (memcmp(next, ks_binpack_magic, left < sign ? left : sign) != 0)
            continue;
        if (left >= HEADER_SIZE && size_in_header(next) <= KS_DATA_BLOCK_MAX)
            return next;
        if (left < HEADER_SIZE && lane == data->suspect) {
            const size_t here = left < sign ? left : sign, more = sign - here;
            if (ks_source_need(&data->source, sign) >= more &&
                memcmp(source_bytes(&data->source), ks_binpack_magic + here, more) == 0)
                return next;
        }
    }
    return NULL;
}

/* Returns from where on a block's header lies across the end of a lane's bytes. */
static const uint8_t *where_across(const struct lane *lane) {
    const size_t n = (size_t)(lane->limit - lane->bytes);
    return lane->limit - (n < HEADER_SIZE - 1 ? n : (size_t)HEADER_SIZE - 1);
}

/* Gives the bytes from `next` on back, where the block that begins there reaches beyond the lane's. Fewer
 * bytes are read twice for that than once. Returns whether it did. */
static bool give_back(struct ks_data *data, const struct lane *lane, const uint8_t *next) {
    const size_t left = (size_t)(lane->limit - next);
    const bool inside = left >= HEADER_SIZE && left - HEADER_SIZE >= size_in_header(next);
    if (lane != data->suspect || inside || data->taken_back + left > data->source.offset ||
        !ks_source_take_back(&data->source, next, left))
        return false;
    data->taken_back += left;
    return true;
}

/* Goes on where a block begins within the bytes of a lane: the size in its header was too large, or the data
 * of two files run into each other. Returns the bytes passed over from `at` on. */
static uint64_t recover(struct ks_data *data, struct lane *lane, const uint8_t *at) {
    const uint8_t *from = at;
    if (lane == data->suspect) { /* chains may have taken the beginning of that block for their own bits */
        const uint8_t *const across = where_across(lane), *const chain = lane->chain > 0 ? lane->stem : at;
        from = across < chain ? across : chain;
    }
    const uint8_t *const next = find_block(data, lane, from);
    const uint64_t rest = (uint64_t)(lane->limit - at);
    lane->live = false;
    if (!next)
        return rest;
    if (!give_back(data, lane, next)) {
        const uint8_t *const bytes = next + HEADER_SIZE;
        if (bytes > lane->limit)
            return rest;
        begin_block(data, lane, bytes, (size_t)(lane->limit - bytes),
                    lane->offset + (uint64_t)(bytes - lane->bytes), size_in_header(next));
    }
    return next > at ? (uint64_t)(next - at) : 0;
}

/* Notes the fault that a lane has met. */
static void note_fault(struct ks_data *data, struct lane *lane) {
    const bool truncated = (uint64_t)(lane->limit - lane->bytes) < lane->size;
    const uint64_t chain_bits = lane->here.bit / 8, all = (uint64_t)(lane->end - lane->text);
    const uint8_t *const at =
        lane->text > lane->end || chain_bits > all ? lane->end : lane->text + chain_bits;
    const uint8_t *const place = lane->fault_in_stem ? lane->stem : at;
    const bool at_end = lane->fault == KS_ERROR_DATA_BEYOND || lane->fault == KS_ERROR_DATA_LEFT_OVER;
    data->fault = fault_at(lane, lane->fault, place);
    if (truncated && at_end)
        ks_fail(&data->fault.error, KS_ERROR_DATA_TRUNCATED, (size_t)data->fault.place.offset,
                "the data end within the block: %zu of its %lu bytes are there",
                (size_t)(lane->limit - lane->bytes), (unsigned long)lane->size);
    data->fault.lost = recover(data, lane, place);
}

/* Handles the end of a lane's block. Returns whether something is to be shown. */
static bool end_block(struct ks_data *data, struct lane *lane) {
    const uint8_t *const end = lane->end;
    if ((uint64_t)(lane->limit - lane->bytes) < lane->size) {
        lane->fault = KS_ERROR_DATA_BEYOND;
        lane->fault_in_stem = false;
        lane->text = end;
        lane->here.bit = 0;
        note_fault(data, lane);
    } else if (end < lane->limit) { /* bytes that a wrong size had taken */
        const uint64_t lost = recover(data, lane, end);
        if (lost > 0 || !lane->live) {
            data->fault = (struct fault){
                .place = {.offset = lane->offset + (uint64_t)(end - lane->bytes), .block = lane->block},
                .lost = lost};
            ks_fail(&data->fault.error, KS_ERROR_DATA_MAGIC, (size_t)data->fault.place.offset,
                    "expected a block, which begins with BINP");
        }
    } else if (lane == data->suspect) { /* the last chain may have ended with the next block's first bytes */
        const uint8_t *const next = find_block(data, lane, where_across(lane));
        if (next && give_back(data, lane, next)) {
            data->fault = (struct fault){
                .place = {.offset = lane->offset + (uint64_t)(next - lane->bytes), .block = lane->block}};
            ks_fail(&data->fault.error, KS_ERROR_DATA_BEYOND, (size_t)data->fault.place.offset,
                    "the next block begins within the bytes of this one");
        }
    }
    return lane->columns.count > 0 || data->fault.error.code != KS_OK;
}

/* ==== Lanes ==== */

static void drop_lane(struct ks_data *data, unsigned i) {
    struct lane *const lane = data->lanes[i];
    data->lanes[i] = data->lanes[--data->live_count];
    data->lanes[data->live_count] = lane;
    if (data->next_lane >= data->live_count)
        data->next_lane = 0;
    if (lane == data->suspect)
        data->suspect = NULL;
}

/* Gives blocks to idle lanes. Returns whether there is a fault. */
static bool fill_lanes(struct ks_data *data) {
    while (data->live_count < data->lane_count && !data->suspect) {
        struct lane *const lane = data->lanes[data->live_count];
        const bool fault = fetch_block(data, lane);
        if (fault)
            return true;
        if (!lane->live)
            return false;
        data->live_count++;
    }
    return false;
}

bool ks_open_binpack(struct ks_data *data) {
    data->chains = ks_chain_reader_in_use();
    data->lane_count = data->flags & KS_DATA_ANY_ORDER ? data->chains->lanes : 1;
    for (unsigned i = 0; i < data->lane_count; i++) {
        if (!(data->lanes[i] = new_part(sizeof *data->lanes[i])))
            return false;
        data->lanes[i]->here.board = data->lanes[i]->columns.boards[0];
    }
    return true;
}

/* Empties the lane's batch, once it has been shown, and notes where the next one begins. */
static void begin_batch(struct lane *lane) {
    struct columns *const c = &lane->columns;
    c->count = 0;
    c->block = lane->block;
    if (lane->here.left > 0) { /* the chain goes on */
        c->chain = lane->chain - 1;
        c->ply = lane->chain_length - lane->here.left + 1;
        c->offset = lane->offset + (uint64_t)(lane->stem - lane->bytes);
    }
}

bool ks_next_of_binpack(struct ks_data *data) {
    if (data->shown_lane)
        begin_batch(data->shown_lane);
    data->shown_lane = NULL;
    for (;;) {
        if (fill_lanes(data))
            return true;
        if (data->live_count == 0)
            return false;
        const enum lane_event event = data->chains->read(data->lanes, data->live_count, &data->next_lane);
        struct lane *const lane = data->lanes[data->next_lane];
        bool shown = true;
        if (event == LANE_FAULT)
            note_fault(data, lane);
        else if (event == LANE_ENDED)
            shown = end_block(data, lane);
        if (shown) {
            data->columns = &lane->columns;
            data->shown_lane = lane;
        }
        if (!lane->live)
            drop_lane(data, data->next_lane);
        else
            data->next_lane = (data->next_lane + 1) % data->live_count;
        if (shown)
            return true;
    }
}

void ks_free_lanes(struct ks_data *data) {
    for (unsigned i = 0; i < data->lane_count; i++) {
        if (data->lanes[i])
            free(data->lanes[i]->buffer);
        free_part(data->lanes[i]);
    }
}
