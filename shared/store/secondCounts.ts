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

/**
 * Adds to the counts of seconds in one item, and removes the counts of the given older seconds. Returns all counts in the
 * item, including those that other processes have added. One write, without a condition: writers never conflict.
 */
export async function addSecondCounts(
  { client, table }: Database,
  key: Key,
  added: CountsBySecond,
  outdated: readonly number[],
  second: number,
): Promise<Map<number, number>> {
  const removed = outdated.filter((at) => !added.has(at)).slice(0, MAX_REMOVED);
  const names = [...added.keys(), ...removed].map((at) => [`#s${at}`, `s${at}`] as const);
  const adds = [...added.keys()].map((at) => `#s${at} :s${at}`);
  const { Attributes = {} } = await client.send(
    new UpdateCommand({
      TableName: table,
      Key: key,
      UpdateExpression: [
        "SET expires_at = :expires_at",
        ...(adds.length > 0 ? [`ADD ${adds.join(", ")}`] : []),
        ...(removed.length > 0 ? [`REMOVE ${removed.map((at) => `#s${at}`).join(", ")}`] : []),
      ].join(" "),
      ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
      ExpressionAttributeValues: {
        ":expires_at": second + LIFETIME_SECONDS,
        ...Object.fromEntries([...added].map(([at, count]) => [`:s${at}`, count])),
      },
      ReturnValues: "ALL_NEW",
    }),
  );
  const counts = Object.entries(Attributes).flatMap(([name, count]) => {
    const at = ATTRIBUTE.exec(name)?.[1];
    return at === undefined ? [] : [[Number(at), Number(count)] as const];
  });
  return new Map(counts);
}
