/* The module gives the same answers as the native library to texts that are bent by chance: those of the fuzzers' corpora,
 * and of the built-in variants. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const built = process.env.KINGSCAN_JAVASCRIPT ?? join(root, "build/javascript");
const { KingscanError, MoveError, Position, Variants, games } = await import(join(built, "kingscan.js"));

let seed = 1;
const random = (n) => (seed = (seed * 48271) % 2147483647) % n;

/* Texts of ASCII, since an offset in a string is not one in bytes. */
function corpus(...names) {
    return names.flatMap((name) => {
        const folder = join(root, "tests/fuzz/corpus", name);
        return readdirSync(folder).map((file) => readFileSync(join(folder, file), "latin1").replace(/[^\n -~]/g, "?"));
    });
}

/* Bends a text in up to three places: a byte is changed, left out or put twice, or a piece of another text put in. */
function bend(text, others) {
    for (let times = 1 + random(3); times > 0; times--) {
        const at = random(text.length + 1), other = others[random(others.length)], from = random(other.length + 1);
        const piece = [String.fromCharCode(32 + random(95)), "", text.slice(at, at + 2), other.slice(from, from + random(12))];
        text = text.slice(0, at) + piece[random(4)] + text.slice(at + random(2));
    }
    return text;
}

const error = ({ code, offset, message }) => `${code} ${offset} ${message}`;

/* The same as answers.c. */
const ANSWERS = {
    f(text) {
        const position = new Position(text, { lenient: true });
        const { xFen, verdict, key } = position;
        const moves = position.legalMoves();
        const values = [2, -3, 11, 7, 5];
        const won = moves.reduce((sum, move) => sum + position.see(move) + position.see(move, { values, pins: true }), 0);
        return `${xFen} ${verdict} ${moves.length} ${key.toString(16).padStart(16, "0")} ${won}`;
    },
    m: (text) => new Position("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1").parse(text).uci,
    g: (text) => `${[...games(text)].map(gameOf).join("")}`,
    v(text) {
        const variants = new Variants(text, { each: true });
        const remarks = variants.remarks.map((remark) => `${Number(remark.refused)} ${error(remark)}; `);
        const counts = variants.names
            .slice(variants.bundledCount)
            .map((name) => `${new Position(null, { variant: variants.get(name) }).perft(2)} `);
        variants.dispose();
        return remarks.join("") + counts.join("");
    },
};

/* Of two tags with the same name one is left. */
function gameOf(game) {
    const notesOf = ({ nags, comment }) => `${nags.map((nag) => `$${nag}`).join("")}{${comment?.replaceAll("\n", "\v") ?? ""}} `;
    const moves = game.moves.map((played) => played.move.uci + notesOf(played)).join("");
    const errors = game.errors.map((e) => `${e.code} ${e.ply} ${e.line}:${e.column} ${e.offset} ${e.message}; `).join("");
    const variant = game.variant === null || game.variant.isChess ? "-" : game.variant.name;
    const first = notesOf({ nags: [], comment: game.comment });
    return `${game.line} ${Object.keys(game.tags).length} ${variant} ${first}${moves}${errors}${game.result} | `;
}

function answer(kind, text) {
    try {
        return ANSWERS[kind](text);
    } catch (thrown) {
        if (thrown instanceof KingscanError) return error(thrown);
        throw thrown;
    }
}

/* Asks the native library about all texts at once. */
function nativeAnswers(kind, texts) {
    const input = texts.map((text) => `${kind}${text.length}\n${text}\n`).join("");
    const ran = spawnSync(join(built, "answers"), { input: Buffer.from(input, "latin1"), maxBuffer: 2 ** 28 });
    assert.equal(ran.status, 0, String(ran.error ?? ran.stderr));
    return ran.stdout.toString("latin1").split("\n").slice(0, -1);
}

function compare(kind, seeds, count, before = "") {
    const texts = Array.from({ length: count }, () => before + bend(seeds[random(seeds.length)], seeds));
    const native = nativeAnswers(kind, texts);
    assert.equal(native.length, count);
    texts.forEach((text, i) => assert.equal(answer(kind, text), native[i], text));
    return new Set(native).size;
}

test("FEN", () => {
    const seeds = corpus("fuzz_fen", "fuzz_lines", "fuzz_check_epd").flatMap((text) => text.split("\n")).filter(Boolean);
    assert.ok(compare("f", seeds, 20000) > 1000);
    const real = readFileSync(join(root, "tests/data/positions.epd"), "latin1").split("\n").map((line) => line.split(" c0 ")[0]);
    assert.ok(compare("f", real.filter(Boolean), 5000) > 1000);
});

test("moves", () => {
    const position = new Position("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1");
    const sans = position.legalMoves().flatMap((move) => [position.san(move), move.uci]);
    assert.ok(compare("m", [...corpus("fuzz_move"), ...sans], 20000) > 300);
});

test("texts of variants", () => {
    const builtIn = readFileSync(join(root, "c/variant/collection/variants.ini"), "latin1").replace(/[^\n -~]/g, "?");
    const sections = builtIn.split(/^(?=\[)/m).slice(1).map((text) => text.replace(/^\[\w+/, "[mine"));
    assert.ok(compare("v", [...corpus("fuzz_variants"), ...sections], 1500) > 500);
});

test("games", () => {
    assert.ok(compare("g", corpus("fuzz_games", "fuzz_signs"), 3000, '[Event "a"]\n') > 1000);
});

/* The package reads such a text in parts. */
test("long texts of games", () => {
    const seeds = corpus("fuzz_games", "fuzz_signs");
    for (let times = 0; times < 6; times++) {
        const pieces = ['[Event "a"]\n\n1. e4 *\n'];
        for (let length = 0; length < 4e5; length += pieces.at(-1).length) pieces.push(bend(seeds[random(seeds.length)], seeds));
        const text = pieces.join(["", " ", "\n", "\n\n", " * ", "}\n"][times]);
        const [native] = nativeAnswers("g", [text]);
        const found = answer("g", text);
        const at = [...found].findIndex((character, i) => character !== native[i]);
        assert.equal(at < 0 ? "" : found.slice(at - 400, at + 80), at < 0 ? "" : native.slice(at - 400, at + 80));
        assert.equal(found.length, native.length);
    }
});

test("an error is a MoveError", () => assert.throws(() => new Position().parse("e5"), MoveError));
