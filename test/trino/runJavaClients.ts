import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { runProgram } from "../python/withPlatform.ts";

const FOLDER = import.meta.dirname;
/** Release of Trino's Java clients: the last one that runs on Java 11. */
const RELEASE = "476";
const MAX_OUTPUT_BYTES = 2 ** 26;

const run = promisify(execFile);

export interface Connection {
  port: string;
  workspace: string;
  token: string;
  certificatePath: string;
}

/** Runs the checks for the JDBC driver and Trino's CLI. Returns the exit code; 0 if Java or Maven is missing. */
export async function runJavaClients(connection: Connection): Promise<number> {
  const { port, workspace, token, certificatePath } = connection;
  const folder = await mkdtemp(join(tmpdir(), "java-clients-"));
  try {
    const driver = await jarOf("trino-jdbc", "", folder);
    const source = join(FOLDER, "ReadTables.java");
    const args = ["-cp", driver, source, port, workspace, token, certificatePath];
    const code = await runProgram("java", args, folder);
    await checkCli(await jarOf("trino-cli", "-executable", folder), connection);
    return code;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    console.log("JDBC and Trino's CLI were not checked: there is no Java.");
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function jarOf(name: string, classifier: string, folder: string): Promise<string> {
  const artifact = `io.trino:${name}:${RELEASE}${classifier && `:jar:${classifier.slice(1)}`}`;
  const options = ["-q", "dependency:get", `-Dartifact=${artifact}`, "-Dtransitive=false"];
  // Afterward, Maven resolves more than the jar. This may fail, but only the jar is needed.
  await runProgram("mvn", options, folder).catch(() => 1);
  return join(homedir(), `.m2/repository/io/trino/${name}/${RELEASE}/${name}-${RELEASE}${classifier}.jar`);
}

/** Reads tables, a multi-page result and an error with Trino's CLI. Throws if it prints anything else. */
async function checkCli(jar: string, { port, workspace, token, certificatePath }: Connection): Promise<void> {
  const execute = async (sql: string): Promise<string> => {
    const server = ["--server", `https://localhost:${port}`, "--truststore-path", certificatePath];
    const names = ["--catalog", workspace, "--schema", "main", "--access-token", token];
    const options = [...server, ...names, "--output-format", "CSV_UNQUOTED", "--execute", sql];
    const { stdout } = await run("java", ["-jar", jar, ...options], { maxBuffer: MAX_OUTPUT_BYTES });
    return stdout;
  };
  expectText(
    await execute("SHOW TABLES; SELECT whole FROM every_type WHERE id = 1"),
    "every_type\nfew\n9223372036854775807\n",
  );
  const lines = await execute(
    "SELECT 'row ' || CAST(x AS VARCHAR) FROM UNNEST(sequence(1, 10000)) t (x), UNNEST(sequence(1, 20)) s (y)",
  );
  expectText(String(new Set(lines.trimEnd().split("\n")).size), "10000");
  expectText(String(lines.trimEnd().split("\n").length), "200000");
  const refused = await execute("SELECT * FROM missing").catch(
    (error: { stderr?: string }) => error.stderr ?? "",
  );
  if (!refused.includes('There is no table "missing"')) throw new Error(`The CLI printed: ${refused}`);
  console.log("checkCli passed");
}

function expectText(actual: string, expected: string): void {
  if (actual !== expected) throw new Error(`The CLI printed ${actual.slice(0, 500)}, and not ${expected}`);
}
