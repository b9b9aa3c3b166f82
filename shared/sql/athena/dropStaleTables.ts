import { randomBytes } from "node:crypto";
import { DeleteTableCommand, GetTablesCommand, type GlueClient } from "@aws-sdk/client-glue";
import { isAthenaTableName } from "./athenaTable.ts";
import { awsErrorName } from "./awsCall.ts";

/** No query computes for so long, in milliseconds. */
const STALE_MS = 24 * 3_600_000;
const MAX_PAGES = 5;
const AT_ONCE = 8;

export interface StaleTables {
  /** How many are dropped at most. */
  most: number;
  /** Names that are not. */
  spared: ReadonlySet<string>;
  /** Where they are looked for: names are digests, of which these are the first two digits. */
  place?: string;
}

/**
 * Drops some tables that were declared more than a day ago: each version of a table has one of its own, and Glue has room for
 * a number of them only. They are looked for at a random place, so that all are met in the end without a list of them; one
 * that is still wanted is declared anew. Returns the names of those that are gone.
 */
export async function dropStaleTables(
  glue: GlueClient,
  database: string,
  options: StaleTables,
  signal?: AbortSignal,
): Promise<string[]> {
  const stale = await staleTables(glue, database, options, signal);
  const dropped: string[] = [];
  const work = async (): Promise<void> => {
    for (let name = stale.pop(); name !== undefined; name = stale.pop()) {
      await dropTable(glue, database, name, signal);
      dropped.push(name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return dropped;
}

async function staleTables(
  glue: GlueClient,
  DatabaseName: string,
  { most, spared, place = randomBytes(1).toString("hex") }: StaleTables,
  abortSignal: AbortSignal | undefined,
): Promise<string[]> {
  const Expression = `t_${place}.*`;
  const MaxResults = Math.min(100, 2 * most);
  const found: string[] = [];
  let NextToken: string | undefined;
  for (let page = 1; page <= MAX_PAGES && found.length < most; page += 1) {
    const command = new GetTablesCommand({ DatabaseName, Expression, MaxResults, NextToken });
    const answer = await glue.send(command, { ...(abortSignal && { abortSignal }) });
    for (const { Name = "", CreateTime } of answer.TableList ?? []) {
      const age = Date.now() - (CreateTime?.getTime() ?? Number.POSITIVE_INFINITY);
      if (isAthenaTableName(Name) && age > STALE_MS && !spared.has(Name)) found.push(Name);
    }
    NextToken = answer.NextToken;
    if (!NextToken) break;
  }
  return found.slice(0, most);
}

async function dropTable(
  glue: GlueClient,
  DatabaseName: string,
  Name: string,
  abortSignal: AbortSignal | undefined,
): Promise<void> {
  try {
    const command = new DeleteTableCommand({ DatabaseName, Name });
    await glue.send(command, { ...(abortSignal && { abortSignal }) });
  } catch (error) {
    // Somebody else was faster.
    if (awsErrorName(error) !== "EntityNotFoundException") throw error;
  }
}
