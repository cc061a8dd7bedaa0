/* FEN to a setup and back, with the additions for variants: pieces in hand, promoted pieces, checks that are left. */
import { Board } from "./board.js";
import { Result } from "./result.js";
import { Material, RemainingChecks } from "./setup.js";
import { SquareSet } from "./squareSet.js";
import { COLORS, FILE_NAMES, ROLES } from "./types.js";
import { charToRole, makeSquare, parseSquare, roleToChar, squareFile, squareFromCoords } from "./util.js";

export const INITIAL_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
export const INITIAL_EPD = `${INITIAL_BOARD_FEN} w KQkq -`;
export const INITIAL_FEN = `${INITIAL_EPD} 0 1`;
export const EMPTY_BOARD_FEN = "8/8/8/8/8/8/8/8";
export const EMPTY_EPD = `${EMPTY_BOARD_FEN} w - -`;
export const EMPTY_FEN = `${EMPTY_EPD} 0 1`;

export const InvalidFen = {
    Fen: "ERR_FEN",
    Board: "ERR_BOARD",
    Pockets: "ERR_POCKETS",
    Turn: "ERR_TURN",
    Castling: "ERR_CASTLING",
    EpSquare: "ERR_EP_SQUARE",
    RemainingChecks: "ERR_REMAINING_CHECKS",
    Halfmoves: "ERR_HALFMOVES",
    Fullmoves: "ERR_FULLMOVES",
};

export class FenError extends Error {}

const refuse = (code) => Result.err(new FenError(code));
const letterOf = (piece) => (piece.color === "white" ? roleToChar(piece.role).toUpperCase() : roleToChar(piece.role));

/* ---- Reading ---- */

/* A piece that is not promoted has no such member. */
export function parsePiece(text) {
    const promoted = text[1] === "~";
    const role = text.length === (promoted ? 2 : 1) ? charToRole(text[0]) : undefined;
    if (role === undefined) return undefined;
    const color = text[0] === text[0].toLowerCase() ? "black" : "white";
    return promoted ? { role, color, promoted } : { role, color };
}

/* The sets of a board, two numbers each as SquareSet has them, and by the letter of a piece those that it is in. */
const SETS = ["occupied", "promoted", ...COLORS, ...ROLES];
const PROMOTED = SETS.indexOf("promoted");
const SETS_OF = new Map(COLORS.flatMap((color) => ROLES.map((role) => [letterOf({ color, role }), ["occupied", color, role].map((name) => SETS.indexOf(name))])));

/* Returns the file behind a row; 9 when the row is none. */
function readRow(row, rank, bits) {
    let file = 0;
    for (let at = 0; at < row.length && file < 9; at++) {
        const sets = SETS_OF.get(row[at]);
        const square = 8 * rank + file;
        const isPromoted = Boolean(sets) && row[at + 1] === "~";
        if (!sets && !(row[at] >= "1" && row[at] <= "8")) return 9;
        if (sets && file < 8) for (const set of isPromoted ? [...sets, PROMOTED] : sets) bits[2 * set + (square >> 5)] |= 1 << (square & 31);
        if (isPromoted) at++;
        file += sets ? 1 : Number(row[at]);
    }
    return file;
}

export function parseBoardFen(text) {
    const rows = text.split("/");
    const bits = new Int32Array(2 * SETS.length);
    if (rows.length !== 8 || rows.some((row, at) => readRow(row, 7 - at, bits) !== 8)) return refuse(InvalidFen.Board);
    const board = Board.empty();
    SETS.forEach((name, at) => (board[name] = new SquareSet(bits[2 * at], bits[2 * at + 1])));
    return Result.ok(board);
}

export function parsePockets(text) {
    const pockets = Material.empty();
    if (text.length > 64) return refuse(InvalidFen.Pockets);
    for (const letter of text) {
        const piece = parsePiece(letter);
        if (!piece) return refuse(InvalidFen.Pockets);
        pockets[piece.color][piece.role]++;
    }
    return Result.ok(pockets);
}

/* K and Q mean the outermost rook; where there is none, the rook's usual square. */
function rookOf(board, letter) {
    const side = letter.toLowerCase();
    const color = letter === side ? "black" : "white";
    const rank = color === "white" ? 0 : 7;
    if (FILE_NAMES.includes(side)) return squareFromCoords(FILE_NAMES.indexOf(side), rank);
    if (!"kq".includes(side)) return undefined;
    const pieces = board[color].intersect(SquareSet.backrank(color)).intersect(board.rook.union(board.king));
    const outermost = side === "k" ? pieces.last() : pieces.first();
    return outermost !== undefined && board.rook.has(outermost) ? outermost : squareFromCoords(side === "k" ? 7 : 0, rank);
}

export function parseCastlingFen(board, text) {
    let rights = SquareSet.empty();
    if (text === "-") return Result.ok(rights);
    for (const letter of text) {
        const square = rookOf(board, letter);
        if (square === undefined) return refuse(InvalidFen.Castling);
        rights = rights.with(square);
    }
    const tooMany = COLORS.some((color) => rights.intersect(SquareSet.backrank(color)).size() > 2);
    return tooMany ? refuse(InvalidFen.Castling) : Result.ok(rights);
}

/* "2+3" has the checks left, and "+1+0" those given. */
export function parseRemainingChecks(text) {
    const [, given, ...counts] = /^(\+?)(\d+)\+(\d+)$/.exec(text) ?? [];
    const [white, black] = counts.map((count) => (given ? 3 - count : Number(count)));
    if (!(white >= 0 && white <= 3 && black >= 0 && black <= 3)) return refuse(InvalidFen.RemainingChecks);
    return Result.ok(new RemainingChecks(white, black));
}

const numberOf = (text) => (/^\d{1,4}$/.test(text) ? Number(text) : undefined);

/* The board and the pieces in hand, which stand in brackets or as a ninth row. */
function splitBoard(text) {
    const [, board, pockets] = /^([^[]*)\[(.*)\]$/s.exec(text) ?? [];
    if (board !== undefined) return [board, pockets];
    const rows = text.split("/");
    return rows.length === 9 ? [rows.slice(0, 8).join("/"), rows[8]] : [text];
}

export function parseFen(fen) {
    const fields = fen.split(/[\s_]+/);
    const [boardPart, pocketPart] = splitBoard(fields.shift());
    const field = (otherwise, read, code) => {
        const text = fields.length > 0 ? fields.shift() : otherwise;
        const value = read(text);
        if (value === undefined) throw new FenError(code);
        return value;
    };
    try {
        const pockets = pocketPart === undefined ? undefined : parsePockets(pocketPart).unwrap();
        const turn = field("w", (text) => ({ w: "white", b: "black" })[text], InvalidFen.Turn);
        const board = parseBoardFen(boardPart).unwrap();
        const castling = field("-", (text) => text);
        const ep = field("-", (text) => (text === "-" ? -1 : parseSquare(text)), InvalidFen.EpSquare);
        const checks = () => parseRemainingChecks(fields.shift()).unwrap();
        let remainingChecks = fields[0]?.includes("+") ? checks() : undefined;
        const halfmoves = field("0", numberOf, InvalidFen.Halfmoves);
        const fullmoves = Math.max(1, field("1", numberOf, InvalidFen.Fullmoves));
        const castlingRights = parseCastlingFen(board, castling).unwrap();
        if (fields.length > 0) {
            if (remainingChecks) throw new FenError(InvalidFen.RemainingChecks);
            remainingChecks = checks();
        }
        if (fields.length > 0) throw new FenError(InvalidFen.Fen);
        return Result.ok({ board, pockets, turn, castlingRights, remainingChecks, epSquare: ep < 0 ? undefined : ep, halfmoves, fullmoves });
    } catch (error) {
        if (error instanceof FenError) return Result.err(error);
        throw error;
    }
}

/* ---- Writing ---- */

export const makePiece = (piece) => letterOf(piece) + (piece.promoted ? "~" : "");

export function makeBoardFen(board) {
    let text = "";
    for (let rank = 7; rank >= 0; rank--) {
        let free = 0;
        for (let square = 8 * rank; square < 8 * rank + 8; square++) {
            const piece = board.get(square);
            if (piece && free > 0) text += free;
            free = piece ? 0 : free + 1;
            if (piece) text += makePiece(piece);
        }
        text += (free > 0 ? free : "") + (rank > 0 ? "/" : "");
    }
    return text;
}

export const makePocket = (material) => ROLES.map((role) => roleToChar(role).repeat(material[role])).join("");
export const makePockets = ({ white, black }) => makePocket(white).toUpperCase() + makePocket(black);

/* Letters of files stand for rooks that are not outermost. */
export function makeCastlingFen(board, castlingRights) {
    let text = "";
    for (const color of COLORS) {
        const backrank = SquareSet.backrank(color);
        const king = board.kingOf(color);
        const rooks = board.pieces(color, "rook").intersect(backrank);
        for (const rook of castlingRights.intersect(backrank).reversed()) {
            const onKingside = king !== undefined && rook > king;
            const letter =
                king !== undefined && rook === rooks.first() && rook < king ? "q" : onKingside && rook === rooks.last() ? "k" : FILE_NAMES[squareFile(rook)];
            text += color === "white" ? letter.toUpperCase() : letter;
        }
    }
    return text || "-";
}

export const makeRemainingChecks = ({ white, black }) => `${white}+${black}`;

const inRange = (number, least) => Math.max(least, Math.min(number, 9999));

export function makeFen(setup, options = {}) {
    const { board, pockets, castlingRights, epSquare, remainingChecks } = setup;
    const fields = [makeBoardFen(board) + (pockets ? `[${makePockets(pockets)}]` : ""), setup.turn[0]];
    fields.push(makeCastlingFen(board, castlingRights), epSquare === undefined ? "-" : makeSquare(epSquare));
    if (remainingChecks) fields.push(makeRemainingChecks(remainingChecks));
    if (!options.epd) fields.push(inRange(setup.halfmoves, 0), inRange(setup.fullmoves, 1));
    return fields.join(" ");
}
