import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import { type RunningS3, startS3 } from "#local/s3/startS3.ts";
import { inProcessObjects } from "#shared/objects/inProcessObjects.ts";
import type { ObjectsCall } from "#shared/runtime/scope.ts";

export const BUCKET = "lake";
export const REGION = "eu-central-1";
export const CREDENTIALS = { accessKeyId: "AKIDLOCAL", secretAccessKey: "a/secret+of=its own" };

export interface TestEndpoint {
  readonly directory: string;
  readonly url: string;
  readonly client: S3Client;
  /** Client for the process that runs the endpoint. */
  readonly ownClient: S3Client;
  readonly call: ObjectsCall;
  /** Stops the endpoint and starts another in the same directory. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Real endpoint in a separate folder, and a real client. */
export async function startEndpoint(): Promise<TestEndpoint> {
  const directory = await mkdtemp(join(tmpdir(), "s3-"));
  let running: RunningS3;
  let client: S3Client;
  let ownClient: S3Client;
  const start = async () => {
    running = await startS3({ directory, buckets: [BUCKET], credentials: CREDENTIALS });
    client = createClient(running.url);
    ownClient = inProcessObjects(configOf(running.url), running.call);
  };
  const close = async () => {
    client.destroy();
    ownClient.destroy();
    await running.close();
  };
  await start();
  return {
    directory,
    get url() {
      return running.url;
    },
    get client() {
      return client;
    },
    get ownClient() {
      return ownClient;
    },
    get call() {
      return running.call;
    },
    restart: () => close().then(start),
    stop: () => close().then(() => rm(directory, { recursive: true, force: true })),
  };
}

export function createClient(url: string, more: Partial<S3ClientConfig> = {}): S3Client {
  return new S3Client({ ...configOf(url), ...more });
}

function configOf(endpoint: string): S3ClientConfig {
  return { endpoint, region: REGION, credentials: CREDENTIALS, forcePathStyle: true, maxAttempts: 1 };
}

/** Code and HTTP status of the error that an SDK call fails with. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<{ code: string; status: number | undefined }> {
  try {
    await call;
  } catch (error) {
    const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } };
    return { code: name, status: $metadata?.httpStatusCode };
  }
  throw new Error("The call succeeded.");
}
