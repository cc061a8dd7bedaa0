/* How asm/avx512.asm finds a check: eight lanes of eight slots, and each register's value on the way. */
import { chessClasses } from "./classes.js";
import { addLanes, and, andNot, isZeroLane, lookUp, lookUpLow, maskOf, maskWithBit, or, repeat, shiftBytes, whereLanes } from "./vectors.js";

const SLOTS = 64;
const NONE = -1;

/* The marks of lanes.inc in the order in which the kernel shifts them out of the top bit. */
const MARKS = ["pinned", "pinOrthogonal", "pinDiagonal", "checkLines"];

/* What the kernel reads for this king. */
function rowsOf(tables, king, side) {
    const { king_rows, king_row } = tables.avx512;
    const row = king_rows.subarray(king * king_row.size);
    const slice = (at) => row.slice(at, at + SLOTS);
    return { squares: slice(king_row.squares), relations: slice(king_row.relations + SLOTS * side), slots: slice(king_row.slots) };
}

/* The registers of king_scan, by their names in the source. */
function findAttackers(board, side, rows, tables) {
    const vector = (name) => repeat(tables.avx512[name], SLOTS);
    const table = repeat(chessClasses(tables, side), SLOTS);
    const codes = lookUp(board, rows.squares);
    const occupied = lookUp(and(table, vector("occupied_bits")), codes);
    const classes = lookUp(table, codes);
    const minusOne = vector("ray_minus_one");
    const before = addLanes(occupied, minusOne);
    const attacks = and(classes, rows.relations);
    return { codes, occupied, classes, minusOne, before, attacks, attackers: and(attacks, before) };
}

/* The registers of in_check, which looks up kinds: asm/seen.inc. */
function findSeen(board, king, side, rows, { avx512 }) {
    const kindOf = avx512.kinds_of_sides.slice(16 * side, 16 * (side + 1));
    const kinds = lookUp(lookUpLow(kindOf, and(board, repeat([0x0f], SLOTS))), rows.squares);
    const seenKinds = addLanes(kinds, repeat(avx512.kinds_minus_one, SLOTS));
    const seen = lookUpLow(avx512.seen_classes, seenKinds);
    const at = king * avx512.seen_row.size + avx512.seen_row.relations;
    const seenRelations = avx512.seen_rows.slice(at, at + SLOTS);
    return { kinds, seenKinds, seen, seenRelations, checks: and(seen, seenRelations) };
}

/* The registers of king_scan that follow. */
function findPins({ occupied, before, classes, attacks, attackers, minusOne }, rows, tables) {
    const vector = (name) => repeat(tables.avx512[name], SLOTS);
    const slide = vector("sliders");
    const nearest = andNot(before, occupied);
    const behind = and(occupied, before);
    const reach = addLanes(behind, minusOne);
    const pinners = and(and(attacks, slide), reach);
    const ownNearest = and(classes, shiftBytes(nearest, 1));
    const hasPin = (lane) => !isZeroLane(pinners, lane) && !isZeroLane(ownNearest, lane);
    const hasCheck = (lane) => !isZeroLane(and(attackers, slide), lane);
    const pins = or(and(vector("pin_marks"), reach), nearest);
    const checks = and(before, vector("check_marks"));
    const marks = or(whereLanes(pins, hasPin), whereLanes(checks, hasCheck));
    return { nearest, behind, reach, marks, bySquare: lookUp(marks, rows.slots) };
}

/* Returns { registers, squares, inCheck, lines } for the king of a side on a square; squares: that in each slot, or -1. */
export function runAvx512(board, king, side, tables) {
    const rows = rowsOf(tables, king, side);
    const found = findAttackers(board, side, rows, tables);
    const pins = findPins(found, rows, tables);
    const checkers = maskOf([...rows.squares].filter((_, slot) => found.attackers[slot] !== 0));
    const lines = Object.fromEntries(MARKS.map((name, i) => [name, maskWithBit(pins.bySquare, 0x80 >> i)]));
    lines.checkLines |= checkers;
    return {
        registers: { numbers: rows.squares, relations: rows.relations, ...found, ...pins, ...findSeen(board, king, side, rows, tables) },
        squares: [...rows.squares].map((square) => (square === king ? NONE : square)),
        inCheck: checkers !== 0n,
        lines: { checkers, ...lines },
    };
}

/* The steps that the panel shows. values: the registers whose bytes are shown, the last one beside the squares too. code:
 * lines of the kernel. legend: what the bytes are. seen: in this register, the slots that the king sees. odd: these are odd. */
export const AVX512_STEPS = [
    {
        title: "Eight lanes of eight slots",
        text: "A lane is a 64-bit number for each direction: the lowest byte is a knight’s leap, then come the seven squares of the ray, the nearest first. A row of a table has the number of the square in each slot. Slots off the board hold the king’s own square.",
        code: ["vmovdqa64 classes, [row + king_row.squares]"],
        values: ["numbers"],
    },
    {
        title: "The pieces, slot by slot",
        text: "One instruction fetches all 64 bytes of the board in the order of the slots.",
        code: ["vpermb  classes, classes, codes"],
        values: ["codes"],
        legend: "codes",
    },
    {
        title: "Classes instead of codes",
        text: "A table of sixteen bytes turns codes into attack classes, a bit for each way to attack. The same table without the lower bits gives the occupied bit, 80, at the same time.",
        code: ["vpshufb classes, temp, classes", "vpshufb occupied, %1, classes"],
        values: ["occupied", "classes"],
        legend: "classes",
    },
    {
        title: "One subtraction for eight rays",
        text: "Adding ff…ff7f takes 1 from the seven bytes of the ray in each lane. A borrow runs through all empty slots and ends at the nearest piece. The leap’s byte, the lowest, never blocks. Below bit 80, which says no more than “occupied”, there are ones up to the nearest piece and zeros behind it: what the king sees.",
        code: ["vpaddq  before, occupied, %1"],
        values: ["occupied", "minusOne", "before"],
        seen: "before",
    },
    {
        title: "Relations",
        text: "A second row for the same square has the classes with which a piece attacks the king from each slot. What is left by “and” would attack if nothing stood between.",
        code: ["vpandq  attacks, classes, [relations]"],
        values: ["classes", "relations", "attacks"],
        legend: "classes",
    },
    {
        title: "In check?",
        text: "An attack that the king sees is a check. in_check needs no more than whether a lane is left.",
        code: ["vpandq  attacks, attacks, before", "vptestmq k1, attacks, before", "kortestw k1, k1"],
        values: ["attacks", "before", "attackers"],
        legend: "classes",
        answer: "inCheck",
    },
    {
        title: "Behind the nearest piece",
        text: "x & (x - 1) is x without its nearest piece, so the same subtraction finds the second-nearest, which may pin.",
        code: ["vpandnq nearest, before, occupied", "vpandq  behind, occupied, before", "vpaddq  reach, behind, [ray_minus_one]{1to8}"],
        values: ["nearest", "behind", "reach"],
        seen: "reach",
    },
    {
        title: "Pins and lines",
        text: "In a lane whose nearest piece is the king’s own and whose second-nearest slides along it, the squares are marked: 80 the pinned piece, 40 or 20 the line of a pin, 10 the line of a check. One more vpermb brings the marks back to squares, and the top bits become masks.",
        code: ["vpermb  marks, temp, marks", "vpmovb2m k4, marks"],
        values: ["marks"],
        answer: "lines",
    },
    {
        title: "Kinds: a shorter way for in_check",
        text: "Without pins, one look-up is enough in place of two. The codes of the board first become kinds, even numbers: 00 for an empty square, 10 for the king’s own pieces, another one for each sort of enemy piece. One vpermb lays them out.",
        code: ["vpshufb codes, temp, codes", "vpermb  found, found, codes"],
        values: ["kinds"],
    },
    {
        title: "What the king sees is odd",
        text: "1 is taken from the seven bytes of the ray. It runs through empty squares, which become ff, and stops at the nearest piece, whose kind becomes odd. The kinds behind that piece stay even. The leap’s byte always lends the 1 and is always odd.",
        code: ["vpaddq  found, found, %1"],
        values: ["kinds", "seenKinds"],
        odd: true,
    },
    {
        title: "In check, by kinds?",
        text: "The table of the next look-up has classes at odd places alone, so it gives those of what the king sees. A pawn from above and one from below have different bits, so one row of relations serves both colours.",
        code: ["vpshufb found, all_seen_classes, found", "vptestmq k1, found, [seen_row_of_king + seen_row.relations]"],
        values: ["seen", "seenRelations", "checks"],
        answer: "inCheck",
    },
];
