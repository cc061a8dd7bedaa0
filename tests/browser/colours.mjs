#!/usr/bin/env node
/* What a reader sees of each page in headless Chromium, light and dark, wide and narrow: colours.mjs BUILD [PICTURES].
 * It looks at pixels: squares alternate, pieces contrast with them, marked squares are red, texts contrast with what is
 * below them, bars and lines are to be seen. BUILD has kingscan, broken and workbench.html. Prints a line for each
 * fault; exit status 1 when there is one. With a folder PICTURES, writes the pictures there. ONLY in the environment: the
 * pages with this in their names. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser } from "./devtools.mjs";
import { Picture, contrast, isRed } from "./pixels.mjs";

const [build, pictures] = process.argv.slice(2).map((name) => resolve(name));
const work = mkdtempSync(join(tmpdir(), "kingscan-colours-"));
const VIEWS = [
    [1280, "light"],
    [1280, "dark"],
    [380, "light"],
    [380, "dark"],
];
/* A tab that has been looked at in all views has others of its states looked at in these. */
const OTHERS = [VIEWS[0], VIEWS[3]];

/* ---- The pages ---- */

/* Games whose scores and results go together, kings on many squares. */
function trainingData() {
    const entries = [];
    for (let i = 0; i < 600; i++) {
        const [file, to] = [i % 7, (i * i) % 8];
        const rank = (left) => [left || "", "K", 7 - left || ""].join("");
        const score = ((i * 37) % 400) - 200;
        const fen = `${[to || "", "k", 7 - to || ""].join("")}/8/8/3p4/3P4/8/8/${rank(file)} w - - 0 1`;
        const move = `${"abcdefgh"[file]}1${"abcdefgh"[file + 1]}1`;
        entries.push(`fen ${fen}\nmove ${move}\nscore ${score}\nply ${i % 97}\nresult ${Math.sign(Math.round((score + (i % 90) - 45) / 99))}\ne\n`);
    }
    return entries.join("");
}

function reportOfDiff() {
    const page = join(work, "report.html");
    const engine = `'${join(build, "broken")}' en-passant-uncovers+rank-pin-ignored`;
    const { status, stderr } = spawnSync(join(build, "kingscan"), ["diff", "2", "--keep-going", "--engine", engine, "--html", page]);
    if (status !== 1) throw new Error(`kingscan diff: status ${status}: ${stderr}`);
    return page;
}

function pageOfStats() {
    const [data, page] = [join(work, "data.plain"), join(work, "stats.html")];
    writeFileSync(data, trainingData());
    execFileSync(join(build, "kingscan"), ["stats", "--html", page, data]);
    return page;
}

function pageOfBench() {
    const page = join(work, "bench.html");
    const top = new URL("../../bench/", import.meta.url).pathname;
    execFileSync(join(top, "page.py"), [join(top, "figures/zen5.tsv"), page]);
    return page;
}

const workbench = (state) => `${pathToFileURL(join(build, "workbench.html"))}#${new URLSearchParams(state)}`;
const CHECKED = "r3k2r/ppp2ppp/8/3qn3/1b6/2N2n2/PPPQBPPP/R3K2R w KQkq - 0 1";
const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const WALK = { tab: "found", fen: "4k3/4q3/8/8/7b/8/3P1P2/3NK2R w K - 0 1" };

async function refuse(page, move) {
    await page.type("#move", move);
    await page.key("Enter");
}

/* Each: the address, what is done there, and how many of what the pixels have to show. */
const PAGES = {
    "workbench: board": {
        address: workbench({ fen: CHECKED }),
        act: (page) => refuse(page, "O-O"),
        has: { boards: 1, red: 2, rays: 1 },
    },
    "workbench: board, edited": {
        address: workbench({ fen: KIWIPETE }),
        async act(page) {
            await page.click("#editing");
            await page.run(() => {
                document.getElementById("attacked-by").value = "white";
                document.getElementById("attacked-by").dispatchEvent(new Event("change"));
            });
        },
        views: OTHERS,
        has: { boards: 1, dots: 30 },
    },
    "workbench: board, a piece picked": {
        address: workbench({ fen: KIWIPETE }),
        act: (page) => page.click('[data-name="e5"]'),
        views: OTHERS,
        has: { boards: 1, dots: 7 },
    },
    "workbench: perft": {
        address: workbench({ tab: "perft", fen: KIWIPETE }),
        async act(page) {
            await page.type("#perft-depth", "2");
            await page.click("#perft-form button:not([type])");
            await page.until(() => document.getElementById("perft-said").className.includes("right"), "perft has counted");
        },
        has: { boards: 1 },
    },
    "workbench: compare": {
        address: workbench({ tab: "compare", fen: "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", moves: "e2e4", depth: 1, move: "d4e3" }),
        act: (page) => page.until(() => document.querySelector("#compare-found h2") !== null, "the fault is there"),
        has: { boards: 1, arrows: 1 },
    },
    "workbench: how it is found, avx512": { address: workbench({ ...WALK, method: "avx512", step: 5 }), has: { boards: 1, tints: 20, cells: 30 } },
    "workbench: how it is found, avx2": { address: workbench({ ...WALK, method: "avx2", step: 9 }), views: OTHERS, has: { boards: 1, tints: 8, cells: 6 } },
    "workbench: how it is found, scan": { address: workbench({ ...WALK, method: "scan", step: 3 }), views: OTHERS, has: { boards: 1, tints: 8, signs: 8 } },
    "workbench: hard positions": { address: workbench({ tab: "hard" }), has: {} },
    "workbench: speed": {
        address: workbench({ tab: "speed" }),
        async act(page) {
            await page.click("#speed-run");
            await page.until(() => document.getElementById("speed-said").className.includes("right"), "speed is measured");
        },
        has: { bars: 5 },
    },
    "workbench: help": { address: workbench({ tab: "help" }), has: {} },
    "diff's report": { make: reportOfDiff, has: { boards: 3, red: 1, arrows: 6 } },
    "stats' page": { make: pageOfStats, has: { bars: 100, maps: 2 } },
    "bench's page": { make: pageOfBench, has: { bars: 50, lines: 50 } },
};

/* ---- What a page says that it shows; boxes are in pixels of the picture ---- */

/* Called in the page. */
function survey() {
    const boxOf = (element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return { left: left + scrollX, top: top + scrollY, right: right + scrollX, bottom: bottom + scrollY };
    };
    /* Whether a box that is scrolled shows no part of it, or not all. */
    const isCut = (element, box) => {
        const around = element.closest(".scroll")?.getBoundingClientRect();
        return around && (box.left < around.left || box.right > around.right || box.top < around.top || box.bottom > around.bottom);
    };
    const seen = [...document.querySelectorAll("body *")]
        .filter((element) => element.checkVisibility({ checkVisibilityCSS: true }))
        .filter((element) => !element.closest("svg") || !isCut(element, element.getBoundingClientRect()) || element.matches("svg"));
    const all = (selector) => seen.filter((element) => element.matches(selector)).map(boxOf);

    /* The texts with the boxes of their lines, but not those that something else covers, or that a scrolled box cuts. */
    const texts = [];
    for (const element of seen)
        for (const node of element.childNodes) {
            const text = node.nodeType === Node.TEXT_NODE ? node.textContent.trim() : "";
            const { fontSize, webkitTextFillColor } = getComputedStyle(element);
            if (text.length < 2 || webkitTextFillColor === "rgba(0, 0, 0, 0)" || element.closest(":disabled, option, title, script, style")) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            const boxes = [...range.getClientRects()].map(({ left, top, right, bottom }) => ({ left, top, right, bottom }));
            const lines = boxes.filter((box) => {
                const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
                return !isCut(element, box) && (element.closest("svg") || element.contains(hit) || hit?.contains(element));
            });
            const svg = element.ownerSVGElement;
            const size = parseFloat(fontSize) * (svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1);
            const what = `${element.tagName} ${element.getAttribute("class") ?? ""} '${text.slice(0, 30)}'`;
            if (lines.length > 0) texts.push({ what, size, lines });
        }

    /* The placement as text, for each board. */
    const placementOf = (board) => {
        const said = board.closest("article").querySelector(".facts code")?.textContent ?? "";
        const now = document.getElementById("fen-now")?.textContent.match(/\S*\/\S*/)?.[0];
        return now || document.getElementById("fen")?.value.split(" ")[0] || said.split(" ")[0];
    };
    const boards = seen
        .filter((element) => element.matches(".board > svg"))
        .map((board) => ({
            ...boxOf(board),
            width: board.viewBox.baseVal.width,
            placement: placementOf(board),
            red: [...board.querySelectorAll('rect[fill="#e2685c"]')].map(boxOf),
            picked: [...board.querySelectorAll('rect[fill="#8fb573"], rect[stroke], .tint')].map(boxOf),
        }));
    return {
        texts,
        boards,
        dots: all(".attacked, .target"),
        rays: all(".ray"),
        arrows: all(".arrow"),
        tints: all(".tint"),
        cells: all("td[class^=lane]"),
        bars: all("svg.bars rect, svg.chart rect, svg rect[rx='2']"),
        lines: all(".whisker"),
        maps: all("svg.heat"),
        signs: all(".legend i, .chip, .key, .mark, .turn"),
        wide: document.documentElement.scrollWidth - innerWidth,
    };
}

/* ---- What the pixels show ---- */

const hex = (colour) => `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

function mostFrequent(colours) {
    const counts = new Map();
    for (const colour of colours.map(hex)) counts.set(colour, (counts.get(colour) ?? 0) + 1);
    const [best] = [...counts].sort(([, a], [, b]) => b - a)[0];
    return colours.find((colour) => hex(colour) === best);
}

const inside = (box, { left, top, right, bottom }) => (left + right) / 2 > box.left && (left + right) / 2 < box.right && (top + bottom) / 2 > box.top && (top + bottom) / 2 < box.bottom;

/* The squares of a board of chess: name, whether it is dark, piece, box, and the colours of its corners, which no piece reaches; a
 * line or an arrow may cross one of them. */
function squaresOf(board, picture) {
    const unit = (board.right - board.left) / board.width;
    const squares = [];
    const rows = board.placement.split("/").map((row) => row.replace(/\d/g, (digit) => " ".repeat(digit)));
    for (let row = 0; row < 8; row++)
        for (let file = 0; file < 8; file++) {
            const [left, top] = [board.left + unit * (24 + 45 * file), board.top + unit * (24 + 45 * row)];
            const box = { left, top, right: left + 45 * unit, bottom: top + 45 * unit };
            squares.push({
                name: "abcdefgh"[file] + (8 - row),
                isDark: Boolean((file + row) & 1),
                piece: rows[row][file].trim(),
                box,
                corners: [3, 42].flatMap((x) => [3, 42].map((y) => picture.at(left + x * unit, top + y * unit))),
            });
        }
    return squares;
}

/* The share of a square that a piece draws on, and how light it is there on the whole. */
function inkOf({ box }, ground, picture) {
    let [inked, light, all] = [0, 0, 0];
    for (const { colour, count } of picture.coloursIn(box)) {
        all += count;
        if (Math.max(...colour.map((part, i) => Math.abs(part - ground[i]))) < 40) continue;
        inked += count;
        light += (count * (colour[0] + colour[1] + colour[2])) / 765;
    }
    return { share: inked / all, lightness: light / inked };
}

function* faultsOfBoard(board, picture) {
    const squares = squaresOf(board, picture);
    const isMarked = ({ box }) => [...board.red, ...board.picked].some((marked) => inside(box, marked));
    const plain = squares.filter((square) => !isMarked(square));
    const colourOf = (isDark) => mostFrequent(plain.filter((square) => square.isDark === isDark).flatMap(({ corners }) => corners));
    const grounds = { false: colourOf(false), true: colourOf(true) };
    if (contrast(grounds.false, grounds.true) < 1.8) yield `the squares do not alternate: ${hex(grounds.false)} and ${hex(grounds.true)}`;
    for (const { name, isDark, corners } of plain)
        if (!corners.some((corner) => hex(corner) === hex(grounds[isDark])))
            yield `${name} is ${hex(corners[0])}; expected the colour of the others, ${hex(grounds[isDark])}`;
    for (const box of board.red) {
        const { name, corners } = squares.find((square) => inside(square.box, box));
        if (!isRed(mostFrequent(corners))) yield `${name} is ${hex(mostFrequent(corners))}; expected red`;
    }
    const inks = { true: [], false: [] };
    for (const square of plain.filter(({ piece }) => piece)) {
        const { share, lightness } = inkOf(square, grounds[square.isDark], picture);
        if (share < 0.08) yield `the piece on ${square.name} is hardly to be seen: it covers ${share.toFixed(3)} of its square`;
        inks[/[A-Z]/.test(square.piece)].push(lightness);
    }
    const [white, black] = [inks.true, inks.false].map((all) => all.sort((a, b) => a - b)[all.length >> 1]);
    if (white - black < 0.15) yield `white pieces are hardly lighter than black ones: ${white.toFixed(2)} and ${black.toFixed(2)}`;
}

/* Large text may have less contrast, and thin letters do not reach their colour. The ground is the most frequent colour, or
 * around letters with an outline the colour of that. */
function* faultsOfText({ what, size, lines }, picture) {
    const best = Math.max(
        ...lines.map((line) => {
            const colours = picture.coloursIn(line).map(({ colour }) => colour);
            const grounds = colours.slice(0, 6);
            return Math.max(...grounds.map((ground) => Math.max(...colours.map((colour) => contrast(colour, ground)))));
        }),
    );
    if (best < (size >= 24 ? 3 : 4.2)) yield `${what} has a contrast of ${best.toFixed(2)}`;
    if (size < 10) yield `${what} is too small: ${size.toFixed(1)} pixels`;
}

/* Something small that is drawn: its most frequent colour but one, or its own, stands out from what is around it. */
function* faultsOfSign(what, { left, top, right, bottom }, picture, least) {
    const around = picture.coloursIn({ left: left - 4, top: top - 4, right: right + 4, bottom: bottom + 4 });
    const best = Math.max(...around.slice(0, 6).map(({ colour }) => Math.max(...around.slice(0, 6).map((other) => contrast(colour, other.colour)))));
    if (best < least) yield `${what} at ${Math.round(left)}, ${Math.round(top)} does not stand out: contrast ${best.toFixed(2)}`;
}

/* The square of most kings is far from the one without any, and the squares are to be told apart. */
function* faultsOfMap(map, picture) {
    const colours = picture.coloursIn(map).slice(0, 12);
    const best = Math.max(...colours.map(({ colour }) => contrast(colour, colours[0].colour)));
    if (best < 2) yield `the shades of a map do not differ: contrast ${best.toFixed(2)}`;
}

const LEAST = { dots: 1.5, rays: 1.5, arrows: 1.5, tints: 1.2, cells: 1.3, bars: 1.4, lines: 1.5, signs: 1.5 };

function* faultsOf(shown, picture, has) {
    if (shown.wide > 0) yield `it is wider than the window by ${shown.wide} pixels`;
    for (const [what, count] of Object.entries({ texts: 5, ...has })) {
        const found = what === "red" ? shown.boards.flatMap(({ red }) => red) : shown[what];
        if (found.length < count) yield `${found.length} ${what}; expected ${count} or more`;
    }
    for (const board of shown.boards) yield* faultsOfBoard(board, picture);
    for (const text of shown.texts) yield* faultsOfText(text, picture);
    for (const map of shown.maps) yield* faultsOfMap(map, picture);
    for (const [what, least] of Object.entries(LEAST))
        for (const box of shown[what]) if (box.bottom - box.top > 1 || what === "lines") yield* faultsOfSign(what, box, picture, least);
}

/* ---- All of them ---- */

async function look(page, name, width, theme, has) {
    await page.look(width, 900, theme);
    const height = await page.run(() => document.documentElement.scrollHeight);
    await page.look(width, height, theme);
    const shown = await page.run(survey);
    const png = await page.screenshot();
    if (pictures) writeFileSync(join(pictures, `${name.replace(/\W+/g, "-")}-${width}-${theme}.png`), png);
    return [...faultsOf(shown, new Picture(png), has)].map((fault) => `${name}, ${width} wide, ${theme}: ${fault}`);
}

async function visit(browser, name, { address, make, act, views = VIEWS, has }) {
    const page = await browser.open("about:blank");
    try {
        await page.look(1280, 900, "light");
        await page.navigate(address ?? pathToFileURL(make()).href);
        await page.until(() => document.readyState === "complete", "the page is there");
        if (address) await page.until(() => document.documentElement.classList.contains("scripted"), "the page has started");
        await act?.(page);
        const faults = [];
        for (const [width, theme] of views) faults.push(...(await look(page, name, width, theme, has)));
        return faults;
    } finally {
        await page.close();
    }
}

if (pictures) mkdirSync(pictures, { recursive: true });
const browser = new Browser();
const chosen = Object.entries(PAGES).filter(([name]) => name.includes(process.env.ONLY ?? ""));
try {
    for (const [name, row] of chosen) {
        const faults = await visit(browser, name, row);
        if (faults.length > 0) process.exitCode = 1;
        faults.forEach((fault) => console.log(fault));
    }
} finally {
    await browser.close();
    rmSync(work, { recursive: true, force: true });
}
console.log(`=> the colours of ${chosen.length} pages`);
