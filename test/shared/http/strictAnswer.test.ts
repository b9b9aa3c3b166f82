import { describe, expect, test } from "vitest";
import { strictAnswer } from "#shared/http/strictAnswer.ts";

const long = "n".repeat(300);
const cut = (length: number) => `${"n".repeat(length - 1)}…`;

describe("strict responses", () => {
  test("texts that are longer than the specification allows end with … in strict responses", () => {
    const user = { user_type: "USER", user_id: "u", name: long, email: `${long}@example.org` };
    expect(strictAnswer(user, true)).toMatchObject({ user_id: "u", name: cut(200), email: cut(200) });
    const workspace = { name: "lab", display_name: long, capabilities: {} };
    expect(strictAnswer(workspace, true)).toMatchObject({ name: "lab", display_name: cut(200) });
    const project = { name: long, modality: null, description: long };
    expect(strictAnswer({ items: [project], cursor: null }, true)).toEqual({
      items: [{ ...project, name: cut(64) }],
      cursor: null,
    });
    expect(strictAnswer({ name: long, project_id: "1" }, true)).toEqual({ name: cut(64), project_id: "1" });
  });

  test("a task without a known form is returned unchanged by an operation that changed it", () => {
    const task = { id: "1", type: "predict/v1", data_snapshots: {}, parameters: { scorer: {} } };
    expect(strictAnswer(task, false)).toEqual(task);
    expect(() => strictAnswer(task, true)).toThrow("The task 1 has no form that strict clients know");
    const structure = {
      id: "2",
      type: "protein.structure/v1",
      data: {},
      producer: { kind: "USER", user_id: "u" },
    };
    expect(() => strictAnswer(structure, true)).toThrow(
      "The artifact 2 has no form that strict clients know",
    );
  });

  test("a list of sources is shown as a query of the rows that the task reads", () => {
    const dataset = [
      { kind: "TABLE", table: "a" },
      { kind: "LITERAL", num_rows: 9 },
    ];
    const shown = (sources: object, data_snapshots: object) =>
      strictAnswer(
        { id: "7", type: "train/v2", data_snapshots, parameters: { dataset: sources, assays: [] } },
        true,
      );
    const query = "SELECT * FROM tasks.task_7.dataset_0 UNION ALL SELECT * FROM tasks.task_7.dataset_1";
    expect(shown(dataset, {})).toMatchObject({ parameters: { data: { dataset: { kind: "QUERY", query } } } });
    expect(shown(dataset.slice(0, 1), { dataset: "5" })).toMatchObject({
      parameters: { data: { dataset: dataset[0] } },
      data_snapshots: { "data.dataset": "5" },
    });
    expect(shown(dataset.slice(1), { "dataset.0": "5" })).toMatchObject({
      parameters: { data: { dataset: { kind: "SNAPSHOT", id: "5" } } },
    });
  });
});
