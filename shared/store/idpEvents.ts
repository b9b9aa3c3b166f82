import type { PlatformScope } from "#shared/runtime/scope.ts";
import { platformDatabase } from "./dynamodb/database.ts";
import { transact, type Write } from "./dynamodb/items.ts";
import { idpEventKey } from "./dynamodb/keys.ts";

/** Time for which an event is stored, in seconds; longer than the provider keeps resending it. */
const RETENTION_SECONDS = 60 * 24 * 3600;

export interface IdpEventRecord {
  id: string;
  event: string;
  received_at: string;
}

export async function writeIdentities(scope: PlatformScope, writes: readonly Write[]): Promise<void> {
  await transact(platformDatabase(scope), writes);
}

/** Stores an event together with its changes. Returns false, and changes nothing, if it has already been processed. */
export async function writeEventOnce(
  scope: PlatformScope,
  event: IdpEventRecord,
  effect: readonly Write[],
): Promise<boolean> {
  const expires_at = Math.ceil(Date.parse(event.received_at) / 1000) + RETENTION_SECONDS;
  const repeated = new Error(`The event ${event.id} has already been processed`);
  try {
    await transact(platformDatabase(scope), [
      {
        kind: "create",
        key: idpEventKey(event.id),
        item: { ...event, expires_at },
        refusal: () => repeated,
      },
      ...effect,
    ]);
    return true;
  } catch (error) {
    if (error === repeated) return false;
    throw error;
  }
}
