/* The worker: counts and measures, so that the page goes on to answer. Gets jobs { kind, id, … } and answers with
 * { id, … }; the last answer to a job has `done` or `error`. */
import { divide } from "./counting.js";
import { measure } from "./measuring.js";

const KINDS = { divide, measure };

function run({ data }) {
    const answer = (what) => postMessage({ id: data.id, ...what });
    try {
        KINDS[data.kind](data, answer);
        answer({ done: true });
    } catch (error) {
        answer({ error: error.message });
    }
}

onmessage = run;
postMessage({ ready: true });
