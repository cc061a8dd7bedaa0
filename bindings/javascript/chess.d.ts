import type { Color, MoveSquares, Position, Result, Square } from "./kingscan.js";
export { BISHOP, DEFAULT_POSITION, KING, KNIGHT, PAWN, QUEEN, ROOK, SQUARES, validateFen } from "./kingscan.js";
export type { Color, Square } from "./kingscan.js";

/** As `chess.turn()` has them; `position.turn` is "white" or "black". */
export const WHITE: "w";
export const BLACK: "b";
export type PieceSymbol = "p" | "n" | "b" | "r" | "q" | "k";
export interface Piece {
    type: PieceSymbol;
    color: Color;
}
/** A move as chess.js has it. */
export class Move {
    private constructor();
    readonly color: Color;
    readonly from: Square;
    /** Of castling: the king's square. */
    readonly to: Square;
    readonly piece: PieceSymbol;
    readonly captured?: PieceSymbol;
    readonly promotion?: PieceSymbol;
    /** "n", "b" (two squares), "e" (en passant), "c" (capture), "k", "q" (castling) or "-", and "p" behind it. */
    readonly flags: string;
    readonly san: string;
    readonly lan: string;
    /** The FENs before and after it. */
    readonly before: string;
    readonly after: string;
    isCapture(): boolean;
    isPromotion(): boolean;
    isEnPassant(): boolean;
    isKingsideCastle(): boolean;
    isQueensideCastle(): boolean;
    isBigPawn(): boolean;
    isNullMove(): boolean;
}
/** The class of chess.js, with its names and values: a layer over a Position, of chess alone. */
export class Chess {
    /** The usual start when there is no FEN. Throws a FenError. */
    constructor(fen?: string, options?: { skipValidation?: boolean });
    /** The position, with Kingscan's own names. Throws a FenError while the board has not its kings. */
    readonly position: Position;
    load(fen: string, options?: { skipValidation?: boolean; preserveHeaders?: boolean }): void;
    reset(): void;
    clear(options?: { preserveHeaders?: boolean }): void;
    get(square: Square): Piece | undefined;
    /** Changes the board, and begins the game here. Returns whether it could. */
    put(piece: Piece, square: Square): boolean;
    remove(square: Square): Piece | undefined;
    setTurn(color: Color): boolean;
    getCastlingRights(color: Color): { k: boolean; q: boolean };
    setCastlingRights(color: Color, rights: { k?: boolean; q?: boolean }): boolean;
    fen(options?: { forceEnpassantSquare?: boolean }): string;
    /** The same as `fen()`. */
    toString(): string;
    turn(): Color;
    moveNumber(): number;
    board(): ({ square: Square; type: PieceSymbol; color: Color } | null)[][];
    findPiece(piece: Piece): Square[];
    ascii(): string;
    /** The Zobrist key, in hexadecimal digits: another one than chess.js's. */
    hash(): string;
    squareColor(square: Square): "light" | "dark" | null;
    attackers(square: Square, color?: Color): Square[];
    isAttacked(square: Square, color?: Color): boolean;
    isCheck(): boolean;
    inCheck(): boolean;
    isCheckmate(): boolean;
    isStalemate(): boolean;
    isInsufficientMaterial(): boolean;
    isThreefoldRepetition(): boolean;
    isDrawByFiftyMoves(): boolean;
    isDraw(): boolean;
    isGameOver(): boolean;
    moves(options: { verbose: true; square?: Square; piece?: PieceSymbol }): Move[];
    moves(options?: { verbose?: false; square?: Square; piece?: PieceSymbol }): string[];
    /** SAN, UCI or an object; null passes. Throws a MoveError, which says why the move is illegal. */
    move(move: string | MoveSquares | Move | null, options?: { strict?: boolean }): Move;
    undo(): Move | null;
    history(options: { verbose: true }): Move[];
    history(options?: { verbose?: false }): string[];
    perft(depth: number): number;
    getHeaders(): Record<string, string>;
    setHeader(name: string, value: string): Record<string, string>;
    removeHeader(name: string): boolean;
    header(...pairs: string[]): Record<string, string>;
    /** Comments are those of positions. */
    getComment(): string | undefined;
    setComment(comment: string): void;
    removeComment(): string | undefined;
    getComments(): { fen: string; comment: string }[];
    removeComments(): { fen: string; comment: string }[];
    pgn(options?: { newline?: string; maxWidth?: number }): string;
    /** Reads one game, without its variations. Throws a PgnError. */
    loadPgn(pgn: string): void;
    /** As in chessops: positions. */
    static default(): Position;
    static fromSetup(setup: Position | string): Result<Position>;
}
