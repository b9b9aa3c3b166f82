import { DeleteDatabaseCommand, type GlueClient } from "@aws-sdk/client-glue";
import { awsCall, tolerate } from "./awsCall.ts";

/** Removes a Glue database with its tables, if it exists. Queries declare their tables again. */
export async function dropDatabase(glue: GlueClient, name: string): Promise<void> {
  const command = new DeleteDatabaseCommand({ Name: name });
  await tolerate("EntityNotFoundException", () => awsCall(() => glue.send(command)));
}
