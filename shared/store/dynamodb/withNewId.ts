import { newId } from "#shared/runtime/ids.ts";
import { retryConditionFailed } from "./change.ts";

/** Creates something under a new id; under another one where that was taken at the same moment. */
export function withNewId<T>(create: (id: string) => Promise<T>): Promise<T> {
  return retryConditionFailed(() => create(newId()));
}
