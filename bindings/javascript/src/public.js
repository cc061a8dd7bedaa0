/* What the package exports. */
export { Position } from "./position.js";
export { Variant, Variants, bundledVariants } from "./variant.js";
export { Move } from "./move.js";
export { FenError, KingscanError, MoveError, PgnError, VariantError } from "./errors.js";
export { check, countVerdicts } from "./lines.js";
export { Game, games } from "./games.js";
export { Boards, attackers, inCheck } from "./boards.js";
export { BISHOP, BLACK, DEFAULT_POSITION, KING, KNIGHT, PAWN, QUEEN, ROOK, SQUARES, WHITE, validateFen } from "./constants.js";
export { chess } from "./chess.js";
export { chessgroundDests, makeFen, makePgn, makeSan, makeSanAndPlay, makeSquare, makeUci, parseFen, parsePgn, parseSan, parseSquare, parseUci } from "./chessops.js";
export { version } from "./memory.js";
