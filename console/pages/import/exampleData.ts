import type { TableConfig } from "#client/importFiles.ts";
import type { Workspace } from "#client/workspace.ts";
import { chosenProject } from "../../parts/chosenProject.ts";

const ROWS = 1_000;
const SEED = 1;
export const EXAMPLE_TABLE = "variants";

/** Generates a file of measurements for variants of a fictional enzyme. */
export async function exampleFile(): Promise<File> {
  const { generateVariants, toCsv } = await import("#examples/variants.ts");
  return new File([toCsv(generateVariants(ROWS, SEED))], "variants.csv");
}

/** Loads the example into a new table. */
export async function loadExample(workspace: Workspace): Promise<void> {
  const file = await exampleFile();
  const { config } = await workspace.preview(file, file.name);
  await workspace.import(
    { name: file.name, content: file },
    {
      into: EXAMPLE_TABLE,
      context: { project: await chosenProject(workspace, "example") },
      config: config as TableConfig,
    },
  );
}
