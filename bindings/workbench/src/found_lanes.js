/* The pictures of the kernels in lanes: a table with a block for each lane, read as a number, and the colours and numbers
 * on the board. */
import { make } from "./dom.js";
import { hexByte } from "./vectors.js";

const SLOTS = 8; /* of a lane */
const DIRECTIONS = ["up", "up right", "right", "down right", "down", "down left", "left", "up left"];
export const ARROWS = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];
/* The two rays of each of four lanes, as four_lanes.inc lays them out. */
const PAIRS = ["↑↓", "→←", "↗↙", "↘↖"];
export const WINDOW_TINT = "lane-8";

/* The names of registers in the source, where the panel has others. */
const NAMES = { numbers: "squares", minusOne: "minus one", nearestOwn: "own", beforeWithout: "without", seenStarts: "starts", seenKinds: "less 1", seenRelations: "relations" };

const isEight = (run) => run.squares.length === SLOTS * DIRECTIONS.length;
const tintOf = (run, lane) => `lane-${isEight(run) ? lane : 2 * lane}`;

/* ---- Tables ---- */

const byteCell = (byte, tint, isOff = false) =>
    make("td", { class: byte === 0 ? "zero" : `${isOff ? "off " : ""}${tint}` }, hexByte(byte));

/* A row with the bytes of a lane, the highest first, as in a number. */
function registerRow(run, name, lane) {
    const slots = Array.from({ length: SLOTS }, (_, i) => SLOTS * (lane + 1) - 1 - i);
    const cell = (slot) => byteCell(run.registers[name][slot], tintOf(run, lane), run.squares[slot] < 0);
    return make("tr", {}, make("th", { scope: "row" }, NAMES[name] ?? name), slots.map(cell));
}

function laneBlock(run, values, lane, names) {
    const squares = run.squares.slice(SLOTS * lane, SLOTS * (lane + 1)).map((square) => (square < 0 ? "·" : names[square]));
    const [arrow, direction] = isEight(run) ? [ARROWS[lane], DIRECTIONS[lane]] : [PAIRS[lane], null];
    const head = make("th", { scope: "rowgroup", "aria-label": direction ?? `lane ${lane}` }, make("i", { class: `chip ${tintOf(run, lane)}` }), arrow);
    return make(
        "tbody",
        {},
        make("tr", { class: "squares" }, head, squares.reverse().map((name) => make("td", {}, name))),
        values.map((name) => registerRow(run, name, lane)),
    );
}

/* The sixteen squares of avx2's window, in two rows, the highest first too. */
function windowBlocks(run, register, names) {
    return [1, 0].map((half) => {
        const slots = Array.from({ length: SLOTS }, (_, i) => SLOTS * half + SLOTS - 1 - i);
        const row = (name, bytes) =>
            make("tr", {}, make("th", { scope: "row" }, name), slots.map((slot) => byteCell(bytes[slot], WINDOW_TINT)));
        const head = make("th", { scope: "rowgroup" }, make("i", { class: `chip ${WINDOW_TINT}` }), "window");
        return make(
            "tbody",
            {},
            make("tr", { class: "squares" }, head, slots.map((slot) => make("td", {}, names[run.window.first + slot]))),
            row("relations", run.window.relations),
            row("leaps", run.registers[register]),
        );
    });
}

function tableOf(step, run, names) {
    const lanes = [...Array(run.squares.length / SLOTS).keys()];
    const caption = "Each lane as a number of 64 bits: two hexadecimal digits a slot, the lowest byte on the right";
    return make(
        "table",
        { class: "lanes" },
        make("caption", {}, caption),
        lanes.map((lane) => laneBlock(run, step.values, lane, names)),
        step.window ? windowBlocks(run, step.window, names) : null,
    );
}

/* ---- The board ---- */

/* Which slots count in a step: those that the king sees, or those with a byte that isn't 0. */
function isStrong(step, byte) {
    if (step.values.at(-1) === "numbers") return true;
    if (step.odd) return byte % 2 === 1;
    return (byte & (step.seen ? 0x7f : 0xff)) !== 0;
}

function addWindow(step, run, tints, notes) {
    run.window.relations.forEach((relation, i) => {
        const square = run.window.first + i;
        const leap = step.window ? run.registers[step.window][i] : 0;
        if (relation !== 0) tints.set(square, `${WINDOW_TINT} ${leap ? "strong" : "weak"}`);
        if (leap) notes.set(square, hexByte(leap));
    });
}

/* Returns { figure, tints, notes } of a step; the last two by squares' numbers. */
export function showLanes(step, run, names) {
    const [tints, notes] = [new Map(), new Map()];
    if (run.window) addWindow(step, run, tints, notes);
    const shown = run.registers[step.values.at(-1)];
    run.squares.forEach((square, slot) => {
        if (square < 0) return;
        const strong = isStrong(step, shown[slot]);
        tints.set(square, `${tintOf(run, Math.floor(slot / SLOTS))} ${strong ? "strong" : "weak"}`);
        if (strong || shown[slot] !== 0) notes.set(square, hexByte(shown[slot]));
    });
    return { figure: tableOf(step, run, names), tints, notes };
}
