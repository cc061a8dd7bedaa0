/* The state of the page in the fragment of its address. */

const FRAGMENT_MAX = 30000;

/* The text behind "#". State: texts by name; empty ones are left out. */
export function fragmentOf(state) {
    const given = Object.entries(state).filter(([, value]) => value !== "" && value !== null);
    return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/* Returns the same object again. */
export const stateOf = (fragment) => Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, "")));

/* Puts the state into the address, without a step in the browser's history. A state that is too long stays out. */
export function writeFragment(state) {
    const fragment = fragmentOf(state);
    if (fragment.length <= FRAGMENT_MAX) history.replaceState(null, "", `#${fragment}`);
}

export const linkTo = (state) => `${location.href.replace(/#.*/, "")}#${fragmentOf(state)}`;
