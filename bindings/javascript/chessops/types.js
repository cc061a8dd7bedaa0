/* The words of chessops for sides, pieces and moves. */

export const FILE_NAMES = [..."abcdefgh"];
export const RANK_NAMES = [..."12345678"];
export const COLORS = ["white", "black"];
export const ROLES = ["pawn", "knight", "bishop", "rook", "queen", "king"];
export const ROLE_CHARS = ["q", "n", "r", "b", "p", "k"];
export const CASTLING_SIDES = ["a", "h"];
export const RULES = ["chess", "antichess", "kingofthehill", "3check", "atomic", "horde", "racingkings", "crazyhouse"];

export const isDrop = (move) => "role" in move;
export const isNormal = (move) => "from" in move;
