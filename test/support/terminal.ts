import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { expect, vi } from "vitest";
import { type Lab, sharedPlatform } from "./lab.ts";

const MAIN = resolve(import.meta.dirname, "../../cli/main.ts");

/** True if the machine has `script` of util-linux, which runs a program in a terminal. */
export const hasTerminal = process.platform === "linux";

/** Command-line program in a terminal. */
export class Terminal {
  /** Output since text was last typed. */
  output = "";
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;

  constructor(args: readonly string[], folder: string, lab: Lab) {
    const command = [process.execPath, MAIN, ...args].join(" ");
    const child = spawn("script", ["-qec", command, "/dev/null"], {
      cwd: folder,
      env: {
        PATH: process.env.PATH ?? "",
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
        TERM: "xterm",
        NO_COLOR: "1",
        XDG_CONFIG_HOME: join(folder, "terminal"),
        PDP_URL: sharedPlatform().platformUrl,
        PDP_TOKEN: lab.token,
        PDP_WORKSPACE: lab.name,
        PDP_PROJECT: lab.projectId,
      },
    });
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.output += text;
    });
    this.ended = new Promise((done) => child.on("close", done));
    this.#child = child;
  }

  /** Types text once the output contains the expected words, and forgets the output so far. */
  async type(after: string, text: string): Promise<void> {
    await vi.waitFor(() => expect(this.output).toContain(after), { timeout: 20_000, interval: 20 });
    this.output = "";
    this.#child.stdin?.write(text);
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}
