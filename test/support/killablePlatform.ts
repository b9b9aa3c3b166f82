import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiClient } from "../../examples/apiClient.ts";
import { addressesOf, startPlatformProcess } from "./child.ts";
import { type Addresses, type Lab, memberToken } from "./lab.ts";

/** Platform in a separate process that tests may kill. */
export interface KillablePlatform {
  /** Its URLs, which change with each start. */
  readonly addresses: Addresses;
  /** Directory with its data. */
  folder: string;
  /** Kills the platform at any moment and restarts it with the same data. Returns the lab at the new URLs. */
  killedAndStarted: (lab: Lab) => Promise<Lab>;
  /** Stops the platform and removes its data. */
  close: () => Promise<void>;
}

export async function killablePlatform(environment: Record<string, string> = {}): Promise<KillablePlatform> {
  const folder = await mkdtemp(join(tmpdir(), "killed-"));
  let running = await startPlatformProcess(folder, environment);
  const kill = async (): Promise<void> => {
    running.child.kill("SIGKILL");
    await running.exited;
  };
  return {
    get addresses() {
      return addressesOf(running);
    },
    folder,
    killedAndStarted: async (lab) => {
      await kill();
      running = await startPlatformProcess(folder, environment);
      const token = await memberToken(addressesOf(running), lab.orgId, `${lab.name}@example.org`);
      const regionUrl = `http://127.0.0.1:${running.port + 1}`;
      const api = new ApiClient(`${regionUrl}/v2/workspace/${lab.name}`, token);
      return { ...lab, regionUrl, token, api };
    },
    close: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
