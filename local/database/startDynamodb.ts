import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as v from "valibot";
import type { Credentials } from "../signature/authorization.ts";
import type { DatabaseEngine } from "./databaseEngine.ts";
import { startDatabaseProxy } from "./databaseProxy.ts";
import { purgeableEngine } from "./purgeableEngine.ts";
import { startDynamodbLocal } from "./startDynamodbLocal.ts";
import { startDynoxide } from "./startDynoxide.ts";
import { type EngineProcess, superviseEngine } from "./superviseEngine.ts";

const TableNames = v.pipe(v.string(), v.parseJson(), v.object({ TableNames: v.array(v.string()) }));

/**
 * Starts the embedded DynamoDB with its tables. This process calls the engine directly, also on behalf of its workers;
 * the proxy at the returned address serves signed requests. No other process can reach the engine. An engine that exits is
 * started again; `onLost` is called if that fails repeatedly.
 */
export async function startDynamodb(
  directory: string,
  tables: readonly string[],
  credentials: Credentials,
  onLost: (reason: Error) => void = () => undefined,
): Promise<{ url: string; engine: string; call: DatabaseEngine["call"]; close: () => Promise<void> }> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const engine = await superviseEngine(() => startEngine(directory), onLost);
  try {
    await createTables(engine, tables);
    const proxy = await startDatabaseProxy(engine, credentials);
    const close = async (): Promise<void> => {
      await proxy.close();
      await engine.close();
    };
    return { url: proxy.url, engine: engine.name, call: engine.call, close };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function startEngine(directory: string): Promise<EngineProcess> {
  const binary = dynoxideBinary();
  if (binary === null) return await startDynamodbLocal(directory);
  const path = join(directory, "dynamodb.sqlite");
  return purgeableEngine(await startDynoxide(binary, path), path);
}

/** Returns the path to dynoxide; null if it is not installed on this machine. */
function dynoxideBinary(): string | null {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  try {
    const { resolve } = createRequire(import.meta.url);
    const binary = join(dirname(resolve("@dynoxide/linux-x64/package.json")), "dynoxide");
    return existsSync(binary) ? binary : null;
  } catch {
    // Optional dependency: without it, Amazon's DynamoDB Local is used.
    return null;
  }
}

async function createTables(engine: DatabaseEngine, tables: readonly string[]): Promise<void> {
  const existing = v.parse(TableNames, await callOrThrow(engine, "ListTables", {})).TableNames;
  for (const table of tables) {
    if (existing.includes(table)) continue;
    await callOrThrow(engine, "CreateTable", {
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
    });
  }
}

async function callOrThrow(engine: DatabaseEngine, operation: string, request: object): Promise<string> {
  const { status, body } = await engine.call(operation, Buffer.from(JSON.stringify(request)));
  if (status === 200) return body.toString();
  throw new Error(`${engine.name} answered ${status} to ${operation}: ${body}`);
}
