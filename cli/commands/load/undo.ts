import { changeLoad } from "./changeLoad.ts";

/** Undoes a load: later versions no longer show its rows. */
export const undo = changeLoad("undo");
