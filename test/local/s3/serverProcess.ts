import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export interface ServerProcess {
  url: string;
  /** Peak memory so far, in bytes. */
  peakMemory(): Promise<number>;
  /** SIGKILL: the process is not notified. */
  kill(): Promise<void>;
}

/** Endpoint in a separate process, which is stopped no later than the end of the test. */
export async function startServerProcess(directory: string): Promise<ServerProcess> {
  const script = fileURLToPath(new URL("serve.ts", import.meta.url));
  const child = spawn(process.execPath, [script, directory], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  onTestFinished(kill);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value: url, done } = await lines.next();
  if (done) throw new Error("The endpoint's process ended before it was ready.");
  return {
    url,
    async peakMemory() {
      child.stdin.write("\n");
      return Number((await lines.next()).value) * 1024;
    },
    kill,
  };
}
