import { expect, test } from "vitest";
import { isEngineFault } from "#infra/local/workers/engineFault.ts";

test("an engine that has failed within is of no more use; one that refused a query is", () => {
  for (const message of [
    "INTERNAL Error: Attempted to dereference unique_ptr that is NULL!",
    "FATAL Error: Failed: database has been invalidated because of a previous fatal error.",
    "Invalid Error: the database has been invalidated",
  ]) {
    expect(isEngineFault(new Error(message))).toBe(true);
  }
  for (const message of [
    "Out of Memory Error: could not allocate",
    "Conversion Error: INTERNAL Error",
    "x",
  ]) {
    expect(isEngineFault(new Error(message))).toBe(false);
  }
  expect(isEngineFault("INTERNAL Error")).toBe(false);
});
