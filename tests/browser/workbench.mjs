#!/usr/bin/env node
/* The workbench in headless Chromium: workbench.mjs PAGE BROKEN [PICTURES]. PAGE is build/workbench.html, BROKEN is build/broken.
 * Prints a line for each test that fails; exit status 1 when there is one. With a folder PICTURES, writes pictures of all
 * parts of the page there, to be looked at. ONLY in the environment: the tests with this in their names.
 * BROWSER=firefox: in headless Firefox. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser as Chromium } from "./devtools.mjs";
import { Browser as Firefox } from "./marionette.mjs";

const [file, broken, pictures] = process.argv.slice(2);
const inFirefox = process.env.BROWSER === "firefox";
const address = pathToFileURL(resolve(file)).href;
const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const square = (name) => `[data-name="${name}"]`;
const value = (page, selector) => page.run((selector) => document.querySelector(selector).value, selector);
const said = (page, id) => page.until((id) => document.getElementById(id).textContent, `#${id} says something`, id);
const ended = (page, id) =>
    page.until((id) => /wrong|right/.test(document.getElementById(id).className), `#${id} says how it ended`, id);

/* Types what the page says into a broken engine and returns its answer. */
async function askEngine(page, what) {
    const lines = await page.text("#compare-ask code");
    return execFileSync(broken, [what], { input: `${lines}\nquit\n`, encoding: "utf8" });
}

async function compareWith(page, what) {
    await page.type("#compare-text", await askEngine(page, what));
    await page.click("#compare-form button:not([type])");
    await ended(page, "compare-said");
}

/* Follows docs/workbench.md until one move is left; returns how often the engine was asked. */
async function narrow(page, fen, what, depth) {
    await page.type("#fen", fen);
    await page.click("#tab-compare");
    await page.type("#compare-depth", String(depth));
    for (let asked = 1; ; asked++) {
        await compareWith(page, what);
        if (await page.run(() => document.querySelector("#compare-found h2") !== null)) return asked;
        assert.match(await page.text("#compare-ask code"), new RegExp(`go perft ${depth - asked + 1}$`));
        await page.click("tr.differs button");
    }
}

/* The squares of the last step's marks, as a screen reader hears them: 80 the pinned pawn, 20 its line, 10 the check's. */
const LINE_MARKS = [
    "e2, empty, 10",
    "e3, empty, 10",
    "e4, empty, 10",
    "e5, empty, 10",
    "e6, empty, 10",
    "e7, black queen, 10",
    "f2, white pawn, a0",
    "g3, empty, 20",
    "h4, black bishop, 20",
];

const tests = {
    async "a move is dragged, and another one typed"(page) {
        await page.drag(square("e2"), square("e4"));
        assert.match(await page.text("#fen-now"), /4P3\/8\/PPPP1PPP\/RNBQKBNR b KQkq - 0 1/);
        await page.type("#move", "Nf6");
        await page.key("Enter");
        assert.equal(await page.text("#crumbs"), "starte2e4g8f6");
        await page.click("#crumbs li:nth-child(2) button");
        assert.equal(await page.text("#crumbs"), "starte2e4");
    },

    async "an illegal move is answered with the reason, and its squares are marked"(page) {
        await page.drag(square("f1"), square("c4"));
        assert.match(
            await page.text("#explained"),
            /the bishop on f1 can't go to c4: the pawn on e2 stands in the way/,
        );
        const marked = await page.run(() =>
            [...document.querySelectorAll('[fill="#e2685c"]')].map(({ dataset }) => dataset.name),
        );
        assert.deepEqual(marked.sort(), ["c4", "e2", "f1"]);
        assert.equal(await page.text("#crumbs"), "start");
    },

    async "the moves of a piece are shown, by pointer and by keys"(page) {
        await page.click(square("b1"));
        const targets = () =>
            [...document.querySelectorAll('[aria-label$="can be reached"]')]
                .map(({ dataset }) => dataset.name)
                .join(" ");
        assert.equal(await page.run(targets), "a3 c3");
        await page.click(square("b1"));
        await page.run(() => document.querySelector('[data-name="b1"]').focus());
        await page.key("Enter");
        assert.equal(await page.run(targets), "a3 c3");
    },

    async "castling and promotion by pointer"(page) {
        await page.type("#fen", "4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
        await page.drag(square("a7"), square("a8"));
        assert.equal(await page.text("#choices"), "which? a7a8na7a8ba7a8ra7a8q");
        await page.click("#choices button:last-child");
        await page.type("#move", "Kd7");
        await page.key("Enter");
        await page.drag(square("e1"), square("g1"));
        assert.equal(await page.text("#crumbs"), "starta7a8qe8d7e1g1");
    },

    async "a FEN with a mistake gets a sentence, and the pieces stay"(page) {
        await page.type("#fen", "4k3/8/8/8/8/8/8/QR6 w - - 0 1");
        assert.match(await page.text("#fen-said"), /expected one white king/);
        const occupied = () =>
            [...document.querySelectorAll("#board .piece")].map(({ dataset }) => dataset.on).join(" ");
        assert.equal(await page.run(occupied), "4 56 57");
        for (const [tab, form] of [
            ["perft", "perft"],
            ["compare", "compare"],
        ]) {
            await page.click(`#tab-${tab}`);
            await page.click(`#${form}-form button:not([type])`);
            assert.match(await page.text(`#${form}-said`), /position has to be mended/);
        }
    },

    async "pieces are put, carried and removed while editing"(page) {
        await page.type("#fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        await page.click("#editing");
        await page.click(".brush:nth-of-type(5)");
        await page.click(square("a4"));
        await page.drag(square("a4"), square("b5"));
        assert.match(await value(page, "#fen"), /^4k3\/8\/8\/1Q6\/8\/8\/8\/4K3 w/);
        assert.match(await page.text("#fen-said"), /in check/);
        await page.run(() => {
            const side = document.getElementById("side");
            side.value = "b";
            side.dispatchEvent(new Event("change"));
        });
        assert.match(await page.text("#facts"), /check from b5/);
    },

    async "variants: a built-in one, and a text with mistakes and without"(page) {
        await page.run(() => {
            const choice = document.getElementById("variant");
            choice.value = "crazyhouse";
            choice.dispatchEvent(new Event("change"));
        });
        assert.match(await value(page, "#fen"), /\[\]/);
        await page.click("#own-variants summary");
        await page.type(
            "#variants-text",
            "[dragons : chess]\ncustomPiece1 = d:FDcpX\nmaxRank = 99\n<script>alert(1)</script>",
        );
        const remarks = await page.text("#variants-remarks");
        assert.match(remarks, /line 2, column 22 mistake in dragons: customPiece1: expected an atom/);
        assert.match(remarks, /line 3, column 11 .*expected a number from 1 to 10/);
        assert.ok((await page.run(() => document.querySelectorAll("#variants-marks mark.refused").length)) >= 2);
        await page.type(
            "#variants-text",
            "[dragons : chess]\ncustomPiece1 = d:FDcpR\nstartFen = rdbqkbdr/pppppppp/8/8/8/8/PPPPPPPP/RDBQKBDR w KQkq - 0 1\n",
        );
        assert.equal(await value(page, "#variant"), "dragons");
        await page.type("#move", "b1b5");
        await page.key("Enter");
        assert.match(await page.text("#explained"), /it goes there only to capture, and b5 is empty/);
    },

    async "a game in PGN is stepped through"(page) {
        const pgn = '[White "A"]\n[Black "B"]\n\n{start} 1. e4 $1 { [%clk 0:03:00] best } e5 2. Nf3 Ke4 *\n\n[FEN "4k3/8/8/8/8/8/7p/4K3 b - - 0 9"]\n\n9... h1=Q+ 0-1';
        await page.click("#own-games summary");
        await page.type("#games-text", pgn);
        assert.equal(await page.text("#games-said"), "2 games");
        assert.equal(await page.text("#game-moves"), "1.e4!e52.Nf3");
        assert.equal(await page.text("#game-note"), "start");
        assert.match(await page.text("#game-errors"), /^line 4, column 52, after 3 moves: the king on e8 can't go to e4/);
        await page.click("#game-on");
        assert.equal(await page.text("#game-note"), "clock 3:00; best");
        assert.match(await page.text("#fen-now"), /4P3\/8\/PPPP1PPP\/RNBQKBNR b/);
        assert.equal(await page.run(() => document.querySelector("#crumbs").checkVisibility()), false);
        await page.click("#game-moves li:nth-child(3) button");
        assert.equal(await page.text("#crumbs"), "starte2e4e7e5g1f3");
        assert.equal(await page.text("#game-note"), "result *");
        await page.run(() => document.querySelector("#game-moves li:nth-child(3) button").focus());
        await page.key("ArrowLeft");
        assert.equal(await page.text("#crumbs"), "starte2e4e7e5");
        await page.drag(square("d2"), square("d4"));
        assert.match(await page.text("#game-note"), /not one of the game/);
        await page.click("#game-on");
        assert.equal(await page.text("#crumbs"), "starte2e4e7e5g1f3");
        await page.run(() => {
            const choice = document.getElementById("game-choice");
            choice.value = "1";
            choice.dispatchEvent(new Event("change"));
        });
        assert.equal(await page.text("#game-moves"), "9…h1=Q+");
        await page.click("#game-last");
        assert.match(await page.text("#facts"), /check from h1/);
        await page.type("#games-text", "8/8/8/8/8/8/8/8 w - -");
        assert.match(await page.text("#games-said"), /^expected PGN/);
        assert.equal(await page.run(() => document.getElementById("game").hidden), true);
        await page.run((pgn) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", pgn);
            document.getElementById("fen").dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true }));
        }, pgn);
        assert.equal(await page.text("#games-said"), "2 games");
    },

    async "how a check is found: by keys alone, from the 64 bytes to the line of the check"(page) {
        await page.type("#fen", "4k3/4q3/8/8/7b/8/3P1P2/3NK2R w K - 0 1");
        await page.run(() => document.getElementById("tab-board").focus());
        for (let times = 0; times < 3; times++) await page.key("ArrowRight");
        assert.equal(await page.text("#found-title"), "1. The 64 bytes");
        assert.equal(await page.text("#found-answer"), "");
        const focused = () => document.activeElement.id;
        await page.run(() => document.getElementById("found-on").focus());
        await page.key("ArrowRight");
        await page.key("ArrowRight");
        await page.key("Enter");
        assert.equal(await page.text("#found-title"), "4. Classes instead of codes");
        assert.equal(await page.run(focused), "found-on");
        await page.key("End");
        assert.equal(await page.text("#found-title"), "12. In check, by kinds?");
        assert.equal(await page.text("#found-answer"), "In check from e7.");
        for (let times = 0; times < 3; times++) await page.key("ArrowLeft");
        assert.equal(await page.text("#found-answer"), "In check from e7; pinned: f2.");
        assert.match(await page.text("#found-figure"), /checkers0000000000001000e7check_lines0010101010101000e7 e6 e5 e4 e3 e2/);
        const notes = () =>
            [...document.querySelectorAll("#board .square")].map(({ ariaLabel }) => ariaLabel).filter((label) => /, [0-9a-f]{2}$/.test(label));
        assert.deepEqual((await page.run(notes)).sort(), LINE_MARKS);
        await page.key("ArrowLeft");
        assert.match(await page.text("#found-title"), /^8\. Behind/);
        await page.run(() => document.getElementById("found-method").focus());
        await page.key("ArrowLeft");
        assert.equal(await page.text("#found-method-name"), "avx2: four lanes");
        await page.key("ArrowLeft");
        assert.equal(await page.text("#found-method-name"), "scan: a bit scan for each ray");
        await page.goTo((await page.run(() => location.href)).replace(/step=\d+/, "step=5"));
        assert.equal(await page.text("#found-title"), "6. In check?");
        assert.equal(await page.text("#found-answer"), "In check from e7.");
    },

    async "how a check is found: either king, a board that is no position, and ones without an answer"(page) {
        const king = (side) =>
            page.run((side) => {
                document.getElementById("found-king").value = side;
                document.getElementById("found-king").dispatchEvent(new Event("change"));
            }, side);
        await page.click("#tab-found");
        await page.type("#fen", "4k3/8/8/1B6/8/2n5/3K4/4R3 w - - 0 1");
        await page.click("#found-steps li:nth-child(7) button");
        for (const [side, answer] of [["white", "Not in check."], ["black", "In check from b5 and e1."], ["", "Not in check."]]) {
            await king(side);
            assert.equal(await page.text("#found-answer"), answer, side);
        }
        await king("black");
        await page.type("#fen", "8/8/8/8/8/8/8/4K3 w - - 0 1");
        assert.match(await page.text("#found-answer"), /there is no black one here/);
        await page.goTo(`${address}#tab=found&variant=xiangqi&method=nonsense&step=99&king=green`);
        assert.match(await page.text("#found-answer"), /this board has others/);
        await page.goTo(`${address}#tab=found&method=avx2&step=99`);
        assert.match(await page.text("#found-title"), /^13\. In check, by kinds/);
        await page.click("#tab-board");
        assert.equal(await page.run(() => document.querySelectorAll("#board .tint, #board .note-on-square").length), 0);
    },

    async "perft counts, goes down and comes back, and stops"(page) {
        await page.type("#fen", KIWIPETE);
        await page.click("#tab-perft");
        await page.type("#perft-depth", "4");
        await page.click("#perft-form button:not([type])");
        await ended(page, "perft-said");
        assert.match(await page.text("#perft-said"), /^4 085 603 nodes, 48 of 48 moves/);
        await page.run(() =>
            [...document.querySelectorAll("#perft-rows button")]
                .find(({ textContent }) => textContent === "e1g1")
                .click(),
        );
        await ended(page, "perft-said");
        assert.match(await page.text("#perft-said"), /^86 975 nodes, 43 of 43 moves/);
        await page.type("#fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        await page.type("#perft-depth", "6");
        await page.click("#perft-form button:not([type])");
        await ended(page, "perft-said");
        assert.match(await page.text("#perft-said"), /^764 643 nodes, 15 of 15 moves/);
        await page.type("#perft-depth", "63");
        await page.click("#perft-form button:not([type])");
        await page.until(() => /million nodes/.test(document.getElementById("perft-said").textContent), "rows come");
        await page.click("#perft-stop");
        assert.match(await page.text("#perft-said"), /^stopped; /);
    },

    async "a link shows what was found"(page) {
        await narrow(page, "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "en-passant-uncovers", 3);
        assert.match(
            await page.text("#compare-found"),
            /position fen 8\/8\/8\/8\/k2p3R\/8\/4P3\/4K3 w - - 0 1\n? moves e2e4/,
        );
        const link = await page.run(() => [...document.querySelectorAll("#compare-found code")].at(-1).textContent);
        const found = await page.text("#compare-found h2");
        await page.goTo("about:blank");
        await page.goTo(link);
        assert.equal(await page.text("#compare-found h2"), found);
    },

    async "a divide with two faults: both are marked, and one is shown"(page) {
        await page.click("#tab-compare");
        await page.type("#compare-depth", "2");
        const answer = (await askEngine(page, "underpromotion-missing")).replace(/^e2e4: 20$/m, "e2e5: 20");
        await page.type("#compare-text", answer);
        await page.click("#compare-form button:not([type])");
        await ended(page, "compare-said");
        assert.match(await page.text("#compare-said"), /lists of moves differ here, by 2 moves/);
        assert.match(await page.text("#compare-rows tr.too-many"), /^e2e520–engine only piece-rule /);
        assert.match(await page.text("#compare-rows tr"), /^e2e5/);
        assert.match(await page.text("#compare-rows tr.missing"), /^e2e4–20Kingscan only double-push /);
        await page.click("#compare-rows tr.missing button");
        assert.match(await page.text("#compare-found h2"), /double-push e2e4 is missing/);
    },

    async "a smaller position shows the same, and can be tried"(page) {
        await page.type("#fen", "4k3/pppp1ppp/4r3/8/8/4N3/PPPP1PPP/4K3 w - - 0 1");
        await page.click("#tab-compare");
        await page.type("#compare-text", "e3d5 20");
        await page.click("#compare-form button:not([type])");
        await ended(page, "compare-said");
        assert.match(await page.text("#compare-found h2"), /^piece-pinned e3d5 is not legal$/);
        await page.click("#compare-found .note button");
        assert.equal(await value(page, "#fen"), "4k3/8/4r3/8/8/4N3/8/4K3 w - - 0 1");
        assert.equal(
            await page.text("#compare-ask code"),
            "position fen 4k3/8/4r3/8/8/4N3/8/4K3 w - - 0 1\ngo perft 1",
        );
    },

    async "other forms of a divide: a move a line, SAN, a castling listed twice, a wrong sum"(page) {
        await page.type("#fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        await page.click("#tab-compare");
        await page.type("#compare-depth", "1");
        const moves = "Kd1 Kd2 Ke2 Kf1 Kf2 Rh2 Rh3 Rh4 Rh5 Rh6 Rh7 Rh8 Rg1 Rf1 O-O".split(" ");
        const compared = async (text) => {
            await page.type("#compare-text", text);
            await page.click("#compare-form button:not([type])");
            await ended(page, "compare-said");
            return page.text("#compare-said");
        };
        assert.match(
            await compared(`perft 1\n${moves.map((move, i) => `${i + 1}. ${move} = 1`).join("\n")}\ntotal 15`),
            /^All equal.*“perft 1”\.$/,
        );
        assert.match(
            await compared(`${moves.map((move) => `${move}\t1`).join("\n")}\ne1h1 1\nNodes searched: 15`),
            /add up to 16, not to 15/,
        );
        assert.match(await page.text("#compare-rows tr.twice"), /^e1g111listed twice duplicate /);
    },

    async "blanks around a FEN and in it do not reach the engine"(page) {
        await page.run(() => {
            const field = document.getElementById("fen");
            field.value = "\n  4k3/8/8/8/8/8/8/4K2R  w\n\tK - 0 1\n";
            field.dispatchEvent(new Event("input", { bubbles: true }));
        });
        await page.click("#tab-compare");
        assert.match(await page.text("#compare-ask code"), /^position fen 4k3\/8\/8\/8\/8\/8\/8\/4K2R w K - 0 1\n/);
    },

    async "a list of moves without counts is compared at depth 1"(page) {
        await page.type("#fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        await page.click("#tab-compare");
        await page.type("#compare-depth", "1");
        const moves = "Kd1 Kd2 Ke2 Kf1 Kf2 Rh2 Rh3 Rh4 Rh5 Rh6 Rh7 Rh8 Rg1 Rf1".split(" ");
        const compared = async (text) => {
            await page.type("#compare-text", text);
            await page.click("#compare-form button:not([type])");
            await ended(page, "compare-said");
            return page.text("#compare-said");
        };
        assert.match(await compared(`["${moves.join('", "')}", "O-O"]`), /^All equal/);
        assert.match(await compared(`1. ${moves.join("\n2. ")}`), /lists of moves differ here, by one move/);
        assert.match(await page.text("#compare-found h2"), /castling e1g1 is missing/);
        assert.match(await compared(`${moves.join(" ")} e1g1 e1e3`), /lists of moves differ here, by one move/);
        await page.type("#compare-depth", "2");
        assert.match(await compared(moves.join(" ")), /a list of moves can be compared at depth 1/);
    },

    async "hard positions are chosen by rule, and opened"(page) {
        await page.click("#tab-hard");
        assert.equal(await page.text("#hard-count"), "333 positions");
        await page.type("#hard-words", "en-passant-uncovers");
        assert.match(await page.text("#hard-count"), /^[1-9]\d? positions$/);
        await page.click("#hard-rows button");
        assert.equal(await page.run(() => document.getElementById("tab-board").ariaSelected), "true");
        assert.equal(await page.text("#fen-said"), "");
    },

    async "speed is measured, and plain JavaScript answers alike"(page) {
        await page.click("#tab-speed");
        await page.click("#speed-run");
        await ended(page, "speed-said");
        assert.match(await page.text("#speed-said"), /^Measured/);
        assert.equal(await page.run(() => document.querySelectorAll("#speed-charts svg rect").length), 5);
    },

    async "bad input of every kind gets a sentence"(page) {
        const put = (id, text, times = 1) =>
            page.run(
                (id, text, times) => {
                    const field = document.getElementById(id);
                    field.value = text.repeat(times);
                    field.dispatchEvent(new Event("input", { bubbles: true }));
                },
                id,
                text,
                times,
            );
        for (const text of ["", "<img src=x onerror=alert(1)>", "\u0000", "9/9/9", "8/8/8/8/8/8/8/8 w KQkq e9 -1 x"]) {
            await put("fen", text);
            assert.notEqual(await page.text("#fen-said"), "", JSON.stringify(text));
        }
        await put("fen", "e2e4: 20 \n", 1100000);
        assert.match(await page.text("#fen-said"), /\d+ \d+ \d+ characters; a FEN has up to 1 000/);
        await put("variants-text", "[x : chess]\n", 1100000);
        assert.match(await said(page, "variants-remarks"), /a text of variants has up to 200 000/);
        await put("variants-text", "");
        await page.click("#start");
        await page.click("#tab-compare");
        await put("compare-text", "e2e4: 20 \n", 1100000);
        assert.match(await page.text("#compare-said"), /a divide has up to 200 000/);
        for (const [text, sentence] of [
            ["", /found nothing/],
            ["hello\n<b>x</b>", /found “hello”/],
        ]) {
            await put("compare-text", text);
            await page.click("#compare-form button:not([type])");
            assert.match(await page.text("#compare-said"), sentence);
        }
        await page.click("#tab-perft");
        for (const depth of ["", "0", "64", "-1", "1e3", "99999999999999999999"]) {
            await page.type("#perft-depth", depth);
            await page.click("#perft-form button:not([type])");
            assert.match(await page.text("#perft-said"), /expected a depth from 1 to 63/);
        }
        await page.goTo(`${address}#tab=nonsense&variant=nonsense&fen=%3Cb%3E&moves=e2e4+e9&depth=x&variants=%5B`);
        assert.notEqual(await page.text("#fen-said"), "");
    },
};

/* ---- The engines of docs/workbench.md ---- */

const GUIDE = readFileSync(new URL("../../docs/workbench.md", import.meta.url), "utf8");
const ENGINE = /^\| `build\/broken (\S+)` \| `(.*?)` \| (\d) \| (.*?) \|$/gm;
const ENGINES = [...GUIDE.matchAll(ENGINE)];
assert.equal(ENGINES.length, 2);

for (const [, what, fen, depth, end] of ENGINES)
    tests[`${what} is found as docs/workbench.md says`] = async (page) => {
        const asked = await narrow(page, fen, what, depth);
        assert.ok(asked > 1 && asked <= depth, `asked ${asked} times`);
        assert.equal((await page.text("#compare-found h2")).replace(/ e[18][cg][18] /, " @ "), end);
    };

/* ---- Looks ---- */

/* A window of Firefox is never narrower. */
const NARROW = inFirefox ? 500 : 400;
const VIEWS = [
    [1280, "light"],
    [1280, "dark"],
    [NARROW, "light"],
    [NARROW, "dark"],
];

/* What a part of the page shows when it is looked at. */
const PARTS = {
    async board(page) {
        await page.type("#fen", "r3k2r/ppp2ppp/8/3qn3/1b6/2N2n2/PPPQBPPP/R3K2R w KQkq - 0 1");
        await page.type("#move", "O-O");
        await page.key("Enter");
    },
    async edit(page) {
        await page.click("#editing");
        await page.run(() => {
            document.getElementById("attacked-by").value = "white";
            document.getElementById("attacked-by").dispatchEvent(new Event("change"));
        });
    },
    async variants(page) {
        await page.click("#own-variants summary");
        await page.type(
            "#variants-text",
            "[dragons : crazyhouse]\ncustomPiece1 = d:FDcpR\nmaxRank = 99\npawnTypes = 7\n",
        );
    },
    async game(page) {
        const moves = "1. e4 $1 { [%clk 0:03:00] the best of all first moves } e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 21. Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7 27. Ke4 *";
        await page.click("#own-games summary");
        await page.type("#games-text", `[Event "A tournament with a long name"]\n[White "White, the First"]\n[Black "Black, the Second"]\n\n${moves}`);
        await page.click("#game-on");
    },
    async perft(page) {
        await page.click("#tab-perft");
        await page.click("#perft-form button:not([type])");
        await ended(page, "perft-said");
    },
    compare: (page) => narrow(page, "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "en-passant-uncovers", 3),
    async divide(page) {
        await page.type("#fen", KIWIPETE);
        await page.click("#tab-compare");
        await compareWith(page, "castling-right-kept");
    },
    async lanes(page) {
        await page.type("#fen", "4k3/4q3/8/8/7b/8/3P1P2/3NK2R w K - 0 1");
        await page.click("#tab-found");
        await page.click("#found-steps li:nth-child(5) button");
    },
    async masks(page) {
        await page.goTo(`${address}#tab=found&fen=4k3%2F4q3%2F8%2F8%2F7b%2F8%2F3P1P2%2F3NK2R+w+K+-+0+1&method=scan&step=3`);
    },
    async lines(page) {
        await page.goTo(`${address}#tab=found&fen=4k3%2F4q3%2F8%2F8%2F7b%2F8%2F3P1P2%2F3NK2R+w+K+-+0+1&method=avx2&step=9`);
    },
    hard: (page) => page.click("#tab-hard"),
    async speed(page) {
        await page.click("#tab-speed");
        await page.click("#speed-run");
        await ended(page, "speed-said");
    },
    help: (page) => page.click("#tab-help"),
};

const UNNAMED = () =>
    [...document.querySelectorAll("button, input, select, textarea")]
        .filter((element) => element.checkVisibility())
        .filter((element) => !(element.labels?.length > 0 || element.textContent.trim() || element.ariaLabel))
        .map((element) => element.outerHTML.slice(0, 80));

async function lookAt(page, part, width, theme) {
    await page.look(width, 900, theme);
    await PARTS[part](page);
    if (pictures) await page.picture(join(pictures, `${part}-${width}-${theme}.png`));
    const boards = ["hard", "speed", "help"].includes(part) ? 0 : 1;
    assert.equal(await page.legibility(), `${width} wide, ${theme}, ${boards} boards`);
    assert.deepEqual(await page.run(UNNAMED), []);
}

for (const part of Object.keys(PARTS))
    for (const [width, theme] of VIEWS)
        tests[`${part} is legible, ${width} wide, ${theme}`] = (page) => lookAt(page, part, width, theme);

/* ---- All of them ---- */

async function run(browser, test) {
    const page = await browser.open(address);
    try {
        await page.look(1280, 900, "light");
        await test(page);
        await page.collect();
        const requests = page.requests.filter(
            (request) => !request.startsWith("blob:") && request.split("#")[0] !== address,
        );
        assert.deepEqual({ said: page.said, requests }, { said: [], requests: [] });
    } finally {
        await page.close();
    }
}

if (pictures) mkdirSync(pictures, { recursive: true });
const browser = inFirefox ? new Firefox() : new Chromium();
const chosen = Object.entries(tests).filter(([name]) => name.includes(process.env.ONLY ?? ""));
for (const [name, test] of chosen)
    await run(browser, test).catch((error) => {
        process.exitCode = 1;
        console.log(`${name}: ${error.message}`);
    });
await browser.close();
console.log(`=> ${chosen.length} tests of the workbench`);
