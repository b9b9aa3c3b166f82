import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Compiled code is kept beside the packages that most of it is from, which halves the time of the next start. Only what is
// imported from now on is cached.
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)));
const { runPlatform } = await import("./runPlatform.ts");
await runPlatform();
