import { expect, it } from "vitest";
import { chainedTree, isChained, newMeaning } from "#shared/domain/tasks/combinedGenerators.ts";

const nested = { type: "PARALLEL", ensemble: [{ type: "SEQUENTIAL", ensemble: [{ type: "EXPLICIT" }] }] };

it("a new task with a SEQUENTIAL combination records its meaning, however deep the combination is", () => {
  for (const generator of [nested, { type: "SEQUENTIAL", generators: [] }]) {
    expect(newMeaning({ generator })).toEqual({ sequential: "PREFERENCE" });
    expect(isChained({ parameters: { generator }, ...newMeaning({ generator }) })).toBe(false);
  }
  expect(newMeaning({ generator: { type: "CHAINED", ensemble: [] } })).toEqual({});
  expect(newMeaning({ dataset: { type: "SEQUENTIAL" } })).toEqual({});
});

it("in a task without this record, SEQUENTIAL has the meaning of CHAINED", () => {
  expect(isChained({ parameters: { generator: nested } })).toBe(true);
  expect(isChained({ parameters: { generator: { type: "MODEL_BASED" } } })).toBe(false);
  const leaf = { node: "GENERATOR" as const } as never;
  const branch = { node: "SEQUENTIAL" as const, loc: [], members: [leaf] };
  const tree = chainedTree({ node: "PARALLEL", loc: [], members: [branch, leaf] });
  expect(tree).toEqual({
    node: "PARALLEL",
    loc: [],
    members: [{ ...branch, node: "CHAINED", members: [leaf] }, leaf],
  });
});
