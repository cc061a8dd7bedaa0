// Measures a page and reports its problems to the page around it, one a line: elements that overflow the screen, are
// too small, or have too little contrast.
"use strict";

function luminance([r, g, b]) {
    const linear = [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

function channels(colour) {
    return colour.match(/[\d.]+/g).map(Number);
}

function backgroundOf(element) {
    for (; element; element = element.parentElement) {
        const colour = channels(getComputedStyle(element).backgroundColor);
        if (colour.length === 3 || colour[3] > 0)
            return colour;
    }
    return [255, 255, 255];
}

// The contrast as WCAG 2 defines it.
function contrastOf(element) {
    const [a, b] = [luminance(channels(getComputedStyle(element).color)), luminance(backgroundOf(element))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function hasText(element) {
    return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
}

function* problemsOf(element) {
    const box = element.getBoundingClientRect(), name = `${element.tagName} ${element.className} '${element.textContent.slice(0, 30)}'`;
    if (box.left < 0 || box.right > innerWidth + 0.5)
        yield `${name} sticks out: ${box.left} to ${box.right} of ${innerWidth}`;
    // A choice that is too long ends with an ellipsis, and is whole in the open list. (Some versions of Chromium count what is left out.)
    if (getComputedStyle(element).textOverflow !== "ellipsis" && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
        yield `${name} is cut off: ${element.scrollWidth} in ${element.clientWidth}`;
    if (!hasText(element))
        return;
    if (parseFloat(getComputedStyle(element).fontSize) < 12)
        yield `${name} is too small: ${getComputedStyle(element).fontSize}`;
    if (contrastOf(element) < 4.5)
        yield `${name} has too little contrast: ${contrastOf(element).toFixed(2)}`;
}

function* problemsOfBoard(board) {
    const box = board.getBoundingClientRect();
    if (box.width < 280 || Math.abs(box.width - box.height) > 0.3 * box.width)
        yield `a board of ${box.width} x ${box.height}`;
}

const problems = [], boards = [...document.querySelectorAll(".board > svg")].filter((board) => board.checkVisibility());
for (const element of document.querySelectorAll("main, main :not(svg, svg *)"))
    problems.push(...problemsOf(element));
for (const board of boards)
    problems.push(...problemsOfBoard(board));
const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
parent.postMessage([`${innerWidth} wide, ${theme}, ${boards.length} boards`, ...problems].join("\n"), "*");
