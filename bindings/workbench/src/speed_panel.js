/* Speed: Kingscan against plain JavaScript in this browser, as a table of bars. */
import { Background } from "./background.js";
import { byId, draw, grouped, make, say } from "./dom.js";

const WIDTH = 600;

export class SpeedPanel {
    #background = new Background();

    constructor() {
        byId("speed-run").addEventListener("click", () => this.run());
    }

    run() {
        const place = byId("speed-said");
        byId("speed-charts").replaceChildren();
        byId("speed-run").disabled = true;
        say(place, "measuring…");
        this.#background.start({ kind: "measure" }, (answer) => {
            if (answer.error) say(place, `the measurement has failed: ${answer.error}`, "wrong");
            if (answer.error || answer.done) byId("speed-run").disabled = false;
            if (answer.done) say(place, "Measured in a worker of this browser, one thread, medians of turns.", "right");
            if (answer.rows) byId("speed-charts").append(chart(answer));
        });
    }
}

/* title; unit; rows: { who, name, value }, who decides the colour. */
function chart({ title, unit, digits, rows, note }) {
    const most = Math.max(...rows.map((row) => row.value));
    const text = (value) => (digits ? value.toFixed(digits) : grouped(Math.round(value)));
    const bar = ({ who, name, value }, i) => [
        draw("text", { x: 0, y: 22 + 50 * i, class: "label" }, `${name}: ${text(value)} ${unit}`),
        draw("rect", {
            x: 0,
            y: 28 + 50 * i,
            width: Math.max(2, (WIDTH * value) / most),
            height: 16,
            rx: 3,
            class: who,
        }),
    ];
    const height = 50 * rows.length + 4;
    const said = rows.map(({ name, value }) => `${name} ${text(value)} ${unit}`).join(", ");
    const svg = draw(
        "svg",
        { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": `${title}: ${said}`, class: "chart" },
        rows.map(bar),
    );
    return make("figure", {}, make("figcaption", {}, make("b", {}, title), ` ${note}`), svg);
}
