import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { ApiClient } from "../../examples/apiClient.ts";
import { addressesOf, type PlatformProcess, startPlatformProcess } from "./child.ts";
import { type Addresses, type Lab, memberToken } from "./lab.ts";

/** A platform in a process of its own, which a test may kill. It ends with the test, and its data with it. */
export interface KillablePlatform {
  addresses: Addresses;
  /** Directory of its data. */
  folder: string;
  /** Kills it in the middle of whatever it does, and starts it again on its data. Gives the lab as it is reached there. */
  killedAndStarted: (lab: Lab) => Promise<Lab>;
}

export async function killablePlatform(environment: Record<string, string> = {}): Promise<KillablePlatform> {
  const folder = await mkdtemp(join(tmpdir(), "killed-"));
  let running: PlatformProcess | null = null;
  const kill = async (): Promise<void> => {
    running?.child.kill("SIGKILL");
    await running?.exited;
  };
  onTestFinished(async () => {
    await kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  running = await startPlatformProcess(folder, environment);
  return {
    addresses: addressesOf(running),
    folder,
    killedAndStarted: async (lab) => {
      await kill();
      running = await startPlatformProcess(folder, environment);
      const token = await memberToken(addressesOf(running), lab.orgId);
      const regionUrl = `http://127.0.0.1:${running.port + 1}`;
      const api = new ApiClient(`${regionUrl}/v2/workspace/${lab.name}`, token);
      return { ...lab, regionUrl, token, api };
    },
  };
}
