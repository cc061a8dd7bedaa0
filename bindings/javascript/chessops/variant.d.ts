import { Position, PositionError } from "./chess.js";
import type { Result } from "./result.js";
import type { Setup } from "./setup.js";
import type { Rules } from "./types.js";

export { Castles, Chess, IllegalSetup, Position, PositionError, castlingSide, equalsIgnoreMoves, isImpossibleCheck, normalizeMove } from "./chess.js";
export type { Context } from "./chess.js";

export class Crazyhouse extends Position {
    private constructor();
    static default(): Crazyhouse;
    static fromSetup(setup: Setup): Result<Crazyhouse, PositionError>;
    clone(): Crazyhouse;
}
export class Atomic extends Position {
    private constructor();
    static default(): Atomic;
    static fromSetup(setup: Setup): Result<Atomic, PositionError>;
    clone(): Atomic;
}
export class Antichess extends Position {
    private constructor();
    static default(): Antichess;
    static fromSetup(setup: Setup): Result<Antichess, PositionError>;
    clone(): Antichess;
}
export class KingOfTheHill extends Position {
    private constructor();
    static default(): KingOfTheHill;
    static fromSetup(setup: Setup): Result<KingOfTheHill, PositionError>;
    clone(): KingOfTheHill;
}
export class ThreeCheck extends Position {
    private constructor();
    static default(): ThreeCheck;
    static fromSetup(setup: Setup): Result<ThreeCheck, PositionError>;
    clone(): ThreeCheck;
}
export class RacingKings extends Position {
    private constructor();
    static default(): RacingKings;
    static fromSetup(setup: Setup): Result<RacingKings, PositionError>;
    clone(): RacingKings;
}
export class Horde extends Position {
    private constructor();
    static default(): Horde;
    static fromSetup(setup: Setup): Result<Horde, PositionError>;
    clone(): Horde;
}
export function defaultPosition(rules: Rules): Position;
export function setupPosition(rules: Rules, setup: Setup): Result<Position, PositionError>;
/** Whether the usual pieces and promotions of the pawns that are gone make up the material. */
export function isStandardMaterial(pos: Position): boolean;
