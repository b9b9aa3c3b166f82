import type { Edit, Recipe } from "./recipe.ts";

/** A third version of the analysis with the parameters and the computation of the second. */
const OPERATION = `export const createAnalyzeDataV3 = creation("analyze.data/v3", AnalyzeV2, usesOfAnalysis, exampleAnalyzeV2, {
  summary: "Analyze a data set (third version)",
  description: ANALYSIS,
});

`;
const TEST = `import { expect, it } from "vitest";
import { analysis, labWithVariants, type TaskView, waitForTask } from "../support/taskLab.ts";

it("a task of the new type is completed with a report", async () => {
  const lab = await labWithVariants(20);
  const { id } = await lab.api.post<TaskView>("/task/analyze.data/v3:create", analysis(lab));
  expect(await waitForTask(lab, id)).toMatchObject({
    state: "COMPLETED",
    type: "analyze.data/v3",
    result: { report: { artifact_id: expect.any(String) } },
  });
});
`;

const line = (file: string, after: string, insert: string): Edit => ({ file, after, insert });

export const addTaskType: Recipe = {
  heading: "Add a task type",
  first: [
    line("shared/domain/tasks/task.ts", '  "analyze.data/v2",\n', '  "analyze.data/v3",\n'),
    line("shared/domain/tasks/taskProgress.ts", '    | "analyze.data/v2"\n', '    | "analyze.data/v3"\n'),
  ],
  rest: [
    line(
      "shared/domain/tasks/taskProgress.ts",
      '    case "analyze.data/v2":\n',
      '    case "analyze.data/v3":\n',
    ),
    line(
      "shared/domain/tasks/parameterSchemas.ts",
      '  "analyze.data/v2": AnalyzeV2,\n',
      '  "analyze.data/v3": AnalyzeV2,\n',
    ),
    line("shared/tasks/programs.ts", '  "analyze.data/v2": analyze,\n', '  "analyze.data/v3": analyze,\n'),
    {
      file: "functions/tasks/createTasks.ts",
      before: "export const createTrain = creation(",
      insert: OPERATION,
    },
    line(
      "functions/operations.ts",
      "import {\n  createAnalyzeDataV1,\n  createAnalyzeDataV2,\n",
      "  createAnalyzeDataV3,\n",
    ),
    line("functions/operations.ts", "  createAnalyzeDataV2,\n  createTrain,\n", "  createAnalyzeDataV3,\n"),
    line(
      "console/pages/tasks/taskTitle.ts",
      '  "analyze.data/v2": "Analysis",\n',
      '  "analyze.data/v3": "Analysis",\n',
    ),
    line(
      "console/pages/tasks/earlier.ts",
      '  "analyze.data/v2": "analyze",\n',
      '  "analyze.data/v3": "analyze",\n',
    ),
    {
      file: "test/conformance/taskBodies.ts",
      before: '  "train/v2": ({ table }) => ({\n',
      insert:
        '  "analyze.data/v3": ({ table }) => ({ reference: { monomer: MONOMER }, ...analysis(table) }),\n',
    },
    line(
      "test/conformance/rules/parameterShapeRules.ts",
      '  "analyze.data/v2": ANALYZE_V2,\n',
      '  "analyze.data/v3": ANALYZE_V2,\n',
    ),
    line(
      "test/conformance/rules/taskRules.ts",
      '  ["createAnalyzeDataV2", "analyze.data/v2"],\n',
      '  ["createAnalyzeDataV3", "analyze.data/v3"],\n',
    ),
    { file: "test/functions/newTaskType.test.ts", create: TEST },
  ],
  tests: [
    "test/functions/newTaskType.test.ts",
    "test/functions/openapi.test.ts",
    "test/conformance/table.test.ts",
  ],
};
