import { type Rule, testedRule } from "../rule.ts";

const FILE = "test/functions/tableKeys.sampled.test.ts";

const KEYS = "Clients: Table keys";
const KEY =
  "A table may have a `key`: at most 16 columns, not of type STRUCT or ARRAY, that together identify a row across all projects. Without a key, loads append their rows.";
const RULE =
  "With the `key_rule` ERROR (the default), a load is `FAILED` if it contains a key twice, or a key that another active load contains. With WARN, it succeeds and `warnings` list the duplicates.";
const MISSING = "A row with a missing value in a key column is not compared, as in SQL.";
const TOGETHER = "If several loads add the same key at the same time, exactly one is committed.";
const REDO =
  "A redo that would duplicate a key is refused: the load stays undone, and its `errors` state the reason.";
const REFUSED =
  "A key that a table's rows violate cannot be set: 409 with the code `key_violated` and the first of these rows.";

export const keyRules: readonly Rule[] = [
  testedRule(KEYS, KEY, "a table shows its key and rule until the key is removed", FILE),
  testedRule(
    KEYS,
    KEY,
    "a table without a key accepts the same row twice",
    FILE,
    "a new column with missing values can become a key, and a key can be removed",
  ),
  testedRule(KEYS, KEY, "a key of unknown or nested columns is a 422", FILE),
  testedRule(KEYS, RULE, "a duplicate key within a load fails it", FILE),
  testedRule(KEYS, RULE, "a key of an active load fails another load", FILE),
  testedRule(KEYS, RULE, "with WARN, the load succeeds with a warning", FILE),
  testedRule(
    KEYS,
    MISSING,
    "rows with a missing part of the key are accepted",
    FILE,
    "a duplicate key within a load fails it",
  ),
  testedRule(
    KEYS,
    TOGETHER,
    "one of two concurrent loads with the same key is committed",
    FILE,
    "exactly one of several concurrent loads with the same key is committed",
  ),
  testedRule(
    KEYS,
    REDO,
    "a redo with a duplicate key leaves the load undone",
    FILE,
    "a key of an active load fails another load",
  ),
  testedRule(KEYS, REFUSED, "a table whose rows violate a key cannot get it", FILE),
];
