import { changeLoad } from "./changeLoad.ts";

/** Brings the rows of an undone load back. */
export const redo = changeLoad("redo");
