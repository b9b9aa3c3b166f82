import { DomainError } from "@pdp/basics/errors";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LocalEngine, localEngine } from "./localEngine.ts";

let engine: LocalEngine;

beforeAll(async () => {
  engine = await localEngine();
});
afterAll(() => engine.close());

async function rows(query: string): Promise<unknown> {
  const answer = await engine.answer(query);
  if (answer instanceof DomainError) throw answer;
  return answer.rows;
}

it("a lambda in a function of a query does not capture a column of an argument", async () => {
  const define =
    "WITH FUNCTION f(a array(bigint), y bigint) RETURNS array(bigint) RETURN transform(a, x -> x + y) ";
  const same = await rows(`${define}SELECT f(ARRAY[1, 2], x) FROM (VALUES BIGINT '10') t(x)`);
  expect(same).toEqual([[["11", "12"]]]);
  const nested = await rows(
    `${define}SELECT f(f(ARRAY[1], x), x), transform(ARRAY[1], x -> f(ARRAY[x], 1)[1]) FROM (VALUES BIGINT '10') t(x)`,
  );
  expect(nested).toEqual([[["21"], ["2"]]]);
});

it("a comparison fails at a NULL inside equal items", async () => {
  const compare = (a: string, b: string) => rows(`SELECT ${a} < ${b}`);
  await expect(compare("ARRAY[ARRAY[1, NULL], ARRAY[1]]", "ARRAY[ARRAY[1, NULL], ARRAY[2]]")).rejects.toThrow(
    /with NULL is not possible/,
  );
  await expect(compare("ROW(ARRAY[1, NULL], 1)", "ROW(ARRAY[1, NULL], 2)")).rejects.toThrow(
    /with NULL is not possible/,
  );
  expect(await compare("ARRAY[ARRAY[1, 5], ARRAY[1]]", "ARRAY[ARRAY[1, 5], ARRAY[2]]")).toEqual([[true]]);
  expect(await compare("ARRAY[ARRAY[1], ARRAY[NULL]]", "ARRAY[ARRAY[2], ARRAY[NULL]]")).toEqual([[true]]);
});
