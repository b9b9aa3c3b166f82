import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../documents/projectFiles.ts";

/** Returns the example in the README of a library, and the output that it states. */
export function libraryExample(library: string): { program: string; output: string } {
  const readme = readFileSync(join(ROOT, "shared", library, "README.md"), "utf8");
  const [, program, output] = /```ts\n(.*?)\n```\n\n```text\n(.*?)\n```/s.exec(readme) ?? [];
  if (program === undefined || output === undefined)
    throw new Error(`The README of ${library} has no example.`);
  return { program, output };
}
