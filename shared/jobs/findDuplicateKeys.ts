import type { Problems } from "#shared/domain/problem.ts";
import { duplicateKeys, type KeyedRows } from "#shared/history/duplicateKeys.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { queryStopped } from "./queryStopped.ts";

/** Finds rows whose key another row has as well. */
export const findDuplicateKeys: Job<KeyedRows, Problems> = {
  name: "findDuplicateKeys",
  kind: "query",
  run: duplicateKeys,
  stopped: queryStopped,
};
