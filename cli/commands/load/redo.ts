import { changeLoad } from "./changeLoad.ts";

/** Restores the rows of an undone load. */
export const redo = changeLoad("redo");
