import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const VERSION = "435";
const PORT = 18_435;
const LAUNCHER = `public class Launch {
  public static void main(String[] args) throws Exception { new io.trino.server.Server().start(args[0]); }
}
`;
const PLUGINS = ["memory", "tpch"];

export interface TrinoServer {
  url: string;
  stop: () => void;
}

/**
 * Returns the server at TRINO_URL, or starts a server on loopback from the folder TRINO_HOME, which is first filled from Maven
 * Central (JDK 17 and `mvn` must be installed).
 */
export async function trinoServer(): Promise<TrinoServer> {
  const running = process.env.TRINO_URL;
  if (running) return { url: running, stop: () => undefined };
  const home = process.env.TRINO_HOME ?? join(homedir(), ".cache", `trino-${VERSION}`);
  if (!existsSync(join(home, "complete"))) await fill(home);
  const java = process.env.TRINO_JAVA ?? "java";
  const options = ["-Xmx2G", "-Djdk.attach.allowAttachSelf=true", "-Duser.timezone=UTC"];
  const server = spawn(
    java,
    [...options, "-Dconfig=config.properties", "-cp", "lib/*", "Launch.java", VERSION],
    {
      cwd: home,
      stdio: "ignore",
    },
  );
  const url = `http://127.0.0.1:${PORT}`;
  await ready(url);
  return { url, stop: () => server.kill() };
}

async function fill(home: string): Promise<void> {
  await mkdir(join(home, "plugin"), { recursive: true });
  await mkdir(join(home, "catalog"), { recursive: true });
  const write = (name: string, lines: string[]): Promise<void> =>
    writeFile(join(home, name), `${lines.join("\n")}\n`);
  await write("Launch.java", [LAUNCHER]);
  await write("pom.xml", [
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>`,
    `<groupId>local</groupId><artifactId>trino</artifactId><version>1</version><dependencies><dependency>`,
    `<groupId>io.trino</groupId><artifactId>trino-main</artifactId><version>${VERSION}</version>`,
    `</dependency></dependencies></project>`,
  ]);
  await write("config.properties", [
    "coordinator=true",
    "node-scheduler.include-coordinator=true",
    `http-server.http.port=${PORT}`,
    `discovery.uri=http://127.0.0.1:${PORT}`,
    "node.environment=test",
    "node.bind-ip=127.0.0.1",
    "node.internal-address=127.0.0.1",
    `plugin.dir=${join(home, "plugin")}`,
    `catalog.config-dir=${join(home, "catalog")}`,
  ]);
  for (const name of PLUGINS) await write(`catalog/${name}.properties`, [`connector.name=${name}`]);
  maven(home, "dependency:copy-dependencies", "-DincludeScope=runtime", "-DoutputDirectory=lib");
  for (const name of PLUGINS) {
    maven(
      home,
      "dependency:copy",
      `-Dartifact=io.trino:trino-${name}:${VERSION}:zip`,
      "-DoutputDirectory=zips",
    );
    run(home, "jar", "--extract", "--file", join("zips", `trino-${name}-${VERSION}.zip`));
    await rename(join(home, `trino-${name}-${VERSION}`), join(home, "plugin", name));
  }
  await write("complete", [VERSION]);
}

function maven(home: string, ...args: string[]): void {
  run(home, "mvn", "-q", "-B", ...args);
}

function run(home: string, command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: home, stdio: "inherit" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}

async function ready(url: string): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    await sleep(1_000);
    const info = await fetch(`${url}/v1/info`).then(
      (response) => response.json() as Promise<{ starting: boolean }>,
      () => undefined,
    );
    if (info && !info.starting) return;
  }
  throw new Error("Trino did not start in two minutes");
}
