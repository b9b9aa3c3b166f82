import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RELEASES } from "./clientMatrix.ts";
import { type Connection, runClient } from "./runClient.ts";

/**
 * Runs the checks of Trino's client for JavaScript, unmodified. It is not a dependency of the project, because only this check
 * needs it. Returns the output.
 */
export async function runJavaScriptClient(connection: Connection): Promise<string> {
  const { port, workspace, token, certificatePath } = connection;
  const folder = await mkdtemp(join(tmpdir(), "javascript-client-"));
  try {
    const options = ["--no-save", "--ignore-scripts", "--prefix", folder];
    await runClient("npm", ["install", ...options, `trino-client@${RELEASES.javaScript}`], folder);
    const script = join(import.meta.dirname, "readRows.cjs");
    return await runClient(
      process.execPath,
      [script, folder, port, workspace, token, certificatePath],
      folder,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
