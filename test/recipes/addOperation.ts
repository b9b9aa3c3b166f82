import type { Recipe } from "./recipe.ts";

const OPERATION = `import * as v from "valibot";
import { operation } from "#shared/http/operations/operation.ts";
import { listProjects } from "#shared/store/projects.ts";

const COUNT = v.pipe(v.number(), v.integer(), v.examples([2]));

export const countProjects = operation(
  {
    summary: "Count projects",
    method: "GET",
    path: "/v2/workspace/{workspace}/project:count",
    tag: "Projects",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    response: v.object({ active: COUNT, all: COUNT }),
  },
  async ({ workspace }) => {
    const request = { limit: 1000, cursor: null, order: "ASC" } as const;
    const [active, all] = await Promise.all([
      listProjects(workspace, false, request),
      listProjects(workspace, true, request),
    ]);
    return { active: active.items.length, all: all.items.length };
  },
);
`;
const TEST = `import { expect, it } from "vitest";
import { newLab } from "../support/lab.ts";

it("the projects of a workspace are counted", async () => {
  const lab = await newLab();
  const before = await lab.api.get<{ active: number; all: number }>("/project:count");
  const { id } = await lab.api.post<{ id: string }>("/project:create", { name: "counted" });
  await lab.api.post(\`/project:archive?id=\${id}\`);
  expect(await lab.api.get("/project:count")).toEqual({ active: before.active, all: before.all + 1 });
});
`;

export const addOperation: Recipe = {
  heading: "Add an operation",
  first: [
    { file: "functions/projects/countProjects.ts", create: OPERATION },
    {
      file: "functions/operations.ts",
      before: 'import { createProject } from "./projects/createProject.ts";\n',
      insert: 'import { countProjects } from "./projects/countProjects.ts";\n',
    },
    { file: "functions/operations.ts", after: "  listProjects,\n", insert: "  countProjects,\n" },
  ],
  rest: [
    {
      file: "test/conformance/rules/projectRules.ts",
      before: '  operationRule(\n    "getProject",\n',
      insert: `  operationRule(
    "countProjects",
    OPERATIONS,
    "count projects",
    "the projects of a workspace are counted",
    async (site) => {
      expect(expectSuccess(await site.get("/project:count")).active).toBeGreaterThan(0);
    },
  ),
`,
    },
    { file: "test/functions/countProjects.test.ts", create: TEST },
  ],
  tests: [
    "test/functions/openapi.test.ts",
    "test/functions/documentedOperations.test.ts",
    "test/functions/countProjects.test.ts",
    "test/infra/stacks/stacks.sampled.test.ts",
  ],
};
