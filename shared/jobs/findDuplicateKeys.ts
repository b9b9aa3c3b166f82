import type { DuplicateKeys } from "#shared/domain/loads/keyCheck.ts";
import { duplicateKeys, type KeyedRows } from "#shared/history/keys/duplicateKeys.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { queryStopped } from "./queryStopped.ts";

/** Finds rows whose key another row has as well. */
export const findDuplicateKeys: Job<KeyedRows, DuplicateKeys> = {
  name: "findDuplicateKeys",
  kind: "query",
  run: duplicateKeys,
  stopped: queryStopped,
};
