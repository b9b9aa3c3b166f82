import { writeFile } from "node:fs/promises";
import { compileKernels } from "./compileKernels.ts";

for (const { path, content } of await compileKernels()) await writeFile(path, content);
