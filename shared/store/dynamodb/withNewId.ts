import { newId } from "#shared/runtime/ids.ts";
import { retryConditionFailed } from "./change.ts";

/** Creates an item under a new id; retries with another id if it is already in use. */
export function withNewId<T>(create: (id: string) => Promise<T>): Promise<T> {
  return retryConditionFailed(() => create(newId()));
}
