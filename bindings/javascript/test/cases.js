/* What the package promises, as functions of the package: they run in Node (node.test.mjs) and in browsers
 * (browser.test.mjs). */

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const DRAGONS = `[dragons : chess]
customPiece1 = d:FDcpR
displayNames = d: Dragon
startFen = rdbqkbdr/pppppppp/8/8/8/8/PPPPPPPP/RDBQKBDR w KQkq - 0 1
promotionPieceTypes = dqrb
`;

function equal(found, expected, what = "") {
    const [a, b] = [found, expected].map((value) => JSON.stringify(value) ?? String(value));
    if (a !== b) throw new Error(`${what}: expected ${b}, found ${a}`);
}

/* Returns what a function throws. */
function thrown(act) {
    try {
        act();
    } catch (error) {
        return error;
    }
    throw new Error("expected an error");
}

const names = (moves) => moves.map(String);

export const cases = {
    "reads and writes positions"({ Position }) {
        equal(new Position().fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        const position = new Position(KIWIPETE);
        equal(String(position), KIWIPETE);
        equal([position.turn, position.halfmoveClock, position.fullmoveNumber], ["white", 0, 1]);
        equal([position.get("e1"), position.get("g7"), position.get("e3")], ["K", "b", null]);
        equal([position.pieces.size, position.king(), position.king("black")], [32, "e1", "e8"]);
        equal(Position.fromBoard(position.board, { castling: ["a1", "h1", "a8", "h8"] }).fen, KIWIPETE);
        equal(new Position("4k3/8/8/3pP3/8/8/8/4K3 w - d6").push("exd6").kind, "en-passant");
        equal(new Position("4k3/8/8/3p4/8/8/8/4K3 w - d6").xFen, "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1");
    },

    "says what is wrong with a FEN, and where"({ Position, FenError, KingscanError }) {
        const error = thrown(() => new Position("rnbqkbnr/ppppppppp/8/8/8/8/8/8 w - - 0 1"));
        equal([error instanceof FenError, error instanceof KingscanError, error.name], [true, true, "FenError"]);
        equal([error.code, error.offset], ["row-too-long", 17]);
        equal(thrown(() => new Position("é")).offset, 0);
        const first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for (const junk of [`${first} 0 1 zz`, `${first} x y`, `${first} 0 1 id "a"`])
            for (const options of [{}, { strict: true }, { lenient: true }, { variant: "atomic" }])
                equal(thrown(() => new Position(junk, options)).code, "trailing-text", junk);
        equal(new Position(`${first} 0 1 bm e4;`).fen, `${first} 0 1`);
        equal(thrown(() => new Position(`${KIWIPETE} é ♔ x`)).code, "trailing-text");
        equal(thrown(() => new Position("4k3/8/8/8/8/8/8/R3K3 w K - 0 1", { strict: true })).code, "castling-right");
        equal(thrown(() => new Position("4k3/pppppppp/pp6/8/8/8/8/4K3 w - -", { strict: true })).code, "many-pawns");
        equal(thrown(() => new Position("4k3/8/8/8/8/8/8/4K3 b - - 0 1 ♔")).offset, 30);
        equal(thrown(() => new Position("x".repeat(1e7))).code, "placement-character");
        equal(new Position("8/8/8/8/8/8/8/4K3 w - - 0 1", { lenient: true }).king("black"), null);
        equal(thrown(() => new Position(KIWIPETE, { variant: "none" })) instanceof RangeError, true);
        equal(thrown(() => Position.fromBoard(new Uint8Array(64))).code, "no-king");
        equal(thrown(() => Position.fromBoard(new Uint8Array(63))) instanceof RangeError, true);
    },

    "lists legal moves"({ Position }) {
        const position = new Position(KIWIPETE);
        equal(position.legalMoves().length, 48);
        equal(names([...position]).sort(), names(position.legalMoves()).sort());
        equal(names(position.legalMoves({ square: "e1" })).sort(), ["e1c1", "e1d1", "e1f1", "e1g1"]);
        const [castling] = position.legalMoves({ square: "e1" }).filter(({ kind }) => kind === "castling");
        equal([castling.from, ["a1", "h1"].includes(castling.to)], ["e1", true]);
        equal(position.parse("e2a6") === new Position(KIWIPETE).parse("Bxa6"), true, "moves are values");
        const promotion = new Position("8/P6k/8/8/8/8/8/K7 w - - 0 1").parse("a8=N");
        equal([promotion.promotion, promotion.drop, promotion.uci, promotion.kind], ["n", null, "a7a8n", "plain"]);
        equal(thrown(() => (promotion.from = "a1")) instanceof TypeError, true);
        equal(position.isLegal("e1g1") && !position.isLegal("e1g3") && !position.isLegal(promotion), true);
    },

    "reads and writes UCI and SAN"({ Position }) {
        for (const fen of [KIWIPETE, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"]) {
            const position = new Position(fen);
            for (const move of position) {
                equal(position.parse(position.san(move)) === move, true, position.san(move));
                equal(position.parse(position.uci(move)) === move, true, position.uci(move));
            }
        }
        equal(new Position("4k3/8/8/8/8/8/8/RK5R w KQ - 0 1").parse("O-O").uci, "b1h1");
        equal(new Position(KIWIPETE, { chess960: true }).parse("O-O").uci, "e1h1");
        equal(new Position(KIWIPETE).needsChess960, false);
        equal(new Position("4k3/8/8/8/8/8/8/RK5R w KQ - 0 1").needsChess960, true);
        equal(new Position().push("e4").uci, "e2e4");
    },

    "says why a move is illegal"({ Position, MoveError }) {
        const position = new Position();
        const error = position.explain("Bc4");
        equal(error.message, "the bishop on f1 can't go to c4: the pawn on e2 stands in the way");
        equal([error instanceof MoveError, error.code, error.squares], [true, "piece-blocked", ["f1", "c4", "e2"]]);
        equal(position.explain("e4"), null);
        equal(thrown(() => position.push("♔e4")).offset, 0);
        equal(thrown(() => position.push("e2e4x")).code, "move-text");
        equal(thrown(() => position.parse("x".repeat(1e7))).code, "move-text");
        const other = new Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").parse("Kd2");
        equal(thrown(() => position.push(other)).code, "piece-blocked" && thrown(() => position.parse("e1d2")).code);
    },

    "makes moves and takes them back"({ Position }) {
        const position = new Position();
        const fens = [];
        for (const san of "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7".split(" ")) {
            fens.push(position.fen);
            position.push(san);
        }
        equal(position.fen, "r1bq1rk1/2pnbppp/p2p1n2/1p2p3/3PP3/1BP2N1P/PP3PP1/RNBQR1K1 w - - 1 11");
        equal([position.ply, position.moves.length], [20, 20]);
        const copy = position.copy();
        equal([position.copy({ moves: false }).ply, position.copy({ moves: false }).fen], [0, position.fen]);
        while (fens.length > 0) {
            position.pop();
            equal(position.fen, fens.pop());
        }
        equal([position.pop(), copy.ply, copy.pop().uci], [undefined, 20, "b8d7"]);
        const two = [new Position(), new Position(KIWIPETE)];
        two[0].push("e4");
        two[1].push("O-O");
        equal([two[0].fen.split(" ")[1], two[1].legalMoves().length, two[0].pop().uci], ["b", 43, "e2e4"]);
    },

    "judges positions"({ Position }) {
        const mate = new Position("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1");
        equal([mate.verdict, mate.outcome, mate.checkers, mate.inCheck], ["checkmate", "white", ["a8"], true]);
        const double = new Position("4k3/8/8/8/7b/8/4r3/4K3 w - - 0 1");
        equal([double.verdict, double.checkers, double.outcome], ["double-check", ["h4", "e2"], null]);
        const stalemate = new Position("7k/5Q2/8/8/8/8/8/K7 b - - 0 1");
        equal([stalemate.verdict, stalemate.outcome, stalemate.draw], ["stalemate", "draw", "stalemate"]);
        equal(new Position("7k/8/8/8/8/8/8/K7 w - - 0 1").draw, "insufficient-material");
        equal(new Position("6k1/8/8/8/8/8/8/K6R w - - 100 80").draw, "fifty-moves");
        const position = new Position();
        for (let i = 0; i < 2; i++) for (const move of ["Nf3", "Nf6", "Ng1", "Ng8"]) position.push(move);
        equal([position.draw, position.repetitions], ["threefold-repetition", 2]);
        position.pop();
        equal([position.draw, position.repetitions], [null, 1]);
        equal([position.canMate("white"), position.key === position.copy().key], [true, true]);
    },

    "knows attackers, lines and pins"({ Position }) {
        const position = new Position("4k3/4r3/8/8/7b/6P1/4N3/4K3 w - - 0 1");
        equal(position.pins, [
            { square: "g3", by: "h4" },
            { square: "e2", by: "e7" },
        ]);
        equal(position.lines()[0], { from: "h4", king: "e1", pinned: "g3", through: ["g3", "f2"] });
        equal(position.attackers("e2", "black"), ["e7"]);
        equal(position.attackers("e2", "white"), ["e1"]);
        equal(position.attacked("white").includes("d4"), true);
        equal(new Position("4k3/8/3N4/8/8/8/8/4K3 b - - 0 1").lines(), [
            { from: "d6", king: "e8", pinned: null, through: [] },
        ]);
        equal(thrown(() => position.attackers("i9", "white")) instanceof RangeError, true);
        equal(thrown(() => position.attackers("e2", "red")) instanceof RangeError, true);
    },

    "finds what exchanges win"({ MoveError, Position }) {
        const position = new Position("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1");
        equal([position.see("Qxd5"), position.see("Qd2"), position.see("d1d5", { values: [1, 3, 3, 5, 9] })], [-800, 0, -8]);
        equal([-801, -800, -799].map((least) => position.seeAtLeast("Qxd5", least)), [true, true, false]);
        const pinned = new Position("4k3/4p3/3p4/8/2N5/8/8/4RK2 w - - 0 1");
        equal([pinned.see("Nxd6"), pinned.see("Nxd6", { pins: true })], [-200, 100]);
        equal(new Position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").see("exd6"), 100);
        equal(new Position("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").see("axb8=Q"), 1100);
        equal(new Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").see("O-O"), 0);
        equal(thrown(() => position.see("Qxd6")) instanceof MoveError, true);
        equal(thrown(() => position.see("Qxd5", { values: [1, 2, 3] })) instanceof RangeError, true);
        equal(thrown(() => position.see("Qxd5", { values: [1, 2, 3, 4, 1e5] })) instanceof RangeError, true);
        equal(thrown(() => position.see("Qxd5", { value: [] })) instanceof TypeError, true);
        equal(thrown(() => position.seeAtLeast("Qxd5")) instanceof RangeError, true);
        equal(thrown(() => new Position(null, { variant: "atomic" }).see("e4")).message, "only chess has exchanges");
    },

    "counts"({ Position }) {
        const position = new Position(KIWIPETE);
        equal([0, 1, 2, 3, 4].map((depth) => position.perft(depth)), [1, 48, 2039, 97862, 4085603]);
        const divide = [...position.divide(3)];
        equal([divide.length, divide.reduce((sum, { nodes }) => sum + nodes, 0)], [48, 97862]);
        equal([divide[0].move.uci, divide[0].nodes, [...position.divide(0)]], ["a1b1", 1969, []]);
        equal(position.perftStats(3), {
            nodes: 97862,
            captures: 17102,
            enPassant: 45,
            castles: 3162,
            promotions: 0,
            checks: 993,
            doubleChecks: 0,
            checkmates: 1,
        });
        for (const depth of [-1, 64, 1.5, NaN, 1e9])
            equal(thrown(() => position.perft(depth)) instanceof RangeError, true);
        const alone = new Position("k7/P7/K7/8/8/8/8/8 b - - 0 1");
        equal(alone.perft(63), 0);
    },

    "plays variants"({ Position, bundledVariants }) {
        const variants = bundledVariants();
        equal([variants.has("crazyhouse"), variants.get("none"), variants.size > 100], [true, undefined, true]);
        const house = new Position("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", { variant: "crazyhouse" });
        equal([house.hand("white"), house.hand("black"), house.perft(3)], [{ N: 1 }, {}, 4554]);
        const drop = house.push("N@d4");
        equal([drop.kind, drop.promotion, drop.drop, drop.to, house.get("d4"), house.pop() === drop], ["drop", null, "N", "d4", "N", true]);
        equal(house.explain("N@e8").code, "drop-occupied");
        const capablanca = variants.get("capablanca");
        equal([capablanca.files, capablanca.ranks, capablanca.squares[0], capablanca.base], [10, 8, "a8", "chess"]);
        equal(capablanca.pieces.find(({ name }) => name === "Archbishop").letter, "A");
        const duck = [...variants].find(({ name }) => name.includes("duck"));
        const ducked = new Position(null, { variant: duck });
        equal(ducked.legalMoves().every(({ wall }) => wall !== null), true);
        equal(ducked.push(ducked.legalMoves()[7].uci).uci, ducked.moves[0].uci);
        const shogi = new Position(null, { variant: "minishogi" });
        equal([shogi.perft(3), shogi.variant.pieces.some(({ promoted }) => promoted)], [2512, true]);
        equal(thrown(() => shogi.board) instanceof RangeError, true);
    },

    "reads texts of variants, and places their mistakes"({ Position, Variants, VariantError }) {
        const variants = new Variants(DRAGONS);
        const dragons = new Position(null, { variant: variants.get("dragons") });
        equal(dragons.explain("b1b5").code, "nothing-to-capture");
        equal([dragons.perft(3), variants.remarks, variants.names.at(-1)], [9164, [], "dragons"]);
        const wrong = DRAGONS.replace("FDcpR", "F?");
        const error = thrown(() => new Variants(wrong));
        equal([error instanceof VariantError, error.code, error.line, error.column], [true, "betza", 2, 19]);
        const each = new Variants(`# é\n${wrong}[other : chess]\nnames = 1\n`, { each: true });
        equal(each.has("dragons"), false);
        equal([each.remarks[0].section, each.remarks[0].refused, each.remarks[0].line], ["dragons", true, 3]);
        equal(thrown(() => new Variants("x".repeat(1e7), { each: true })) instanceof VariantError, true);
        variants.dispose();
        equal(thrown(() => dragons.legalMoves()) instanceof ReferenceError, true);
        equal(thrown(() => variants.get("dragons")) instanceof ReferenceError, true);
    },

    "checks texts of many lines"({ check, countVerdicts }) {
        const text = `${KIWIPETE}\r\n\n# a comment\nx\n4k3/8/8/8/7b/8/4r3/4K3 w - - 0 1`;
        const lines = [...check(text)];
        equal(lines.map(({ number, verdict }) => [number, verdict]), [
            [1, "safe"],
            [4, null],
            [5, "double-check"],
        ]);
        equal([lines[0].text, lines[1].error.code, lines[2].checkers], [KIWIPETE, "placement-character", ["h4", "e2"]]);
        const many = `${text}\n`.repeat(20000);
        equal(countVerdicts(many), {
            safe: 20000,
            check: 0,
            "double-check": 20000,
            checkmate: 0,
            stalemate: 0,
            rejected: 20000,
        });
        for (const { number } of check(new TextEncoder().encode(many))) if (number > 5000) break;
        equal([...check(`${"x".repeat(1e6)}\n${KIWIPETE}`)].map(({ number }) => number), [1, 2]);
        equal([...check("")], []);
        for (const none of [5, undefined, {}]) equal(thrown(() => countVerdicts(none)) instanceof TypeError, true);
    },

    "looks at boards where they lie"({ Boards, Position, attackers, inCheck }) {
        const double = new Position("4k3/8/8/8/7b/8/4r3/4K3 w - - 0 1").board;
        equal([inCheck(double, 60, 0), inCheck(double, 4, 1), attackers(double, 60, 1)], [true, false, [39, 52]]);
        const boards = new Boards(130);
        for (let i = 0; i < 130; i++) {
            if (i % 3 === 0) boards.codes.set(double, 64 * i);
            boards.kings[i] = 60;
        }
        const answers = boards.inCheck();
        for (let i = 0; i < 130; i++) equal((answers[i >> 3] >> (i & 7)) & 1, i % 3 === 0 ? 1 : 0, `${i}`);
        boards.kings[129] = 64;
        equal(thrown(() => boards.inCheck()) instanceof RangeError, true);
        boards.dispose();
        equal(thrown(() => boards.codes) instanceof ReferenceError, true);
    },

    "takes moves as boards on the web have them"({ Position, MoveError }) {
        const position = new Position();
        equal([position.push({ from: "e2", to: "e4" }).uci, position.push({ from: "e7", to: "e5", promotion: "q" }).uci], ["e2e4", "e7e5"]);
        const pawn = () => new Position("8/P6k/8/8/8/8/8/K7 w - - 0 1");
        for (const promotion of ["n", "N", "knight", "Knight"])
            equal(pawn().push({ from: "a7", to: "a8", promotion }).uci, "a7a8n", promotion);
        equal(pawn().explain({ from: "a7", to: "a8" }).code, "promotion-missing");
        equal(pawn().explain({ from: "a7", to: "a8", promotion: "king" }).code, "promotion-piece");
        const error = thrown(() => position.push({ from: "g1", to: "g3", promotion: "q" }));
        equal([error instanceof MoveError, error.code], [true, "piece-rule"]);
        const castling = new Position(KIWIPETE);
        for (const to of ["g1", "h1"]) equal(castling.parse({ from: "e1", to }).uci, "e1g1");
        equal([castling.isLegal({ from: "e1", to: "c1" }), castling.san({ from: "e1", to: "c1" })], [true, "O-O-O"]);
        const silver = new Position("4k/S4/5/5/4K[] w - - 0 1", { variant: "minishogi" });
        const forms = [{}, { promotion: null }, { promotion: "+" }, { promotion: "+S" }];
        equal(forms.map((more) => silver.parse({ from: "a4", to: "b5", ...more }).uci), ["a4b5", "a4b5", "a4b5+", "a4b5+"]);
        equal(silver.legalMoves({ square: "a4" }).map((move) => silver.parse({ ...move }).uci), silver.legalMoves({ square: "a4" }).map(String));
        for (const wrong of [undefined, null, 5, {}, { from: "e2" }, ["e2", "e4"]]) {
            const refused = thrown(() => position.push(wrong));
            equal([refused instanceof TypeError, refused.message.startsWith("expected a move as a Move, a text in UCI or SAN, or { from, to, promotion }, found ")], [true, true], String(wrong));
        }
    },

    "tells boards where pieces go, rights to castle and en passant"({ Position }) {
        const dests = new Position(KIWIPETE).dests();
        equal(dests.get("e1").sort(), ["a1", "c1", "d1", "f1", "g1", "h1"]);
        equal([dests.get("a2").sort(), dests.has("e8"), new Position().dests().size], [["a3", "a4"], false, 10]);
        equal(new Position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").dests().get("a7"), ["a8"]);
        equal([...new Position("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", { variant: "crazyhouse" }).dests().keys()], ["e1"]);
        equal(new Position(null, { variant: "xiangqi" }).dests().get("b1").sort(), ["a3", "c3"]);
        equal(new Position(null, { chess960: true }).push("e4").uci, "e2e4");
        equal([new Position().castlingRights, new Position().enPassant], ["KQkq", null]);
        const passed = new Position("r3k3/8/8/3pP3/8/8/8/4K2R w Kq d6 0 1");
        equal([passed.castlingRights, passed.enPassant], ["Kq", "d6"]);
        equal(new Position("4k3/8/8/3p4/8/8/8/4K3 w - d6").enPassant, null);
        equal(new Position("4k3+r/9/9/9/9/9/9/9/4K4[] w - - 0 1", { variant: "shogi" }).picture.split("\n")[0], " .  .  .  .  k  .  .  . +r");
        const picture = new Position().picture.split("\n");
        equal([picture[0], picture[2], picture.length], ["r n b q k b n r", ". . . . . . . .", 9]);
    },

    "refuses options that it does not know"({ Game, Position, Variants, check, countVerdicts, games }) {
        const position = new Position();
        const text = "expected options out of { square, piece }, found ";
        for (const [given, found] of [["e2", "e2"], [null, "null"], [{ form: "e2" }, "form"], [{ square: "e2", from: "e2" }, "from"]])
            equal(thrown(() => position.legalMoves(given)).message, text + found);
        for (const act of [
            () => new Position(position.fen, { skipValidation: true }),
            () => new Position(position.fen, "atomic"),
            () => Position.fromBoard(position.board, { side: "white" }),
            () => new Variants("", { strict: true }),
            () => games("1. e4 *", { comments: true }),
            () => check(position.fen, { jobs: 2 }),
            () => countVerdicts(position.fen, { jobs: 2 }),
            () => position.history({ form: "san" }),
            () => Game.from(position).pgn({ maxWidth: 40 }),
        ])
            equal(thrown(act) instanceof TypeError, true, String(act));
        equal(names(position.legalMoves({ square: "b1" })), ["b1a3", "b1c3"]);
        equal(names(position.legalMoves({ piece: "n" })).sort(), ["b1a3", "b1c3", "g1f3", "g1h3"]);
        equal(names(position.legalMoves({ piece: "Knight", square: "g1" })).sort(), ["g1f3", "g1h3"]);
        equal(thrown(() => position.legalMoves({ piece: "x" })) instanceof RangeError, true);
        equal(thrown(() => position.legalMoves({ square: "z9" })).message, 'expected a square from a1 to h8, found "z9"');
        equal(thrown(() => new Position(null, { variant: "xiangqi" }).get("z9")).message, 'expected a square from a1 to i10, found "z9"');
        const house = new Position("4k3/8/8/8/8/8/8/3QK3[Q] w - - 0 1", { variant: "crazyhouse" });
        equal(house.legalMoves({ piece: "q" }).filter(({ kind }) => kind === "drop").length > 0, true);
        equal(house.legalMoves({ square: "d4" }), []);
    },

    "says how objects are made that users cannot make"({ Game, Move, Variant }) {
        equal(thrown(() => new Game()).message, "a Game is one of games(pgn), or Game.from(position, tags)");
        equal(thrown(() => new Move("e2", "e4")).message, "a Move is made by position.parse(text), and legalMoves() lists them");
        equal(thrown(() => new Variant()).message, "a Variant is one of bundledVariants() or of new Variants(text)");
        equal(thrown(() => Game.from("x")).message, "expected a Position with its moves; games(text) reads games");
    },

    "knows the words of chess.js"({ Game, Position, SQUARES, DEFAULT_POSITION, WHITE, BLACK, KNIGHT, validateFen, bundledVariants }) {
        const position = new Position(DEFAULT_POSITION);
        equal([position.parse("e4").uci, position.ply, position.move("e4").lan, position.ply], ["e2e4", 0, "e2e4", 1]);
        for (const san of ["d5", "exd5", "Nf6"]) position.move(san);
        equal([position.history(), position.ply, position.moveNumber()], [["e4", "d5", "exd5", "Nf6"], 4, 3]);
        equal(Game.from(position).history(), position.history());
        equal(position.history({ verbose: true }), position.moves);
        equal([position.undo().uci, position.clone().fen === position.fen, new Position().undo()], ["g8f6", true, null]);
        equal([position.ascii() === position.picture, position.isAttacked("d5", BLACK), position.isAttacked("d5", WHITE)], [true, true, false]);
        equal([SQUARES, SQUARES.map((square) => position.squareColor(square)).join("").length], [bundledVariants().get("chess").squares, 32 * 9]);
        equal([position.squareColor("a1"), position.squareColor("h1"), new Position().attackers("f3")], ["dark", "light", ["e2", "g2", "g1"]]);
        equal(position.legalMoves({ piece: KNIGHT }).length, 5);
        const facts = (fen) => {
            const now = new Position(fen);
            return [now.isCheck(), now.isCheckmate(), now.isStalemate(), now.isInsufficientMaterial(), now.isDrawByFiftyMoves(), now.isDraw(), now.isGameOver()].map(Number).join("");
        };
        equal(facts("rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3"), "1100001");
        equal(facts("4k3/4P3/4K3/8/8/8/8/8 b - - 0 78"), "0010011");
        equal(facts("k7/8/n7/8/8/8/8/7K b - - 0 1"), "0001011");
        equal(facts("4k3/8/8/8/8/8/3R4/4K3 w - - 100 80"), "0000111");
        equal(facts(DEFAULT_POSITION), "0000000");
        const again = new Position();
        for (let i = 0; i < 2; i++) for (const move of ["Nf3", "Nf6", "Ng1", "Ng8"]) again.move(move);
        equal([again.isThreefoldRepetition(), again.isGameOver(), again.outcome], [true, true, null]);
        const castling = new Position(KIWIPETE);
        const kinds = (move) => [move.isPromotion(), move.isEnPassant(), move.isKingsideCastle(), move.isQueensideCastle(), move.isBigPawn()].map(Number).join("");
        equal(["O-O", "O-O-O", "a4", "Bxa6"].map((san) => kinds(castling.parse(san))), ["00100", "00010", "00001", "00000"]);
        equal([validateFen(DEFAULT_POSITION), validateFen("x").ok, validateFen("x").error.length > 0], [{ ok: true }, false, true]);
    },

    "has sides as words, and as letters in the entry of chess.js"({ BLACK, WHITE, Position, chess: ofChess }) {
        const position = new Position();
        const chess = new ofChess.Chess();
        equal([position.turn === WHITE, chess.turn() === ofChess.WHITE, chess.position.turn === WHITE], [true, true, true]);
        position.push("e4");
        chess.move("e4");
        equal([position.turn === BLACK, chess.turn() === ofChess.BLACK, chess.position.turn === BLACK], [true, true, true]);
        equal([chess.position instanceof Position, chess.undo() instanceof ofChess.Move], [true, true]);
    },

    "has the class of chess.js"({ chess: { BLACK, Chess, DEFAULT_POSITION, WHITE }, MoveError }) {
        const chess = new Chess();
        equal([chess.turn() === WHITE, chess.moves().length, chess.moves({ square: "e2" }).sort(), chess.fen()], [true, 20, ["e3", "e4"], DEFAULT_POSITION]);
        chess.move("e4");
        chess.move({ from: "d7", to: "d5", promotion: "q" });
        const taken = chess.move("e4d5");
        const facts = { color: "w", from: "e4", to: "d5", piece: "p", captured: "p", flags: "c", san: "exd5", lan: "e4d5" };
        const before = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        equal(taken, { ...facts, before, after: chess.fen() });
        equal([taken.isCapture(), taken.isBigPawn(), chess.turn() === BLACK, chess.moveNumber()], [true, false, true, 2]);
        chess.setComment("a capture");
        chess.setHeader("White", "A");
        const pgn = chess.pgn();
        equal(pgn.split("\n").slice(4), ['[White "A"]', '[Black "?"]', '[Result "*"]', "", "1. e4 d5 2. exd5 {a capture} *"]);
        equal([chess.pgn({ maxWidth: 12, newline: "|" }).split("||")[1]], ["1. e4 d5 2.|exd5 {a|capture} *"]);
        const again = new Chess();
        again.loadPgn(pgn);
        equal([again.history({ verbose: true }), again.getComments(), again.getHeaders().White], [chess.history({ verbose: true }), chess.getComments(), "A"]);
        equal([again.undo(), again.getComments(), again.history(), new Chess().undo()], [taken, [], ["e4", "d5"], null]);
        equal(thrown(() => chess.move("Ke3")) instanceof MoveError, true);
        equal(thrown(() => again.loadPgn("1. e4 e4 *")).ply, 1);
        equal(again.history(), ["e4", "d5"]);
        equal([thrown(() => again.loadPgn("")).message, thrown(() => again.loadPgn("1. e4 *\n\n1. d4 *")).name], ["expected a game, found none", "TypeError"]);
        for (const [fen, san, flags, name] of [
            ["8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=N", "np", "isPromotion"],
            ["1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "axb8=Q", "cp", "isCapture"],
            ["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "e", "isEnPassant"],
            [KIWIPETE, "O-O", "k", "isKingsideCastle"],
            [KIWIPETE, "O-O-O", "q", "isQueensideCastle"],
            [KIWIPETE, "a4", "b", "isBigPawn"],
        ]) {
            const move = new Chess(fen).moves({ verbose: true }).find((move) => move.san.replace("+", "") === san);
            equal([move?.flags, move?.[name]()], [flags, true], san);
        }
        equal([new Chess(KIWIPETE).move("O-O").to, chess.move(null).san, chess.history().at(-1)], ["g1", "--", "--"]);
        equal(chess.ascii().split("\n").slice(0, 3), ["   +------------------------+", " 8 | r  n  b  q  k  b  n  r |", " 7 | p  p  p  .  p  p  p  p |"]);
        equal([chess.get("d5"), chess.get("d4"), chess.board()[3][3]], [{ type: "p", color: "w" }, undefined, { square: "d5", type: "p", color: "w" }]);
        equal([chess.isAttacked("d5", "b"), chess.attackers("d5", "w"), chess.findPiece({ type: "k", color: "b" })], [true, [], ["e8"]]);
    },

    "strict moves of Chess are SAN alone"({ chess: { Chess } }) {
        const chess = new Chess("4k3/P7/8/8/8/8/3P4/R3K3 w Q - 0 1");
        const strict = (move) => chess.move(move, { strict: true });
        equal(
            ["a8=Q", "a8=Q+!?", "O-O-O", "d4"].map((move) => strict(move) && chess.undo().san),
            ["a8=Q+", "a8=Q+", "O-O-O", "d4"],
        );
        equal(["a7a8q", "0-0-0", "d2d4", "Kef1"].map((move) => thrown(() => strict(move)).message), [
            'expected a8=Q+, as SAN writes the move, found "a7a8q"',
            'expected O-O-O, as SAN writes the move, found "0-0-0"',
            'expected d4, as SAN writes the move, found "d2d4"',
            'expected Kf1, as SAN writes the move, found "Kef1"',
        ]);
        equal(thrown(() => chess.loadPgn("1. e4 *", { strict: true })).message, "expected no options, found strict");
    },

    "sets boards up as chess.js does"({ chess: { Chess }, FenError }) {
        const chess = new Chess();
        chess.setHeader("White", "A");
        chess.clear();
        equal([chess.fen(), chess.get("a1"), chess.getHeaders().White], ["8/8/8/8/8/8/8/8 w - - 0 1", undefined, "?"]);
        equal(thrown(() => chess.moves()) instanceof FenError, true);
        const put = (type, color, square) => chess.put({ type, color }, square);
        equal([put("k", "w", "e1"), put("k", "b", "e8"), put("r", "w", "h1"), put("k", "w", "a1"), put("x", "w", "a1"), put("p", "w", "z9")], [true, true, true, false, false, false]);
        equal([chess.setCastlingRights("w", { k: true }), chess.setCastlingRights("b", { q: true }), chess.getCastlingRights("w")], [true, false, { k: true, q: false }]);
        equal([chess.fen(), chess.moves().includes("O-O")], ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", true]);
        equal([chess.remove("h1"), chess.remove("h1"), chess.fen()], [{ type: "r", color: "w" }, undefined, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]);
        equal([chess.setTurn("w"), chess.setTurn("b"), chess.turn(), chess.position.turn], [false, true, "b", "black"]);
        equal(thrown(() => chess.setTurn("white")).message, 'expected the color "w" or "b", found white');
        equal(thrown(() => chess.load("x")) instanceof FenError, true);
        equal(chess.turn(), "b", "a FEN that is none changes nothing");
        equal(thrown(() => chess.load("x", { skipValidation: true })) instanceof FenError, true);
        equal(thrown(() => chess.legalMoves()).message, "a Chess has no legalMoves; take position.legalMoves of it");
        equal(thrown(() => chess.in_check()).message, "a Chess has no in_check; take isCheck()");
        equal(thrown(() => chess.moves({ verbos: true })) instanceof TypeError, true);
    },

    "has functions of chessops"({ chess: { Chess }, Position, makeFen, makePgn, makeSan, makeSanAndPlay, makeSquare, makeUci, parseFen, parsePgn, parseSan, parseSquare, parseUci, chessgroundDests }) {
        const position = Chess.fromSetup(parseFen(KIWIPETE).unwrap()).unwrap();
        equal([position instanceof Position, makeFen(position.toSetup()), Chess.default().fen], [true, KIWIPETE, new Position().fen]);
        equal([parseFen("x").isErr, parseFen("x").unwrap(() => 1, ({ code }) => code), Chess.fromSetup("x").isOk], [true, "placement-character", false]);
        equal(thrown(() => parseFen("x").unwrap()).code, "placement-character");
        const move = parseUci("e2a6");
        equal([move, parseUci("e7e8q"), parseUci("e9e8"), parseUci("x")], [{ from: "e2", to: "a6" }, { from: "e7", to: "e8", promotion: "queen" }, undefined, undefined]);
        equal([makeUci(move), makeUci(parseUci("e7e8q")), makeUci(position.parse("O-O")), makeUci({ from: "e7", to: "e8", promotion: "q" })], ["e2a6", "e7e8q", "e1g1", "e7e8q"]);
        equal(thrown(() => makeUci({ from: "e7", to: "e8", promotion: "x" })) instanceof TypeError, true);
        equal([makeSan(position, move), parseSan(position, "Bxa6").uci, parseSan(position, "Bxa7")], ["Bxa6", "e2a6", undefined]);
        equal([position.dests("e2"), position.dests("e3"), chessgroundDests(position).size], [position.allDests().get("e2"), [], position.dests().size]);
        equal(thrown(() => position.dests("z9")) instanceof RangeError, true);
        equal([parseSquare("e4"), parseSquare("e9"), makeSquare("e4")], ["e4", undefined, "e4"]);
        equal([position.play(move), makeSanAndPlay(position, "bxc3"), position.ply], [undefined, "bxc3", 2]);
        const [game] = parsePgn("1. e4 (1. d4) e5 *");
        equal([game.moves[0].variations.length, makePgn(game).includes("(1. d4)")], [1, true]);
    },

    "says what to take for names of chess.js and chessops"({ Game, Position }) {
        const position = new Position();
        const game = Game.from(position);
        equal(thrown(() => position.load("x")).message, "a Position has no load; take new Position(fen)");
        equal(thrown(() => position.parse("e4").san).message, "a Move has no san; take position.san(move) for SAN, and position.fen before and after push(move)");
        equal(thrown(() => game.loadPgn("x")).message, "a Game has no loadPgn; take games(pgn)");
        equal(thrown(() => Position.default()).message, "Position has no default; take new Position(fen), which starts a game when there is no FEN");
        for (const name of "put remove findPiece getCastlingRights hash playSafe ctx epSquare".split(" ")) equal(thrown(() => position[name]) instanceof TypeError, true, name);
        equal([Object.keys(position), { ...position.parse("e4") }.san], [["toJSON"], undefined]);
        for (const name in position) equal(name, "toJSON");
    },

    "says that a game has ended, whatever ends it"({ Position, Game }) {
        const outcome = (fen) => new Position(fen).outcome;
        equal(outcome("7k/8/8/8/8/8/8/K7 w - - 0 1"), "draw");
        equal([outcome("4k3/8/8/8/8/8/3R4/4K3 w - - 150 99"), outcome("4k3/8/8/8/8/8/3R4/4K3 w - - 149 99")], ["draw", null]);
        equal(outcome("R5k1/5ppp/8/8/8/8/8/K7 b - - 150 99"), "white");
        const position = new Position();
        for (let i = 0; i < 4; i++) {
            equal(position.outcome, null);
            for (const move of ["Nf3", "Nf6", "Ng1", "Ng8"]) position.push(move);
        }
        equal([position.draw, position.outcome, Game.from(position).result], ["fivefold-repetition", "draw", "1/2-1/2"]);
    },

    "suggests the variant that may be meant"({ Position }) {
        const { message } = thrown(() => new Position(null, { variant: "atomik" }));
        equal(message, "there is no variant 'atomik'; did you mean 'atomic'?");
        equal(thrown(() => new Position(null, { variant: "" })) instanceof RangeError, true);
    },

    "reads games"({ Game, PgnError, Position, Variants, games }) {
        const text =
            '[Event "É"]\n[Event "other"]\n\n{before} 1. e4 $1 { [%eval 0.24] [%clk 0:03:00] } e5 {[%clk 0:02:59.5][%eval #-3] hm} ' +
            "{2nd [%emt 1:02]} 2. Nf3 $14 $2 {[%csl Ge4,Rd5] [%cal Ge2e4]} (2. d4) d6 1-0\n\n1. d4 Ke4 2. c4 *\n";
        equal(Object.keys([...games('[Site "s"]\n[Event "e"]\n[Site "t"]\n[White "w"]\n\n*')][0].tags), ["Site", "Event", "White"]);
        const [game, other, ...none] = games(text);
        equal([game instanceof Game, none, game.tags, game.line, other.line], [true, [], { Event: "other" }, 1, 6]);
        equal([game.variant.name, game.start, game.result, game.comment], ["chess", new Position().fen, "1-0", "before"]);
        equal(game.moves.map(({ move, san }) => `${move} ${san}`), ["e2e4 e4", "e7e5 e5", "g1f3 Nf3", "d7d6 d6"]);
        equal(game.moves.map(({ nags }) => nags), [[1], [], [14, 2], []]);
        equal(game.moves.map(({ clock, elapsed }) => [clock, elapsed]), [[180, null], [179.5, 62], [null, null], [null, null]]);
        equal(game.moves.map(({ mate }) => mate), [0, -3, 0, 0]);
        equal([game.moves[0].eval, game.moves[1].eval === -Infinity, game.moves[2].eval], [0.24, true, null]);
        equal(game.moves[1].comment, "[%clk 0:02:59.5][%eval #-3] hm 2nd [%emt 1:02]");
        equal([game.moves[2].squares, game.moves[2].arrows, game.moves[3].comment], ["Ge4,Rd5", "Ge2e4", null]);
        equal([game.position().ply, game.position(1).turn, [...game.positions()].length], [4, "black", 5]);
        equal(game.position(2).pop().uci, "e7e5");
        for (const ply of [-1, 5, 1.5]) equal(thrown(() => game.position(ply)) instanceof RangeError, true);
        const [mated] = games("1. f3 {[%eval #-0]} e5 2. g4 (2. g3 Qg5 {[%eval #0]}) Qh4# {[%eval #0]} 0-1", { variations: true });
        equal(mated.moves.map(({ eval: pawns }) => String(pawns)), ["Infinity", "null", "null", "-Infinity"]);
        equal([mated.moves[3].mate, String(mated.moves[2].variations[0].moves[1].eval)], [0, "-Infinity"]);
        const [error] = other.errors;
        equal([error instanceof PgnError, error.code, error.line, error.column, error.ply], [true, "piece-rule", 6, 7, 1]);
        equal([text.indexOf("Ke4"), error.offset, other.moves.length, other.errors.length, other.result], [error.offset - 1, error.offset, 1, 1, "*"]);
        const [house, own, unknown, wrong] = games(
            '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. @e6 *\n[Variant "dragons"]\n\n1. Db3 *\n[Variant "none"]\n\n1. e4 *\n[FEN "x"]\n\n1. e4 *',
            { variants: new Variants(DRAGONS) },
        );
        equal([house.variant.name, house.moves.at(-1).move.uci, house.moves.at(-1).san], ["crazyhouse", "P@e6", "P@e6"]);
        equal([own.variant.name, own.moves[0].move.uci], ["dragons", "b1b3"]);
        for (const { moves, start, errors, position } of [unknown, wrong]) equal([moves, start, errors.length > 0, typeof position], [[], null, true, "function"]);
        equal([unknown.variant, thrown(() => wrong.position()) instanceof RangeError], [null, true]);
        for (const [tag, moves] of [["Chess960", "e1h1 e8a8"], ["Standard", "e1g1 e8c8"]]) {
            const [one] = games(`[Variant "${tag}"]\n[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]\n\n1. O-O O-O-O *\n`);
            equal([one.chess960, one.moves.map(({ move }) => move.uci).join(" ")], [tag === "Chess960", moves]);
        }
        equal([[...games("")], [...games("\n; a comment\n")], [...games("e4")][0].moves[0].san], [[], [], "e4"]);
        for (const text of [KIWIPETE, "<!DOCTYPE html>", "PK\u0003\u0004"]) {
            const refused = thrown(() => [...games(text)]);
            equal([refused instanceof PgnError, refused.line, refused.message.startsWith("expected PGN")], [true, 1, true], text);
        }
        for (const none of [5, undefined, null, {}, ["1. e4"]]) equal(thrown(() => games(none)) instanceof TypeError, true);
        equal(thrown(() => games("", { variants: "chess" })) instanceof TypeError, true);
        for (const { line } of games("1. e4 *\n".repeat(60000))) if (line > 30000) break;
        equal([...games("1. e4 *\n".repeat(60000))].at(-1).line, 60000);
        equal([...games(`1. e4 {${"x y".repeat(1e5)}} *\n1. d4 *`)].map(({ moves }) => moves[0].comment?.length ?? 0), [300000, 0]);
    },

    "writes games"({ Game, Position, games }) {
        const position = new Position("4k3/8/8/8/8/8/8/4K2R b K - 3 7");
        for (const move of ["Kd7", "O-O"]) position.push(move);
        position.pushNull();
        const text = Game.from(position, { White: 'A "B" \\', Extra: 1, Annotator: "C\nD", FEN: "x" }).pgn();
        equal(text.split("\n"), [
            '[Event "?"]', '[Site "?"]', '[Date "????.??.??"]', '[Round "?"]', '[White "A \\"B\\" \\\\"]', '[Black "?"]',
            '[Result "*"]', '[Annotator "C D"]', '[Extra "1"]', '[FEN "4k3/8/8/8/8/8/8/4K2R b K - 3 7"]', '[SetUp "1"]', "",
            "7... Kd7 8. O-O -- *", "", ""]);
        const [again] = games(text, { nullMoves: true });
        equal([String(again.moves.map(({ move }) => move)), again.position().fen], ["e8d7,e1g1,0000", position.fen]);
        const [noted] = games("[A \"\"]\n\n{a} 1. e4 $1 {b  c} (1. d4 {d} d5 (1... Nf6)) (1. c4) e5 *", { variations: true });
        equal(noted.pgn().split("\n").at(-3), "{ a } 1. e4 $1 { b c } (1. d4 { d } 1... d5 (1... Nf6)) (1. c4) 1... e5 *");
        const long = Game.from(new Position(), { Result: "1-0" });
        equal([long.pgn().split("\n").at(-3), long.result], ["1-0", "1-0"]);
        const mated = new Position();
        for (const move of ["f3", "e5", "g4", "Qh4#"]) mated.push(move);
        equal([Game.from(mated).result, Game.from(new Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")).result], ["0-1", "1/2-1/2"]);
        equal(thrown(() => Game.from(mated, { Result: "2-0" })).message, 'expected a result such as 1-0, found "2-0"');
        const house = new Position(null, { variant: "crazyhouse" });
        for (const move of ["e4", "d5", "exd5", "Qxd5", "P@e4"]) house.push(move);
        equal(Game.from(house).pgn().includes('[Variant "crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *'), true);
        for (const line of [...games("1. e4 {" + "\u00e9".repeat(30) + " x".repeat(60) + "} *")][0].pgn().split("\n"))
            equal(new TextEncoder().encode(line).length <= 79, true);
        const [lost] = games('[FEN "x"]\n\n1. e4 *');
        equal(thrown(() => lost.pgn()) instanceof RangeError, true);
    },

    "writes comments"({ Game, Position, games }) {
        const position = new Position();
        for (const san of ["e4", "e5"]) position.push(san);
        const game = Game.from(position, {}, { comments: ["first", null, "last }"] });
        equal([game.comment, game.moves.map(({ comment }) => comment)], ["first", [null, "last }"]]);
        equal(game.pgn().split("\n\n")[1], "{ first } 1. e4 e5 { last ) } *");
        equal(thrown(() => Game.from(position, {}, { comment: "x" })) instanceof TypeError, true);
    },

    "reads variations and null moves"({ MoveError, Position, games }) {
        const text =
            "[Event \"x\"]\n\n{s} 1. e4 {a [%clk 0:03:00]} ({v} 1. d4 $5 {q} d5 (1... Nf6 {deep} 2. c4) 2. Ke3) $6 {b [%clk 0:02:00]} (1. c4) e5 " +
            "2. -- (2. Nf3 -- 3. d4) Nf6 3. Bb5 *\n\n1. e4 f5 2. Qh5 -- *\n";
        const shown = ({ san, variations }) => (variations.length === 0 ? san : [san, ...variations.map(({ moves }) => moves.map(shown))]);
        const [game, checked] = games(text, { variations: true, nullMoves: true });
        equal(game.moves.map(shown), [["e4", ["d4", ["d5", ["Nf6", "c4"]]], ["c4"]], "e5", ["--", ["Nf3", "--", "d4"]], "Nf6", "Bb5"]);
        const [{ comment, nags, clock, variations }] = game.moves;
        equal([comment, nags, clock], ["a [%clk 0:03:00] b [%clk 0:02:00]", [6], 120]);
        equal([variations[0].comment, variations[0].moves[0].comment, variations[0].moves[0].nags], ["v", "q", [5]]);
        equal([variations[0].moves[1].variations[0].moves[0].comment, variations[1].comment], ["deep", null]);
        equal([game.comment, game.errors.map(({ code, ply, offset }) => [code, ply, text.slice(offset).slice(0, 3)])], ["s", [["piece-rule", 1, "Ke3"]]]);
        equal([game.position().ply, game.position().fen], [5, "rnbqkb1r/pppp1ppp/5n2/1B2p3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 3 3"]);
        equal([...game.positions()].map(({ turn }) => turn), ["white", "black", "white", "black", "white", "black"]);
        equal([game.moves[2].move.uci, game.moves[2].move.kind, game.moves[2].move.from], ["0000", "null", "e1"]);
        equal([checked.errors[0].code, checked.moves.length], ["pgn-null-move", 3]);
        /* Without the options: the same moves and remarks. */
        const [plain] = games(text);
        equal(plain.moves.map(shown), ["e4", "e5"]);
        equal([plain.moves[0].comment, plain.moves[0].nags, plain.moves[0].clock], [comment, nags, clock]);
        equal([plain.errors.length, plain.errors[0].code, plain.errors[0].ply], [1, "pgn-null-move", 2]);
        const [cut] = games("1. e4 (1. d4 {x} (1. c4", { variations: true });
        equal([cut.moves.map(shown), cut.errors.length], [[["e4", [["d4", ["c4"]]]]], 1]);
        const position = new Position();
        equal([position.pushNull().uci, position.turn, position.ply, position.moves.length], ["0000", "black", 1, 1]);
        equal([position.pop().uci, position.fen], ["0000", new Position().fen]);
        const check = new Position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
        equal([thrown(() => check.pushNull()) instanceof MoveError, check.ply], [true, 0]);
        equal(thrown(() => new Position(null, { variant: "atomic" }).pushNull()) instanceof RangeError, true);
    },

    async "reads games of streams"({ PgnError, games }) {
        const text = '[White "Ünal"]\n\n1. e4 {a} e5 2. Ke3 *\n\n'.repeat(4000);
        const bytes = new TextEncoder().encode(text);
        const parts = (size) => Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(size * i, size * (i + 1)));
        const stream = (size) =>
            new ReadableStream({
                start(controller) {
                    parts(size).forEach((part) => controller.enqueue(part));
                    controller.close();
                },
            });
        async function* iterated(all) {
            yield* all;
        }
        const shown = ({ tags, line, moves, errors: [{ line: at, column, offset }] }) =>
            [tags.White, line, moves.length, moves[0].comment, at, column, offset].join();
        const expected = [...games(text)].map(shown);
        equal([expected.length, expected[3999]], [4000, `Ünal,15997,2,a,15999,17,${bytes.length - 7}`]);
        const withoutIterator = { getReader: () => stream(5000).getReader() };
        const sources = [new Blob([bytes]), new Response(bytes), stream(997), stream(1e6), withoutIterator, iterated(parts(70001)), iterated([text])];
        for (const source of sources) {
            const found = [];
            for await (const game of games(source)) found.push(shown(game));
            equal(found.length, 4000);
            equal(found, expected);
        }
        let refused = null;
        try {
            for await (const game of games(new Blob([KIWIPETE]))) equal(game, "none");
        } catch (error) {
            refused = error;
        }
        equal(refused instanceof PgnError, true);
        for await (const { line } of games(stream(100000))) if (line > 1) break;
    },

    async "reads streams of strings and bytes, cut anywhere, and refuses other parts"({ games }) {
        const text = '[Event "a\u{1f600}b"]\n\n1. e4 {\u{1f600}} *\n';
        const units = text.split("");
        async function* parts(all) {
            yield* all;
        }
        const read = async (all) => {
            const found = [];
            for await (const { tags, comment, moves } of games(parts(all))) found.push([tags.Event, moves[0].comment]);
            return found;
        };
        const whole = [["a\u{1f600}b", "\u{1f600}"]];
        for (let at = 0; at <= text.length; at++) equal(await read([text.slice(0, at), text.slice(at)]), whole, `${at}`);
        equal([await read(units), await read(units.flatMap((unit) => ["", unit, ""]))], [whole, whole]);
        const bytes = new TextEncoder().encode(text);
        for (let at = 0; at <= bytes.length; at++) equal(await read([bytes.slice(0, at), bytes.subarray(at)]), whole, `${at}`);
        const lone = (before, ...after) => read(['[Event "', before, ...after, '"]\n\n1. e4 {x} *']);
        for (const all of [["\ud83dx"], ["\ud83d", "x"], ["\ud83d", new TextEncoder().encode("x")], ["\ude00", "x"]])
            equal(await lone(...all), [["\ufffdx", "x"]], JSON.stringify(all));
        equal(await lone("\ud83d", "\ud83d", "\ude00"), [["\ufffd\u{1f600}", "x"]]);
        equal(await read(["1. e4 {x} * ; \ud83d"]), [[undefined, "x"]]);
        equal(await read([new DataView(bytes.buffer, 0, bytes.length)]), whole);
        for (const wrong of [5, null, undefined, {}, ["x"], true, 5n, () => 1]) {
            for (const all of [[wrong], ["1. e4 *", wrong], [bytes, wrong, bytes]]) {
                const error = await read(all).catch((error) => error);
                equal([error instanceof TypeError, error.message], [true, `expected a part of a stream as a string or a Uint8Array, found ${wrong === null ? null : typeof wrong}`]);
            }
        }
        for (const at of [0, 1, 700]) {
            async function* failing() {
                for (let i = 0; i < at; i++) yield "1. e4 *\n\n".repeat(20);
                throw new RangeError("the network is gone");
            }
            const stream = () => new ReadableStream({ pull: (to) => to.error(new RangeError("the network is gone")) });
            const parts = failing();
            const withoutIterator = { getReader: () => ({ read: () => parts.next(), cancel: async () => {} }) };
            for (const source of [failing(), withoutIterator, stream(), new Response(stream())]) {
                const error = await (async () => {
                    for await (const { line } of games(source)) equal(line > 0, true);
                })().catch((error) => error);
                equal([error instanceof Error, error.message], [true, "the network is gone"]);
            }
        }
    },

    "frees what is disposed of, and nothing else, in any order"({ Boards, Position, Variants, bundledVariants, games }) {
        const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
        const ways = [(one) => one.dispose(), (one) => one[dispose](), (one) => [one.dispose(), one[dispose](), one.dispose()]];
        const plays = (variant, count) => equal(new Position(null, { variant }).legalMoves().length, count, String(variant));
        const chess = () => [plays("chess", 20), plays("atomic", 20), plays("xiangqi", 44)];
        const old = [new Position(), new Position(null, { variant: "atomic" })];
        for (const way of ways) {
            way(bundledVariants());
            chess();
            for (const position of old) equal([position.legalMoves().length, position.push("e4").uci, position.pop().uci], [20, "e2e4", "e2e4"]);
            equal([bundledVariants().isDisposed, bundledVariants().get("chess") === old[0].variant, bundledVariants().size > 100], [false, true, true]);
            const own = new Variants(DRAGONS);
            equal(own.get("chess") === old[0].variant, true);
            const [first, second] = [new Position(null, { variant: own.get("dragons") }), new Position(null, { variant: own.get("dragons") })];
            const ofChess = new Position(null, { variant: own.get("chess") });
            const ofAtomic = new Position(null, { variant: own.get("atomic") });
            first.push(first.legalMoves()[0]);
            const [game] = games('[Variant "dragons"]\n\n1. Db3 *', { variants: own });
            const going = games("1. e4 *\n".repeat(60000), { variants: own });
            going.next();
            for (const position of [first, second, ofChess, ofAtomic]) {
                way(position);
                equal(position.legalMoves().length > 15, true);
            }
            way(own);
            const late = [() => first.legalMoves(), () => first.pop(), () => first.fen, () => second.copy(), () => second.push("e4"), () => ofAtomic.perft(1),
                () => game.moves, () => game.position(), () => own.get("dragons"), () => own.get("chess"), () => new Position(null, { variant: first.variant }),
                () => [...going], () => games("1. e4 *", { variants: own }).next(), () => JSON.stringify(first)];
            for (const use of late) equal([thrown(use) instanceof ReferenceError, String(use)], [true, String(use)]);
            way(first);
            equal([own.isDisposed, first.ply, ofChess.legalMoves().length, ofChess.push("e4").uci], [true, 1, 20, "e2e4"]);
            chess();
            const boards = new Boards(3);
            way(boards);
            for (const use of [() => boards.codes, () => boards.inCheck(), () => JSON.stringify(boards)]) equal(thrown(use) instanceof ReferenceError, true);
            chess();
        }
    },

    "has values for JSON, and clones nothing silently"({ Boards, FenError, Position, Variants, games }) {
        const again = (value) => JSON.parse(JSON.stringify(value));
        const start = new Position().fen;
        equal(again(new Position()), { variant: "chess", chess960: false, start, moves: [], fen: start });
        for (const variant of ["chess", "crazyhouse", "xiangqi"]) {
            const position = new Position(null, { variant, chess960: true });
            for (let ply = 0; ply < 20; ply++) position.push(position.legalMoves()[ply % 3]);
            const json = again(position);
            const made = new Position(json.start, { variant: json.variant, chess960: json.chess960 });
            for (const move of json.moves) made.push(move);
            equal([made.fen, made.ply, again(made), position.ply], [json.fen, 20, json, 20]);
        }
        const move = new Position().parse("e4");
        equal([again(move), structuredClone(move).uci, new Position().push(structuredClone(move)).uci], ["e2e4", "e2e4", "e2e4"]);
        const [game] = games('[White "A"]\n\n{x} 1. e4 {y [%clk 0:01:00]} (1. d4) e5 $1 2. Ke3 *', { variations: true });
        const json = again(game);
        equal([json.tags, json.variant, json.start, json.comment, json.line, json.result], [{ White: "A" }, "chess", start, "x", 1, "*"]);
        equal(json.moves.map(({ move, san, clock, nags }) => [move, san, clock, nags]), [["e2e4", "e4", 60, []], ["e7e5", "e5", null, [1]]]);
        equal(json.moves[0].variations[0].moves[0].san, "d4");
        equal([json.errors[0].code, json.errors[0].ply, json.errors[0].message], ["piece-rule", 2, game.errors[0].message]);
        equal(again(structuredClone(game.toJSON())).moves[0].san, "e4");
        const error = again(thrown(() => new Position("x")));
        equal([error.name, error.code, error.offset, error.message !== ""], ["FenError", "placement-character", 0, true]);
        const variants = new Variants(DRAGONS);
        equal([again(variants), again(variants.get("dragons"))], [variants.names, "dragons"]);
        const boards = new Boards(2);
        boards.codes[65] = 6;
        const { codes, kings, sides } = again(boards);
        equal([codes.length, codes[65], kings, sides], [128, 6, [0, 0], [0, 0]]);
        for (const one of [new Position(), game, variants, variants.get("dragons"), boards])
            equal(thrown(() => structuredClone(one)).name, "DataCloneError", one.constructor.name);
    },

    "knows the hard set"({ Position }, { hardSet, hardVariants }) {
        const all = [...hardSet(), ...hardVariants()];
        equal(all.length > 500, true);
        for (const { fen, moves, rule, move, answer, variant, nodes } of all) {
            const position = new Position(fen, { variant });
            for (const uci of moves) position.push(uci);
            equal(position.explain(move)?.code ?? "ok", answer, rule);
            nodes.slice(0, 3).forEach((count, i) => equal(position.perft(i + 1), count, rule));
        }
    },

    "keeps memory within bounds"({ Position, Variants }) {
        for (let i = 0; i < 30000; i++) new Position(KIWIPETE).push("O-O");
        for (let i = 0; i < 300; i++) new Variants(DRAGONS).dispose();
        const position = new Position("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1");
        const [there, back] = [
            ["Kd1", "Kd8"],
            ["Ke1", "Ke8"],
        ];
        for (let i = 0; i < 1000; i++) for (const move of i % 2 ? back : there) position.push(move);
        equal([position.ply, position.repetitions, position.draw], [2000, 500, "seventy-five-moves"]);
    },
};
