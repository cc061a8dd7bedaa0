/* kingscan/chessops in Node: chessops's answers on recorded games of lichess's variants, and what the package promises besides. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fnv1a } from "../../../tests/peers/ffish.mjs";
import { byChessops, ours } from "./columns.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const built = process.env.KINGSCAN_JAVASCRIPT ?? join(root, "build/javascript");
const all = await import(join(built, "chessops/index.js"));
const kingscan = await import(join(built, "kingscan.js"));
const { MoveError } = kingscan;
const { Chess, INITIAL_FEN, ROLES, SquareSet, chessgroundDests, defaultPosition, makeFen, makePgn, makeSan, makeSquare, makeUci, parseFen, parsePgn, parseSan, parseUci } = all;

const start = () => Chess.fromSetup(parseFen(INITIAL_FEN).unwrap()).unwrap();
const fenOf = (pos) => makeFen(pos.toSetup());
const count = (text, letter) => text.split(letter).length - 1;

/* ---- The recorded games ---- */

/* The FEN with the strongest piece in hand first, as the record has it. */
const recordedFen = (pos) => fenOf(pos).replace(/\[(.*)\]/, (_, hand) => `[${[..."QRBNPqrbnp"].map((letter) => letter.repeat(count(hand, letter))).join("")}]`);

/* Legal moves in UCI, castling as the king's move. */
function movesOf(pos) {
    const moves = [];
    for (const [from, squares] of pos.allDests())
        for (const to of squares)
            for (const promotion of [undefined, ...ROLES]) if (pos.isLegal({ from, to, promotion })) moves.push(makeUci(asWritten(pos, { from, to, promotion })));
    for (const role of pos.pockets ? ROLES : []) for (const to of pos.dropDests()) if (pos.isLegal({ role, to })) moves.push(makeUci({ role, to }));
    return moves.sort();
}

function asWritten(pos, move) {
    const side = all.castlingSide(pos, move);
    return side ? { from: move.from, to: move.from + (side === "h" ? 2 : -2) } : move;
}

function endOf(pos) {
    const outcome = pos.variantOutcome();
    if (outcome) return outcome.winner?.[0] ?? "d";
    if (pos.isCheckmate()) return all.opposite(pos.turn)[0];
    return pos.isStalemate() ? "d" : "-";
}

test("games of variants go on as with chessops, which has recorded them", () => {
    const games = readFileSync(join(root, "tests/data/variants_games.tsv"), "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
    let positions = 0;
    for (const game of games.filter((_, at) => at % 4 === 0)) {
        const [rules, moves] = game.split("\t");
        const pos = defaultPosition(rules);
        for (const word of moves.split(" ")) {
            const [uci, hash] = word.split(":");
            pos.play(parseUci(uci));
            const record = `${recordedFen(pos)}|${movesOf(pos).join(" ")}|${pos.isCheck() ? "+" : "-"}${endOf(pos)}`;
            assert.equal(fnv1a(record).toString(16).padStart(8, "0"), hash, `${rules}, ${record}`);
            positions++;
        }
    }
    assert.ok(positions > 3000);
});

/* ---- Positions ---- */

test("the column of chessops in docs/from-chessjs.md runs, and gives the same as ours", () => {
    const by = Object.fromEntries(ours(kingscan).map((row) => [row.ours, row.found]));
    const plain = (value) => (value instanceof Map ? value.size : value);
    const found = byChessops({ ...all, ...all.debug });
    assert.ok(found.length > 20);
    for (const row of found.filter(({ differs }) => !differs)) assert.deepEqual(plain(row.found), plain(by[row.ours]), row.chessops);
});

test("a field that is changed counts at once, and a clone changes alone", () => {
    const pos = start();
    assert.equal(pos.dests(12).size(), 2);
    const copy = pos.clone();
    pos.board.set(20, { role: "knight", color: "white" });
    assert.equal(pos.dests(12).size(), 0);
    assert.equal(copy.dests(12).size(), 2);
    const { board } = copy;
    copy.play({ from: 12, to: 28 });
    assert.equal(board.getRole(28), "pawn");
    copy.turn = "white";
    assert.equal(makeSan(copy, parseSan(copy, "e5")), "e5");
});

test("clones of a position with known moves go their own ways", () => {
    const pos = start();
    pos.allDests();
    const [first, second] = [pos.clone(), pos.clone()];
    first.play({ from: 12, to: 28 });
    second.board.take(12);
    assert.deepEqual([pos, first, second].map(fenOf), [INITIAL_FEN, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", INITIAL_FEN.replace("PPPPPPPP", "PPPP1PPP")]);
    assert.deepEqual([pos, first, second].map((each) => each.dests(4).size() + each.dests(52).size()), [0, 2, 1]);
    assert.equal(makeSan(pos, { from: 6, to: 21 }), "Nf3");
    assert.equal(fenOf(Chess.default()), INITIAL_FEN);
});

test("Result.all has the values in an array or by name, or the first error", () => {
    const { Result } = all;
    const [one, wrong] = [Result.ok(1), parseFen("x")];
    assert.deepEqual([Result.all([one, one]).unwrap(), Result.all({ one }).unwrap(), Result.all([]).unwrap()], [[1, 1], { one: 1 }, []]);
    assert.equal(Result.all([one, wrong, Result.err(new Error("late"))]), wrong);
});

test("a piece is promoted or has no such member, and a comment has all its members", () => {
    assert.deepEqual([all.parsePiece("q"), all.parsePiece("Q~")], [{ role: "queen", color: "black" }, { role: "queen", color: "white", promoted: true }]);
    assert.deepEqual(Object.keys(all.pgn.parseComment("a")).sort(), ["clock", "emt", "evaluation", "shapes", "text"]);
});

test("an illegal move throws a MoveError that says why", () => {
    const pos = start();
    for (const act of [() => pos.play({ from: 4, to: 20 }), () => makeSan(pos, { from: 4, to: 20 })])
        assert.throws(act, (error) => error instanceof MoveError && error.message.includes("king"));
    assert.equal(fenOf(pos), INITIAL_FEN);
    assert.equal(parseSan(pos, "Ke3"), undefined);
    assert.equal(parseFen("x").error.message, "ERR_BOARD");
    assert.equal(Chess.fromSetup(all.emptySetup()).error.message, "ERR_EMPTY");
});

test("castling goes to the rook, in Chess960 too", () => {
    const pos = Chess.fromSetup(parseFen("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1").unwrap()).unwrap();
    assert.deepEqual([...pos.dests(4)].map(makeSquare).filter((name) => "bg".includes(name[0])), ["b1", "g1"]);
    for (const to of [2, 1]) assert.equal(makeSan(pos, { from: 4, to }), "O-O-O");
    pos.play({ from: 4, to: 6 });
    assert.equal(fenOf(pos), "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1");
    assert.deepEqual(chessgroundDests(Chess.fromSetup(parseFen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap()).unwrap()).get("e1"), ["d1", "f1", "h1", "d2", "e2", "f2", "g1"]);
});

/* ---- Games ---- */

const PGN = `[Event "x"]
[Result "1-0"]

{ a } 1. e4 { b } ( { c } 1. d4 $1 ) 1... e5 1-0
`;

test("games keep variations and comments", () => {
    const [game] = parsePgn(PGN.replace('"x"', '"\\"x\\\\"'), all.emptyHeaders);
    assert.equal(game.headers.get("Event"), '"x\\');
    assert.equal(makePgn({ ...game, headers: new Map([["Event", "x"], ["Result", "1-0"]]) }), PGN);
    const fens = all.pgn.transform(game.moves, start(), (pos, { san }) => {
        pos.play(parseSan(pos, san));
        return { san, fen: fenOf(pos).split(" ")[0] };
    });
    assert.deepEqual(Array.from(fens.mainline(), ({ fen }) => fen), ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"]);
    assert.equal(fens.children[1].data.fen, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR");
});

test("a text of games may come in parts, and may not take more than its budget", () => {
    const found = [];
    const parser = new all.PgnParser((game, error) => found.push([makePgn(game).trim().split("\n").at(-1), error?.message]), all.emptyHeaders, 2000);
    for (const sign of `${PGN}\n1. d4 *\n\n${"e4 e5 ".repeat(20)}`) parser.parse(sign, { stream: true });
    parser.parse("");
    assert.deepEqual(found[1], ["1. d4 *", undefined]);
    assert.deepEqual(found.map(([, error]) => error), [undefined, undefined, "ERR_PGN_BUDGET"]);
});

/* ---- Names ---- */

test("require() gives the same names, and each module has its own", () => {
    const required = createRequire(import.meta.url)(join(built, "chessops/index.cjs"));
    assert.deepEqual(Object.keys(required).sort(), Object.keys(all).sort());
    assert.equal(required.fen.parseFen(INITIAL_FEN).unwrap(({ turn }) => turn), "white");
    assert.equal(all.fen.parseFen, parseFen);
    assert.equal(SquareSet.full().size(), 64);
});
