/* The search of pages from the disk, which may start no worker and fetch no file. The index is a script, search_index.js; the
 * theme's worker runs in a hidden frame of the page. */
if (location.protocol === "file:")
    window.Worker = class extends EventTarget {
        #loaded;

        constructor(address) {
            super();
            const frame = document.body.appendChild(document.createElement("iframe"));
            frame.hidden = true;
            this.inside = frame.contentWindow;
            this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
            const script = this.inside.document.createElement("script");
            script.src = address;
            this.#loaded = new Promise((resolve) => script.addEventListener("load", resolve));
            this.inside.document.body.append(script);
        }

        async postMessage(data) {
            await this.#loaded;
            this.inside.dispatchEvent(new MessageEvent("message", { data }));
        }
    };
