import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Platform } from "#local/startPlatform.ts";
import { installPackage } from "./installPackage.ts";
import { memberEnvironment } from "./memberEnvironment.ts";
import { preparePython } from "./preparePython.ts";
import { runProgram, withPlatform } from "./withPlatform.ts";

const NOTEBOOK = resolve(import.meta.dirname, "../../examples/round.ipynb");
const PYRIGHT = "pyright@1.1.414";

/**
 * Installs the Python package in an environment without other packages of this repository, runs the example notebook against
 * a separate platform, and checks the types of its code. `--write` stores the outputs in the notebook.
 */
process.exitCode = await withPlatform(
  () => preparePython(join(import.meta.dirname, "notebookRequirements.txt")),
  async (platform, programs) => {
    const folder = await mkdtemp(join(tmpdir(), "notebook-"));
    try {
      const installed = await installPackage(join(programs, "python"), folder);
      const code = await runNotebook(platform, programs, folder, installed);
      return code === 0 ? await checkTypes(programs, folder, installed) : code;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

async function runNotebook(
  platform: Platform,
  programs: string,
  folder: string,
  installed: string,
): Promise<number> {
  const output = join(folder, "output.ipynb");
  const environment = {
    ...(await memberEnvironment(platform)),
    PYTHONPATH: installed,
    // The kernel is that of the environment, not one that the user installed.
    JUPYTER_PATH: join(programs, "../share/jupyter"),
    IPYTHONDIR: join(folder, "ipython"),
  };
  const script = join(import.meta.dirname, "run_notebook.py");
  const code = await runProgram(
    join(programs, "python"),
    [script, NOTEBOOK, folder, output],
    folder,
    environment,
  );
  if (code === 0 && process.argv.includes("--write")) await copyFile(output, NOTEBOOK);
  return code;
}

/** Checks the notebook's code with pyright in its strict mode, if npm can download it. */
async function checkTypes(programs: string, folder: string, installed: string): Promise<number> {
  const found = await runProgram("npx", ["--yes", PYRIGHT, "--version"], folder);
  if (found !== 0) {
    console.log("pyright cannot be downloaded, so the types were not checked");
    return 0;
  }
  const { cells } = JSON.parse(await readFile(NOTEBOOK, "utf8")) as {
    cells: { cell_type: string; source: string | string[] }[];
  };
  const code = cells.flatMap(({ cell_type, source }) =>
    cell_type === "code" ? `${[source].flat().join("")}\n` : [],
  );
  await writeFile(join(folder, "round.py"), code.join(""));
  const configuration = {
    include: ["round.py"],
    extraPaths: [installed],
    typeCheckingMode: "strict",
    // A cell ends with the value that it shows.
    reportUnusedExpression: false,
    // The types of matplotlib are incomplete.
    reportUnknownMemberType: false,
    pythonVersion: "3.10",
  };
  await writeFile(join(folder, "pyrightconfig.json"), JSON.stringify(configuration));
  return runProgram("npx", ["--yes", PYRIGHT, "--pythonpath", join(programs, "python")], folder);
}
