import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../python/withPlatform.ts";
import type { Connection } from "./runJavaClients.ts";

/** Release of Trino's client for JavaScript. It is not a dependency of the project: only this check needs it. */
const RELEASE = "0.2.9";

/** Runs the checks of Trino's client for JavaScript, unmodified. Returns the exit code. */
export async function runJavaScriptClient(connection: Connection): Promise<number> {
  const { port, workspace, token, certificatePath } = connection;
  const folder = await mkdtemp(join(tmpdir(), "javascript-client-"));
  try {
    const install = [
      "install",
      "--no-save",
      "--ignore-scripts",
      "--prefix",
      folder,
      `trino-client@${RELEASE}`,
    ];
    const code = await runProgram("npm", install, folder);
    if (code !== 0) return code;
    const script = join(import.meta.dirname, "readRows.cjs");
    return await runProgram(
      process.execPath,
      [script, folder, port, workspace, token, certificatePath],
      folder,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
