import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { CountsBySecond } from "#shared/domain/tokenBucket.ts";
import type { Database } from "./dynamodb/database.ts";
import type { Key } from "./dynamodb/keyParts.ts";

/** Time for which counts matter, in seconds: debts and refusals are forgotten after it. */
export const COUNTED_SECONDS = 60;
/** Time after which an unused item may be removed, in seconds. */
const LIFETIME_SECONDS = 3_600;
/** Maximum number of old counts that one write removes; an expression has at most 4 KB. */
const MAX_REMOVED = 50;

const ATTRIBUTE = /^s(\d+)$/;

/** Contents of an item: counts of seconds, and names that processes tell each other. */
export interface SharedCounts {
  counts: CountsBySecond;
  names: ReadonlySet<string>;
}

/**
 * Adds to the counts of seconds and to the names in one item, and removes the counts of the given older seconds. Returns the
 * contents of the item, including what other processes have added. One write, without a condition: writers never conflict.
 */
export async function addSecondCounts(
  { client, table }: Database,
  key: Key,
  { counts, names }: SharedCounts,
  outdated: readonly number[],
  second: number,
): Promise<SharedCounts> {
  const removed = outdated.filter((at) => !counts.has(at)).slice(0, MAX_REMOVED);
  const adds = [...counts.keys()].map((at) => `#s${at} :s${at}`);
  if (names.size > 0) adds.push("#names :names");
  const attributes = [
    ...[...counts.keys(), ...removed].map((at) => [`#s${at}`, `s${at}`]),
    ...(names.size > 0 ? [["#names", "names"]] : []),
  ];
  const { Attributes = {} } = await client.send(
    new UpdateCommand({
      TableName: table,
      Key: key,
      UpdateExpression: [
        "SET expires_at = :expires_at",
        ...(adds.length > 0 ? [`ADD ${adds.join(", ")}`] : []),
        ...(removed.length > 0 ? [`REMOVE ${removed.map((at) => `#s${at}`).join(", ")}`] : []),
      ].join(" "),
      ...(attributes.length > 0 && { ExpressionAttributeNames: Object.fromEntries(attributes) }),
      ExpressionAttributeValues: {
        ":expires_at": second + LIFETIME_SECONDS,
        ...(names.size > 0 && { ":names": new Set(names) }),
        ...Object.fromEntries([...counts].map(([at, count]) => [`:s${at}`, count])),
      },
      ReturnValues: "ALL_NEW",
    }),
  );
  const stored = Object.entries(Attributes).flatMap(([name, count]) => {
    const at = ATTRIBUTE.exec(name)?.[1];
    return at === undefined ? [] : [[Number(at), Number(count)] as const];
  });
  return { counts: new Map(stored), names: new Set<string>(Attributes.names ?? []) };
}
