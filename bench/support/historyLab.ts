import { join } from "node:path";
import type { S3Client } from "@aws-sdk/client-s3";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Column } from "@pdp/basics/columns";
import { startDynamodb } from "#local/database/startDynamodb.ts";
import { useLocalCredentials } from "#local/localCredentials.ts";
import { LOCAL, localEnvironment } from "#local/localEnvironment.ts";
import { startS3 } from "#local/s3/startS3.ts";
import type { LoadTable } from "#shared/domain/loads/load.ts";
import { createLoad, finalize } from "#shared/domain/loads/loadTransitions.ts";
import { commitIngestedLoad } from "#shared/history/commitIngestedLoad.ts";
import { dataFileKey } from "#shared/objects/keys.ts";
import { objectStore } from "#shared/objects/objects.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import type { IngestedBatch } from "#shared/store/ingested.ts";
import { newLoadWrites } from "#shared/store/loads.ts";
import { findTable } from "#shared/store/tables.ts";
import { createHead } from "#shared/store/versions.ts";
import { noTraffic, type SimulatedAws, type Traffic } from "./simulatedAws.ts";
import { withCleanup, withFolder } from "./withCleanup.ts";

export const TABLE = "measurements";
export const ROWS = 96;

/** Five columns, as in an assay table. */
const COLUMNS: Column[] = [
  { name: "sequence", type: "STRING" as const },
  { name: "mutations", type: "STRING" as const },
  { name: "plate", type: "STRING" as const },
  { name: "well", type: "STRING" as const },
  { name: "fitness", type: "FLOAT64" as const },
].map((column) => ({
  ...column,
  nullable: true,
  metadata: { description: "As it was measured", deprecated: false },
}));

/** Embedded stores, accessed directly. */
export interface HistoryLab {
  /** Opens a scope with separate clients and caches, as a function's process would. */
  open: (workspaceId: string, aws: SimulatedAws) => { scope: WorkspaceScope; traffic: Traffic };
}

export async function withHistoryLab<Result>(work: (lab: HistoryLab) => Promise<Result>): Promise<Result> {
  const credentials = useLocalCredentials();
  return withFolder(async (directory) => {
    const { tables, buckets } = LOCAL;
    const database = await startDynamodb(join(directory, "dynamodb"), tables, credentials);
    return withCleanup(database.close, async () => {
      const objects = await startS3({ directory: join(directory, "s3"), buckets, credentials });
      return withCleanup(objects.close, () => {
        const addresses = { database: database.url, objects: objects.url, states: "", idp: "" };
        return withOpener(
          (port) =>
            settingsFrom(localEnvironment("EU", { platform: port, EU: 1, US: 1 }, addresses, directory, {})),
          work,
        );
      });
    });
  });
}

/** Calls `work` with an opener. Clients are cached by their settings, so each scope gets a different, unused port. */
async function withOpener<Result>(
  settingsOf: (port: number) => Settings,
  work: (lab: HistoryLab) => Promise<Result>,
): Promise<Result> {
  const clients: (S3Client | DynamoDBDocumentClient)[] = [];
  const open: HistoryLab["open"] = (id, aws) => {
    const scope: WorkspaceScope = { settings: settingsOf(clients.length + 1), id, region: "EU" };
    const traffic = noTraffic();
    for (const { client } of [workspaceDatabase(scope), objectStore(scope)]) {
      aws.attach(client, traffic);
      clients.push(client);
    }
    return { scope, traffic };
  };
  try {
    return await work({ open });
  } finally {
    // The `destroy` method of the document clients does nothing.
    for (const { config } of clients) config.requestHandler.destroy?.();
  }
}

/** Load whose file has been ingested. */
export interface IngestedLoad {
  id: string;
  attempt: number;
  outcome: IngestedBatch;
  commit: (as: WorkspaceScope) => Promise<void>;
}

/** Returns the commit that loads one ingested file into the table. */
export async function createIngestedLoad(scope: WorkspaceScope): Promise<IngestedLoad> {
  const stamp = { by: "user_01J9ZV6Q4M5N6P7Q8R9S0T1V2W", at: now() };
  const table = await findTable(scope, TABLE);
  const bound: LoadTable = { columns: COLUMNS, format: "CSV", table_id: table?.id ?? null };
  const id = newId();
  const empty = createLoad(id, { kind: "PROJECT", project_id: newId() }, { [TABLE]: bound }, stamp);
  const load = finalize(empty, { tables: empty.tables, filesOfTables: 1, warnings: [] }, stamp);
  await transact(workspaceDatabase(scope), newLoadWrites(scope, load));
  const file_id = newId();
  const key = dataFileKey(scope.id, id, load.attempt, file_id);
  const files = [{ file_id, rows: ROWS }];
  const outcome = { files, table_reference: TABLE, key, rows: ROWS, bytes: 4_096, report_key: null };
  const { attempt } = load;
  return { id, attempt, outcome, commit: (as) => commitIngestedLoad(as, load, [outcome], []) };
}

/** Creates a workspace with a history of one commit, the one that created the table. */
export async function newHistory(scope: WorkspaceScope): Promise<void> {
  await createHead(scope);
  const { commit } = await createIngestedLoad(scope);
  await commit(scope);
}
