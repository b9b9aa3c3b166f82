import { expect, test } from "vitest";
import { functionSettings } from "#shared/http/operations/functionSettings.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import { servesWholePlatform } from "#shared/runtime/servesWholePlatform.ts";
import { exampleEnvironment } from "#test/support/exampleEnvironment.ts";

test("only the process of a platform on one machine serves all requests", () => {
  const limits = { QUERIES_PER_WORKSPACE: "10", UPLOADS_PER_WORKSPACE: "10" };
  const onAws = functionSettings({ ...exampleEnvironment(), ...limits });
  expect(onAws.isolation).not.toBeNull();
  expect(servesWholePlatform(onAws)).toBe(false);
  const inWorker = {
    ...settingsFrom(exampleEnvironment()),
    callDatabase: async () => ({ status: 200, body: "" }),
  };
  expect(servesWholePlatform(inWorker)).toBe(false);
  const callObjects = async () => ({ status: 200, headers: {}, body: Buffer.alloc(0) });
  expect(servesWholePlatform({ ...inWorker, callObjects })).toBe(true);
});
