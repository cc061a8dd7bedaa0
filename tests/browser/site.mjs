#!/usr/bin/env node
/* The pages of `make site` in headless Chromium: site.mjs FOLDER. They are light or dark as the system is, after a visit in the
 * other scheme and without loading anew too; no page is wider than a telephone; the search works from the disk, also for
 * somebody who types before the page is whole; nothing comes from the network. */
import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser } from "./devtools.mjs";

const PAGES = ["index.html", "api/moves.html", "docs/performance.html", "commands.html"];
const SCHEMES = { light: "default", dark: "slate" };

async function prefer(page, scheme) {
    await page.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
}

function hasScheme(page, name) {
    return page.until(
        (name) => document.readyState === "complete" && document.body.dataset.mdColorScheme === name,
        `the page is ${name}`,
        name,
    );
}

async function visit(page, address, scheme) {
    await prefer(page, scheme);
    await page.navigate(address);
    await page.until((address) => location.href === address, `${address} is there`, address);
    await hasScheme(page, SCHEMES[scheme]);
    const wider = await page.run(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wider <= 0, `${address} is wider than a telephone by ${wider} pixels`);
}

/* Each: the words, and a page that has to be among the first results. */
const SEARCHES = { "polyglot key": "docs/from-chess-library.html", "duck walls": "docs/variants.html" };

async function search(page, words, wanted) {
    await page.until(
        ([words, wanted]) => {
            const field = document.querySelector(".md-search__input");
            field.focus();
            field.value = words;
            field.dispatchEvent(new Event("keyup"));
            return [...document.querySelectorAll(".md-search-result__link")].some(({ href }) => href.includes(wanted));
        },
        `the search for "${words}" finds ${wanted}`,
        [words, wanted],
    );
}

/* Types into the search from the moment when there is one until the page has loaded. */
function typeWhileItLoads() {
    let typed = 0;
    const timer = setInterval(() => {
        const field = document.querySelector(".md-search__input");
        if (!field) return;
        field.focus();
        field.value = "polyglot".slice(0, ++typed % 9);
        field.dispatchEvent(new Event("keyup"));
    }, 1);
    addEventListener("load", () => setTimeout(() => clearInterval(timer), 50));
}

const folder = resolve(process.argv[2]);
const browser = new Browser();
const page = await browser.open("about:blank");
try {
    await page.call("Emulation.setDeviceMetricsOverride", { width: 380, height: 800, deviceScaleFactor: 1, mobile: false });
    for (const name of PAGES) {
        const address = pathToFileURL(join(folder, name)).href;
        for (const scheme of ["light", "dark"]) await visit(page, address, scheme);
        await prefer(page, "light");
        await hasScheme(page, SCHEMES.light);
    }
    await page.call("Page.addScriptToEvaluateOnNewDocument", { source: `(${typeWhileItLoads})()` });
    await page.navigate(pathToFileURL(join(folder, PAGES[0])).href);
    await page.until(() => document.readyState === "complete", "the page is there");
    for (const [words, wanted] of Object.entries(SEARCHES)) await search(page, words, wanted);
    assert.deepEqual(page.said, []);
    assert.deepEqual(page.requests.filter((request) => !/^(file|data):/.test(request)), []);
    console.log(`=> ${PAGES.length} pages of the site, light and dark, ${Object.keys(SEARCHES).length} searches`);
} finally {
    await browser.close();
}
