import { randomBytes } from "node:crypto";
import { isAthenaTableName } from "./athenaRelation.ts";
import { tolerate } from "./awsCall.ts";
import type { Glue } from "./glueClient.ts";

/** Minimum age of a table to drop, in milliseconds; queries never run that long. */
const STALE_MS = 24 * 3_600_000;
const MAX_PAGES = 5;
const MAX_CONCURRENT_CALLS = 8;

export interface StaleTables {
  /** Maximum number of tables to drop. */
  maxTables: number;
  /** Names of tables to keep. */
  spared: ReadonlySet<string>;
  /** First two hexadecimal digits of the table names, which are digests; random by default. */
  prefix?: string;
}

/**
 * Drops some of the tables declared more than a day ago: each version of a table is declared separately, and Glue limits the
 * number of tables. Each call examines the tables in a random part of the name range, so that every table is eventually
 * visited without listing all of them at once; a table still in use is declared again. Returns the names of the dropped
 * tables.
 */
export async function dropStaleTables(
  glue: Glue,
  database: string,
  options: StaleTables,
  signal?: AbortSignal,
): Promise<string[]> {
  const stale = await staleTables(glue, database, options, signal);
  const dropped: string[] = [];
  const work = async (): Promise<void> => {
    for (let name = stale.pop(); name !== undefined; name = stale.pop()) {
      const table = { DatabaseName: database, Name: name };
      // Another process may have dropped it.
      await tolerate("EntityNotFoundException", () => glue.call("DeleteTable", table, signal));
      dropped.push(name);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_CALLS }, work));
  return dropped;
}

interface FoundTables {
  /** Times are in seconds since 1970. */
  TableList?: { Name?: string; CreateTime?: number }[];
  NextToken?: string;
}

async function staleTables(
  glue: Glue,
  DatabaseName: string,
  { maxTables, spared, prefix = randomBytes(1).toString("hex") }: StaleTables,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const Expression = `t_${prefix}.*`;
  const MaxResults = Math.min(100, 2 * maxTables);
  const names: string[] = [];
  let NextToken: string | undefined;
  for (let page = 1; page <= MAX_PAGES && names.length < maxTables; page += 1) {
    const input = { DatabaseName, Expression, MaxResults, NextToken };
    const answer = await glue.call<FoundTables>("GetTables", input, signal);
    for (const { Name = "", CreateTime = Number.POSITIVE_INFINITY } of answer.TableList ?? []) {
      const age = Date.now() - CreateTime * 1000;
      if (isAthenaTableName(Name) && age > STALE_MS && !spared.has(Name)) names.push(Name);
    }
    NextToken = answer.NextToken;
    if (!NextToken) break;
  }
  return names.slice(0, maxTables);
}
