/* How asm/scan.asm finds a check: a mask of the occupied squares, and one bit scan for each ray. */
import { chessClasses } from "./classes.js";
import { bitOf, highest, lowest, maskOf, masksAt } from "./vectors.js";

const DIRECTIONS = 8;

function rowsOf(tables, king, side) {
    const { king_rows, king_row, lines_from_king } = tables.scan;
    const row = king_rows.slice((side * 64 + king) * king_row.size, (side * 64 + king + 1) * king_row.size);
    return {
        king: bitOf(king),
        rays: masksAt(row, king_row.rays, DIRECTIONS),
        ends: masksAt(row, king_row.ends, 1)[0],
        leaps: [...row.subarray(king_row.leaps, king_row.leaps + DIRECTIONS)],
        relations: row.subarray(king_row.relations, king_row.relations + 64),
        lines: masksAt(lines_from_king, king * 64 * 8, 64),
    };
}

/* The rays with what the bit scans find: { ray, onRay, square, line, classes, relation, found }; line: the squares up to that
 * one. The nearest piece is the lowest bit where the numbers of squares grow along the ray. */
function scanRays(occupied, classesAt, rows) {
    return rows.rays.map((ray) => {
        const onRay = ray & occupied;
        const square = (ray > rows.king ? lowest : highest)(onRay);
        const [classes, relation] = [classesAt(square), rows.relations[square]];
        return { ray, onRay, square, line: rows.lines[square], classes, relation, found: classes & relation };
    });
}

/* The same for the rays whose nearest piece is the king's own, without that piece; null for the others. */
function scanBehind(nearest, occupied, classesAt, rows, { KS_CLASS_OWN }) {
    return nearest.map(({ square, classes }, direction) => {
        if (!(classes & KS_CLASS_OWN)) return null;
        const without = (occupied & ~bitOf(square)) | rows.ends;
        return { pinned: square, ...scanRays(without, classesAt, rows)[direction] };
    });
}

function linesOf(leaps, nearest, behind, { KS_CLASS_OWN, KS_CLASS_DIAGONAL }) {
    const byLeap = maskOf(leaps.filter(({ found }) => found).map(({ square }) => square));
    const lines = { checkers: byLeap, pinned: 0n, pinOrthogonal: 0n, pinDiagonal: 0n, checkLines: byLeap };
    nearest.forEach(({ square, line, classes, found }, direction) => {
        if (!(classes & KS_CLASS_OWN) && found) {
            lines.checkers |= bitOf(square);
            lines.checkLines |= line;
        }
        if (behind[direction]?.found) {
            lines[behind[direction].found & KS_CLASS_DIAGONAL ? "pinDiagonal" : "pinOrthogonal"] |= behind[direction].line;
            lines.pinned |= bitOf(behind[direction].pinned);
        }
    });
    return lines;
}

/* Returns { occupied, leaps, rays, behind, found, inCheck, lines }. */
export function runScan(board, king, side, tables) {
    const rows = rowsOf(tables, king, side);
    const { constants } = tables;
    const table = chessClasses(tables, side);
    const classesAt = (square) => table[board[square]];
    const pieces = maskOf([...board.keys()].filter((square) => classesAt(square) & constants.KS_CLASS_OCCUPIED));
    const occupied = pieces | rows.ends;
    const leaps = rows.leaps.map((square) => {
        const classes = classesAt(square);
        return { square, classes, found: classes & constants.KS_CLASS_KNIGHT };
    });
    const rays = scanRays(occupied, classesAt, rows);
    const behind = scanBehind(rays, occupied, classesAt, rows, constants);
    const found = [...leaps, ...rays].reduce((all, one) => all | one.found, 0);
    const lines = linesOf(leaps, rays, behind, constants);
    return { pieces, ends: rows.ends, occupied, leaps, rays, behind, found, inCheck: found !== 0, lines };
}

/* table: which rows the panel shows, and which members of theirs beside the squares that are found. */
export const SCAN_STEPS = [
    {
        title: "A mask of the occupied squares",
        text: "One pass over the board makes a number of 64 bits, bit 0 for a8 and bit 63 for h1. The last square of each ray counts as occupied, and so does the king’s own: no bit scan comes back empty.",
        code: ["or      occupied, [row + king_row.ends]"],
        table: "masks",
    },
    {
        title: "The knights’ leaps",
        text: "The classes of the pieces on the eight squares of a leap are joined by “or”, and the knight’s bit is left. A leap off the board is replaced by another one.",
        code: ["movzx   squared, byte [row + king_row.leaps + %1]", "and     foundd, KS_CLASS_KNIGHT"],
        table: "leaps",
        legend: "classes",
    },
    {
        title: "One bit scan for each ray",
        text: "The mask of the ray and that of the occupied squares leave the pieces of the ray. The nearest is the lowest bit to the right and downwards, and the highest bit the other ways: one instruction, however long the ray.",
        code: ["mov     square, [row + king_row.rays + 8 * %1]", "and     square, occupied", "rep bsf square, square", "bsr     square, square"],
        table: "rays",
    },
    {
        title: "Classes and relations",
        text: "The classes of the nearest piece, and the classes with which a piece attacks the king from its square: what both have is a check.",
        code: ["movzx   classd, byte [table + class]", "and     classb, [row + king_row.relations + square]"],
        table: "nearest",
        legend: "classes",
    },
    {
        title: "In check?",
        text: "All answers are joined by “or”. No branch asks whether one is enough: the processor would often guess wrong.",
        code: ["or      foundd, classd", "cmp     foundd, 1 ; carry: nothing found", "sbb     eax, -1"],
        table: "found",
        legend: "classes",
        answer: "inCheck",
    },
    {
        title: "Behind the king’s own pieces",
        text: "Where the nearest piece is the king’s own, its bit is cleared and the ray scanned again: a slider there pins it.",
        code: ["btr     occupied, square", "or      occupied, [row + king_row.ends]"],
        table: "behind",
        legend: "classes",
    },
    {
        title: "Pins and lines",
        text: "The squares from the king to a checker or to a pinning piece are a mask in a table.",
        code: ["mov     square, [line_row + 8 * square]", "or      [result + %1], square"],
        table: "lines",
        answer: "lines",
    },
];
