import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { classPath, findJava } from "../support/javaPrograms.ts";

const FOLDER = join(import.meta.dirname, "spark");
/** Packages of the JDK that Spark accesses by reflection, as listed in its own launcher. */
const OPENED = [
  "java.lang",
  "java.lang.invoke",
  "java.lang.reflect",
  "java.io",
  "java.net",
  "java.nio",
  "java.util",
  "java.util.concurrent",
  "java.util.concurrent.atomic",
  "sun.nio.ch",
  "sun.nio.cs",
  "sun.security.action",
  "sun.util.calendar",
].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`);
/** Error output to show if Spark fails, in characters. */
const SHOWN_CHARACTERS = 4_000;

export interface Catalog {
  /** Regional address of the platform. */
  url: string;
  workspace: string;
  token: string;
}

/**
 * Runs queries with Spark, which reads a workspace through the catalog `lab`. Returns a line per row: the number of the query, a
 * tab, and the row as JSON, or the error as a JSON string. Throws NoJava if Java 17 or Maven is missing.
 */
export async function readWithSpark(
  { url, workspace, token }: Catalog,
  queries: readonly string[],
): Promise<string> {
  const java = await findJava(17, 17);
  const settings = {
    "spark.sql.catalog.lab": "org.apache.iceberg.spark.SparkCatalog",
    "spark.sql.catalog.lab.type": "rest",
    "spark.sql.catalog.lab.uri": `${url}/iceberg`,
    "spark.sql.catalog.lab.warehouse": workspace,
    "spark.sql.catalog.lab.token": token,
    "spark.sql.catalog.lab.io-impl": "org.apache.iceberg.aws.s3.S3FileIO",
    "spark.sql.catalog.lab.header.X-Iceberg-Access-Delegation": "vended-credentials",
    "spark.ui.enabled": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
  };
  const program = ["-cp", await classPath(join(FOLDER, "pom.xml")), join(FOLDER, "ReadVersions.java")];
  const named = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const child = spawn(java, ["-Xmx1g", ...OPENED, ...program, ...named, "--", ...queries], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [rows, log, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  if (code !== 0) throw new Error(`Spark ended with exit code ${code}:\n${log.slice(-SHOWN_CHARACTERS)}`);
  return rows;
}
