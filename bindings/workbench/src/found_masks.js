/* The pictures of the kernel scan, which has masks of squares and no lanes; and what all methods show alike: the board
 * before the first step, and the masks of the answer. */
import { make } from "./dom.js";
import { ARROWS, WINDOW_TINT } from "./found_lanes.js";
import { hexByte, hexMask, squaresOf } from "./vectors.js";

const ROW = 8; /* squares */

/* A table from a line of headings and lines of cells; a cell that is an array is [text, class]. */
function tableFrom(caption, headings, lines) {
    const cell = (text) => (Array.isArray(text) ? make("td", { class: text[1] }, text[0]) : make("td", {}, text));
    return make(
        "table",
        { class: "masks" },
        make("caption", {}, caption),
        make("thead", {}, make("tr", {}, headings.map((heading) => make("th", { scope: "col" }, heading)))),
        make("tbody", {}, lines.map(([head, ...cells]) => make("tr", {}, make("th", { scope: "row" }, head), cells.map(cell)))),
    );
}

const chip = (tint, text) => [make("i", { class: `chip ${tint}` }), text];
const byte = (number, tint) => [hexByte(number), number === 0 ? "zero" : tint];
/* The two halves of a mask, which a narrow screen puts one below the other. */
const mask = (number) => [[hexMask(number).slice(0, 8), make("wbr"), hexMask(number).slice(8)], "long"];

/* ---- The board ---- */

/* The 64 bytes. */
export function showBoard(board, king, names) {
    const row = (first) => [names[first].slice(1), ...[...board.subarray(first, first + ROW)].map((code) => byte(code, "plain"))];
    const files = names.slice(0, ROW).map((name) => name[0]);
    const rows = Array.from({ length: ROW }, (_, i) => row(ROW * i));
    const occupied = [...board.keys()].filter((square) => board[square] !== 0);
    return {
        figure: tableFrom("The codes of the pieces, a byte a square, a8 first", ["", ...files], rows),
        tints: new Map([[king, "king"]]),
        notes: new Map(occupied.map((square) => [square, hexByte(board[square])])),
    };
}

const KING_LINES = [
    ["checkers", "checkers"],
    ["check_lines", "checkLines"],
    ["pinned", "pinned"],
    ["pin_orthogonal", "pinOrthogonal"],
    ["pin_diagonal", "pinDiagonal"],
];

/* The masks of ks_king_lines, which all methods end with. */
export function linesTable(lines, names) {
    const squares = (mask) => squaresOf(mask).map((square) => names[square]).join(" ") || "–";
    const rows = KING_LINES.map(([name, member]) => [name, mask(lines[member]), squares(lines[member])]);
    return tableFrom("ks_king_lines: masks with a8 as their lowest bit", ["", "mask", "squares"], rows);
}

/* ---- Steps of scan ---- */

const laneOf = (direction) => `lane-${direction}`;

/* The colours of rays; `on(direction)`: the mask of those of its squares that count. */
function tintRays(run, on) {
    const tints = new Map();
    run.rays.forEach(({ ray }, direction) => {
        for (const square of squaresOf(ray)) {
            const strong = on(direction) & (1n << BigInt(square));
            tints.set(square, `${laneOf(direction)} ${strong ? "strong" : "weak"}`);
        }
    });
    tints.delete(run.king);
    return tints;
}

/* Each draws { figure, tints, notes }. */
const DRAW = {
    masks(run, names) {
        const bytes = (number, row) => byte(Number((number >> BigInt(ROW * row)) & 0xffn), WINDOW_TINT);
        const { pieces, ends, occupied } = run;
        const rows = Array.from({ length: ROW }, (_, row) => [
            names[ROW * row].slice(1),
            ...[pieces, ends, occupied].map((number) => bytes(number, row)),
        ]);
        const wholes = [pieces, ends, occupied].map((number) => mask(number));
        const table = tableFrom("A byte for each row; its lowest bit is the a file", ["row", "pieces", "ends", "occupied"], rows);
        const whole = tableFrom("The same as numbers of 64 bits", ["", "mask"], ["pieces", "ends", "occupied"].map((name, i) => [name, wholes[i]]));
        const tints = new Map(squaresOf(occupied).map((square) => [square, `${WINDOW_TINT} ${pieces & (1n << BigInt(square)) ? "strong" : "weak"}`]));
        return { figure: [table, whole], tints, notes: new Map(squaresOf(occupied).map((square) => [square, "1"])) };
    },
    leaps(run, names) {
        const rows = run.leaps.map(({ square, classes, found }) => [
            names[square],
            hexByte(square),
            byte(classes, WINDOW_TINT),
            byte(found, WINDOW_TINT),
        ]);
        return {
            figure: tableFrom("The squares of a knight’s leap", ["", "square", "classes", "& knight"], rows),
            tints: new Map(run.leaps.map(({ square, found }) => [square, `${WINDOW_TINT} ${found ? "strong" : "weak"}`])),
            notes: new Map(run.leaps.filter(({ classes }) => classes).map(({ square, classes }) => [square, hexByte(classes)])),
        };
    },
    rays(run, names) {
        const rows = run.rays.map(({ ray, onRay, square }, direction) => [
            chip(laneOf(direction), ARROWS[direction]),
            mask(ray),
            mask(onRay),
            `${names[square]} ${hexByte(square)}`,
        ]);
        return {
            figure: tableFrom("The pieces of each ray, and the nearest", ["", "ray", "& occupied", "nearest"], rows),
            tints: tintRays(run, (direction) => run.rays[direction].line),
            notes: new Map(run.rays.map(({ square }) => [square, hexByte(square)])),
        };
    },
    nearest(run, names) {
        const rows = run.rays.map(({ square, classes, relation, found }, direction) => [
            chip(laneOf(direction), ARROWS[direction]),
            names[square],
            ...[classes, relation, found].map((number) => byte(number, laneOf(direction))),
        ]);
        return {
            figure: tableFrom("The nearest piece of each ray", ["", "square", "classes", "relations", "both"], rows),
            tints: tintRays(run, (direction) => (run.rays[direction].found ? run.rays[direction].line : 0n)),
            notes: new Map(run.rays.map(({ square, classes }) => [square, hexByte(classes)])),
        };
    },
    found(run, names) {
        const ray = ({ square, found }, direction) => [chip(laneOf(direction), ARROWS[direction]), names[square], byte(found, laneOf(direction))];
        const leap = ({ square, found }) => [chip(WINDOW_TINT, "leap"), names[square], byte(found, WINDOW_TINT)];
        const all = ["or", "", byte(run.found, "plain")];
        const both = [...run.rays, ...run.leaps].filter(({ found }) => found);
        const tints = tintRays(run, (direction) => (run.rays[direction].found ? run.rays[direction].line : 0n));
        for (const { square, found } of run.leaps) if (found) tints.set(square, `${WINDOW_TINT} strong`);
        return {
            figure: tableFrom("All attacks", ["", "square", "classes"], [...run.rays.map(ray), ...run.leaps.map(leap), all]),
            tints,
            notes: new Map(both.map(({ square, found }) => [square, hexByte(found)])),
        };
    },
    behind(run, names) {
        const seconds = run.behind.map((second, direction) => second && { ...second, direction }).filter(Boolean);
        const rows = seconds.map(({ pinned, square, classes, relation, found, direction }) => [
            chip(laneOf(direction), ARROWS[direction]),
            names[pinned],
            names[square],
            ...[classes, relation, found].map((number) => byte(number, laneOf(direction))),
        ]);
        return {
            figure: tableFrom("Rays whose nearest piece is the king’s own", ["", "own", "behind", "classes", "relations", "both"], rows),
            tints: tintRays(run, (direction) => run.behind[direction]?.line ?? 0n),
            notes: new Map(seconds.map(({ square, classes }) => [square, hexByte(classes)])),
        };
    },
    lines: (run) => ({
        figure: [],
        tints: tintRays(run, () => run.lines.checkLines | run.lines.pinOrthogonal | run.lines.pinDiagonal),
        notes: new Map(),
    }),
};

/* Returns { figure, tints, notes } of a step. */
export const showMasks = (step, run, names) => DRAW[step.table](run, names);
