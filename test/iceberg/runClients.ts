import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Platform } from "#local/startPlatform.ts";
import { preparePython } from "../python/preparePython.ts";
import { runProgram, withPlatform } from "../python/withPlatform.ts";
import { NoJava } from "../support/javaPrograms.ts";
import { AT_ONCE, type FilledWorkspace, filledWorkspace } from "./filledWorkspace.ts";
import { icebergQueries } from "./icebergQueries.ts";
import { readWithSpark } from "./readWithSpark.ts";
import { readWithTrino } from "./readWithTrino.ts";

const FOLDER = import.meta.dirname;

/** Clients by the argument that selects them. */
const CLIENTS = { python: readWithPython, spark: compareSpark, trino: compareTrino };

/**
 * Reads every version of a table with unmodified Iceberg clients, and compares every value with the platform's SQL. Without an
 * argument, the clients are pyiceberg and DuckDB's extension; with `spark` or `trino`, the named engine reads instead.
 */
const [name = "python"] = process.argv.slice(2);
if (!Object.hasOwn(CLIENTS, name))
  throw new Error(`There is no client "${name}". Choose from: ${Object.keys(CLIENTS).join(", ")}.`);
process.exitCode = await withPlatform(
  () => preparePython(join(FOLDER, "requirements.txt")),
  async (platform, programs) => {
    const filled = await filledWorkspace(platform);
    return CLIENTS[name as keyof typeof CLIENTS](platform, join(programs, "python"), filled);
  },
  AT_ONCE,
);

function argumentsOf({ euUrl }: Platform, filled: FilledWorkspace): string[] {
  return [euUrl, filled.workspace, filled.token, filled.reference, ...filled.versions];
}

async function readWithPython(platform: Platform, python: string, filled: FilledWorkspace): Promise<number> {
  return runProgram(python, [join(FOLDER, "readVersions.py"), ...argumentsOf(platform, filled)], FOLDER);
}

async function compareSpark(platform: Platform, python: string, filled: FilledWorkspace): Promise<number> {
  return compare("Spark", platform, python, filled, (queries) =>
    readWithSpark({ url: platform.euUrl, ...filled }, queries),
  );
}

async function compareTrino(platform: Platform, python: string, filled: FilledWorkspace): Promise<number> {
  return compare("Trino", platform, python, filled, (queries) =>
    readWithTrino(platform, { url: platform.euUrl, ...filled }, queries),
  );
}

/** Compares the rows that a Java client reads. Returns 0 if the client cannot be installed. */
async function compare(
  client: string,
  platform: Platform,
  python: string,
  filled: FilledWorkspace,
  read: (queries: string[]) => Promise<string>,
): Promise<number> {
  try {
    const rows = await read(icebergQueries(filled.reference, filled.versions));
    const args = [join(FOLDER, "compareRows.py"), client, ...argumentsOf(platform, filled)];
    const child = spawn(python, args, { stdio: ["pipe", "inherit", "inherit"] });
    child.stdin.end(rows);
    const [code] = await once(child, "exit");
    return code ?? 1;
  } catch (error) {
    if (!(error instanceof NoJava)) throw error;
    console.log(`skipped, ${client}: ${error.message}`);
    return 0;
  }
}
