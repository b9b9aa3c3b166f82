import { join } from "node:path";
import { type Connection, runClient } from "./runClient.ts";

/** Runs the checks of Trino's client for Go, unmodified. Returns their output. */
export async function runGoClient(connection: Connection): Promise<string> {
  const { port, workspace, token, certificatePath } = connection;
  try {
    return await runClient("go", ["run", ".", port, workspace, token], join(import.meta.dirname, "go"), {
      // The certificate would otherwise have to be installed on this machine.
      SSL_CERT_FILE: certificatePath,
      GOFLAGS: "-mod=mod -modcacherw",
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    console.log("The client for Go was not checked: there is no Go.");
    return "";
  }
}
