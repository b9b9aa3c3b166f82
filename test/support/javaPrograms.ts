import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Folder for lists of the jars of a project file, one file per project file. */
const CACHE = resolve(import.meta.dirname, "../../node_modules/.cache/java");
/** Errors of Maven without a network; any other error is a failure, such as a wrong checksum. */
const IS_OFFLINE = /Unknown host|Connection (?:refused|timed out|reset)|Network is unreachable/;
/** Folder in which Linux distributions install JDKs. */
const JDKS = "/usr/lib/jvm";

/** Reason that a check is skipped. */
export class NoJava extends Error {}

/**
 * Returns the path of a `java` program whose major version is from `min` to `max`: JAVA_HOME's, the one on the PATH, or one in
 * /usr/lib/jvm. Throws NoJava if there is none.
 */
export async function findJava(min: number, max = Number.POSITIVE_INFINITY): Promise<string> {
  const { JAVA_HOME } = process.env;
  const installed = await readdir(JDKS).catch(() => []);
  const homes = [...(JAVA_HOME ? [JAVA_HOME] : []), ...installed.map((name) => join(JDKS, name))];
  for (const java of ["java", ...homes.map((home) => join(home, "bin/java"))]) {
    const version = await versionOf(java);
    if (version >= min && version <= max) return java;
  }
  const range = max === Number.POSITIVE_INFINITY ? `Java ${min} or later` : `Java ${min} to ${max}`;
  throw new NoJava(`no ${range}`);
}

/**
 * Returns the class path with all jars of a Maven project file; Maven downloads those that are missing, and verifies their
 * checksums. Throws NoJava if Maven or the network is unavailable.
 */
export async function classPath(projectFile: string): Promise<string> {
  const digest = createHash("sha256")
    .update(await readFile(projectFile))
    .digest("hex");
  const output = join(CACHE, `${digest.slice(0, 16)}.txt`);
  await mkdir(CACHE, { recursive: true });
  const goal = ["dependency:build-classpath", `-Dmdep.outputFile=${output}`];
  await run("mvn", ["-B", "-q", "--strict-checksums", "-f", projectFile, ...goal]).catch((error: unknown) => {
    const { code, stdout = "" } = error as { code?: string; stdout?: string };
    const [line = String(error)] = stdout.split("\n").filter((one) => one.includes("ERROR"));
    if (code === "ENOENT") throw new NoJava("no Maven");
    if (IS_OFFLINE.test(stdout)) throw new NoJava(`the jars cannot be downloaded: ${line}`);
    throw new Error(`Maven failed: ${line}`, { cause: error });
  });
  return await readFile(output, "utf8");
}

/** Returns the major version of a `java` program; NaN if it cannot be run. */
async function versionOf(java: string): Promise<number> {
  try {
    const { stderr } = await run(java, ["-version"]);
    return Number(/version "(\d+)/.exec(stderr)?.[1]);
  } catch {
    return Number.NaN;
  }
}
