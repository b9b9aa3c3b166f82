import { setTimeout as sleep } from "node:timers/promises";
import { freePorts } from "#local/freePorts.ts";
import {
  addressesOf,
  type PlatformProcess,
  PORTS,
  spawnPlatform,
  waitUntilReady,
} from "#test/support/child.ts";
import { type Lab, memberToken, newLab, staffToken } from "#test/support/lab.ts";
import { commandOf } from "#test/support/listeners.ts";
import { processTree } from "../../bench/support/processMemory.ts";
import { ApiClient } from "../../examples/apiClient.ts";

export type Victim = "platform" | "database" | "worker";

const PATTERNS = { database: /dynoxide|DynamoDBLocal/, worker: /workerProcess/ };
/** Settings that make compactions and erasures frequent. */
const SETTINGS = {
  COMPACTION_MIN_FILES: "4",
  COMPACTION_MIN_AGE_SECONDS: "1",
  ERASURE_SETTLE_SECONDS: "1",
};
/** Time in which a request must succeed although processes are killed meanwhile, on a busy machine, in milliseconds. */
const PATIENCE_MS = 600_000;
const PAUSE_MS = 100;
const SHOWN_LINES = 40;

/** Workspace of a platform that is killed again and again. */
export interface MortalWorkspace {
  projectId: string;
  name: string;
  /** Repeats a read until the service responds. */
  ask: <Result>(read: (api: ApiClient) => Promise<Result>) => Promise<Result>;
  /** The same at the platform's address, as staff. */
  askStaff: <Result>(read: (api: ApiClient) => Promise<Result>) => Promise<Result>;
}

/** Platform that is killed again and again, and started on the same data and ports. */
export class MortalPlatform {
  readonly #port: number;
  readonly #folder: string;
  #running: PlatformProcess;
  #labs: Lab[];
  #staff!: ApiClient;
  readonly kills: Record<Victim, number> = { platform: 0, database: 0, worker: 0 };
  /** Platform process that this program has killed. */
  #killed: PlatformProcess | undefined;

  private constructor(port: number, folder: string, running: PlatformProcess, labs: Lab[]) {
    this.#port = port;
    this.#folder = folder;
    this.#running = running;
    this.#labs = labs;
  }

  static async start(folder: string, workspaces: number): Promise<MortalPlatform> {
    const port = await freePorts(PORTS);
    const running = spawnPlatform(port, folder, SETTINGS);
    if (!(await waitUntilReady(running))) throw new Error(running.output());
    const labs: Lab[] = [];
    for (let count = 0; count < workspaces; count += 1) labs.push(await newLab(addressesOf(running)));
    const platform = new MortalPlatform(port, folder, running, labs);
    platform.#watch(running);
    await platform.#signIn();
    return platform;
  }

  /** Returns one of the workspaces. */
  workspace(index: number): MortalWorkspace {
    const lab = (): Lab => this.#labs[index % this.#labs.length] as Lab;
    return {
      projectId: lab().projectId,
      name: lab().name,
      ask: (read) => this.#ask(() => read(lab().api)),
      askStaff: (read) => this.#ask(() => read(this.#staff)),
    };
  }

  /** Rejects if the platform ends by itself. */
  readonly ended = Promise.withResolvers<never>();

  #watch(running: PlatformProcess): void {
    void running.exited.then((code) => {
      if (this.#killed === running) return;
      const output = running.output().split("\n").slice(-SHOWN_LINES).join("\n");
      this.ended.reject(new Error(`The platform ended by itself (${code}):\n${output}`));
    });
  }

  async #signIn(): Promise<void> {
    const addresses = addressesOf(this.#running);
    this.#staff = new ApiClient(addresses.platformUrl, await staffToken(addresses));
    const regionUrl = `http://127.0.0.1:${this.#port + 1}`;
    for (const [index, lab] of this.#labs.entries()) {
      const token = await memberToken(addresses, lab.orgId, undefined, ["data:erase"], "manager");
      const api = new ApiClient(`${regionUrl}/v2/workspace/${lab.name}`, token);
      this.#labs[index] = { ...lab, regionUrl, token, api };
    }
  }

  /** Kills a process with SIGKILL; false if there is none of this kind. The platform itself is started again. */
  async kill(victim: Victim): Promise<boolean> {
    if (victim === "platform") {
      this.#killed = this.#running;
      this.#running.child.kill("SIGKILL");
      await this.#running.exited;
      this.kills.platform += 1;
      this.#running = spawnPlatform(this.#port, this.#folder, SETTINGS);
      if (!(await waitUntilReady(this.#running))) throw new Error(this.#running.output());
      this.#watch(this.#running);
      await this.#signIn();
      return true;
    }
    const [, ...children] = processTree(this.#running.child.pid ?? 0);
    const found = children.filter((pid) => PATTERNS[victim].test(commandOf(pid)));
    const pid = found[Math.floor(Math.random() * found.length)];
    if (pid === undefined) return false;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      return false;
    }
    this.kills[victim] += 1;
    return true;
  }

  /** Repeats a read until the service responds; what it says is final. Throws the last error if it stays away for too long. */
  async #ask<Result>(read: () => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await read();
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  async close(): Promise<void> {
    this.#killed = this.#running;
    this.#running.child.kill("SIGKILL");
    await this.#running.exited;
  }
}
