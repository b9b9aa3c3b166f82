import { join } from "node:path";
import { preparePython } from "../python/preparePython.ts";
import { runProgram, withPlatform } from "../python/withPlatform.ts";
import { AT_ONCE, filledWorkspace } from "./filledWorkspace.ts";

const FOLDER = import.meta.dirname;

/** Reads every version of a table with unmodified Iceberg clients: pyiceberg and DuckDB's extension. */
process.exitCode = await withPlatform(
  () => preparePython(join(FOLDER, "requirements.txt")),
  async (platform, programs) => {
    const { workspace, token, versions, reference } = await filledWorkspace(platform);
    const args = [platform.euUrl, workspace, token, reference, ...versions];
    return runProgram(join(programs, "python"), [join(FOLDER, "readVersions.py"), ...args], FOLDER);
  },
  AT_ONCE,
);
