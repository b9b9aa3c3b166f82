import type { Recipe } from "./recipe.ts";

const COMMAND = `import type { CliCommand } from "../../command.ts";

/** Prints the number of projects. */
export const count: CliCommand = {
  run: async (cli) => {
    const workspace = await cli.workspace();
    let projects = 0;
    for await (const _ of workspace.projects()) projects += 1;
    cli.print(\`\${projects}\\n\`);
  },
};
`;

const TEST = `import { afterAll, beforeAll, expect, test } from "vitest";
import { newLab } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";

let pdp: Pdp;

beforeAll(async () => {
  pdp = await Pdp.open(await newLab());
});
afterAll(() => pdp.close());

test("projects are counted", async () => {
  expect(await pdp.done("project", "count")).toBe("1\\n");
});
`;

export const addCommand: Recipe = {
  heading: "Add a command",
  first: [{ file: "cli/commands/project/count.ts", create: COMMAND }],
  rest: [
    {
      file: "cli/commandModules.ts",
      before: '  "project show": ',
      insert: '  "project count": () => import("./commands/project/count.ts"),\n',
    },
    {
      file: "cli/commandTable.ts",
      before: '  "project show": ',
      insert: '  "project count": "count projects",\n',
    },
    { file: "test/cli/countedProjects.test.ts", create: TEST },
  ],
  tests: ["test/cli/countedProjects.test.ts", "test/clients/commandLine.test.ts"],
};
