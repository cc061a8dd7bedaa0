/* The search of pages from the disk, which may start no worker and fetch no file. The index is a script, search_index.js; the
 * theme's worker runs in a hidden frame of the page. */
if (location.protocol === "file:") {
    /* Types of the theme's messages. */
    const INDEX = 0,
        QUERY = 2,
        RESULT = 3;

    window.Worker = class extends EventTarget {
        #loaded;
        #hasIndex = false;

        constructor(address) {
            super();
            const frame = document.body.appendChild(document.createElement("iframe"));
            frame.hidden = true;
            this.inside = frame.contentWindow;
            this.inside.postMessage = (data) => this.#answer(data);
            const script = this.inside.document.createElement("script");
            script.src = address;
            this.#loaded = new Promise((resolve) => script.addEventListener("load", resolve));
            this.inside.document.body.append(script);
        }

        #answer(data) {
            this.dispatchEvent(new MessageEvent("message", { data }));
        }

        /* The theme sends the next message after the answer to the last one, and keeps only the newest of those that wait. So
         * a query that comes before the index is answered at once: words typed meanwhile would take the index's place. */
        async postMessage(data) {
            if (data.type === INDEX) this.#hasIndex = true;
            const tooSoon = data.type === QUERY && !this.#hasIndex;
            await (tooSoon ? null : this.#loaded);
            if (tooSoon) this.#answer({ type: RESULT, data: { items: [] } });
            else this.inside.dispatchEvent(new MessageEvent("message", { data }));
        }
    };
}
