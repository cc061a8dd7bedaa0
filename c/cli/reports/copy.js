// Each button copies the text beside it. Without a script there is no button.
"use strict";

function select(element) {
    const range = document.createRange();
    range.selectNodeContents(element);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
}

// Browsers that don't let a page of a file use the clipboard still copy what is selected.
async function copy(element) {
    try {
        await navigator.clipboard.writeText(element.textContent);
    } catch {
        select(element);
        document.execCommand("copy");
    }
}

document.documentElement.classList.add("scripted");
document.addEventListener("click", async (event) => {
    const button = event.target.closest("button.copy");
    if (!button)
        return;
    await copy(button.parentElement.querySelector("code"));
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
});
