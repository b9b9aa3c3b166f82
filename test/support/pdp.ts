import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { type Lab, sharedPlatform } from "./lab.ts";

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: Record<string, string>;
  /** Text or bytes for stdin. */
  input?: string | Uint8Array;
  /** Called after each line with the program's output so far; returns true to interrupt the program. */
  onWords?: (stderr: string) => boolean | undefined;
}

const MAIN = resolve(import.meta.dirname, "../../cli/main.ts");

/** Command-line program in a separate folder, without a terminal. */
export class Pdp {
  readonly folder: string;
  readonly #env: Record<string, string>;
  readonly #children: ChildProcess[] = [];

  private constructor(folder: string, env: Record<string, string>) {
    this.folder = folder;
    this.#env = env;
  }

  /** Opens a folder. Without a lab, no one is signed in. */
  static async open(lab?: Lab): Promise<Pdp> {
    const folder = await mkdtemp(join(tmpdir(), "pdp-test-"));
    return new Pdp(folder, {
      PATH: process.env.PATH ?? "",
      // Commands start several times faster with compiled code.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, "config"),
      PDP_URL: sharedPlatform().platformUrl,
      ...(lab && { PDP_TOKEN: lab.token, PDP_WORKSPACE: lab.name, PDP_PROJECT: lab.projectId }),
    });
  }

  /** Runs a command to completion. */
  async run(args: readonly string[], { env = {}, input = "", onWords }: RunOptions = {}): Promise<Outcome> {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: this.folder,
      env: { ...this.#env, ...env },
    });
    this.#children.push(child);
    let stderr = "";
    let isInterrupted = false;
    child.stderr.setEncoding("utf8").on("data", (words: string) => {
      stderr += words;
      // Sends the signal twice, as a terminal and npm do for a single Ctrl-C.
      if (!isInterrupted && onWords?.(stderr)) isInterrupted = child.kill("SIGINT") && child.kill("SIGINT");
    });
    child.stdin.end(input);
    const ended = new Promise<number | null>((done) => child.on("close", done));
    const [stdout, code] = await Promise.all([text(child.stdout), ended]);
    return { code, stdout, stderr };
  }

  /** Runs a command that must succeed, and returns its output. */
  async done(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    if (code !== 0) throw new Error(`pdp ${args.join(" ")} ended with ${code}: ${stderr}`);
    return stdout;
  }

  async json<T>(...args: string[]): Promise<T> {
    return JSON.parse(await this.done(...args, "--json")) as T;
  }

  write(name: string, content: string | Uint8Array): Promise<void> {
    return writeFile(join(this.folder, name), content);
  }

  read(name: string): Promise<Uint8Array> {
    return readFile(join(this.folder, name));
  }

  /** Interrupts the running commands. */
  interrupt(): void {
    for (const child of this.#children) if (child.exitCode === null) child.kill("SIGINT");
  }

  close(): Promise<void> {
    // Kills the commands that a failed test left running.
    for (const child of this.#children) if (child.exitCode === null) child.kill("SIGKILL");
    return rm(this.folder, { recursive: true, force: true });
  }
}
