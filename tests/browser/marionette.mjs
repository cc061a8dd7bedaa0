/* A page in headless Firefox, driven by Marionette, which Firefox speaks by itself: no package is needed. The classes are
 * used as those of devtools.mjs. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Page } from "./devtools.mjs";

const KEYS = { Enter: "\uE007", Backspace: "\uE003" };
const WAIT_MS = 60000;

export class Browser {
    #process;
    #profile = mkdtempSync(join(tmpdir(), "kingscan-browser-"));
    #socket;
    #calls = new Map();
    #count = 0;
    #rest = Buffer.alloc(0);

    constructor() {
        writeFileSync(join(this.#profile, "user.js"), 'user_pref("marionette.port", 0);\n');
        const options = ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", this.#profile];
        this.#process = spawn("firefox-esr", options, { stdio: "ignore" });
    }

    async #begin() {
        const file = join(this.#profile, "MarionetteActivePort");
        for (const end = Date.now() + WAIT_MS; !existsSync(file) && Date.now() < end; ) await sleep(50);
        this.#socket = connect(Number(readFileSync(file, "utf8")), "127.0.0.1");
        await new Promise((resolve, reject) => this.#socket.once("data", resolve).once("error", reject));
        this.#socket.on("data", (bytes) => this.#receive(bytes));
        await this.call("WebDriver:NewSession", { timeouts: { script: WAIT_MS } });
    }

    /* Messages are the length of their JSON, a colon, and the JSON. */
    #receive(bytes) {
        this.#rest = Buffer.concat([this.#rest, bytes]);
        for (;;) {
            const colon = this.#rest.indexOf(":");
            const end = colon + 1 + Number(this.#rest.subarray(0, Math.max(colon, 0)));
            if (colon < 0 || this.#rest.length < end) return;
            const [, id, error, result] = JSON.parse(this.#rest.subarray(colon + 1, end));
            this.#rest = this.#rest.subarray(end);
            const { resolve, reject, method } = this.#calls.get(id);
            this.#calls.delete(id);
            if (error) reject(new Error(`${method}: ${error.message}`));
            else resolve(result);
        }
    }

    call(method, params = {}) {
        const id = ++this.#count;
        const text = JSON.stringify([0, id, method, params]);
        this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
        return new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject, method }));
    }

    listen() {}

    /* One page at a time. */
    async open(address) {
        if (!this.#socket) await this.#begin();
        const { handle } = await this.call("WebDriver:NewWindow", { type: "tab" });
        await this.call("WebDriver:SwitchToWindow", { handle });
        const page = new FirefoxPage(this);
        await page.begin(address);
        return page;
    }

    async close() {
        const ended = new Promise((resolve) => this.#process.once("exit", resolve));
        await this.call("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => {});
        await ended;
        rmSync(this.#profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    }
}

class FirefoxPage extends Page {
    #browser;

    constructor(browser) {
        super(browser);
        this.#browser = browser;
    }

    call(method, params) {
        return this.#browser.call(`WebDriver:${method}`, params);
    }

    async close() {
        const [first] = await this.call("CloseWindow");
        await this.call("SwitchToWindow", { handle: first });
    }

    /* Calls a function in the browser itself. */
    async runInBrowser(f, ...values) {
        await this.#browser.call("Marionette:SetContext", { value: "chrome" });
        const result = await this.run(f, ...values);
        await this.#browser.call("Marionette:SetContext", { value: "content" });
        return result;
    }

    async begin(address) {
        await this.runInBrowser(() => Services.console.reset());
        await this.goTo(address);
    }

    navigate(url) {
        return this.call("Navigate", { url });
    }

    async collect() {
        this.requests = await this.run(() => performance.getEntriesByType("resource").map(({ name }) => name));
        this.said = await this.runInBrowser(() =>
            Services.console
                .getMessageArray()
                .filter(({ sourceName }) => /workbench\.html|^blob:/.test(sourceName ?? ""))
                .map(({ errorMessage }) => errorMessage),
        );
    }

    async run(f, ...values) {
        const { value } = await this.call("ExecuteScript", { script: `return (${f})(...arguments)`, args: values });
        return value;
    }

    mouse(type, { x, y }) {
        const move = { type: "pointerMove", x, y, duration: 0 };
        const press = { mousePressed: "pointerDown", mouseReleased: "pointerUp" }[type];
        return this.call("PerformActions", {
            actions: [
                {
                    type: "pointer",
                    id: "mouse",
                    parameters: { pointerType: "mouse" },
                    actions: press ? [move, { type: press, button: 0 }] : [move],
                },
            ],
        });
    }

    insert(text) {
        return this.run((text) => document.execCommand("insertText", false, text), text);
    }

    key(key) {
        const actions = ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] }));
        return this.call("PerformActions", { actions: [{ type: "key", id: "keys", actions }] });
    }

    async look(width, height, theme) {
        await this.runInBrowser(
            (dark) => Services.prefs.setIntPref("layout.css.prefers-color-scheme.content-override", dark ? 0 : 1),
            theme === "dark",
        );
        const [more, above] = await this.run(() => [outerWidth - innerWidth, outerHeight - innerHeight]);
        await this.call("SetWindowRect", { width: width + more, height: height + above });
    }

    async picture(file) {
        const { value } = await this.call("TakeScreenshot", { full: true });
        writeFileSync(file, Buffer.from(value, "base64"));
    }
}
