export type { Backbone, ContextAtoms } from "../inverseFolding/backbone.ts";
export { LETTERS } from "../inverseFolding/decoder.ts";
export { meanLogProbabilities } from "../inverseFolding/meanLogProbabilities.ts";
export { loadNetwork, type NetworkName } from "../inverseFolding/networkFiles.ts";
export { readBackbone } from "../inverseFolding/readBackbone.ts";
