/* Functions of chessops over positions. A square is its name here, and what chessops calls a setup is a Position. */
import { Chess } from "./chess.js";
import { SQUARES } from "./constants.js";
import { KingscanError, MoveError, shown } from "./errors.js";
import { games } from "./games.js";
import { Position } from "./position.js";

const ROLES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const UCI = /^([a-h][1-8])([a-h][1-8])([nbrqk])?$/;

/* A value, or the error in place of one. */
class Result {
    constructor(make) {
        try {
            this.value = make();
        } catch (error) {
            if (!(error instanceof KingscanError)) throw error;
            this.error = error;
        }
        this.isErr = this.error !== undefined;
        this.isOk = !this.isErr;
    }

    /* Returns the value, or what the functions make of it and of the error; else the error is thrown. */
    unwrap(ok = (value) => value, err) {
        if (this.isOk) return ok(this.value);
        if (err) return err(this.error);
        throw this.error;
    }
}

export const parseFen = (fen) => new Result(() => new Position(fen));
export const makeFen = (position) => position.fen;

/* { from, to, promotion }, and undefined for what is no move. */
export function parseUci(text) {
    const [, from, to, promotion] = UCI.exec(text) ?? [];
    return from && { from, to, ...(promotion && { promotion: ROLES[promotion] }) };
}

export function makeUci(move) {
    if (typeof move?.uci === "string") return move.uci;
    const { from, to, promotion } = move ?? {};
    const letter = promotion ? Object.keys(ROLES).find((letter) => [letter, ROLES[letter]].includes(promotion)) : "";
    const text = `${from}${to}${letter}`;
    if (UCI.test(text)) return text;
    throw new TypeError(`expected a move as a Move or { from, to, promotion }, found ${shown(move)}`);
}

/* The legal move; undefined when there is none. */
export function parseSan(position, san) {
    try {
        return position.parse(san);
    } catch (error) {
        if (error instanceof MoveError) return undefined;
        throw error;
    }
}

export const makeSan = (position, move) => position.san(move);

export function makeSanAndPlay(position, move) {
    const san = position.san(move);
    position.push(move);
    return san;
}

export const parseSquare = (name) => (SQUARES.includes(name) ? name : undefined);
export const makeSquare = (square) => square;
export const chessgroundDests = (position) => position.dests();
export const parsePgn = (text) => [...games(text, { variations: true })];
export const makePgn = (game) => game.pgn();

/* What chessops's class Chess makes is a Position. */
Chess.default = () => new Position();
Chess.fromSetup = (setup) => new Result(() => (setup instanceof Position ? setup.copy() : new Position(setup)));
