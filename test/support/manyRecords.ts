import { inject } from "vitest";
import { composeId } from "#shared/domain/id.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact, type Write } from "#shared/store/dynamodb/items.ts";
import { workspaceByName } from "#shared/store/workspaces.ts";
import type { Lab } from "./lab.ts";

/** Thousands of records in a lab, written to its database with the store's write functions. */
export interface Records {
  scope: WorkspaceScope;
  /** IDs with times in the past, so that resources created by requests sort after them. */
  newId: () => string;
  /** Stores records in batches that each fill one transaction. */
  store: (writesOfEach: readonly (readonly Write[])[]) => Promise<void>;
}

const MAX_TRANSACTION_ITEMS = 100;

export async function manyRecords({ name }: Lab): Promise<Records> {
  const settings = inject("euSettings");
  const { accessKeyId, secretAccessKey } = inject("credentials");
  process.env.AWS_ACCESS_KEY_ID = accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = secretAccessKey;
  const workspace = await workspaceByName({ settings }, name);
  if (!workspace) throw new Error(`There is no workspace "${name}"`);
  const scope: WorkspaceScope = { settings, id: workspace.id, region: workspace.region };
  let made = 0;
  return {
    scope,
    newId: () => {
      made += 1;
      return composeId(Date.UTC(2025, 5, 1) + made, 0);
    },
    store: async (writesOfEach) => {
      let together: Write[] = [];
      for (const writes of writesOfEach) {
        if (together.length + writes.length > MAX_TRANSACTION_ITEMS) {
          await transact(workspaceDatabase(scope), together);
          together = [];
        }
        together.push(...writes);
      }
      if (together.length > 0) await transact(workspaceDatabase(scope), together);
    },
  };
}
