import { expect, it } from "vitest";
import { prepareErasure, restartErasure } from "#shared/domain/erasures/erasureTransitions.ts";
import { exampleErasurePlan } from "#shared/http/openapi/erasureExamples.ts";

const TARGET = { load_id: "1", reference: null, table_id: null, where: null };
const STAMP = { by: "user_1", at: "2026-03-02T09:30:00.000Z" };

it("an erasure is restarted after four died executions, and any number of times after it ran out of time", () => {
  let erasure = prepareErasure("2", TARGET, null, exampleErasurePlan, STAMP);
  for (let count = 0; count < 20; count += 1) erasure = restartErasure(erasure, false) ?? erasure;
  expect(erasure.attempt).toBe(20);
  for (let count = 0; count < 4; count += 1) erasure = restartErasure(erasure, true) ?? erasure;
  expect(erasure).toMatchObject({ attempt: 24, restarts: 4 });
  expect(restartErasure(erasure, true)).toBeNull();
  expect(restartErasure(erasure, false)).toMatchObject({ attempt: 25 });
});
