import type { Recipe } from "./recipe.ts";

const TEST = `import { expect, it } from "vitest";
import { newLab } from "../support/lab.ts";

it("the artifacts of a member are listed", async () => {
  const lab = await newLab();
  expect(await lab.api.get("/data/artifact:list?created_by=user_1")).toEqual({ items: [], cursor: null });
});
`;

export const addListFilter: Recipe = {
  heading: "Add a list filter",
  first: [
    {
      file: "shared/store/artifacts.ts",
      after: "export interface ArtifactFilter extends ContextFilter {\n  type: string | null;\n",
      insert: "  createdBy: string | null;\n",
    },
  ],
  rest: [
    {
      file: "shared/store/artifacts.ts",
      before: "  const { type, includeArchived } = filter;\n",
      insert: "  const { createdBy } = filter;\n",
    },
    {
      file: "shared/store/artifacts.ts",
      after: "identity: JSON.stringify([",
      insert: "createdBy, ",
    },
    {
      file: "shared/store/artifacts.ts",
      after: "          .filter((artifact) => type === null || artifact.type === type)\n",
      insert: "          .filter((artifact) => createdBy === null || artifact.created_by === createdBy)\n",
    },
    {
      file: "shared/tasks/training/chooseScales.ts",
      after: 'type: "model.scorer/v1", ',
      insert: "createdBy: null, ",
    },
    {
      file: "functions/artifacts/listArtifacts.ts",
      after: "      round_id: optional(RoundId),\n",
      insert: `      created_by: v.pipe(
        optional(v.string()),
        v.description("Only artifacts of this user"),
        v.examples(["user_1"]),
      ),
`,
    },
    {
      file: "functions/artifacts/listArtifacts.ts",
      after: "readArtifacts(workspace, { ",
      insert: "createdBy: query.created_by, ",
    },
    { file: "test/functions/artifactsOfMembers.test.ts", create: TEST },
  ],
  tests: ["test/functions/artifactsOfMembers.test.ts", "test/functions/openapi.test.ts"],
};
