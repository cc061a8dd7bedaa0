/* Puts the parts of the page together, and keeps its state in the address. */
import { Bench } from "./bench.js";
import { BoardPanel } from "./board_panel.js";
import { ComparePanel } from "./compare_panel.js";
import { CountingPanel } from "./counting_panel.js";
import { FoundPanel } from "./found_panel.js";
import { GamePanel } from "./game_panel.js";
import { HardPanel } from "./hard_panel.js";
import { SpeedPanel } from "./speed_panel.js";
import { byId, say } from "./dom.js";
import { stateOf, writeFragment } from "./link.js";
import { version } from "./kingscan.js";
import { tabs } from "./tabs.js";
import { variantChoice } from "./variants.js";

const bench = new Bench();
const board = new BoardPanel(bench);
new GamePanel(bench);
const counting = new CountingPanel(bench);
const compare = new ComparePanel(bench, (arrows) => board.showArrows(arrows));
const showVariant = variantChoice(bench);
new SpeedPanel();
const found = new FoundPanel(bench, (overlay) => board.showOverlay(overlay), () => keep());

const hard = new HardPanel(({ variant, fen, moves }) => {
    bench.set({ name: variant, fen, moves });
    tab.select("board");
    scrollTo(0, 0);
});

const tab = tabs((name) => {
    document.body.dataset.tab = name;
    if (name === "hard") hard.show();
    found.show(name === "found");
    keep();
});

/* ---- The address ---- */

function keep() {
    const { text, name, fen, moves } = bench;
    const depth = byId(tab.current === "compare" ? "compare-depth" : "perft-depth").value;
    const shown = tab.current === "found" ? found.state : {};
    writeFragment({ tab: tab.current, variant: name, fen, moves: moves.join(" "), variants: text, depth, ...shown });
}

function open({ tab: name = "board", variant = "chess", fen = null, moves = "", variants = "", depth = "", move, ...others }) {
    if (depth) for (const id of ["compare-depth", "perft-depth"]) byId(id).value = depth.slice(0, 4);
    bench.set({ text: variants, name: variant, fen, moves: moves.split(" ").filter(Boolean) });
    if (!bench.variants.has(variant))
        say(byId("fen-said"), `no variant is called “${variant.slice(0, 40)}”; this is chess`, "wrong");
    found.set(others);
    tab.select(name);
    if (move && bench.position) compare.judge(move);
}

bench.addEventListener("change", () => {
    showVariant();
    keep();
});
addEventListener("hashchange", () => open(stateOf(location.hash)));
addEventListener("error", (event) => say(byId("page-said"), `this page has made a mistake: ${event.message}`, "wrong"));
addEventListener("unhandledrejection", (event) =>
    say(byId("page-said"), `this page has made a mistake: ${event.reason}`, "wrong"),
);

open(stateOf(location.hash));
byId("version").textContent = version();
document.documentElement.classList.add("scripted");
