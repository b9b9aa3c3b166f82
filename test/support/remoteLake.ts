import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDynamodb } from "#local/database/startDynamodb.ts";
import { useLocalCredentials } from "#local/localCredentials.ts";
import { LOCAL, localEnvironment } from "#local/localEnvironment.ts";
import { startS3 } from "#local/s3/startS3.ts";
import { type Environment, settingsFrom } from "#shared/runtime/environment.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { createHead } from "#shared/store/versions.ts";

/** Embedded stores that are accessed only over the network, as on AWS: objects are not plain files. */
export interface RemoteLake {
  /** Workspace with the settings of a separate process and an empty history. */
  workspace(environment?: Environment): Promise<WorkspaceScope>;
  /** Paths of all files on the functions' disk. */
  scratchFiles(scope: WorkspaceScope): Promise<string[]>;
  /** Directory that contains the objects, for workspaces that read them as plain files (`LAKE_DIRECTORY`). */
  objects: string;
  close(): Promise<void>;
}

export async function remoteLake(): Promise<RemoteLake> {
  const credentials = useLocalCredentials();
  const directory = await mkdtemp(join(tmpdir(), "remote-lake-"));
  const { tables, buckets } = LOCAL;
  const database = await startDynamodb(join(directory, "dynamodb"), tables, credentials);
  const objects = await startS3({ directory: join(directory, "s3"), buckets, credentials });
  const addresses = { database: database.url, objects: objects.url, states: "", idp: "" };
  let made = 0;
  return {
    objects: join(directory, "s3"),
    async workspace(environment = {}) {
      made += 1;
      const local = localEnvironment("EU", { platform: made, EU: 1, US: 1 }, addresses, directory, {});
      const scratch = join(directory, `scratch-${made}`);
      const settings = settingsFrom({
        ...local,
        LAKE_DIRECTORY: undefined,
        SCRATCH_DIRECTORY: scratch,
        ...environment,
      });
      const scope: WorkspaceScope = { settings, id: String(2_200_000_000_000_000 + made), region: "EU" };
      await createHead(scope);
      return scope;
    },
    async scratchFiles({ settings }) {
      const found = await readdir(settings.scratchDirectory, { recursive: true, withFileTypes: true });
      return found.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
    },
    async close() {
      await Promise.all([database.close(), objects.close()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
