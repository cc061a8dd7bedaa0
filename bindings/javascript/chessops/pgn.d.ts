import type { Position, PositionError } from "./chess.js";
import type { FenError } from "./fen.js";
import type { Result } from "./result.js";
import type { Outcome, Rules, Square } from "./types.js";

export interface Game<T> {
    headers: Map<string, string>;
    comments?: string[];
    moves: Node<T>;
}
/** A move as it is written: nothing says that it is legal. */
export interface PgnNodeData {
    san: string;
    startingComments?: string[];
    comments?: string[];
    nags?: number[];
}
export class Node<T> {
    children: ChildNode<T>[];
    mainlineNodes(): Iterable<ChildNode<T>>;
    mainline(): Iterable<T>;
    end(): Node<T>;
}
export class ChildNode<T> extends Node<T> {
    constructor(data: T);
    data: T;
}
export function isChildNode<T>(node: Node<T>): node is ChildNode<T>;
/** Appends a line of moves, and returns the last one. */
export function extend<T>(node: Node<T>, line: T[]): Node<T>;
export class Box<T> {
    constructor(value: T);
    value: T;
    clone(): Box<T>;
}
/** The tree of what `visit` returns; undefined leaves out a node and all behind it. Each variation has a copy of the context. */
export function transform<T, U, C extends { clone(): C }>(
    node: Node<T>,
    context: C,
    visit: (context: C, data: T, childIndex: number) => U | undefined,
): Node<U>;
/** false ends a line. */
export function walk<T, C extends { clone(): C }>(node: Node<T>, context: C, visit: (context: C, data: T, childIndex: number) => boolean | void): void;

export function defaultGame<T>(initHeaders?: () => Map<string, string>): Game<T>;
export function defaultHeaders(): Map<string, string>;
export function emptyHeaders(): Map<string, string>;
export function makeOutcome(outcome: Outcome | undefined): string;
export function parseOutcome(text: string | undefined): Outcome | undefined;
export function parseVariant(variant: string | undefined): Rules | undefined;
export function makeVariant(rules: Rules): string | undefined;
export function startingPosition(headers: Map<string, string>): Result<Position, FenError | PositionError>;
export function setStartingPosition(headers: Map<string, string>, pos: Position): void;

export function parsePgn(pgn: string, initHeaders?: () => Map<string, string>): Game<PgnNodeData>[];
export function makePgn(game: Game<PgnNodeData>): string;
export interface ParseOptions {
    /** More of the text follows. */
    stream: boolean;
}
export class PgnError extends Error {}
/** A reader of a text that comes in parts. A header and a word among the moves cost 100 of a game's budget. */
export class PgnParser {
    constructor(emitGame: (game: Game<PgnNodeData>, err: PgnError | undefined) => void, initHeaders?: () => Map<string, string>, maxBudget?: number);
    parse(text: string, options?: ParseOptions): void;
}

export type CommentShapeColor = "green" | "red" | "yellow" | "blue";
export interface CommentShape {
    color: CommentShapeColor;
    from: Square;
    to: Square;
}
export type EvaluationPawns = { pawns: number; depth?: number };
export type EvaluationMate = { mate: number; depth?: number };
export type Evaluation = EvaluationPawns | EvaluationMate;
export interface Comment {
    text: string;
    shapes: CommentShape[];
    /** Seconds. */
    clock?: number;
    emt?: number;
    evaluation?: Evaluation;
}
export function isPawns(evaluation: Evaluation): evaluation is EvaluationPawns;
export function isMate(evaluation: Evaluation): evaluation is EvaluationMate;
export function parseComment(comment: string): Comment;
export function makeComment(comment: Partial<Comment>): string;
