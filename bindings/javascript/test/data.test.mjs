/* kingscan/data gives the entries that the program writes as JSON Lines, from every format, in batches of any size. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const built = process.env.KINGSCAN_JAVASCRIPT ?? join(root, "build/javascript");
const { DataError, KINDS, KNOWN, data, dataFormats, uciOf } = await import(join(built, "data.js"));
const folder = mkdtempSync(join(tmpdir(), "kingscan-"));
after(() => rmSync(folder, { recursive: true }));

/* Random games with scores and results of their own. Chess960 is left out, since binpack has no such rights to castle. */
const first = join(folder, "first.binpack"), lines = join(folder, "first.jsonl");
const convert = (...words) => spawnSync(join(root, "build/kingscan"), ["convert", ...words]);
convert("--missing-score", "0", "--unknown-result", "draw", join(root, "tests/data/random_games.pgn"), first);
convert(first, lines);
let games = 0;
const scored = readLines(readFileSync(lines)).map((facts, i) => {
    games += facts.ply === 0 ? 1 : 0;
    const forWhite = (games % 3) - 1;
    return { ...facts, score: ((i * 37) % 2000) - 1000, result: facts.fen.includes(" w ") ? forWhite : 0 - forWhite };
});
const ENTRIES = scored.length;
writeFileSync(lines, scored.map((facts) => `${JSON.stringify(facts)}\n`).join(""));
rmSync(first);
convert(lines, first);
function readLines(bytes) {
    return bytes.toString().trimEnd().split("\n").map((line) => JSON.parse(line));
}
function written(format) {
    const file = join(folder, `a.${format}`);
    const { status, stderr } = convert("--to", format, first, file);
    assert.equal(status, 0, String(stderr));
    return readFileSync(file);
}

/* Castling is the king taking its rook in `moves`, and the king's move in JSON Lines. */
const kingsMove = (uci) => uci.slice(0, 2) + (uci[2] > uci[0] ? "g" : "c") + uci[3];

/* What is known of the entries, as the program writes it. */
function* factsOf(batches) {
    for (const { count, fens, moves, scores, plies, results, kinds, known } of batches)
        for (let i = 0; i < count; i++) {
            const facts = { fen: fens[i] };
            if (known[i] & KNOWN.move && moves[i]) facts.move = kinds[i] & KINDS.castling ? kingsMove(uciOf(moves[i])) : uciOf(moves[i]);
            if (known[i] & KNOWN.score) facts.score = scores[i];
            if (known[i] & KNOWN.ply) facts.ply = plies[i];
            if (known[i] & KNOWN.result) facts.result = results[i];
            yield facts;
        }
}

test("every format has the entries that the program writes as JSON Lines", () => {
    assert.deepEqual([...factsOf(data(written("jsonl"), { fens: true }))], scored);
    assert.ok(ENTRIES > 1000);
    for (const format of dataFormats().filter((name) => !["pgn", "text"].includes(name))) {
        const bytes = written(format);
        const { stdout } = convert("--from", format, "--to", "jsonl", join(folder, `a.${format}`), "-");
        const expected = readLines(stdout);
        assert.equal(expected.length, ENTRIES, format);
        for (const size of [128, 1000, 16384]) assert.deepEqual([...factsOf(data(bytes, { format, fens: true, size }))], expected, format);
    }
});

test("a binpack, PGN and JSON Lines are known by their bytes, others by the name; compressed data are refused", async () => {
    const countOf = (bytes) => [...data(bytes)].reduce((sum, { count }) => sum + count, 0);
    for (const format of ["binpack", "jsonl"]) assert.equal(countOf(written(format)), ENTRIES, format);
    for (const pgn of ["1. e4 *", '[Event "?"]\n\n1. e4 *\n', "; x\n{y} 1. e4 *", "\ufeff1. e4 *"]) assert.equal(countOf(pgn), 2, pgn);
    for (const format of ["bin", "epd", "bulletformat"]) {
        let count = 0;
        for await (const batch of data(Object.assign(new Blob([written(format)]), { name: `a.${format}` }))) count += batch.count;
        assert.equal(count, ENTRIES, format);
        assert.throws(() => countOf(written(format)), /^DataError: expected a format/, format);
    }
    const zstd = Buffer.from("28b52ffd0400410000", "hex");
    const refused = { name: "DataError", code: "data-format", message: "the data are compressed by zstd: expected what 'zstd -dc' writes" };
    for (const options of [{}, { format: "pgn" }, { format: "bin" }]) assert.throws(() => [...data(zstd, options)], refused);
    const batches = data(Object.assign(new Blob([zstd]), { name: "a.pgn.zst" }));
    await assert.rejects(batches.next(), refused);
    assert.throws(() => [...data(gzipSync("1. e4 *"))], /^DataError: the data are compressed by gzip/);
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
