import { DomainError } from "@pdp/basics/errors";
import { afterAll, beforeAll, expect, it } from "vitest";
import { namedError } from "#shared/http/trino/errorNames.ts";
import { isNightly } from "#test/support/byNight.ts";
import { corpus } from "./corpus/index.ts";
import { type LocalEngine, localEngine } from "./localEngine.ts";
import { recordings } from "./recording.ts";

/** Daytime runs test every sixth error; nightly runs test all of them. */
const STEP = isNightly ? 1 : 6;
/** Minimum share of errors with Trino's name. The others are messages of DuckDB that stand for several errors of Trino. */
const SHARE = 0.95;

let engine: LocalEngine;

beforeAll(async () => {
  engine = await localEngine();
});

afterAll(() => engine.close());

it("errors have the names that Trino gave them", async () => {
  const recorded = [...corpus().keys()].flatMap((group) =>
    recordings(group).flatMap((recording) => ("error" in recording ? [recording] : [])),
  );
  const wrong: string[] = [];
  let total = 0;
  for (const [index, { query, error }] of recorded.entries()) {
    if (index % STEP > 0) continue;
    const answer = await engine.answer(query);
    if (!(answer instanceof DomainError)) continue;
    total += 1;
    const { name } = namedError({ code: answer.code, detail: answer.message });
    if (name !== error) wrong.push(`${name} instead of ${error}: ${query}: ${answer.message}`);
  }
  expect(total).toBeGreaterThan(3_000 / STEP);
  expect(wrong.length / total, wrong.join("\n")).toBeLessThan(1 - SHARE);
});
