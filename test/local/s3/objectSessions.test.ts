import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { fromTemporaryCredentials } from "@aws-sdk/credential-providers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newSession, readSession } from "#local/signature/objectSession.ts";
import { BUCKET, CREDENTIALS, failureOf, REGION } from "./endpoint.ts";
import { fileEndpoint } from "./fileEndpoint.ts";

const endpoint = fileEndpoint();
const ROWS = [
  "ws/17/loads/5-1/6.parquet",
  "ws/17/loads/5-1/batch-6.parquet",
  "ws/17/tables/8/merged/9-a.parquet",
];
const METADATA = [
  "ws/17/tables/8/iceberg/snapshots/9-a.avro",
  "ws/17/tables/8/iceberg/metadata/9-a-b.metadata.json",
];
const OTHERS = [
  "ws/17/loads/5-1/report-6.json",
  "ws/17/loads/5-1/problems-6.csv.gz",
  "ws/17/tables/8/manifests/9-a.json",
  "ws/17/tables/8/segments/9-a.json",
  "ws/17/uploads/5/6",
  "ws/17/uploads/5/6.parquet",
  "ws/17/artifacts/5/model.json",
  "ws/17/tasks/5/snapshots/a-b.parquet",
  "ws/18/loads/5-1/6.parquet",
  "ws/18/tables/8/iceberg/snapshots/9-a.avro",
  "ws/170/loads/5-1/6.parquet",
  "ws/17/loads/../../18/loads/5-1/6.parquet",
  "results/17/5",
];

const sessionOf = (master: typeof CREDENTIALS, Tags = [{ Key: "workspace", Value: "17" }]) =>
  fromTemporaryCredentials({
    masterCredentials: master,
    params: { RoleArn: "arn:aws:iam::000000000000:role/reader", RoleSessionName: "reader-17", Tags },
    clientConfig: { region: REGION, endpoint: endpoint.url },
  })();
const clientOf = (credentials: Awaited<ReturnType<typeof sessionOf>>): S3Client =>
  new S3Client({ region: REGION, endpoint: endpoint.url, forcePathStyle: true, credentials, maxAttempts: 1 });

let reader: S3Client;

beforeAll(async () => {
  for (const Key of [...ROWS, ...METADATA, ...OTHERS]) {
    await endpoint.client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: "x" }));
  }
  reader = clientOf(await sessionOf(CREDENTIALS));
});
afterAll(() => reader.destroy());

describe("a session for a tool that reads the tables of one workspace", () => {
  it.each([...ROWS, ...METADATA])("a reader session reads %s", async (Key) => {
    const { Body } = await reader.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
    expect(await Body?.transformToString()).toBe("x");
    expect((await reader.send(new HeadObjectCommand({ Bucket: BUCKET, Key }))).ContentLength).toBe(1);
  });

  it.each(OTHERS)("a reader session does not read %s", async (Key) => {
    const failure = await failureOf(reader.send(new GetObjectCommand({ Bucket: BUCKET, Key })));
    expect(failure).toMatchObject({ code: "AccessDenied" });
  });

  it("a reader session cannot write, delete or list anything", async () => {
    const [Key] = ROWS;
    const requests = [
      () => reader.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: "y" })),
      () => reader.send(new DeleteObjectCommand({ Bucket: BUCKET, Key })),
      () => reader.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: "ws/17/" })),
    ];
    for (const request of requests) {
      expect(await failureOf(request())).toMatchObject({ code: "AccessDenied" });
    }
  });

  it("a reader session cannot open another session, and no one can without the platform's keys", async () => {
    const own = await sessionOf(CREDENTIALS);
    await expect(sessionOf(own)).rejects.toThrow();
    await expect(sessionOf({ accessKeyId: "AKIA", secretAccessKey: "guessed" })).rejects.toThrow();
    await expect(sessionOf(CREDENTIALS, [])).rejects.toThrow();
    await expect(sessionOf(CREDENTIALS, [{ Key: "workspace", Value: "17/../18" }])).rejects.toThrow();
  });

  it("a reader session is rejected if the token or secret is wrong or missing", async () => {
    const { accessKeyId, secretAccessKey, sessionToken = "" } = await sessionOf(CREDENTIALS);
    const [claims = "", signature = ""] = sessionToken.split(".");
    const forged = Buffer.from(JSON.stringify({ workspace: "18", expires: 9e15 })).toString("base64url");
    const cases = [
      { accessKeyId, secretAccessKey },
      { accessKeyId, secretAccessKey: "guessed", sessionToken },
      { accessKeyId: "ASIA", secretAccessKey, sessionToken },
      { accessKeyId, secretAccessKey, sessionToken: `${forged}.${signature}` },
      { accessKeyId, secretAccessKey, sessionToken: claims },
      { accessKeyId, secretAccessKey, sessionToken: `${sessionToken}.x` },
      { accessKeyId, secretAccessKey, sessionToken: `${sessionToken}.` },
      // A token is not valid with the platform's keys.
      { ...CREDENTIALS, sessionToken },
    ];
    for (const credentials of cases) {
      const client = clientOf(credentials);
      await expect(client.send(new GetObjectCommand({ Bucket: BUCKET, Key: ROWS[0] }))).rejects.toThrow();
      client.destroy();
    }
  });

  it("a reader session ends at its expiry time", () => {
    const { token } = newSession(CREDENTIALS, { workspace: "17", access: "READ_TABLES", expires: 1_000 });
    expect(readSession(CREDENTIALS, token, 999)).toMatchObject({ workspace: "17", access: "READ_TABLES" });
    expect(readSession(CREDENTIALS, token, 1_000)).toBe("expired");
    expect(readSession({ ...CREDENTIALS, secretAccessKey: "other" }, token, 999)).toBeNull();
  });
});
