import type { DuplicateKeys } from "#shared/domain/loads/keyCheck.ts";
import { duplicateKeys, type KeyedRows } from "#shared/history/keys/duplicateKeys.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { queryStopped } from "./queryStopped.ts";

/** Finds rows with a key that another row also has. */
export const findDuplicateKeys: Job<KeyedRows, DuplicateKeys> = {
  name: "findDuplicateKeys",
  kind: "query",
  run: duplicateKeys,
  stopped: queryStopped,
};
