import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// The cache of compiled code is next to the packages, and halves the time of the next start. It covers only later
// imports.
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)));
const { runPlatform } = await import("./runPlatform.ts");
await runPlatform();
