/* Words of chess.js and chessops: constants that serve here too, and what to take for a name that an object lacks. */
import { FenError } from "./errors.js";
import { Game } from "./games.js";
import { Move } from "./move.js";
import { Position } from "./position.js";

export const WHITE = "white";
export const BLACK = "black";
export const [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] = "pnbrqk";
export const SQUARES = Object.freeze([..."87654321"].flatMap((rank) => [..."abcdefgh"].map((file) => file + rank)));
export const DEFAULT_POSITION = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* Says whether a text is a whole FEN, by the strict rules: { ok }, or { ok: false, error } with a sentence. */
export function validateFen(fen) {
    try {
        new Position(String(fen), { strict: true });
        return { ok: true };
    } catch (error) {
        if (error instanceof FenError) return { ok: false, error: error.message };
        throw error;
    }
}

/* Names, and what to take instead. */
const OF_POSITION = {
    "load reset loadPgn clear": "new Position(fen)",
    "put remove setTurn setCastlingRights setEpSquare": "Position.fromBoard(codes, { turn, castling, enPassant })",
    "pgn setHeader getHeaders removeHeader header": "Game.from(position, tags).pgn()",
    "getComment setComment getComments removeComment removeComments deleteComment deleteComments": "games(pgn), which have comments",
    findPiece: "king(side), or pieces, a map from squares to letters",
    getCastlingRights: 'castlingRights, a text such as "KQkq"',
    hash: "key",
    validateFen: "validateFen(fen) of the package",
    "play playSafe": "push(move)",
    "allDests ctx": "dests(), a map",
    "isEnd isVariantEnd isInCheck": "outcome !== null, or inCheck",
    "hasInsufficientMaterial hasMatingMaterial": "canMate(side)",
    "toSetup toFen": "fen",
    "halfmoves fullmoves epSquare castles": "halfmoveClock, fullmoveNumber, enPassant, castlingRights",
    "rules pockets": "variant and hand(side)",
    "kingAttackers kingOf": "attackers(square, side), and king(side)",
    "isPromotion isCapture": "parse(move).isPromotion(), and get(square) for what is captured",
};
const STATIC = {
    "default fromSetup initial": "new Position(fen), which starts a game when there is no FEN",
    "fromFen parse": "new Position(fen)",
};
const OF_MOVE = {
    "san before after": "position.san(move) for SAN, and position.fen before and after push(move)",
    "piece color": "position.get(move.from), and position.turn",
    "captured isCapture": "position.get(move.to), and move.isEnPassant()",
    flags: "move.kind",
    role: "move.drop",
};
const OF_GAME = {
    loadPgn: "games(pgn)",
    "fen turn moveNumber board": "position(ply), which has them",
    "move push undo pop load reset put remove": "Game.from(position, tags)",
    "headers getHeaders header setHeader removeHeader": "tags, an object",
    "getComment getComments setComment removeComment removeComments deleteComment deleteComments": "comment, and moves[i].comment",
    mainline: "moves",
};

function advise(owner, subject, lacking) {
    for (const [names, instead] of Object.entries(lacking))
        for (const name of names.split(" ")) {
            const get = () => {
                throw new TypeError(`${subject} has no ${name}; take ${instead}`);
            };
            Object.defineProperty(owner, name, { configurable: true, get });
        }
}
advise(Position.prototype, "a Position", OF_POSITION);
advise(Position, "Position", STATIC);
advise(Move.prototype, "a Move", OF_MOVE);
advise(Game.prototype, "a Game", OF_GAME);
