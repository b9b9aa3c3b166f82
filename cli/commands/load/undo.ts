import { changeLoad } from "./changeLoad.ts";

/** Takes the rows of a load out of all later versions. */
export const undo = changeLoad("undo");
