import { spawn } from "node:child_process";
import { once } from "node:events";

/** Connection of a client to a workspace. */
export interface Connection {
  port: string;
  workspace: string;
  token: string;
  certificatePath: string;
}

/** Maximum time for the checks of one client, in milliseconds. */
const TIMEOUT_MS = 240_000;

/** Runs a program in a folder, and shows its output. Returns the output; throws if the program fails. */
export async function runClient(
  program: string,
  args: readonly string[],
  cwd: string,
  environment: Record<string, string> = {},
): Promise<string> {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...environment };
  const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "inherit"], env, timeout: TIMEOUT_MS });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const [code, signal] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ended with ${signal ?? `exit code ${code}`}`);
  return output;
}
