import { describe } from "vitest";
import type { Environment } from "#shared/runtime/environment.ts";
import { ruleSets } from "./allRules.ts";
import { checkRules, rowsOfRun } from "./checkRules.ts";
import { ordinaryTests } from "./rule.ts";
import { CONNECTED } from "./rules/providerRules.ts";

/** Settings for a rule set that runs on a separate platform. */
const SETTINGS: Record<string, Environment> = { providerRules: CONNECTED };
/** Rule sets with a new workspace, because they change or read all of its data. */
const ALONE = ["erasureRules", "transferRules"];
const SHARDS = 3;

/** Defines the rows in one shard as tests. Each shard is a file, so that shards run in parallel. */
export function checkShard(shard: 0 | 1 | 2): void {
  const sets = Object.entries(ruleSets)
    .filter((_, index) => index % SHARDS === shard)
    .filter(([, rules]) => rowsOfRun(rules).some((row) => ordinaryTests(row) === null));
  describe.each(sets)("%s", (name, rules) => checkRules(rules, SETTINGS[name], ALONE.includes(name)));
}
