/* A worker made from scripts of this page. Stopping ends it, and the next job starts another. */
import { byId } from "./dom.js";

export class Background {
    #worker = null;
    #ready = null;
    #id = 0;

    /* Starts a job, ends the one before; calls receive(answer) until an answer has `done` or `error`. */
    async start(job, receive) {
        if (this.#busy) this.stop();
        const id = ++this.#id;
        this.#worker ?? this.#open();
        const worker = this.#worker;
        const tell = (answer) => {
            if (id !== this.#id || !this.#busy) return;
            if (answer.done || answer.error) this.#busy = false;
            receive(answer);
        };
        this.#busy = true;
        worker.onerror = (event) => tell({ error: event.message || "the worker has failed" });
        await this.#ready;
        worker.onmessage = ({ data }) => data.id === id && tell(data);
        worker.postMessage({ ...job, id });
    }

    #busy = false;

    #open() {
        const scripts = ["library", "worker"].map((name) => byId(name).textContent);
        const address = URL.createObjectURL(new Blob(scripts, { type: "text/javascript" }));
        this.#worker = new Worker(address);
        this.#ready = new Promise((resolve) => (this.#worker.onmessage = resolve));
    }

    get isBusy() {
        return this.#busy;
    }

    stop() {
        this.#worker?.terminate();
        this.#worker = null;
        this.#busy = false;
        this.#id++;
    }
}
