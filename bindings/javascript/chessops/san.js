/* Moves in SAN. */
import { normalizeMove } from "./chess.js";
import { kingscanOf, movesOf } from "./rules.js";
import { FILE_NAMES } from "./types.js";
import { charToRole, makeUci, parseSquare, squareFile, squareRank } from "./util.js";

const MOVE = /^([NBRQK])?([a-h])?([1-8])?[-x]?([a-h][1-8])(?:=?([nbrqkNBRQK]))?[+#]?$/;
const DROP = /^([pnbrqkPNBRQK])?@([a-h][1-8])[+#]?$/;
const CASTLING = /^(?:O-O(-O)?|0-0(-0)?)[+#]?$/;

/* Throws a MoveError when the move is illegal. */
export const makeSan = (pos, move) => (pos.rules === "chess" ? sanOf(pos, move) : makeSanAndPlay(pos.clone(), move));

const sanOf = (pos, move) => kingscanOf(pos).san(makeUci(normalizeMove(pos, move)));

/* A drop of a pawn has no letter, and any move that wins has the sign of mate. */
export function makeSanAndPlay(pos, move) {
    const san = sanOf(pos, move);
    pos.play(move);
    if (pos.rules === "chess") return san;
    return san.replace(/^P@/, "@").replace(/[+#]?$/, pos.outcome()?.winner ? "#" : pos.isCheck() ? "+" : "");
}

/* The moves with their numbers: "1. e4 e5 2. Nf3". The position stays as it is. */
export function makeSanVariation(pos, variation) {
    pos = pos.clone();
    return variation
        .map((move, at) => {
            const number = pos.turn === "white" ? `${pos.fullmoves}. ` : at === 0 ? `${pos.fullmoves}... ` : "";
            return number + makeSanAndPlay(pos, move);
        })
        .join(" ");
}

/* Returns the only legal move that a text in SAN means; undefined when there is none, or more than one. */
export function parseSan(pos, san) {
    if (pos.isVariantEnd()) return undefined;
    const meant = meaningOf(pos, san);
    const [found, another] = meant ? movesOf(pos).filter(meant) : [];
    if (!found || another) return undefined;
    const { from, to, promotion, role, move } = found;
    if (role) return { role, to };
    return move.kind === "castling" ? { from, to } : { from, to, promotion };
}

/* Returns a function that says whether a legal move is meant; undefined when the text is no SAN. */
function meaningOf(pos, san) {
    const castling = CASTLING.exec(san);
    if (castling) {
        const rook = pos.castles.rook[pos.turn][castling[1] || castling[2] ? "a" : "h"];
        return ({ to, move }) => move.kind === "castling" && to === rook;
    }
    const drop = DROP.exec(san);
    if (drop) return ({ role, to }) => role === charToRole(drop[1] ?? "p") && to === parseSquare(drop[2]);
    const [, letter, file, rank, name, promoted] = MOVE.exec(san) ?? [];
    if (!name) return undefined;
    const pieces = pos.board[letter ? charToRole(letter) : "pawn"];
    const from = file ?? (letter ? undefined : name[0]); /* a pawn without a file goes straight ahead */
    const promotion = promoted && charToRole(promoted);
    return (move) =>
        move.from !== undefined && move.to === parseSquare(name) && move.move.kind !== "castling" && move.promotion === promotion && pieces.has(move.from) &&
        (!from || FILE_NAMES[squareFile(move.from)] === from) && (!rank || squareRank(move.from) === Number(rank) - 1);
}
