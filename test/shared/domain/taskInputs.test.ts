import { expect, it } from "vitest";
import { taskInputs } from "#shared/domain/tasks/taskInputs.ts";
import { createTask } from "#shared/domain/tasks/taskTransitions.ts";
import { upgradeTask } from "#shared/domain/tasks/upgradeTask.ts";
import { emptyTask } from "#test/support/emptyTask.ts";

const STAMP = { by: "user_1", at: "2026-11-26T10:00:00.000Z" };
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

it("table versions of a task from an earlier release are moved to the new field, and snapshots without an id are hidden", () => {
  const { data_versions: _, inputs: __, ...fields } = createTask("17", emptyTask("train/v2"), STAMP);
  const data_snapshots = { variants: "5", homologs: "6", dataset: "tasks.task_17.dataset" };
  const stored = { ...fields, data_snapshots } as never;
  expect(upgradeTask(stored)).toMatchObject({
    data_snapshots: {},
    data_versions: { variants: "5", homologs: "6" },
    inputs: { dataset: null },
  });
  const current = createTask("17", emptyTask("train/v2"), STAMP);
  expect(upgradeTask(current)).toBe(current);
});
