/* How asm/four_lanes.inc finds a check for avx2: four lanes, two rays in each, and a window for the other leaps. */
import { chessClasses } from "./classes.js";
import { and, andNot, bitOf, highest, lowest, lookUp, lookUpLow, maskOf, maskWithBit, masksAt, or, shiftBytes, squaresOf, subtractLanes } from "./vectors.js";

const SLOTS = 32;
const WINDOW = 16;
const QUARTER = 16; /* squares */
const NONE = -1;

function rowsOf(tables, king, side) {
    const { ks_four_lanes, king_row, ks_seen_lanes, seen_row, ks_slot_rows, slot_row } = tables.four_lanes;
    const row = ks_four_lanes.subarray(king * king_row.size);
    const slotRow = ks_slot_rows.slice(king * slot_row.size, (king + 1) * slot_row.size);
    const slice = (at, length) => row.slice(at, at + length);
    return {
        seenRelations: ks_seen_lanes.slice(king * seen_row.size + seen_row.relations).subarray(0, SLOTS),
        seenStarts: ks_seen_lanes.slice(king * seen_row.size + seen_row.starts).subarray(0, SLOTS),
        nearLeaps: ks_seen_lanes.slice(king * seen_row.size + seen_row.leaps).subarray(0, WINDOW),
        gather: [0, 1, 2, 3].map((quarter) => slice(king_row.gather + SLOTS * quarter, SLOTS)),
        starts: slice(king_row.starts, SLOTS),
        relations: slice(king_row.relations + SLOTS * side, SLOTS),
        leaps: slice(king_row.leaps, WINDOW),
        window: row[king_row.window],
        squareMasks: masksAt(slotRow, slot_row.squares, SLOTS),
        lineMasks: masksAt(slotRow, slot_row.lines, SLOTS),
        orthogonal: masksAt(slotRow, slot_row.orthogonal, 1)[0],
    };
}

/* The bytes of the slots, each from one of the four quarters of a board. */
const gather = (bytes, rows) =>
    rows.gather.map((indices, i) => lookUp(bytes.slice(QUARTER * i, QUARTER * (i + 1)), indices)).reduce(or);

/* The registers by their names in the source; leaps: those of attackers in the window. */
function findAttackers(board, side, rows, tables) {
    const table = chessClasses(tables, side);
    const codes = gather(board, rows);
    const classes = lookUp(table, codes);
    const occupied = classes.map((bits) => bits & tables.constants.KS_CLASS_OCCUPIED);
    const before = subtractLanes(occupied, rows.starts);
    const attacks = and(classes, rows.relations);
    const windowCodes = board.slice(rows.window, rows.window + WINDOW);
    const leaps = and(lookUp(table, windowCodes), rows.leaps);
    return { codes, classes, occupied, before, attacks, found: and(attacks, before), leaps };
}

/* The registers of in_check, which looks up kinds: asm/seen.inc; near: the knights of the window. */
function findSeen(board, side, rows, { avx512 }) {
    const kindOf = avx512.kinds_of_sides.slice(16 * side, 16 * (side + 1));
    const codes = board.map((code) => code & 0x0f);
    const kinds = lookUpLow(kindOf, gather(codes, rows));
    const seenKinds = subtractLanes(kinds, rows.seenStarts);
    const near = and(lookUpLow(kindOf, codes.slice(rows.window, rows.window + WINDOW)), rows.nearLeaps);
    const seen = lookUpLow(avx512.seen_classes, seenKinds);
    const { seenRelations, seenStarts } = rows;
    return { kinds, seenStarts, seenKinds, seen, seenRelations, checks: and(seen, seenRelations), near };
}

/* Own nearest pieces, and the hits: pieces that give check, or would without an own one. */
function findHits({ classes, occupied, before, attacks }) {
    const own = and(shiftBytes(classes, -1), occupied);
    const nearestOwn = andNot(before, own);
    const beforeWithout = subtractLanes(before, nearestOwn);
    return { nearestOwn, beforeWithout, hits: and(attacks, beforeWithout) };
}

/* Adds the line of each hit, the lowest first, to `lines`. */
function addLines(lines, { hits, nearestOwn }, rows) {
    const owns = maskWithBit(nearestOwn, 0x80);
    for (let left = maskWithBit(hits, 0x7f); left !== 0n; left &= left - 1n) {
        const hit = lowest(left);
        const line = rows.lineMasks[hit];
        const below = owns & (bitOf(hit) - 1n);
        const pinned = below === 0n ? 0n : rows.squareMasks[highest(below)] & line;
        if (pinned === 0n) {
            lines.checkers |= rows.squareMasks[hit];
            lines.checkLines |= line;
            continue;
        }
        lines.pinned |= pinned;
        lines.pinOrthogonal |= line & rows.orthogonal;
        lines.pinDiagonal |= line & ~rows.orthogonal;
    }
}

/* As runAvx512 of avx512.js, with window: { first, leaps }: the number of its first square, and its bytes. */
export function runAvx2(board, king, side, tables) {
    const rows = rowsOf(tables, king, side);
    const found = findAttackers(board, side, rows, tables);
    const pins = findHits(found);
    const inWindow = maskOf([...found.leaps.keys()].filter((i) => found.leaps[i] !== 0).map((i) => rows.window + i));
    const lines = { checkers: inWindow, pinned: 0n, pinOrthogonal: 0n, pinDiagonal: 0n, checkLines: inWindow };
    addLines(lines, pins, rows);
    const numbers = gather(Uint8Array.from({ length: 64 }, (_, square) => square), rows);
    const { starts, relations } = rows;
    return {
        registers: { numbers, starts, relations, ...found, ...pins, ...findSeen(board, side, rows, tables) },
        squares: rows.squareMasks.map((mask) => (mask === 0n ? NONE : squaresOf(mask)[0])),
        window: { first: rows.window, relations: rows.leaps },
        inCheck: found.found.some(Boolean) || inWindow !== 0n,
        lines,
    };
}

export const AVX2_STEPS = [
    {
        title: "Four lanes of eight slots",
        text: "A file, a rank and two diagonals cross on the king’s square. Each has at most seven other squares, so two opposite rays fit into a lane, with a knight’s leap between them. The other leaps are in the two rows beside the king’s, the window.",
        code: ["ON_SLOTS pshufb, 0, 0, row + king_row.gather"],
        values: ["numbers"],
    },
    {
        title: "The pieces, slot by slot",
        text: "The board comes in four quarters of sixteen bytes. Each is laid out by a row of its own, in which 80 means a square of another quarter, and “or” joins them.",
        code: [
            "ON_SLOTS pshufb, 0, 0, row + king_row.gather",
            "ON_SLOTS pshufb, 1, 1, row + king_row.gather + SLOTS",
            "ON_SLOTS por, 2, 2, 0",
        ],
        values: ["codes"],
        legend: "codes",
    },
    {
        title: "Classes instead of codes",
        text: "A table of sixteen bytes turns codes into attack classes, a bit for each way to attack.",
        code: ["ON_SLOTS  pshufb, classes, lookup, codes"],
        values: ["codes", "classes"],
        legend: "classes",
    },
    {
        title: "The occupied bits",
        text: "A class’s highest bit says “occupied”. in_check looks it up by the codes, which it need not wait for the classes to do; king_scan takes it from the classes.",
        code: ["ON_SLOTS  pshufb, occupied, lookup, codes", "ON_SLOTS  pand, occupied, classes, occupied_bits"],
        values: ["classes", "occupied"],
        legend: "classes",
    },
    {
        title: "One subtraction for eight rays",
        text: "Two rays begin in a lane, so 1 is taken in two places: at the lowest byte and after the leap’s, which has to lend it, with a piece and without: more than 80 is taken there. A borrow sets the bits of all slots below the nearest piece of its ray, and that piece’s own lower bits.",
        code: ["ON_SLOTS  psubq, before, occupied, row + king_row.starts"],
        values: ["occupied", "starts", "before"],
        seen: "before",
    },
    {
        title: "Relations",
        text: "A row for the same square has the classes with which a piece attacks the king from each slot. What is left by “and” would attack if nothing stood between.",
        code: ["ON_SLOTS  pand, attacks, classes, row + colour_%1 + king_row.relations"],
        values: ["classes", "relations", "attacks"],
        legend: "classes",
    },
    {
        title: "In check?",
        text: "An attack that the king sees is a check, as is a knight in the window on a square from which it reaches the king.",
        code: ["ON_WINDOW pand, leaps, leaps, row + king_row.leaps", "vpor    ymm%[classes], ymm%[classes], ymm%[leaps]", "vptest  ymm%[classes], ymm%[occupied]"],
        values: ["attacks", "before", "found"],
        legend: "classes",
        window: "leaps",
        answer: "inCheck",
    },
    {
        title: "Without the king’s own nearest pieces",
        text: "A pin becomes a check when the nearest piece of the ray, an own one, is removed. A second subtraction does that, and what attacks now is a hit.",
        code: ["ON_SLOTS pandn, occupied, before, temp", "ON_SLOTS psubq, temp_2, before, occupied", "ON_SLOTS pand, found, attacks, temp_2"],
        values: ["nearestOwn", "beforeWithout", "hits"],
        seen: "beforeWithout",
    },
    {
        title: "Pins and lines",
        text: "The line of a hit is looked up by its slot. With an own piece on it, the hit pins; without, it gives check.",
        code: ["mov     pin, [slot_row + slot_row.lines + 8 * hit]", "mov     pinned, [slot_row + slot_row.no_square + 8 * below]"],
        values: ["nearestOwn", "hits"],
        answer: "lines",
    },
    {
        title: "Kinds: a shorter way for in_check",
        text: "Without pins, one look-up is enough in place of two. It turns codes into kinds, even numbers: 00 for an empty square, 10 for the king’s own pieces, another one for each sort of enemy piece. Only a knight’s has bit 40.",
        code: ["ON_SLOTS  pshufb, 0, kind_table, codes"],
        values: ["codes", "kinds"],
    },
    {
        title: "What the king sees is odd",
        text: "1 is taken where a ray begins. It runs through empty squares, which become ff, and stops at the nearest piece, whose kind becomes odd. The kinds behind that piece stay even.",
        code: ["ON_SLOTS  psubq, 0, 0, row + seen_row.starts"],
        values: ["kinds", "seenStarts", "seenKinds"],
        odd: true,
    },
    {
        title: "In check, by kinds?",
        text: "The table of the next look-up has classes at odd places alone, so it gives those of what the king sees. One row of relations serves both colours. Its bit 40 is there for the knights of the window, which keep that bit of their kind.",
        code: ["ON_SLOTS  pshufb, seen, seen_classes_%1, 0", "ON_WINDOW pand, near, near, row + seen_row.leaps", "vptest  ymm%[seen], [row + seen_row.relations]"],
        values: ["seen", "seenRelations", "checks"],
        window: "near",
        answer: "inCheck",
    },
];
