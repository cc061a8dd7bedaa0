/* A page in headless Chromium, driven by its DevTools over a pipe: no package is needed. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe"];

const WAIT_MS = 30000;

export class Browser {
    #process;
    #profile = mkdtempSync(join(tmpdir(), "kingscan-browser-"));
    #calls = new Map();
    #count = 0;
    #listeners = [];

    constructor() {
        this.#process = spawn("chromium", [...OPTIONS, `--user-data-dir=${this.#profile}`, "about:blank"], {
            stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
        });
        let text = "";
        this.#process.stdio[4].setEncoding("utf8").on("data", (more) => {
            const messages = (text + more).split("\0");
            text = messages.pop();
            messages.forEach((message) => this.#receive(JSON.parse(message)));
        });
    }

    #receive(message) {
        if (message.id === undefined) return this.#listeners.forEach((listen) => listen(message));
        const { resolve, reject, method } = this.#calls.get(message.id);
        this.#calls.delete(message.id);
        if (message.error) reject(new Error(`${method}: ${message.error.message}`));
        else resolve(message.result);
    }

    call(method, params = {}, sessionId = undefined) {
        const id = ++this.#count;
        this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
        return new Promise((resolve, reject) => {
            const late = setTimeout(
                () => reject(new Error(`${method}: no answer in ${WAIT_MS / 1000} seconds`)),
                WAIT_MS,
            );
            this.#calls.set(id, { resolve: (result) => (clearTimeout(late), resolve(result)), reject, method });
        });
    }

    listen(listener) {
        this.#listeners.push(listener);
    }

    async open(address) {
        const { targetId } = await this.call("Target.createTarget", { url: "about:blank" });
        const { sessionId } = await this.call("Target.attachToTarget", { targetId, flatten: true });
        const page = new Page(this, sessionId, targetId);
        await page.begin(address);
        return page;
    }

    async close() {
        const ended = new Promise((resolve) => this.#process.once("exit", resolve));
        await this.call("Browser.close");
        await ended;
        rmSync(this.#profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    }
}

/* requests: the addresses that the page and its workers have asked for; said: errors and lines of the console. */
export class Page {
    requests = [];
    said = [];
    #browser;
    #session;
    #target;

    constructor(browser, session, target) {
        this.#browser = browser;
        this.#session = session;
        this.#target = target;
        browser.listen((message) => this.#hear(message));
    }

    call(method, params) {
        return this.#browser.call(method, params, this.#session);
    }

    close() {
        return this.#browser.call("Target.closeTarget", { targetId: this.#target });
    }

    #hear({ method, params, sessionId }) {
        if (sessionId !== this.#session) return;
        if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
        if (method === "Runtime.exceptionThrown")
            this.said.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
        if (method === "Runtime.consoleAPICalled")
            this.said.push(params.args.map(({ value, description }) => value ?? description).join(" "));
        if (method === "Log.entryAdded") this.said.push(params.entry.text);
    }

    async begin(address) {
        for (const domain of ["Page", "Runtime", "Network", "Log"]) await this.call(`${domain}.enable`);
        await this.goTo(address);
    }

    async goTo(address) {
        await this.navigate(address);
        if (address !== "about:blank")
            await this.until(() => document.documentElement.classList.contains("scripted"), "the page has started");
    }

    navigate(url) {
        return this.call("Page.navigate", { url });
    }

    /* Completes requests and said, where these are not told as they come. */
    async collect() {}

    /* Calls a function in the page with these values and returns what it returns. */
    async run(f, ...values) {
        const expression = `(${f})(...${JSON.stringify(values)})`;
        const { result, exceptionDetails } = await this.call("Runtime.evaluate", {
            expression,
            awaitPromise: true,
            returnByValue: true,
        });
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    /* Waits until a function in the page returns something true, and returns it. */
    async until(f, what, ...values) {
        for (
            const end = Date.now() + WAIT_MS;
            Date.now() < end;
            await new Promise((resolve) => setTimeout(resolve, 20))
        ) {
            const found = await this.run(f, ...values).catch(() => null);
            if (found) return found;
        }
        throw new Error(`waited in vain until ${what}${this.said.map((line) => `\n    ${line}`).join("")}`);
    }

    /* The middle of an element. */
    middle(selector) {
        return this.run((selector) => {
            const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
            if (width === 0) throw new Error(`${selector} cannot be seen`);
            return { x: left + width / 2, y: top + height / 2 };
        }, selector);
    }

    /* Brings an element onto the screen and returns its middle. */
    async place(selector) {
        await this.run((selector) => document.querySelector(selector).scrollIntoView({ block: "center" }), selector);
        return this.middle(selector);
    }

    mouse(type, { x, y }) {
        const pressed = type === "mouseReleased" ? 0 : 1;
        return this.call("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: pressed, clickCount: 1 });
    }

    async click(selector) {
        const place = await this.place(selector);
        await this.mouse("mousePressed", place);
        await this.mouse("mouseReleased", place);
    }

    async drag(from, to) {
        await this.place(to); /* which may scroll */
        const start = await this.place(from);
        const end = await this.middle(to);
        await this.mouse("mousePressed", start);
        for (const part of [0.3, 0.7, 1])
            await this.mouse("mouseMoved", {
                x: start.x + part * (end.x - start.x),
                y: start.y + part * (end.y - start.y),
            });
        await this.mouse("mouseReleased", end);
    }

    /* Puts a text into a field in the place of what is there, as pasting does. */
    async type(selector, text) {
        await this.run(
            (selector) => (document.querySelector(selector).focus(), document.querySelector(selector).select()),
            selector,
        );
        if (text === "") await this.key("Backspace");
        else await this.insert(text);
    }

    insert(text) {
        return this.call("Input.insertText", { text });
    }

    async key(key) {
        const code = { Enter: 13, Backspace: 8 }[key];
        const text = key === "Enter" ? "\r" : undefined;
        await this.call("Input.dispatchKeyEvent", {
            type: "keyDown",
            key,
            code: key,
            windowsVirtualKeyCode: code,
            text,
        });
        await this.call("Input.dispatchKeyEvent", { type: "keyUp", key, code: key, windowsVirtualKeyCode: code });
    }

    text(selector) {
        return this.run((selector) => document.querySelector(selector).textContent, selector);
    }

    /* theme: "light" or "dark". */
    async look(width, height, theme) {
        await this.call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
        await this.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: theme }] });
    }

    /* The window as PNG. */
    async screenshot() {
        const { data } = await this.call("Page.captureScreenshot");
        return Buffer.from(data, "base64");
    }

    /* Writes the whole page as PNG. */
    async picture(file) {
        await this.run(() => scrollTo(0, 0));
        const { cssContentSize } = await this.call("Page.getLayoutMetrics");
        const [width, height] = [cssContentSize.width, Math.ceil(cssContentSize.height)];
        await this.call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
        writeFileSync(file, await this.screenshot());
    }

    /* The problems that legible.js finds, and what it has measured in the first line. */
    async legibility() {
        const script = readFileSync(new URL("legible.js", import.meta.url), "utf8");
        return this.run(
            (script) =>
                new Promise((resolve) => {
                    addEventListener("message", ({ data }) => resolve(data), { once: true });
                    new Function(script)();
                }),
            script,
        );
    }
}
