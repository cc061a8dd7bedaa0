#!/usr/bin/env node
/* Play random games of lichess's variants by chessops and ffish, and write their answers for each position.
 *
 *     DIR=$(mktemp -d) && npm install --prefix $DIR chessops ffish@0.7.10
 *     node tests/peers/variants_by_chessops.mjs $DIR 1 2000 1 > tests/data/variants_games.tsv
 *
 * chessops (from DIR, outside the repository) makes the moves, lists the legal ones, and knows check and the end of
 * the game. ffish (Fairy-Stockfish) lists the legal moves of the same positions; a position on which the two differ
 * is printed on standard error, and the exit status is 1. The arguments after DIR are the least number of games and
 * of positions of each variant, and the seed; "alone" after them leaves ffish out.
 *
 * A line of the output is a game: the variant, then MOVE:HASH for each move, where HASH is the FNV-1a of the position
 * after it: its FEN, "|", the legal moves, sorted, with blanks between, "|", "+" for check or "-", and the winner:
 * "w", "b", "d" for a draw, "-" for nobody yet. The tests write the same text. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { fnv1a, lehmer, movesOf as movesOfFfish, withFfish } from "./ffish.mjs";

const [directory, games, positions, seed, alone] = process.argv.slice(2);
const chessops = (name) => import(pathToFileURL(resolve(directory, `node_modules/chessops/dist/esm/${name}.js`)));
const { defaultPosition } = await chessops("variant");
const { makeFen } = await chessops("fen");
const { makeSquare, makeUci, parseUci, squareRank } = await chessops("util");

const VARIANTS = ["kingofthehill", "3check", "racingkings", "horde", "antichess", "atomic", "crazyhouse"];
const PLIES = 150;
const PROMOTIONS = ["queen", "rook", "bishop", "knight", "king"];

/* Castling is written as the king's move. */
function text(position, move) {
    if (move.role !== undefined || move.from === undefined) return makeUci(move);
    const piece = position.board.get(move.from), other = position.board.get(move.to);
    if (piece.role === "king" && other && other.color === piece.color)
        return makeUci({ from: move.from, to: move.from + (move.to > move.from ? 2 : -2) });
    return makeUci(move);
}

/* The moves of a position, each with its text. */
function movesOf(position) {
    const found = [], context = position.ctx();
    for (const [from, squares] of position.allDests(context))
        for (const to of squares) {
            const pawn = position.board.get(from).role === "pawn" && (squareRank(to) === 0 || squareRank(to) === 7);
            for (const promotion of pawn ? PROMOTIONS : [undefined]) {
                const move = { from, to, promotion };
                if (!pawn || position.isLegal(move, context)) found.push([text(position, move), move]);
            }
        }
    for (const role of position.pockets ? ["pawn", "knight", "bishop", "rook", "queen"] : [])
        for (let to = 0; to < 64; to++)
            if (position.isLegal({ role, to }, context)) found.push([makeUci({ role, to }), { role, to }]);
    return found.sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

/* Writes the pieces in hand as Fairy-Stockfish does: white's first, the strongest first. */
function fenOf(position) {
    return makeFen(position.toSetup()).replace(/\[(.*)\]/, (_, hand) =>
        `[${[..."QRBNPqrbnp"].map((letter) => letter.repeat(hand.split(letter).length - 1)).join("")}]`);
}

function outcomeOf(position) {
    const outcome = position.variantOutcome();
    if (outcome) return outcome.winner ? outcome.winner[0] : "d";
    if (position.isCheckmate()) return position.turn === "white" ? "b" : "w";
    return position.isStalemate() ? "d" : "-";
}

withFfish(directory, (ffish) => {
    const draw = lehmer(Number(seed));
    let differences = 0, total = 0;
    console.log("# Random games of lichess's variants: see tests/peers/variants_by_chessops.mjs, which has made this file.");
    for (const variant of VARIANTS)
        for (let game = 0, seen = 0; game < Number(games) || seen < Number(positions); game++) {
            const position = defaultPosition(variant);
            const words = [];
            let moves = movesOf(position);
            for (let ply = 0; ply < PLIES && moves.length > 0; ply++) {
                const rare = moves.filter(([, move]) => move.promotion || position.board.has(move.to) || move.role);
                const [played, move] = rare.length && draw(3) === 0 ? rare[draw(rare.length)] : moves[draw(moves.length)];
                position.play(move);
                moves = movesOf(position);
                const fen = fenOf(position), list = moves.map(([word]) => word).join(" ");
                const record = `${fen}|${list}|${position.isCheck() ? "+" : "-"}${outcomeOf(position)}`;
                words.push(`${played}:${fnv1a(record).toString(16).padStart(8, "0")}`);
                if (process.env.RECORDS) console.log(`# ${record}`);
                seen++;
                total++;
                if (alone) continue;
                const board = new ffish.Board(variant, fen);
                const theirs = movesOfFfish(board).join(" ");
                board.delete();
                if (theirs !== list) {
                    differences++;
                    console.error(`${variant} ${fen}\n  chessops: ${list}\n  ffish:    ${theirs}`);
                }
            }
            console.log(`${variant}\t${words.join(" ")}`);
        }
    console.error(`${total} positions, ${differences} differences between chessops and ffish`);
    process.exitCode = differences ? 1 : 0;
});
