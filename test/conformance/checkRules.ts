import { afterAll, beforeAll, expect, it } from "vitest";
import { type OperationName, operations } from "#functions/operations.ts";
import { Router } from "#shared/http/gateway/router.ts";
import type { Environment } from "#shared/runtime/environment.ts";
import { isNightly } from "../support/byNight.ts";
import { newLab, sharedLab } from "../support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "../support/ownPlatform.ts";
import type { Rule } from "./rule.ts";
import { openSite, type Site } from "./site.ts";

/**
 * Declares a test for each rule. The rules in one call share a project, in a workspace that they share with other tests, and use
 * unique names in it, or have a new workspace if they must be alone. If an environment is given, they run on a separate platform with those settings. Rows that only the nightly run checks are omitted from daytime runs; rows
 * that name a test file are tested there.
 */
export function checkRules(rules: readonly Rule[], environment?: Environment, isAlone = false): void {
  let site: Site;
  let own: OwnPlatform | undefined;
  beforeAll(async () => {
    own = environment && (await startOwnPlatform(environment));
    const lab = isAlone || own ? await newLab(own?.addresses) : await sharedLab();
    site = await openSite(lab, own?.addresses);
  });
  afterAll(() => own?.close());
  for (const { behavior, operation, check } of rowsOfRun(rules)) {
    if ("file" in check) continue;
    if ("topic" in check) {
      it.skip(`${behavior} (not built yet: ${check.topic})`, () => undefined);
      continue;
    }
    it(behavior, async () => {
      site.calls.length = 0;
      await check(site);
      if (operation !== null) expectCalled(site, operation);
    });
  }
}

/** Returns the rows that this run checks: all of them in nightly runs. */
export function rowsOfRun(rules: readonly Rule[]): readonly Rule[] {
  return isNightly ? rules : rules.filter(({ byNight }) => !byNight);
}

/** The check must call the row's operation. */
function expectCalled({ calls }: Site, name: OperationName): void {
  const router = new Router([operations[name]]);
  const called = calls.some(({ method, path }) => "operation" in router.find(method, path));
  expect(called, `The row of ${name} does not call it`).toBe(true);
}
