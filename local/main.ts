import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// The compile cache is next to the packages and halves the time of the next start. It covers only modules imported after this
// point.
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)));
const { runPlatform } = await import("./runPlatform.ts");
await runPlatform();
