/* What to take for a name of chess.js or chessops that an object lacks. */
import { Chess } from "./chess.js";
import { Game } from "./games.js";
import { Move } from "./move.js";
import { Position } from "./position.js";

/* Names, and what to take instead. */
const OF_POSITION = {
    "load reset loadPgn clear": "new Position(fen)",
    "put remove setTurn setCastlingRights setEpSquare": "the Chess of kingscan/chess, which has it, or Position.fromBoard(codes, { turn, castling, enPassant })",
    "pgn setHeader getHeaders removeHeader header": "the Chess of kingscan/chess, which has it, or Game.from(position, tags).pgn()",
    "getComment setComment getComments removeComment removeComments deleteComment deleteComments": "the Chess of kingscan/chess, which has it, or games(pgn), which have comments",
    findPiece: "king(side), or pieces, a map from squares to letters",
    getCastlingRights: 'castlingRights, a text such as "KQkq"',
    hash: "key",
    validateFen: "validateFen(fen) of the package",
    playSafe: "push(move)",
    ctx: "dests(), a map",
    "isEnd isVariantEnd isInCheck": "outcome !== null, or inCheck",
    "hasInsufficientMaterial hasMatingMaterial": "canMate(side)",
    toFen: "fen",
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

/* What a Position has alone; and names of chess.js before its version 1. */
for (const name of Object.getOwnPropertyNames(Position.prototype))
    if (!(name in Chess.prototype)) advise(Chess.prototype, "a Chess", { [name]: `position.${name} of it` });
advise(Chess.prototype, "a Chess", {
    in_check: "isCheck()",
    in_checkmate: "isCheckmate()",
    in_stalemate: "isStalemate()",
    in_draw: "isDraw()",
    in_threefold_repetition: "isThreefoldRepetition()",
    insufficient_material: "isInsufficientMaterial()",
    game_over: "isGameOver()",
    load_pgn: "loadPgn(pgn)",
    square_color: "squareColor(square)",
    validate_fen: "validateFen(fen) of the package",
    "deleteComment delete_comment": "removeComment()",
    "deleteComments delete_comments": "removeComments()",
});
