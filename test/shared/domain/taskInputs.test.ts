import { expect, it } from "vitest";
import { taskInputs } from "#shared/domain/tasks/taskInputs.ts";

const TABLE = { kind: "TABLE", table: "variants" };

it("each table source is named by its path in the parameters", () => {
  const parameters = {
    data: { kind: "HOMOLOGS", homologs: TABLE, dataset: { kind: "QUERY", query: "SELECT 1" } },
    assays: [{ kind: "NONE" }],
    ranker: { scorer_config: { controls: { kind: "LIST", sequences: ["MKT"] } } },
  };
  const inputs = { dataset: "11", homologs: "12", controls: "13" };
  expect(taskInputs(parameters, inputs, { variants: "5" })).toEqual({
    data_snapshots: { "data.dataset": "11", "data.homologs": "12" },
    data_versions: { variants: "5" },
    inputs,
  });
});
