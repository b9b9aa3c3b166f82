// @ts-check
// Imports a file into a table, and prints the number of its rows. The second run declines to load the same rows again.
//   PDP_WORKSPACE=lab PDP_TOKEN=… node node.mjs plate.csv plates
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { connect } from "protein-data-platform-client/connect";
import { ApiError, DataProblems, ImportDeclined } from "protein-data-platform-client/errors";

const [path = "plate.csv", table = "plates"] = process.argv.slice(2);
const {
  PDP_URL: url = "http://127.0.0.1:4000",
  PDP_WORKSPACE: workspace = "lab",
  PDP_TOKEN: token = "",
} = process.env;

try {
  const lab = await connect({ url, workspace, token });
  const { value: project } = await lab.projects().next();
  if (!project) throw new Error("Create a project first: pdp project create hydrolase");
  const content = new Blob([await readFile(path)]);
  const { config } = await lab.preview(content, basename(path), { project_id: project.id });
  if (config === null) throw new Error(`${path} is not a table: the service does not recognize its format.`);
  const load = await lab.import(
    { name: basename(path), content },
    { into: table, config, context: { project: project.id }, confirm: (warnings) => warnings.length === 0 },
  );
  console.log(`load ${load.id}`);
  const result = await lab.query(`SELECT count(*) AS n FROM ${table}`);
  for (const { n } of await result.rows()) console.log(`${n} rows in ${table}`);
} catch (error) {
  if (error instanceof ImportDeclined) console.error("These rows are already in the table.");
  else if (error instanceof DataProblems) console.error(error.sentences.join("\n"));
  else if (error instanceof ApiError) console.error(`${error.code}: ${error.message}`);
  else throw error;
  process.exitCode = 1;
}
