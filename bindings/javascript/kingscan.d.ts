/* For `using`: TypeScript's own declaration comes with later libraries than es2022. */
declare global {
    interface SymbolConstructor {
        readonly dispose: unique symbol;
    }
}

/** A name of a square, such as "e4". The larger boards of variants have more, such as "j10". */
export type Square = `${"a" | "b" | "c" | "d" | "e" | "f" | "g" | "h"}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;
export type Side = "white" | "black";
export type Verdict = "safe" | "check" | "double-check" | "checkmate" | "stalemate";
/** A capital letter for white, a small one for black, "+" before a promoted form, "*" for a wall: as in FEN. */
export type PieceLetter = string;

/** An error with a code for programs, such as "piece-pinned", and the offset in the text that was read. */
export class KingscanError extends Error {
    readonly code: string;
    readonly offset: number;
    /** Its members, with the message. */
    toJSON(): object;
}
/** A text that is no position. */
export class FenError extends KingscanError {}
/** A text that is no legal move; the message is a sentence that says which rule the move breaks. */
export class MoveError extends KingscanError {
    /** The squares that the sentence names. */
    readonly squares: Square[];
}
/** A text of variants with a mistake; line and column count from 1. */
export class VariantError extends KingscanError {
    readonly line: number;
    readonly column: number;
}

/** A mistake in a game. `line` and `column` count from 1, `column` and `offset` in bytes of UTF-8. */
export class PgnError extends KingscanError {
    readonly line: number;
    readonly column: number;
    /** The number of moves before it. */
    readonly ply: number;
}

/** A move: a value that never changes. Equal moves of chess are the same object. */
export class Move {
    private constructor();
    readonly from: Square;
    /** Of castling: the rook's square. Of a drop: the same as `from`. */
    readonly to: Square;
    readonly kind: "plain" | "double-push" | "en-passant" | "castling" | "drop" | "pass" | "null";
    /** The small letter of the piece promoted to, as in UCI; "+" for a promoted form. */
    readonly promotion: string | null;
    /** The capital letter of the piece dropped. */
    readonly drop: string | null;
    /** In variants with gating: the capital letter of the piece put on the square left. */
    readonly gated: string | null;
    /** In variants with walls: the square of the wall that the move builds. */
    readonly wall: Square | null;
    readonly uci: string;
    /** The library's number of the move. */
    readonly code: number;
    /** The same as `uci`. */
    readonly lan: string;
    isPromotion(): boolean;
    isEnPassant(): boolean;
    isKingsideCastle(): boolean;
    isQueensideCastle(): boolean;
    /** A pawn moves two squares. */
    isBigPawn(): boolean;
    /** The same as `uci`. */
    toString(): string;
    toJSON(): string;
}

/** A move as boards on the web have it. promotion: "q", "Q" or "queen"; "+" for a promoted form. A piece that cannot be
 * promoted goes without. */
export interface MoveSquares {
    from: Square;
    to: Square;
    promotion?: string | null;
}

export interface FenOptions {
    /** As `possible`, and impossible castling letters and en-passant squares are errors; else they are dropped.
     *  This is what `kingscan check --strict` refuses. */
    strict?: boolean;
    /** Only the side to move needs its king, pawns may stand anywhere, the other side may be in check. */
    lenient?: boolean;
    /** Positions that no game reaches are errors. */
    possible?: boolean;
}
export interface PositionOptions extends FenOptions {
    /** A variant, or the name of a built-in one. Default: "chess". */
    variant?: Variant | string;
    /** Castling is written as the king taking its rook. */
    chess960?: boolean;
}
export interface BoardOptions extends FenOptions {
    turn?: Side;
    /** The squares of the rooks that may castle. */
    castling?: Square[];
    /** The square that a pawn has just passed. */
    enPassant?: Square | null;
    chess960?: boolean;
}
/** A line from an attacker to the king of the side to move. */
export interface Line {
    from: Square;
    king: Square;
    /** The square of the piece that stands between; null when the attacker gives check. */
    pinned: Square | null;
    /** The squares between the two ends. */
    through: Square[];
}
export interface SeeOptions {
    /** Of pawn, knight, bishop, rook and queen. Default: 100, 300, 300, 500, 900. */
    values?: ArrayLike<number>;
    /** The only piece between its king and an enemy slider does not take. */
    pins?: boolean;
}
export interface PerftStats {
    nodes: number;
    captures: number;
    enPassant: number;
    castles: number;
    promotions: number;
    checks: number;
    doubleChecks: number;
    checkmates: number;
}

/** A position, with the moves that have led to it. */
export class Position {
    /** The usual start when there is no FEN. Throws a FenError. */
    constructor(fen?: string | null, options?: PositionOptions);
    /** From 64 codes, a8 first: 0 empty, 1-6 white pawn, knight, bishop, rook, queen, king, 9-14 the same in black. The
     * offset of a FenError is then a square's number. */
    static fromBoard(board: ArrayLike<number>, options?: BoardOptions): Position;

    readonly variant: Variant;
    readonly fen: string;
    /** The same, with the en-passant square even when no pawn may capture there. */
    readonly xFen: string;
    /** The board as text, row by row, and the FEN: what console.log shows in Node and Deno. */
    readonly picture: string;
    readonly turn: Side;
    /** As in FEN: "KQkq", "-". */
    readonly castlingRights: string;
    /** The square on which a pawn may capture en passant. */
    readonly enPassant: Square | null;
    readonly halfmoveClock: number;
    readonly fullmoveNumber: number;
    /** The Zobrist key, the same for equal positions. */
    readonly key: bigint;
    /** King or rook of a right to castle stand elsewhere than usual: chess960 is wanted. */
    readonly needsChess960: boolean;
    /** A copy of the 64 codes. Chess alone. */
    readonly board: Uint8Array;
    /** The piece on a square; null when it is empty. */
    get(square: Square): PieceLetter | null;
    readonly pieces: Map<Square, PieceLetter>;
    /** How many pieces a side has in hand: { P: 2 }. */
    hand(side: Side | Color): Record<string, number>;
    /** The square of the king, or royal piece. side: default the one to move. */
    king(side?: Side | Color): Square | null;

    readonly verdict: Verdict;
    readonly checkers: Square[];
    readonly inCheck: boolean;
    /** "insufficient-material", "fifty-moves", "threefold-repetition" and so on; null when the game is no draw. */
    readonly draw: string | null;
    /** How many earlier positions of the game equal this one. */
    readonly repetitions: number;
    /** How the game has ended without a claim: by mate, stalemate, insufficient material, 75 moves, the fifth
     * repetition, or a rule of the variant; null when it goes on. */
    readonly outcome: Side | "draw" | null;
    /** Whether this side's material can mate. Chess alone. */
    canMate(side: Side | Color): boolean;

    /** The squares from which pieces of a side attack a square. side: default the one to move. */
    attackers(square: Square, side?: Side | Color): Square[];
    /** All squares that pieces of a side attack. */
    attacked(side: Side | Color): Square[];
    /** The lines of checks and pins. Pins are known in chess alone. */
    lines(): Line[];
    readonly pins: { square: Square; by: Square }[];

    /** square: only the moves from this one. piece: only those of such pieces, "n" or "knight". */
    legalMoves(options?: { square?: Square; piece?: string }): Move[];
    [Symbol.iterator](): Iterator<Move>;
    /** Where the pieces of each square may go, as chessground wants it: castling goes to the king's square and to the
     * rook's. */
    dests(): Map<Square, Square[]>;
    /** Where the piece of a square may go. */
    dests(square: Square): Square[];
    /** The legal move that a text in UCI or SAN, or an object with squares, means. Nothing is played. Throws a
     * MoveError. */
    parse(move: Move | MoveSquares | string): Move;
    /** Why a move is not legal: a MoveError that is not thrown; null when it is. */
    explain(move: Move | MoveSquares | string): MoveError | null;
    isLegal(move: Move | MoveSquares | string): boolean;
    uci(move: Move | MoveSquares | string): string;
    san(move: Move | MoveSquares | string): string;
    /** What a move wins when each side in turn takes on its square with the least valuable piece, or stops: static
     * exchange evaluation. Chess alone. Throws a MoveError. */
    see(move: Move | MoveSquares | string, options?: SeeOptions): number;
    /** Whether a move wins so much at least. */
    seeAtLeast(move: Move | MoveSquares | string, threshold: number, options?: SeeOptions): boolean;

    /** Makes a move and returns it. Throws a MoveError. */
    push(move: Move | MoveSquares | string): Move;
    /** Makes a null move, "0000", in chess. Throws a MoveError in check. */
    pushNull(): Move;
    /** Takes back the last move. */
    pop(): Move | undefined;
    /** The moves made. */
    readonly moves: Move[];
    readonly ply: number;
    /** A copy; with `moves: false`, without the moves made. */
    copy(options?: { moves?: boolean }): Position;

    /** In the words of chessops: `dests()`, `push`, and a copy. */
    allDests(): Map<Square, Square[]>;
    play(move: Move | MoveSquares | string): void;
    toSetup(): Position;

    /** The same as `push`, in the word of chess.js. */
    move(move: Move | MoveSquares | string): Move;
    /** The same as `pop`; null when there is no move. */
    undo(): Move | null;
    /** The moves made, in SAN; with `verbose` as `moves` has them. */
    history(options: { verbose: true }): Move[];
    history(options?: { verbose?: false }): string[];
    /** The same as `copy`. */
    clone(): Position;
    /** The same as `picture`. */
    ascii(): string;
    moveNumber(): number;
    isCheck(): boolean;
    isCheckmate(): boolean;
    isStalemate(): boolean;
    isInsufficientMaterial(): boolean;
    isThreefoldRepetition(): boolean;
    isDrawByFiftyMoves(): boolean;
    /** The game is drawn, or may be claimed to be. */
    isDraw(): boolean;
    /** As in chess.js: `outcome` or `draw` is not null. */
    isGameOver(): boolean;
    isAttacked(square: Square, side: Side | Color): boolean;
    squareColor(square: Square): "light" | "dark";

    /** depth: 0 to 63. */
    perft(depth: number): number;
    /** Yields each legal move, in the order of their texts, when what follows it has been counted. */
    divide(depth: number): Generator<{ move: Move; nodes: number }>;
    perftStats(depth: number): PerftStats;

    /** The same as `fen`. */
    toString(): string;
    /** What it takes to make the position again, with its moves; and its FEN. structuredClone throws. */
    toJSON(): { variant: string; chess960: boolean; start: string; moves: string[]; fen: string };
    /** Memory of positions is the garbage collector's; this is for `using`. */
    dispose(): void;
    [Symbol.dispose](): void;
}

/** A type of a variant's pieces. */
export interface PieceType {
    /** The capital letter in FEN, with "+" before a promoted form. */
    letter: string;
    /** The letter in moves. */
    notation: string;
    name: string;
    promoted: boolean;
    royal: boolean;
    /** Such pieces stand at the start, or come later. */
    appears: boolean;
}

export class Variant {
    private constructor();
    readonly name: string;
    /** The variant that this one inherits from, or "". */
    readonly base: string;
    /** A line that says what it is, or "". */
    readonly summary: string;
    readonly files: number;
    readonly ranks: number;
    readonly isChess: boolean;
    /** Games start from shuffled pieces. */
    readonly chess960: boolean;
    /** All squares, the top left one first, row by row. */
    readonly squares: readonly Square[];
    readonly pieces: readonly PieceType[];
    /** The same as `name`. */
    toString(): string;
    toJSON(): string;
}

/** What is wrong or doubtful in a section of a text of variants. */
export interface Remark {
    section: string;
    base: string;
    /** The section was left out; else this is a warning. */
    refused: boolean;
    code: string;
    message: string;
    offset: number;
    line: number;
    column: number;
}

/** The built-in variants, and those of a text in the manner of variants.ini. */
export class Variants implements Iterable<Variant> {
    /** each: leave out sections with mistakes, which `remarks` then lists; else a VariantError is thrown. */
    constructor(text?: string, options?: { each?: boolean });
    readonly names: string[];
    /** How many are bundled; these come first. */
    readonly bundledCount: number;
    readonly size: number;
    has(name: string): boolean;
    get(name: string): Variant | undefined;
    [Symbol.iterator](): Iterator<Variant>;
    readonly remarks: Remark[];
    /** The names. */
    toJSON(): string[];
    readonly isDisposed: boolean;
    /** Frees the memory at once; else the garbage collector's turn frees it. Positions of these variants throw a
     * ReferenceError afterwards. What bundledVariants returns is shared, and never freed. */
    dispose(): void;
    [Symbol.dispose](): void;
}
export function bundledVariants(): Variants;

/** A line of a text of positions. */
export interface CheckedLine {
    number: number;
    text: string;
    /** null: no position, and `error` says why. */
    verdict: Verdict | null;
    checkers: Square[];
    error: FenError | null;
}
/** Reads FEN or EPD, a position of chess a line. Skips blank lines and those that begin with "#". */
export function check(text: string | Uint8Array, options?: FenOptions): Generator<CheckedLine>;
export function countVerdicts(
    text: string | Uint8Array,
    options?: FenOptions,
): Record<Verdict | "rejected", number>;

/** A move of a game, and what is written about it. */
export interface PlayedMove {
    readonly move: Move;
    readonly san: string;
    /** The comments, with a blank between each two. */
    readonly comment: string | null;
    /** Numeric glyphs: 1 is a good move. */
    readonly nags: readonly number[];
    /** Seconds that are left (%clk), and that the move took (%emt). */
    readonly clock: number | null;
    readonly elapsed: number | null;
    /** Pawns for white (%eval); Infinity for a mate by white, -Infinity for one by black. */
    readonly eval: number | null;
    /** Moves to that mate, negative ones by black; 0 for none, and for one on the board, where the side to move is mated. */
    readonly mate: number;
    /** The marks of %csl and %cal: "Ge4,Rd5". */
    readonly squares: string | null;
    readonly arrows: string | null;
    /** With the option variations: those that replace this move. */
    readonly variations: readonly Variation[];
}

export interface Variation {
    /** The comment before its first move. */
    readonly comment: string | null;
    readonly moves: readonly PlayedMove[];
}

export interface GameFromOptions {
    /** The first one stands before the moves, the others stand behind one each; null for none. */
    comments?: readonly (string | null)[];
}
/** A game in PGN. */
export class Game {
    private constructor();
    /** The game of a position's moves. Its result is that of the position, unless tags.Result says otherwise. */
    static from(position: Position, tags?: Record<string, string>, options?: GameFromOptions): Game;
    /** The game in PGN's export format: seven tags and the others, SAN, lines of at most 79 bytes. */
    pgn(): string;
    /** The main line in SAN. */
    history(): string[];
    /** In the order of the file. The last of a name counts. */
    readonly tags: Record<string, string>;
    /** null: the tag Variant names none that is known. */
    readonly variant: Variant | null;
    /** The FEN of the first position; null when the game has no usable one. */
    readonly start: string | null;
    /** The tag Variant or the start is of Chess960: in UCI, castling is the king taking its rook. */
    readonly chess960: boolean;
    readonly result: "1-0" | "0-1" | "1/2-1/2" | "*";
    /** The line where the game begins, from 1. */
    readonly line: number;
    /** The mistakes. The moves behind an illegal one are skipped. */
    readonly errors: readonly PgnError[];
    /** The comment before the first move. */
    readonly comment: string | null;
    /** The main line. */
    readonly moves: readonly PlayedMove[];
    /** The position after so many moves, with these moves in it. Default: all. */
    position(ply?: number): Position;
    /** The first position, and the one after each move. */
    positions(): Generator<Position, void, undefined>;
    /** All of it in plain values, which can be cloned and posted; the game itself cannot. */
    toJSON(): object;
}

export interface GamesOptions {
    /** Those that the tag Variant may name. Default: the built-in ones. */
    variants?: Variants;
    /** Games have their variations: `game.moves[0].variations`. */
    variations?: boolean;
    /** In games of chess, `--`, `Z0`, `0000`, `@@@@`, `<>`, `null` and `pass` are moves; else they are errors. */
    nullMoves?: boolean;
}
/** A stream of bytes of UTF-8 or of strings. */
export type TextStream =
    | AsyncIterable<Uint8Array | string>
    | { getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | string }>; cancel(): Promise<void> } };

/** The games of a text. Throws a PgnError when it holds something else than PGN; errors in games are `game.errors`. */
export function games(text: string | Uint8Array, options?: GamesOptions): Generator<Game, void, undefined>;
/** The games of a stream, of a Blob or File, or of a Response: for await (const game of games(file)). */
export function games(
    source: TextStream | { stream(): TextStream } | { readonly body: TextStream | null },
    options?: GamesOptions,
): AsyncGenerator<Game, void, undefined>;

/** Many boards in the module's memory, filled and asked without copies. Read a property anew after any other call of
 * the package: arrays from before are empty when the memory has grown. */
export class Boards {
    constructor(count: number);
    readonly length: number;
    /** 64 codes a board. */
    readonly codes: Uint8Array;
    /** The kings' squares: a8 = 0, h1 = 63. */
    readonly kings: Uint8Array;
    /** The kings' sides: 0 white, 1 black. */
    readonly sides: Uint8Array;
    /** Bit i & 7 of byte i >> 3: the king of board i is in check. */
    readonly answers: Uint8Array;
    inCheck(): Uint8Array;
    toJSON(): { codes: number[]; kings: number[]; sides: number[] };
    readonly isDisposed: boolean;
    dispose(): void;
    [Symbol.dispose](): void;
}
export function inCheck(board: ArrayLike<number>, king: number, side: 0 | 1): boolean;
export function attackers(board: ArrayLike<number>, square: number, side: 0 | 1): number[];

/** A color of chess.js. Position takes it for "white" or "black" too. */
export type Color = "w" | "b";
export const WHITE: "white";
export const BLACK: "black";
export const PAWN: "p";
export const KNIGHT: "n";
export const BISHOP: "b";
export const ROOK: "r";
export const QUEEN: "q";
export const KING: "k";
/** "a8" to "h1". */
export const SQUARES: readonly Square[];
export const DEFAULT_POSITION: string;
/** Whether a text is a whole FEN, by the option `strict` of Position. */
export function validateFen(fen: string): { ok: true } | { ok: false; error: string };

/** What `kingscan/chess` exports: the class of chess.js, with WHITE = "w". */
export * as chess from "./chess.js";

/** A value, or the error in place of one, as chessops has it. */
export interface Result<T> {
    readonly isOk: boolean;
    readonly isErr: boolean;
    readonly value?: T;
    readonly error?: KingscanError;
    /** The value; an error is thrown, unless `err` says what stands for it. */
    unwrap(): T;
    unwrap<U>(ok: (value: T) => U, err?: (error: KingscanError) => U): U;
}
/** Functions of chessops over positions. A square is its name, and a setup is a Position. */
export function parseFen(fen: string): Result<Position>;
export function makeFen(position: Position): string;
/** Of chess, without drops; undefined when the text is none. promotion: "queen". */
export function parseUci(text: string): MoveSquares | undefined;
export function makeUci(move: Move | MoveSquares): string;
/** undefined: not legal. */
export function parseSan(position: Position, san: string): Move | undefined;
export function makeSan(position: Position, move: Move | MoveSquares | string): string;
export function makeSanAndPlay(position: Position, move: Move | MoveSquares | string): string;
export function parseSquare(name: string): Square | undefined;
export function makeSquare(square: Square): Square;
export function chessgroundDests(position: Position): Map<Square, Square[]>;
/** The games with their variations. */
export function parsePgn(text: string): Game[];
export function makePgn(game: Game): string;

export function version(): string;
