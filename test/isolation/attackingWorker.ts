import { Socket } from "node:net";
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { FrameReader, FrameType, writeFrame } from "#local/workers/answerFrames.ts";
import { DatabaseMessages, decodeReply, encodeRequest } from "#local/workers/databaseMessages.ts";
import type { WorkerCommand } from "#local/workers/workerMessages.ts";

/** Attack that the process carries out, and its input. */
export type WorkerAttack =
  | { kind: "database"; requests: [operation: string, request: unknown][] }
  | { kind: "objects"; keys: string[] }
  | { kind: "http"; target: string; url: string }
  | { kind: "flood"; count: number; request: unknown }
  | { kind: "hugeFrame" }
  /** Frame with any content on one of its two channels. */
  | { kind: "frame"; channel: "answers" | "control"; type: number; payload: string };

/**
 * Worker process in an attacker's hands: it speaks the protocol of worker processes, and uses everything that it was given to
 * reach beyond its workspace.
 */
const control = new Socket({ fd: 3, readable: true, writable: true });
const pipe = new Socket({ fd: 4, readable: false, writable: true });
const database = new DatabaseMessages(
  (request) => void writeFrame(control, FrameType.DATABASE, encodeRequest(request)),
);
const inherited = Object.keys(process.env).filter((name) => /KEY|TOKEN|SECRET/.test(name));

await writeFrame(control, FrameType.READY);
const frames = new FrameReader(control);
for (let frame = await frames.next(); frame !== null; frame = await frames.next()) {
  if (frame.type === FrameType.DATABASE) database.settle(decodeReply(frame.payload));
  else void obey(JSON.parse(frame.payload.toString()) as WorkerCommand);
}
process.exit();

async function obey(command: WorkerCommand): Promise<void> {
  if (command.type !== "job") return;
  const { environment, input } = command;
  for (const [name, value] of Object.entries(environment)) if (value) process.env[name] = value;
  const outcome = await attack(input as WorkerAttack).catch(String);
  if (outcome !== null)
    await writeFrame(pipe, FrameType.OUTPUT, Buffer.from(JSON.stringify({ inherited, outcome })));
}

async function attack(input: WorkerAttack): Promise<unknown> {
  switch (input.kind) {
    case "database":
      return Promise.all(input.requests.map(([operation, request]) => call(operation, request)));
    case "objects":
      return Promise.all(input.keys.map(reachObject));
    case "http":
      return overHttp(input.target, input.url);
    case "flood":
      return (await Promise.all(Array.from({ length: input.count }, () => call("GetItem", input.request))))
        .length;
    case "hugeFrame":
      control.write(Buffer.from([FrameType.DATABASE, 0xff, 0xff, 0xff, 0x7f]));
      for (;;)
        if (!control.write(Buffer.alloc(1 << 20))) await new Promise((go) => control.once("drain", go));
    case "frame":
      await writeFrame(
        input.channel === "control" ? control : pipe,
        input.type as FrameType,
        Buffer.from(input.payload),
      );
      return null;
  }
}

async function call(operation: string, request: unknown): Promise<string> {
  const text = typeof request === "string" ? request : JSON.stringify(request);
  const { status, body } = await database.call(operation, Buffer.from(text));
  return `${status} ${String(body)}`;
}

/** Returns the operations that succeed for an object. */
async function reachObject(key: string): Promise<string[]> {
  const region = process.env.AWS_REGION ?? "eu-central-1";
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? "";
  const client = new S3Client({ region, endpoint, forcePathStyle: true, maxAttempts: 1 });
  const Bucket = "lake-eu";
  const attempts: Record<string, () => Promise<unknown>> = {
    get: () => client.send(new GetObjectCommand({ Bucket, Key: key })),
    list: async () => {
      const { Contents } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: key }));
      if (!Contents?.length) throw new Error("Nothing is listed");
    },
    put: () => client.send(new PutObjectCommand({ Bucket, Key: key, Body: "overwritten" })),
    deleteMany: async () => {
      const { Errors } = await client.send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: key }] } }),
      );
      if (Errors?.length) throw new Error(Errors[0]?.Code);
    },
    delete: () => client.send(new DeleteObjectCommand({ Bucket, Key: key })),
  };
  const reached: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    await attempt().then(
      () => reached.push(name),
      () => undefined,
    );
  }
  return reached;
}

/** Calls an AWS JSON service with the credentials of the process. */
async function overHttp(target: string, url: string): Promise<string> {
  const { SignatureV4 } = await import("@smithy/signature-v4");
  const { Hash } = await import("@smithy/core/serde");
  const { hostname, port, host } = new URL(url);
  const credentials = {
    accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? "",
    secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? "",
    sessionToken: process.env.AWS_SESSION_TOKEN ?? "",
  };
  const service = target.startsWith("DynamoDB") ? "dynamodb" : "states";
  const signer = new SignatureV4({
    credentials,
    region: "eu-central-1",
    service,
    sha256: Hash.bind(null, "sha256") as never,
  });
  const headers = { host, "content-type": "application/x-amz-json-1.0", "x-amz-target": target };
  const body = "{}";
  const signed = await signer.sign({
    method: "POST",
    protocol: "http:",
    hostname,
    port: Number(port),
    path: "/",
    query: {},
    headers,
    body,
  });
  const response = await fetch(url, { method: "POST", headers: signed.headers, body });
  return `${response.status}`;
}
