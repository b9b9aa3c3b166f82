import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDynamodb } from "#local/database/startDynamodb.ts";
import { useLocalCredentials } from "#local/localCredentials.ts";
import { LOCAL } from "#local/localEnvironment.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type Meddle, startEdge } from "./edge.ts";
import { exampleEnvironment } from "./exampleEnvironment.ts";

export interface EmbeddedDatabase {
  /** New workspace without data. */
  newWorkspace: () => WorkspaceScope;
  close: () => Promise<void>;
}

/** Starts only the embedded database, with its credentials in the environment; requests pass through an edge if one is given. */
export async function startEmbeddedDatabase(meddle?: Meddle): Promise<EmbeddedDatabase> {
  const directory = await mkdtemp(join(tmpdir(), "database-"));
  const database = await startDynamodb(directory, LOCAL.tables, useLocalCredentials());
  const front = meddle && (await startEdge(database.url, meddle));
  const settings = settingsFrom(exampleEnvironment({ database: front?.url ?? database.url }, directory));
  let workspaces = 0;
  return {
    newWorkspace: () => {
      workspaces += 1;
      return { settings, id: String(workspaces), region: "EU" };
    },
    close: async () => {
      await front?.close();
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
