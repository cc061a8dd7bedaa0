/* Squares, roles and moves as numbers and as texts: a1 is 0, b1 is 1, and h8 is 63. */
import { FILE_NAMES, RANK_NAMES, ROLES, isDrop } from "./types.js";

const LETTERS = { pawn: "p", knight: "n", bishop: "b", rook: "r", queen: "q", king: "k" };
const ROLE_OF = Object.fromEntries(ROLES.map((role) => [LETTERS[role], role]));
const NAMES = RANK_NAMES.flatMap((rank) => FILE_NAMES.map((file) => file + rank));
const SQUARE_OF = new Map(NAMES.map((name, square) => [name, square]));

export const defined = (value) => value !== undefined;
export const opposite = (color) => (color === "white" ? "black" : "white");
export const squareRank = (square) => square >> 3;
export const squareFile = (square) => square & 7;
const onBoard = (number) => number >= 0 && number < 8;
export const squareFromCoords = (file, rank) => (onBoard(file) && onBoard(rank) ? file + 8 * rank : undefined);
export const roleToChar = (role) => LETTERS[role];
export const charToRole = (letter) => ROLE_OF[letter.toLowerCase()];
export const parseSquare = (name) => SQUARE_OF.get(name);
export const makeSquare = (square) => NAMES[square];

/* The move of a text in UCI; undefined when the text is none. */
export function parseUci(text) {
    const [, piece, target] = /^([PNBRQKpnbrqk])@([a-h][1-8])$/.exec(text) ?? [];
    if (piece) return { role: charToRole(piece), to: parseSquare(target) };
    const [, from, to, promotion] = /^([a-h][1-8])([a-h][1-8])([pnbrqk]?)$/i.exec(text) ?? [];
    if (!SQUARE_OF.has(from) || !SQUARE_OF.has(to)) return undefined;
    return { from: parseSquare(from), to: parseSquare(to), promotion: promotion ? charToRole(promotion) : undefined };
}

export function makeUci(move) {
    const to = makeSquare(move.to);
    if (isDrop(move)) return `${roleToChar(move.role).toUpperCase()}@${to}`;
    return makeSquare(move.from) + to + (move.promotion ? roleToChar(move.promotion) : "");
}

export function moveEquals(left, right) {
    return ["from", "to", "promotion", "role"].every((part) => left[part] === right[part]);
}

/* Where king and rook stand after castling. */
export const kingCastlesTo = (color, side) => (side === "a" ? 2 : 6) + (color === "white" ? 0 : 56);
export const rookCastlesTo = (color, side) => (side === "a" ? 3 : 5) + (color === "white" ? 0 : 56);
