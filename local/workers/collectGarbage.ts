import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/**
 * Runs V8's garbage collector now. V8 sees only the small objects of buffers, not their memory: it keeps hundreds of
 * megabytes of them, and then collects the whole heap. `minor`: young objects only, in 1 to 3 ms.
 */
export const collectGarbage = runInNewContext("gc") as (options: { type: "minor" | "major" }) => void;
