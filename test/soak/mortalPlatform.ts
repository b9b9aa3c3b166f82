import { setTimeout as sleep } from "node:timers/promises";
import { freePorts } from "#local/freePorts.ts";
import {
  addressesOf,
  type PlatformProcess,
  PORTS,
  spawnPlatform,
  waitUntilReady,
} from "#test/support/child.ts";
import { type Lab, memberToken, newLab } from "#test/support/lab.ts";
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
/** Time in which a platform must respond again after a kill, in milliseconds. */
const PATIENCE_MS = 120_000;
const PAUSE_MS = 100;

/** Platform that is killed again and again, and started on the same data and ports. */
export class MortalPlatform {
  readonly #port: number;
  readonly #folder: string;
  #running: PlatformProcess;
  #lab: Lab;
  readonly kills: Record<Victim, number> = { platform: 0, database: 0, worker: 0 };

  private constructor(port: number, folder: string, running: PlatformProcess, lab: Lab) {
    this.#port = port;
    this.#folder = folder;
    this.#running = running;
    this.#lab = lab;
  }

  static async start(folder: string): Promise<MortalPlatform> {
    const port = await freePorts(PORTS);
    const running = spawnPlatform(port, folder, SETTINGS);
    if (!(await waitUntilReady(running))) throw new Error(running.output());
    const platform = new MortalPlatform(port, folder, running, await newLab(addressesOf(running)));
    await platform.#signIn();
    return platform;
  }

  get projectId(): string {
    return this.#lab.projectId;
  }

  get api(): ApiClient {
    return this.#lab.api;
  }

  async #signIn(): Promise<void> {
    const { orgId, name } = this.#lab;
    const token = await memberToken(addressesOf(this.#running), orgId, undefined, ["data:erase"]);
    const regionUrl = `http://127.0.0.1:${this.#port + 1}`;
    this.#lab = {
      ...this.#lab,
      regionUrl,
      token,
      api: new ApiClient(`${regionUrl}/v2/workspace/${name}`, token),
    };
  }

  /** Kills a process with SIGKILL; false if there is none of this kind. The platform itself is started again. */
  async kill(victim: Victim): Promise<boolean> {
    if (victim === "platform") {
      this.#running.child.kill("SIGKILL");
      await this.#running.exited;
      this.kills.platform += 1;
      this.#running = spawnPlatform(this.#port, this.#folder, SETTINGS);
      if (!(await waitUntilReady(this.#running))) throw new Error(this.#running.output());
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
  async ask<Result>(read: (api: ApiClient) => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await read(this.api);
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  async close(): Promise<void> {
    this.#running.child.kill("SIGKILL");
    await this.#running.exited;
  }
}
