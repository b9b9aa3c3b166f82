import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { RELEASES } from "./clientMatrix.ts";
import { type Connection, runClient } from "./runClient.ts";

const FOLDER = import.meta.dirname;
/** The last release that runs on Java 11. */
const RELEASE = RELEASES.java;
const MAX_OUTPUT_BYTES = 2 ** 26;

const run = promisify(execFile);

/** Runs the checks for the JDBC driver, Metabase's statements and Trino's CLI. Returns the output; empty if Java or Maven is missing. */
export async function runJavaClients(connection: Connection): Promise<string> {
  const { port, workspace, token, certificatePath } = connection;
  const folder = await mkdtemp(join(tmpdir(), "java-clients-"));
  try {
    const driver = await jarOf("trino-jdbc", "", folder);
    const outputs: string[] = [];
    for (const source of ["ReadTables.java", "ReadAsMetabase.java"]) {
      const args = ["-cp", driver, join(FOLDER, source), port, workspace, token, certificatePath];
      outputs.push(await runClient("java", args, folder));
    }
    outputs.push(await checkCli(await jarOf("trino-cli", "-executable", folder), connection));
    return outputs.join("");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    console.log("JDBC, Metabase's queries and Trino's CLI were not checked: there is no Java.");
    return "";
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function jarOf(name: string, classifier: string, folder: string): Promise<string> {
  const artifact = `io.trino:${name}:${RELEASE}${classifier && `:jar:${classifier.slice(1)}`}`;
  const options = ["-q", "dependency:get", `-Dartifact=${artifact}`, "-Dtransitive=false"];
  // Afterward, Maven resolves more than the jar. This may fail, but only the jar is needed.
  await runClient("mvn", options, folder).catch(() => "");
  return join(homedir(), `.m2/repository/io/trino/${name}/${RELEASE}/${name}-${RELEASE}${classifier}.jar`);
}

/** Reads tables, a multi-page result and an error with Trino's CLI. Throws if it prints anything else; returns the checks. */
async function checkCli(
  jar: string,
  { port, workspace, token, certificatePath }: Connection,
): Promise<string> {
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
  const zone = await execute("SET TIME ZONE 'Asia/Kolkata'; SELECT current_timezone()");
  expectText(zone.replace("SET TIME ZONE\n", ""), "Asia/Kolkata\n");
  const features = ["rows", "large results", "errors", "metadata", "time zone"];
  const checks = features.map((feature) => `checked Trino CLI: ${feature}\n`).join("");
  process.stdout.write(checks);
  return checks;
}

function expectText(actual: string, expected: string): void {
  if (actual !== expected) throw new Error(`The CLI printed ${actual.slice(0, 500)}, and not ${expected}`);
}
