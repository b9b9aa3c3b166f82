import { describe } from "vitest";
import type { Environment } from "#shared/runtime/environment.ts";
import { ruleSets } from "./allRules.ts";
import { checkRules } from "./checkRules.ts";
import { CONNECTED } from "./rules/providerRules.ts";
import { RETENTION } from "./rules/retentionRules.ts";

/** Settings of the sets of rows that run on a platform of their own. */
const SETTINGS: Record<string, Environment> = { providerRules: CONNECTED, retentionRules: RETENTION };

describe.each(Object.keys(ruleSets))("%s", (name) => {
  checkRules(ruleSets[name] ?? [], SETTINGS[name]);
});
