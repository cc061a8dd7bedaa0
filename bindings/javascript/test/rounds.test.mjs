/* Random games of every variant, written as text and read again, move by move and as PGN; and those that Fairy-Stockfish
 * has written. tests/game/variant_rounds.c does the same with the library. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const built = process.env.KINGSCAN_JAVASCRIPT ?? join(root, "build/javascript");
const { Game, Position, Variants, games } = await import(join(built, "kingscan.js"));
const data = (name) => readFileSync(join(root, "tests/data", name), "utf8");
const variants = new Variants(data("variants_ffish.ini"), { each: true });
const PLIES = 60;

let seed = 1;
const random = (n) => (seed = (seed * 48271) % 2147483647) % n;

/* Both squares, which SAN mostly does without. Drops, castling and passing have none. */
function lan(position, move) {
    const san = position.san(move);
    if (san.includes("@") || san.startsWith("O-O") || move.from === move.to) return san;
    const [, piece] = san.match(/^(\+?[A-Z]?)/);
    const [body] = san.split(/[,/=]/);
    const end = [...body.matchAll(/[a-l]\d+/g)].findLast(([name]) => name === move.to);
    return `${piece}${move.from}${body.includes("x") ? "x" : "-"}${move.to}${san.slice(end.index + move.to.length)}`;
}

const WRITERS = { SAN: (position, move) => position.san(move), LAN: lan, UCI: (position, move) => move.uci };

function randomGame(variant, write) {
    const position = new Position(null, { variant });
    const reader = new Position(null, { variant });
    const texts = [];
    while (texts.length < PLIES) {
        const moves = position.legalMoves();
        if (moves.length === 0) break;
        const move = moves[random(moves.length)];
        const text = write(position, move);
        assert.equal(reader.push(text).uci, move.uci, `${variant}: ${text} in ${position.fen}`);
        position.push(move);
        assert.equal(reader.fen, position.fen, `${variant}: after ${text}`);
        texts.push(text);
    }
    return { texts, position };
}

for (const [name, write] of Object.entries(WRITERS))
    test(`${name} of every variant`, () => {
        let plies = 0;
        for (const variant of variants) {
            const { texts, position } = randomGame(variant, write);
            const [game] = games(`[Variant "${variant}"]\n\n${texts.join(" ")} *\n`, { variants });
            assert.deepEqual(game.errors.map(String), [], `${variant}: ${texts.join(" ")}`);
            assert.equal(String(game.moves.map(({ move }) => move)), String(position.moves), String(variant));
            assert.equal(game.position().fen, position.fen, String(variant));
            const text = Game.from(position, { Site: "a" }).pgn();
            const [again] = games(text, { variants });
            assert.deepEqual(again.errors.map(String), [], text);
            assert.equal(String(again.moves.map(({ move }) => move)), String(position.moves), text);
            plies += texts.length;
        }
        assert.ok(plies > 5000, `${plies} plies`);
    });

/* What a game says of its moves. A comment is written with single blanks, and without a brace that would end it. */
const plain = (name, value) => (name === "comment" && value ? value.replace(/\s+/g, " ").trim().replaceAll("}", ")") || null : value);
const said = ({ moves, comment, result, start }) => JSON.stringify({ moves, comment, result, start }, plain);

test("games are read again as they were", () => {
    for (const name of ["examples/games.pgn", "tests/data/torture.pgn"])
        for (const options of [{}, { variations: true, nullMoves: true }]) {
            const all = [...games(readFileSync(join(root, name)), { ...options, variants })].filter(({ start }) => start !== null);
            assert.ok(all.length > 5);
            for (const game of all) {
                const [again] = games(game.pgn(), { ...options, variants });
                assert.ok(said(again) === said(game), game.pgn());
                for (const [tag, value] of Object.entries(game.tags))
                    if (!["FEN", "SetUp", "Result"].includes(tag)) assert.equal(again.tags[tag], value.replace(/\s/g, " "));
            }
        }
});

/* Comments of both have another order there, when a move has several. */
test("games are written as the program writes them", () => {
    for (const name of ["tests/data/opera.pgn", "tests/data/random_games.pgn"]) {
        const rewritten = execFileSync(join(root, "build/kingscan"), ["games", "--rewrite", join(root, name)], { encoding: "utf8" });
        const written = [...games(readFileSync(join(root, name)), { variations: true })].map((game) => game.pgn()).join("");
        assert.ok(written.length > 300);
        assert.ok(written === rewritten, name);
    }
});

/* FNV-1a of the moves in UCI with blanks between them. */
const hashOf = (text) => [...text].reduce((hash, c) => Math.imul(hash ^ c.charCodeAt(0), 0x01000193), 0x811c9dc5) >>> 0;

test("games by Fairy-Stockfish", () => {
    const rows = data("variants_games_ffish.tsv").split("\n").filter((line) => line && !line.startsWith("#"));
    assert.ok(rows.length > 200);
    for (const row of rows) {
        const [, variant, hash, moves] = row.match(/^(\S+)\s+(\S+)\s+(.*)$/);
        const [game] = games(`[Site "pychess.org"]\n[Variant "${variant}"]\n\n${moves} *\n`, { variants });
        assert.deepEqual(game.errors.map(String), [], row);
        assert.equal(hashOf(game.moves.map(({ move }) => move).join(" ")), parseInt(hash, 16), row);
        const [again] = games(game.pgn(), { variants });
        assert.equal(String(again.moves.map(({ move }) => move)), String(game.moves.map(({ move }) => move)), row);
    }
});
