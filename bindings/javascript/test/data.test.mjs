/* kingscan/data gives the entries that the program writes as .plain, from every format, in batches of any size. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const built = process.env.KINGSCAN_JAVASCRIPT ?? join(root, "build/javascript");
const { DataError, KINDS, KNOWN, data, dataFormats, uciOf } = await import(join(built, "data.js"));
const folder = mkdtempSync(join(tmpdir(), "kingscan-"));
after(() => rmSync(folder, { recursive: true }));

/* Chess960 is left out, since binpack has no such rights to castle. */
const first = join(folder, "first.binpack");
const convert = (...words) => spawnSync(join(root, "build/kingscan"), ["convert", ...words]);
convert("--missing-score", "17", "--unknown-result", "draw", join(root, "tests/data/random_games.pgn"), first);
function written(format) {
    const file = join(folder, `a.${format}`);
    const { status, stderr } = convert("--to", format, first, file);
    assert.equal(status, 0, String(stderr));
    return readFileSync(file);
}

/* The entries as .plain has them. Castling is the king taking its rook here, and the king's move there. */
function* plainOf(batches) {
    for (const { count, fens, moves, scores, plies, results, kinds } of batches)
        for (let i = 0; i < count; i++)
            yield `${fens[i].replace(/ \d+ \d+$/, "")} ${kinds[i] & KINDS.castling ? "castles" : uciOf(moves[i])} ${scores[i]} ${plies[i]} ${results[i]}`;
}
const CASTLING = /^e1[gc]1$|^e8[gc]8$/;
function* expected() {
    for (const entry of written("plain").toString().split("\ne\n")) {
        const fields = Object.fromEntries(entry.split("\n").map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]));
        if (!fields.fen) continue;
        const king = fields.fen.split(" ")[0].split("/")[fields.move[1] === "1" ? 7 : 0];
        const castles = CASTLING.test(fields.move) && king.toLowerCase().includes("k") && kingOn(king, "e");
        yield `${fields.fen.replace(/ \d+ \d+$/, "")} ${castles ? "castles" : fields.move} ${fields.score} ${fields.ply} ${fields.result}`;
    }
}
const kingOn = (row, file) => row.replace(/\d/g, (digit) => ".".repeat(digit)).toLowerCase()["abcdefgh".indexOf(file)] === "k";

test("every format has the entries that .plain has", () => {
    const plain = [...expected()];
    assert.ok(plain.length > 1000);
    for (const format of ["binpack", "bin", "plain"])
        for (const size of [128, 1000, 16384]) assert.deepEqual([...plainOf(data(written(format), { format, fens: true, size }))], plain, format);
    const few = (line) => line.split(" ").slice(0, 2).join(" ");
    const [games] = [[...data(written("viriformat"), { format: "viriformat", fens: true })]];
    assert.deepEqual([...plainOf(games)].map(few), plain.map(few));
});

test("games are entries 0 to N, with their scores, clocks and faults", async () => {
    const pgn = '1. e4 {+0.31/12 1.2s [%clk 0:03:00]} e5 {-0.20/9 0.1s} 1-0\n\n[Event "?"]\n\n1. d4 Ke4 *\n';
    const [batch] = data(pgn, { format: "pgn", fens: true, legality: true });
    assert.deepEqual([batch.count, [...batch.moves].map((move) => (move ? uciOf(move) : null))], [5, ["e2e4", "e7e5", null, "d2d4", null]]);
    assert.deepEqual([[...batch.scores.slice(0, 3)], [...batch.results], batch.clocks[0]], [[31, -20, 0], [1, -1, 1, 0, 0], 180000]);
    assert.deepEqual([...batch.known].map((known) => Boolean(known & KNOWN.score)), [true, true, false, false, false]);
    assert.deepEqual([...batch.kinds].map((kinds) => Boolean(kinds & KINDS.first)), [true, false, false, true, false]);
    assert.deepEqual([[...batch.illegal], [...batch.sides], batch.boards.length], [[0, 0, 1, 0, 1], [0, 1, 0, 0, 1], 5 * 64]);
    const [fault] = batch.faults;
    assert.ok(fault instanceof DataError && fault.message.includes("e4") && fault.line === 5, JSON.stringify(fault));
    const parts = async function* () {
        yield pgn.slice(0, 20);
        yield Buffer.from(pgn.slice(20));
    };
    for (const source of [new Blob([pgn]), new Response(pgn), parts(), Object.assign(new Blob([pgn]), { name: "a.pgn" })])
        for await (const { moves } of data(source, source.name ? {} : { format: "pgn" })) assert.deepEqual(moves, batch.moves);
});

test("lines by a pattern, and what is refused", () => {
    const fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    const [{ scores, results, checks }] = data(`${fen} | 34 | 0.5\n${fen} | -7 | 1.0\n`, { pattern: "FEN | white-score | white-result" });
    assert.deepEqual([[...scores], [...results], [...checks]], [[34, -7], [0, 1], [0, 0]]);
    assert.deepEqual(dataFormats().slice(0, 2), ["binpack", "bin"]);
    assert.throws(() => data("", { formt: "pgn" }), /^TypeError: expected options out of/);
    assert.throws(() => data(7), TypeError);
    assert.throws(() => data("", { size: 5 }), RangeError);
    assert.throws(() => [...data("", { format: "pgm" })], /^RangeError: expected a format such as/);
    assert.throws(() => [...data("x", {})], DataError);
    assert.throws(() => [...data("", { pattern: "FEN | what" })], DataError);
});

test("memory is free again, whoever stops", () => {
    const bytes = written("binpack");
    for (let times = 0; times < 300; times++) for (const { count } of data(bytes, { size: 128 })) if (count) break;
    const [{ count }] = data(bytes);
    assert.ok(count > 500);
});
