/* The squares that a piece attacks, and the lines between squares. */
import { SquareSet } from "./squareSet.js";
import { squareFile, squareFromCoords, squareRank } from "./util.js";

/* Steps of files and ranks: those of a rook, then those of a bishop, the first two of each upwards in numbers of squares. */
const DIRECTIONS = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]];
const LEAPS = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
const SQUARES = Array.from({ length: 64 }, (_, square) => square);

/* The square a step away; undefined beyond the edge. */
const beside = (square, [files, ranks]) => squareFromCoords(squareFile(square) + files, squareRank(square) + ranks);

const tableOf = (steps) =>
    SQUARES.map((square) => steps.map((step) => beside(square, step)).filter((to) => to !== undefined).reduce((set, to) => set.with(to), SquareSet.empty()));

function rayFrom(square, step) {
    const next = beside(square, step);
    return next === undefined ? SquareSet.empty() : rayFrom(next, step).with(next);
}

const KING = tableOf(DIRECTIONS);
const KNIGHT = tableOf(LEAPS);
const PAWN = { white: tableOf([[1, 1], [-1, 1]]), black: tableOf([[1, -1], [-1, -1]]) };
const RAYS = DIRECTIONS.map((step) => SQUARES.map((square) => rayFrom(square, step)));
const ROOK = [0, 1, 2, 3];
const BISHOP = [4, 5, 6, 7];

/* A ray ends at the first piece on it, whose square counts. */
function slide(square, occupied, directions) {
    let all = SquareSet.empty();
    for (const direction of directions) {
        const ray = RAYS[direction][square];
        const met = ray.intersect(occupied);
        const first = (direction & 3) < 2 ? met.first() : met.last();
        all = all.union(first === undefined ? ray : ray.diff(RAYS[direction][first]));
    }
    return all;
}

export const kingAttacks = (square) => KING[square];
export const knightAttacks = (square) => KNIGHT[square];
export const pawnAttacks = (color, square) => PAWN[color][square];
export const rookAttacks = (square, occupied) => slide(square, occupied, ROOK);
export const bishopAttacks = (square, occupied) => slide(square, occupied, BISHOP);
export const queenAttacks = (square, occupied) => rookAttacks(square, occupied).union(bishopAttacks(square, occupied));

const BY_ROLE = { knight: knightAttacks, bishop: bishopAttacks, rook: rookAttacks, queen: queenAttacks, king: kingAttacks };

export function attacks({ role, color }, square, occupied) {
    return role === "pawn" ? pawnAttacks(color, square) : BY_ROLE[role](square, occupied);
}

const directionOf = (a, b) => RAYS.findIndex((rays) => rays[a].has(b));

/* The whole rank, file or diagonal of two squares; empty when they have none in common. */
export function ray(a, b) {
    const direction = directionOf(a, b);
    return direction < 0 ? SquareSet.empty() : RAYS[direction][a].union(RAYS[direction ^ 2][a]).with(a);
}

export function between(a, b) {
    const direction = directionOf(a, b);
    return direction < 0 ? SquareSet.empty() : RAYS[direction][a].diff(RAYS[direction][b]).without(b);
}
