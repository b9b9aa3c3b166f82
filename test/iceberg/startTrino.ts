import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { classPath, findJava } from "../support/javaPrograms.ts";

const FOLDER = join(import.meta.dirname, "trino");
const MIN_JAVA = 24;
/** Options that Trino requires. */
const OPTIONS = [
  "-Xmx1500m",
  "-Duser.timezone=UTC",
  "-Djdk.attach.allowAttachSelf=true",
  "--add-modules=jdk.incubator.vector",
  "--sun-misc-unsafe-memory-access=allow",
  "--enable-native-access=ALL-UNNAMED",
];
/** Error output to show if Trino fails, in lines. */
const SHOWN_LINES = 40;

/** Properties of a catalog, without its name. */
export type CatalogProperties = Record<string, string> & { connector: string };

export interface RunningTrino {
  url: string;
  stop: () => Promise<void>;
}

/**
 * Starts a Trino server on a random port with its Iceberg and Hive connectors, and the given catalogs. Throws NoJava if Java 24
 * or Maven is missing.
 */
export async function startTrino(catalogs: Record<string, CatalogProperties>): Promise<RunningTrino> {
  const java = await findJava(MIN_JAVA);
  const program = ["-cp", await classPath(join(FOLDER, "pom.xml")), join(FOLDER, "TrinoServer.java")];
  const named = Object.entries(catalogs).flatMap(([catalog, properties]) =>
    Object.entries(properties).map(([name, value]) => `${catalog}.${name}=${value}`),
  );
  const child = spawn(java, [...OPTIONS, ...program, ...named], { stdio: ["pipe", "pipe", "pipe"] });
  const exit = once(child, "exit");
  const log: string[] = [];
  createInterface(child.stderr).on("line", (line) => {
    log.push(line);
    if (log.length > SHOWN_LINES) log.shift();
  });
  const [url] = await Promise.race([
    once(createInterface(child.stdout), "line") as Promise<[string]>,
    exit.then(([code]) => {
      throw new Error(`Trino ended with exit code ${code}:\n${log.join("\n")}`);
    }),
  ]);
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await exit;
  };
  return { url, stop };
}
