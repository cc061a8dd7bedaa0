/* The module in a file beside the script, for later.js in a CommonJS module of Node. */
const ownModuleAtOnce = () => require("node:fs").readFileSync(require("node:path").join(__dirname, "kingscan.wasm"));
const ownModule = ownModuleAtOnce;
