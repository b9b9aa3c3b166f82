import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AthenaClient } from "@aws-sdk/client-athena";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { RelationFile } from "@pdp/trino/relations";
import { startS3 } from "#local/s3/startS3.ts";
import {
  type AthenaOptions,
  type AthenaRuntime,
  athenaRuntime,
} from "#shared/engines/athena/athenaEngine.ts";
import { glueCalls } from "#shared/engines/athena/glueClient.ts";
import { listFiles } from "#shared/engines/athena/s3Place.ts";
import type { SqlEngine } from "#shared/engines/engine.ts";
import { parquetLake } from "#test/shared/engines/parquetLake.ts";
import { type RunningAthena, startAthena } from "./startAthena.ts";

export const WORKSPACE = "2200000000000001";

/** Tables consisting of real Parquet files in S3, with Athena's engine over them. */
export interface AthenaLake {
  athena: RunningAthena;
  write(key: string, query: string): Promise<RelationFile>;
  /** File path of an object from `write`. */
  locate(key: string): Promise<string>;
  runtime(options?: Partial<AthenaOptions>): AthenaRuntime;
  engine(options?: Partial<AthenaOptions>, workspaceId?: string): SqlEngine;
  /** URLs of all objects read by any caller, in order. */
  read: readonly string[];
  /** Keys of all objects in a bucket. */
  keys(bucket: "lake" | "results"): Promise<string[]>;
  /** Content of all objects under a key, by key. */
  texts(bucket: "lake" | "results", prefix: string): Promise<Record<string, string>>;
  directory: string;
  close(): Promise<void>;
}

const credentials = { accessKeyId: "local", secretAccessKey: "local-secret" };
const region = "eu-central-1";
const WORKGROUPS = { standard: { maxBytes: 1e12 }, small: { maxBytes: 100 } };

export async function athenaLake(): Promise<AthenaLake> {
  const directory = await mkdtemp(join(tmpdir(), "athena-test-"));
  const files = await parquetLake();
  const endpoint = await startS3({
    directory: join(directory, "s3"),
    buckets: ["lake", "results"],
    credentials,
  });
  const s3 = new S3Client({ region, endpoint: endpoint.url, forcePathStyle: true, credentials });
  const read = noteReads(s3);
  const athena = await startAthena({ s3, directory, workgroups: WORKGROUPS });
  const clients = {
    athena: new AthenaClient({ region, endpoint: athena.url, credentials }),
    glue: glueCalls({ region, endpoint: athena.url, credentials }),
  };
  const runtimes: AthenaRuntime[] = [];
  const runtimeWith = (options: Partial<AthenaOptions> = {}): AthenaRuntime => {
    const runtime = athenaRuntime({
      ...clients,
      s3,
      bucket: "lake",
      output: { bucket: "results", key: "sql/" },
      workgroup: "standard",
      catalog: "AwsDataCatalog",
      databasePrefix: "ws_",
      scratchDirectory: join(directory, "scratch"),
      ...options,
    });
    runtimes.push(runtime);
    return runtime;
  };
  return {
    athena,
    directory,
    read,
    async write(key, query) {
      const file = await files.write(key, query);
      const Body = await readFile(await files.locate(key));
      await s3.send(new PutObjectCommand({ Bucket: "lake", Key: key, Body }));
      return { ...file, bytes: Body.length };
    },
    locate: (key) => files.locate(key),
    runtime: runtimeWith,
    engine: (options, workspaceId = WORKSPACE) => runtimeWith(options).engineOf(workspaceId),
    async keys(bucket) {
      const found = await listFiles(s3, { bucket, key: "" });
      return found.map(([{ key }]) => key);
    },
    async texts(bucket, prefix) {
      const texts: Record<string, string> = {};
      for (const [{ key }] of await listFiles(s3, { bucket, key: prefix })) {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        texts[key] = (await Body?.transformToString()) ?? "";
      }
      return texts;
    },
    async close() {
      await Promise.all(runtimes.map((runtime) => runtime.close()));
      await athena.close();
      for (const client of [s3, clients.athena]) client.destroy();
      await endpoint.close();
      await files.close();
      await rm(directory, { recursive: true });
    },
  };
}

function noteReads(s3: S3Client): string[] {
  const read: string[] = [];
  s3.middlewareStack.add(
    (next, { commandName }) =>
      (call) => {
        const { Bucket, Key } = call.input as { Bucket?: string; Key?: string };
        if (commandName === "GetObjectCommand") read.push(`s3://${Bucket}/${Key}`);
        return next(call);
      },
    { step: "initialize" },
  );
  return read;
}
