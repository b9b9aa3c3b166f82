import { DeleteDatabaseCommand, type GlueClient } from "@aws-sdk/client-glue";
import { awsCall, awsErrorName } from "./awsCall.ts";

/** Removes a Glue database with its tables, if it exists. Queries declare their tables again. */
export async function dropDatabase(glue: GlueClient, name: string): Promise<void> {
  try {
    await awsCall(() => glue.send(new DeleteDatabaseCommand({ Name: name })));
  } catch (error) {
    if (awsErrorName(error) !== "EntityNotFoundException") throw error;
  }
}
