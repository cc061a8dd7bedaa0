/* Moves and variants in the words of chessground and lichess. */
import { movesOf } from "./rules.js";
import { RULES, isDrop } from "./types.js";
import { kingCastlesTo, makeSquare, squareFile } from "./util.js";

/* Castling goes to the rook's square; from the usual squares it goes to the king's too, unless it is Chess960. */
export function chessgroundDests(pos, options = {}) {
    const found = new Map();
    for (const [from, set] of pos.allDests()) {
        if (set.isEmpty()) continue;
        const names = [...set].map(makeSquare);
        const castles = !options.chess960 && squareFile(from) === 4 && pos.board.king.has(from);
        if (castles) names.push(...castlingTargets(pos, from).map(makeSquare));
        found.set(makeSquare(from), names);
    }
    return found;
}

function castlingTargets(pos, king) {
    const castling = movesOf(pos).filter(({ from, to, move }) => from === king && [0, 7].includes(squareFile(to)) && move.kind === "castling");
    return castling.map(({ to }) => kingCastlesTo(pos.turn, to < king ? "a" : "h")).sort((a, b) => a - b);
}

export const chessgroundMove = (move) => (isDrop(move) ? [move.to] : [move.from, move.to]).map(makeSquare);

const PROMOTIONS = ["queen", "rook", "bishop", "knight", "king"];
const DROPS = ["queen", "rook", "bishop", "knight", "pawn"];

/* The two characters by which lichess names a move in a tree. */
export function scalachessCharPair(move) {
    if (isDrop(move)) return String.fromCharCode(35 + move.to, 35 + 64 + 8 * 5 + DROPS.indexOf(move.role));
    const second = move.promotion ? 64 + 8 * PROMOTIONS.indexOf(move.promotion) + squareFile(move.to) : move.to;
    return String.fromCharCode(35 + move.from, 35 + second);
}

const VARIANTS = { chess: "standard", kingofthehill: "kingOfTheHill", "3check": "threeCheck", racingkings: "racingKings" };

export const lichessVariant = (rules) => VARIANTS[rules] ?? rules;
export const lichessRules = (variant) => RULES.find((rules) => lichessVariant(rules) === variant) ?? "chess";
