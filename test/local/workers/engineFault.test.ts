import { queryOutOfMemory } from "@pdp/trino/errors";
import { expect, test } from "vitest";
import { isEngineFault, isOutOfRoom } from "#local/workers/engineFault.ts";

test("an engine is discarded after an internal error, but not after a rejected query", () => {
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

test("a process out of memory is distinguished from a query that needs too much", () => {
  expect(isOutOfRoom(new Error("Out of Memory Error: Allocation failure"))).toBe(true);
  expect(isOutOfRoom(new RangeError("Array buffer allocation failed"))).toBe(true);
  expect(isOutOfRoom(queryOutOfMemory("1 GB"))).toBe(false);
  expect(isOutOfRoom(new Error("Conversion Error: x"))).toBe(false);
});
