/* Positions of lichess's variants: what of a variant its position says itself. The module makes the moves. */
import { kingAttacks } from "./attacks.js";
import { Castles, Chess, IllegalSetup, Position, PositionError, castlingSide, equalsIgnoreMoves, isImpossibleCheck, isStandardMaterialSide, normalizeMove } from "./chess.js";
import { Result } from "./result.js";
import { movesOf } from "./rules.js";
import { Material, RemainingChecks } from "./setup.js";
import { SquareSet } from "./squareSet.js";
import { COLORS, ROLES } from "./types.js";
import { opposite } from "./util.js";

export { Castles, Chess, IllegalSetup, Position, PositionError, castlingSide, equalsIgnoreMoves, isImpossibleCheck, normalizeMove };

const refuse = (code) => Result.err(new PositionError(code));

/* A class of positions, in which the game ends where winnerOf(position) is a color. */
const endedBy = (rules, winnerOf) =>
    class extends Position {
        constructor() {
            super(rules);
        }

        variantOutcome() {
            const winner = winnerOf(this);
            return winner && { winner };
        }

        isVariantEnd() {
            return winnerOf(this) !== undefined;
        }
    };

/* ---- Crazyhouse ---- */

export class Crazyhouse extends Position {
    constructor() {
        super("crazyhouse");
    }

    setupUnchecked(setup) {
        super.setupUnchecked(setup);
        const { board } = this;
        board.promoted = setup.board.promoted.intersect(board.occupied).diff(board.king).diff(board.pawn);
        this.pockets = setup.pockets ? setup.pockets.clone() : Material.empty();
    }

    validate() {
        return super.validate().chain(() => {
            if (this.pockets.count("king") > 0) return refuse(IllegalSetup.Kings);
            return this.pockets.size() + this.board.occupied.size() > 64 ? refuse(IllegalSetup.Variant) : Result.ok(undefined);
        });
    }

    /* Promoted pieces and pieces in hand may come back as pawns. */
    hasInsufficientMaterial() {
        const { board, pockets } = this;
        const strong = ["pawn", "rook", "queen"].some((role) => board[role].nonEmpty() || pockets.count(role) > 0);
        return !strong && board.promoted.isEmpty() && board.occupied.size() + pockets.size() <= 3;
    }
}

/* ---- Atomic ---- */

export class Atomic extends endedBy("atomic", ({ board }) => COLORS.find((color) => board.pieces(opposite(color), "king").isEmpty())) {
    validate() {
        const { board, turn } = this;
        const enemy = board.kingOf(opposite(turn));
        if (board.occupied.isEmpty()) return refuse(IllegalSetup.Empty);
        if (board.king.size() > 2 || enemy === undefined) return refuse(IllegalSetup.Kings);
        if (this.kingAttackers(enemy, turn, board.occupied).nonEmpty()) return refuse(IllegalSetup.OppositeCheck);
        return board.pawn.intersects(SquareSet.backranks()) ? refuse(IllegalSetup.PawnsOnBackrank) : Result.ok(undefined);
    }

    /* Kings that touch are safe, since whoever takes one explodes his own; so is a king whose enemy has none. */
    kingAttackers(square, attacker, occupied) {
        const kings = this.board.pieces(attacker, "king");
        if (kings.isEmpty() || kingAttacks(square).intersects(kings)) return SquareSet.empty();
        return super.kingAttackers(square, attacker, occupied);
    }

    hasInsufficientMaterial(color) {
        const { board } = this;
        const own = board[color];
        const other = board[opposite(color)];
        if (other.diff(board.king).isEmpty() && other.intersects(board.king)) return !canMateAlone(board, own);
        if (other.isDisjoint(board.king)) return false;
        if (own.diff(board.king).isEmpty()) return true;
        return onlyBishops(board) && !meetInOneColor(own.intersect(board.bishop), other.intersect(board.bishop));
    }
}

const onlyBishops = (board) => board.occupied.diff(board.king).subsetOf(board.bishop);
const HALVES = [SquareSet.lightSquares(), SquareSet.darkSquares()];
const meetInOneColor = (some, others) => HALVES.some((half) => some.intersects(half) && others.intersects(half));

/* Whether pieces can explode a king that is alone. */
function canMateAlone(board, own) {
    if (own.intersects(board.queen.union(board.pawn))) return true;
    const minor = own.intersect(board.knight.union(board.bishop).union(board.rook));
    if (minor.size() < 2) return false;
    return !board.occupied.diff(board.king).subsetOf(board.knight) || minor.size() > 2;
}

/* ---- Antichess ---- */

export class Antichess extends Position {
    constructor() {
        super("antichess");
    }

    setupUnchecked(setup) {
        super.setupUnchecked(setup);
        this.castles = Castles.empty();
    }

    validate() {
        const { board } = this;
        if (board.occupied.isEmpty()) return refuse(IllegalSetup.Empty);
        return board.pawn.intersects(SquareSet.backranks()) ? refuse(IllegalSetup.PawnsOnBackrank) : Result.ok(undefined);
    }

    kingAttackers() {
        return SquareSet.empty();
    }

    ctx() {
        const mustCapture = !this.isVariantEnd() && movesOf(this).some(({ to, move }) => this.board.has(to) || move.kind === "en-passant");
        return { ...super.ctx(), mustCapture };
    }

    /* Bishops of squares of other colors never meet, nor do knights at the wrong turn. */
    hasInsufficientMaterial(color) {
        const { board } = this;
        const own = board[color];
        const other = board[opposite(color)];
        if (own.isEmpty()) return false;
        if (other.isEmpty()) return true;
        if (board.occupied.equals(board.bishop)) return HALVES.every((half) => own.isDisjoint(half) || other.isDisjoint(half));
        if (!board.occupied.equals(board.knight) || board.occupied.size() !== 2) return false;
        const sameColor = HALVES.some((half) => board.occupied.subsetOf(half));
        return (this.turn === color) === !sameColor ? false : true;
    }

    isVariantEnd() {
        return this.board[this.turn].isEmpty();
    }

    variantOutcome() {
        return this.isVariantEnd() || this.isStalemate() ? { winner: this.turn } : undefined;
    }
}

/* ---- The others ---- */

export class KingOfTheHill extends endedBy("kingofthehill", ({ board }) => COLORS.find((color) => board.pieces(color, "king").intersects(SquareSet.center()))) {
    hasInsufficientMaterial() {
        return false;
    }
}

export class ThreeCheck extends endedBy("3check", ({ remainingChecks }) => COLORS.find((color) => remainingChecks[color] <= 0)) {
    setupUnchecked(setup) {
        super.setupUnchecked(setup);
        this.remainingChecks = setup.remainingChecks ? setup.remainingChecks.clone() : RemainingChecks.default();
    }

    hasInsufficientMaterial(color) {
        return this.board[color].subsetOf(this.board.king);
    }
}

export class RacingKings extends Position {
    constructor() {
        super("racingkings");
    }

    setupUnchecked(setup) {
        super.setupUnchecked(setup);
        this.castles = Castles.empty();
        this.epSquare = undefined;
    }

    validate() {
        if (this.isCheck() || this.board.pawn.nonEmpty()) return refuse(IllegalSetup.Variant);
        return super.validate();
    }

    hasInsufficientMaterial() {
        return false;
    }

    /* Black may follow at once when White is there first. */
    isVariantEnd() {
        const { board, turn } = this;
        const goal = SquareSet.fromRank(7);
        if (board.king.isDisjoint(goal)) return false;
        const black = board.kingOf("black");
        if (turn === "white" || black === undefined || goal.has(black)) return true;
        const targets = kingAttacks(black).intersect(goal).diff(board.black);
        return [...targets].every((to) => this.kingAttackers(to, "white", board.occupied.without(black)).nonEmpty());
    }

    variantOutcome() {
        if (!this.isVariantEnd()) return undefined;
        const there = COLORS.filter((color) => this.board.pieces(color, "king").intersects(SquareSet.fromRank(7)));
        return { winner: there.length === 1 ? there[0] : undefined };
    }
}

export class Horde extends endedBy("horde", ({ board }) => COLORS.find((color) => board[opposite(color)].isEmpty())) {
    validate() {
        const { board, turn } = this;
        if (board.occupied.isEmpty()) return refuse(IllegalSetup.Empty);
        if (board.king.size() !== 1) return refuse(IllegalSetup.Kings);
        const enemy = board.kingOf(opposite(turn));
        if (enemy !== undefined && this.kingAttackers(enemy, turn, board.occupied).nonEmpty()) return refuse(IllegalSetup.OppositeCheck);
        const forbidden = (color) => (board.pieces(color, "king").isEmpty() ? SquareSet.backrank(opposite(color)) : SquareSet.backranks());
        return COLORS.some((color) => board.pieces(color, "pawn").intersects(forbidden(color))) ? refuse(IllegalSetup.PawnsOnBackrank) : Result.ok(undefined);
    }

    hasInsufficientMaterial() {
        return false;
    }
}

/* ---- By the name of the rules ---- */

const USUAL = { queen: 1, rook: 2, bishop: 2, knight: 2 };
const CLASSES = {
    chess: Chess,
    antichess: Antichess,
    atomic: Atomic,
    horde: Horde,
    racingkings: RacingKings,
    kingofthehill: KingOfTheHill,
    "3check": ThreeCheck,
    crazyhouse: Crazyhouse,
};
export const defaultPosition = (rules) => CLASSES[rules].default();
export const setupPosition = (rules, setup) => CLASSES[rules].fromSetup(setup);

/* Whether the usual pieces of the rules, and promotions of the pawns that are gone, make up the material. */
export function isStandardMaterial(pos) {
    const { rules, board, pockets } = pos;
    if (rules === "racingkings")
        return COLORS.every((color) => Object.entries(USUAL).every(([role, number]) => board.pieces(color, role).size() <= number));
    if (rules === "horde") return isStandardMaterialSide(board, "black") && board.white.size() <= 36;
    if (rules !== "crazyhouse") return COLORS.every((color) => isStandardMaterialSide(board, color));
    const all = (role) => board[role].diff(board.promoted).size() + pockets.count(role);
    return board.promoted.size() + all("pawn") <= 16 && Object.entries(USUAL).every(([role, number]) => all(role) <= 2 * number);
}
