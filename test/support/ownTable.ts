import { CreateTableCommand } from "@aws-sdk/client-dynamodb";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { uniqueName } from "./lab.ts";

/** URL that nothing listens on. */
const NOBODY = "http://127.0.0.1:9";

/**
 * The same workspace, with its records in a new table in the region. The table is empty, no sweeper reads it, and work that is
 * started never runs.
 */
export async function withOwnTable(scope: WorkspaceScope): Promise<WorkspaceScope> {
  const table = uniqueName("table");
  const { settings, region } = scope;
  const regions = { ...settings.regions, [region]: { ...settings.regions[region], table } };
  const own = {
    ...scope,
    settings: { ...settings, regions, endpoints: { ...settings.endpoints, sfn: NOBODY } },
  };
  await workspaceDatabase(own).client.send(
    new CreateTableCommand({
      TableName: table,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: ["pk", "sk"].map((AttributeName) => ({
        AttributeName,
        AttributeType: "S" as const,
      })),
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
    }),
  );
  return own;
}
