/* The cases in Chromium, and in Firefox where it is installed: the package is imported by a page and by a worker, in both forms. The page reports by requests to
 * the server that gives it. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const built = process.env.KINGSCAN_JAVASCRIPT ?? join(root, "build/javascript");
const TYPES = { js: "text/javascript", wasm: "application/wasm" };
const SECONDS = 300;

/* Runs all cases, in a page or in a worker, and reports a line for each. */
const RUN = `
import { cases } from "./cases.js";
const hard = await import("./hard.js");
for (const form of ["kingscan.js", "beside.js"]) {
    const kingscan = await import("./" + form);
    for (const [name, run] of Object.entries(cases)) {
        let said = "ok";
        try { await run(kingscan, hard); } catch (error) { said = String(error); }
        await fetch("./said", { method: "POST", body: [where, form, name, said].join("\\t") });
    }
}
await fetch("./done", { method: "POST", body: where });
`;
const PAGES = {
    "page.html": `<!DOCTYPE html><script type="module">
addEventListener("unhandledrejection", ({ reason }) => fetch("./said", { method: "POST", body: "page\\t\\t\\t" + reason }));
const where = "page";${RUN}
const early = new Worker("./early.js", { type: "module" });
early.onmessage = async ({ data }) => {
    await fetch("./said", { method: "POST", body: "worker\\tload.js\\tan early message\\t" + (data === 8902 ? "ok" : data) });
    new Worker("./worker.js", { type: "module" });
};
early.postMessage({ depth: 3 });
</script>`,
    "early.js": `import { load } from "./load.js";
const ready = load();
onmessage = async ({ data }) => {
    const { Position } = await ready;
    postMessage(new Position(data.fen).perft(data.depth));
};`,
    "worker.js": `const where = "worker";${RUN}`,
};

/* Gives the pages, and collects what they say until the worker is done. */
function serve(lines, finish) {
    return createServer((request, response) => {
        const name = basename(request.url);
        if (request.method === "POST") {
            let body = "";
            request.on("data", (piece) => (body += piece));
            request.on("end", () => {
                response.end();
                if (name === "said") lines.push(body.split("\t"));
                else if (body === "worker") finish();
            });
            return;
        }
        try {
            const folder = name === "cases.js" ? join(root, "bindings/javascript/test") : built;
            const content = PAGES[name] ?? readFileSync(join(folder, name));
            response.setHeader("content-type", TYPES[name.split(".").at(-1)] ?? "text/html");
            response.end(content);
        } catch {
            response.writeHead(404).end();
        }
    });
}

/* How a browser is started with a new profile. */
const BROWSERS = {
    chromium: (profile) => ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`, "--remote-debugging-port=0"],
    "firefox-esr": (profile) => ["--headless", "--no-remote", "--profile", profile],
};

for (const [browser, optionsFor] of Object.entries(BROWSERS))
    if (browser === "chromium" || spawnSync(browser, ["--version"]).status === 0)
        test(`the cases in ${browser}, on a page and in a worker`, { timeout: 2 * SECONDS * 1000 }, () => runIn(browser, optionsFor));

async function runIn(browser, optionsFor) {
    const profile = mkdtempSync(join(tmpdir(), "kingscan-"));
    const lines = [];
    const [done, finish] = (() => {
        let resolve;
        return [new Promise((given) => (resolve = given)), () => resolve("done")];
    })();
    const server = serve(lines, finish);
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    const page = `http://127.0.0.1:${server.address().port}/page.html`;
    const process = spawn(browser, [...optionsFor(profile), page], { stdio: "ignore" });
    const ended = new Promise((resolve) => process.on("exit", (code) => resolve(`${browser} ended with ${code}`)));
    const late = new Promise((resolve) => setTimeout(() => resolve(`no end after ${SECONDS} s`), SECONDS * 1000).unref());
    const how = await Promise.race([done, ended, late]);
    process.kill();
    await ended;
    server.closeAllConnections?.();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    assert.equal(how, "done", JSON.stringify(lines.at(-1)));
    const wrong = lines.filter(([, , , said]) => said !== "ok");
    assert.deepEqual(wrong, []);
    const { cases } = await import("./cases.js");
    assert.equal(lines.length, 4 * Object.keys(cases).length + 1);
}
