import { awsCall, tolerate } from "./awsCall.ts";
import type { Glue } from "./glueClient.ts";

/** Removes a Glue database with its tables, if it exists. Queries declare their tables again. */
export async function dropDatabase(glue: Glue, name: string): Promise<void> {
  const drop = (): Promise<unknown> => glue.call("DeleteDatabase", { Name: name });
  await tolerate("EntityNotFoundException", () => awsCall(drop));
}
