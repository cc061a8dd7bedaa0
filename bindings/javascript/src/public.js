/* What the package exports. */
export { Position } from "./position.js";
export { Variant, Variants, builtInVariants } from "./variant.js";
export { Move } from "./move.js";
export { FenError, KingscanError, MoveError, VariantError } from "./errors.js";
export { check, countVerdicts } from "./lines.js";
export { Boards, attackers, inCheck } from "./boards.js";
export { version } from "./memory.js";
