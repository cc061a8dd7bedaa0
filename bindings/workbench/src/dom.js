/* Makes and finds elements of the page. Texts become text nodes, so that nothing that comes from users is read as
 * HTML. */

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (value !== null && value !== undefined && value !== false)
            element.setAttribute(name, value === true ? "" : value);
    }
    element.append(
        ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
    );
    return element;
}

/* make("button", { class: "small", onclick: f }, "Stop"). An attribute that is null or false is left out. */
export function make(tag, attributes = {}, ...children) {
    return fill(document.createElement(tag), attributes, children);
}

/* The same for SVG. */
export function draw(tag, attributes = {}, ...children) {
    return fill(document.createElementNS(SVG, tag), attributes, children);
}

export const byId = (id) => document.getElementById(id);

export const button = (text, onclick, attributes = {}) =>
    make("button", { type: "button", onclick, ...attributes }, text);

/* A text with a button that copies it. */
export function copyable(text) {
    const code = make("code", {}, text);
    const copy = button("Copy", () => copyText(code, copy), { class: "copy" });
    return make("div", { class: "copyable" }, code, copy);
}

/* Browsers that don't let a page of a file use the clipboard still copy what is selected. */
async function copyText(code, copy) {
    try {
        await navigator.clipboard.writeText(code.textContent);
    } catch {
        getSelection().selectAllChildren(code);
        document.execCommand("copy");
    }
    copy.textContent = "Copied";
    setTimeout(() => (copy.textContent = "Copy"), 1500);
}

export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, " ");

/* Keeps texts out of a field that are longer than `most`: a browser needs seconds to lay out megabytes. Calls
 * refuse(sentence) for them. */
export function refuseLong(field, what, most, refuse) {
    const sentence = (length) => `this text has ${grouped(length)} characters; ${what} has up to ${grouped(most)}`;
    field.addEventListener("paste", (event) => {
        const { length } = event.clipboardData?.getData("text") ?? "";
        if (length <= most) return;
        event.preventDefault();
        refuse(sentence(length));
    });
    field.addEventListener("input", (event) => {
        const { length } = field.value;
        if (length <= most) return;
        event.stopImmediatePropagation();
        field.value = "";
        refuse(sentence(length));
    });
}

/* Shows a sentence; none hides the place. kind: "wrong", "right" or nothing. */
export function say(place, sentence, kind = "") {
    place.textContent = sentence ?? "";
    place.className = `message ${kind}`;
}
