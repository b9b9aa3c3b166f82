import { createHash, type Hash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, type ClientRequest, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  ChecksumAlgorithm,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { beforeAll, describe, expect, test } from "vitest";
import { CHECKSUM_ALGORITHMS, createDigest, digestValue } from "#local/s3/protocol/checksum.ts";
import { groupByNight } from "#test/support/byNight.ts";
import { encodeChunks } from "./encodeChunks.ts";
import { BUCKET, createClient, failureOf, type TestEndpoint } from "./endpoint.ts";
import { fileEndpoint } from "./fileEndpoint.ts";
import { type RawRequest, sendRaw, signRaw } from "./rawRequest.ts";
import { startServerProcess } from "./serverProcess.ts";

const endpoint = fileEndpoint();

const MB = 1_000_000;
const put = (Key: string, more: Partial<PutObjectCommandInput>) =>
  endpoint.client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: "content", ...more }));
const statusOf = async (Key: string) =>
  (await failureOf(endpoint.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key })))).status;

/** 100 MB of bytes without repetitions, in chunks of uneven size, hashed as they are read. */
function generateBytes(hash: Hash): Readable {
  const block = Buffer.alloc(MB);
  for (let index = 0; index < MB; index++) block[index] = (index * 2_654_435_761) >>> 13;
  return Readable.from(
    (function* () {
      for (let number = 0; number < 100; number++) {
        const bytes = Buffer.from(block);
        bytes.writeUInt32BE(number, 0);
        hash.update(bytes);
        const cut = (number * 7919) % MB;
        yield bytes.subarray(0, cut);
        if (cut < MB) yield bytes.subarray(cut);
      }
    })(),
    { objectMode: false },
  );
}

async function hashOf(client: TestEndpoint["client"], Key: string): Promise<string> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
  const hash = createHash("sha256");
  for await (const bytes of Body as Readable) hash.update(bytes);
  return hash.digest("hex");
}

groupByNight("an upload of 100 MB", () => {
  /** As a browser or curl would send it: the plain bytes, to a presigned URL. */
  async function putPlain(client: TestEndpoint["client"], Key: string, content: Readable): Promise<void> {
    const signer = { expiresIn: 60 };
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: BUCKET, Key }), signer);
    const headers = { "content-length": 100 * MB };
    const outgoing = request(url, { method: "PUT", headers, agent: false });
    const answered = once(outgoing, "response");
    await pipeline(content, outgoing);
    const [incoming] = await answered;
    expect(incoming.statusCode).toBe(200);
  }

  test("an upload of 100 MB arrives byte for byte in every encoding, with constant memory", async () => {
    const directory = await mkdtemp(join(tmpdir(), "s3-"));
    const server = await startServerProcess(directory);
    const client = createClient(server.url);
    await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: "small", Body: Buffer.alloc(MB) }));
    const before = await server.peakMemory();

    const streamed = createHash("sha256");
    const Body = generateBytes(streamed);
    await client.send(
      new PutObjectCommand({ Bucket: BUCKET, Key: "streamed", Body, ContentLength: 100 * MB }),
    );
    expect(await hashOf(client, "streamed")).toBe(streamed.digest("hex"));

    const plain = createHash("sha256");
    const presigner = createClient(server.url, { requestChecksumCalculation: "WHEN_REQUIRED" });
    await putPlain(presigner, "plain", generateBytes(plain));
    expect(await hashOf(client, "plain")).toBe(plain.digest("hex"));

    const inParts = createHash("sha256");
    await new Upload({
      client,
      params: { Bucket: BUCKET, Key: "in parts", Body: generateBytes(inParts) },
    }).done();
    expect(await hashOf(client, "in parts")).toBe(inParts.digest("hex"));
    const head = await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: "in parts" }));
    expect(head).toMatchObject({
      ContentLength: 100 * MB,
      ETag: expect.stringMatching(/^"[0-9a-f]{32}-20"$/),
    });

    expect((await server.peakMemory()) - before).toBeLessThan(90 * MB);
    client.destroy();
    presigner.destroy();
    await server.kill();
    await rm(directory, { recursive: true });
  });
});

describe("a checksum", () => {
  test("a checksum from the SDK is verified, stored and returned", async () => {
    const algorithm = "CRC32";
    const field = `Checksum${algorithm}` as const;
    const digest = createDigest(algorithm);
    digest.update(Buffer.from("content"));
    const value = await digestValue(digest);
    for (const Body of ["content", Readable.from([Buffer.from("con"), Buffer.from("tent")])]) {
      const written = await put(algorithm, {
        Body,
        ContentLength: 7,
        ChecksumAlgorithm: ChecksumAlgorithm[algorithm],
      });
      expect(written[field]).toBe(value);
      const asked = { Bucket: BUCKET, Key: algorithm, ChecksumMode: "ENABLED" as const };
      const found = await endpoint.client.send(new GetObjectCommand(asked));
      expect(found).toMatchObject({ [field]: value, ChecksumType: "FULL_OBJECT" });
      expect(await found.Body?.transformToString()).toBe("content");
      const part = await endpoint.client.send(new GetObjectCommand({ ...asked, Range: "bytes=0-2" }));
      expect(part[field]).toBeUndefined();
    }
  });

  test.each(CHECKSUM_ALGORITHMS)("an object with a wrong %s checksum is refused", async (algorithm) => {
    const digest = createDigest(algorithm);
    digest.update(Buffer.from("other content"));
    const header = `x-amz-checksum-${algorithm.toLowerCase()}`;
    const value = await digestValue(digest);
    const body = Buffer.from("content");
    const path = `/${BUCKET}/wrong`;
    const inHeader = await sendRaw(endpoint.url, { method: "PUT", path, body, headers: { [header]: value } });
    const inTrailer = await sendRaw(
      endpoint.url,
      putChunked(path, encodeChunks([body], { [header]: value }), header),
    );
    for (const { status, body: answer } of [inHeader, inTrailer]) {
      expect(status).toBe(400);
      expect(answer).toContain("<Code>BadDigest</Code>");
    }
    expect(await statusOf("wrong")).toBe(404);
  });

  test("a malformed checksum is refused", async () => {
    expect(await failureOf(put("wrong", { ChecksumCRC32: "AAAA" }))).toMatchObject({
      code: "InvalidRequest",
    });
    expect(await failureOf(put("wrong", { ContentMD5: "AAAA" }))).toMatchObject({ code: "InvalidDigest" });
    const ContentMD5 = createHash("md5").update("other").digest("base64");
    expect(await failureOf(put("wrong", { ContentMD5 }))).toMatchObject({ code: "BadDigest" });
    await put("right", { ContentMD5: createHash("md5").update("content").digest("base64") });
    expect(await statusOf("wrong")).toBe(404);
  });
});

function putChunked(path: string, body: Buffer, trailer: string, decodedLength = 7): RawRequest {
  const headers = {
    "x-amz-trailer": trailer,
    "x-amz-decoded-content-length": String(decodedLength),
    "content-encoding": "gzip,aws-chunked",
  };
  return { method: "PUT", path, body, payload: "STREAMING-UNSIGNED-PAYLOAD-TRAILER", headers };
}

describe("a chunked body", () => {
  const header = "x-amz-checksum-crc64nvme";
  const digest = createDigest("CRC64NVME");
  digest.update(Buffer.from("content"));
  const trailers: Record<string, string> = {};
  beforeAll(async () => {
    trailers[header] = await digestValue(digest);
  });
  const pieces = [Buffer.from("con"), Buffer.from("tent")];

  test("a chunked body is stored without its chunk framing and encoding name", async () => {
    const sent = putChunked(`/${BUCKET}/chunked`, encodeChunks(pieces, trailers), header);
    const { status, headers } = await sendRaw(endpoint.url, sent);
    expect(status).toBe(200);
    expect(headers[header]).toBe(trailers[header]);
    const found = await endpoint.client.send(
      new HeadObjectCommand({ Bucket: BUCKET, Key: "chunked", ChecksumMode: "ENABLED" }),
    );
    expect(found).toMatchObject({
      ContentLength: 7,
      ContentEncoding: "gzip",
      ChecksumCRC64NVME: trailers[header],
    });
  });

  test("a chunked body without its announced trailer or length is refused", async () => {
    const without = putChunked(`/${BUCKET}/cut`, encodeChunks(pieces, {}), header);
    expect((await sendRaw(endpoint.url, without)).body).toContain("trailer");
    for (const length of [6, 8]) {
      const wrong = putChunked(`/${BUCKET}/cut`, encodeChunks(pieces, trailers), header, length);
      expect((await sendRaw(endpoint.url, wrong)).body).toContain("IncompleteBody");
    }
    expect(await statusOf("cut")).toBe(404);
  });
});

describe("a client that sends Expect: 100-continue", () => {
  async function sendWaiting(path: string, headers: Record<string, string> = {}) {
    const body = Buffer.from("content");
    const raw = { method: "PUT", path, body, headers: { ...headers, "x-amz-meta-a": "b" } };
    const signed = { ...signRaw(endpoint.url, raw), expect: "100-continue" };
    const agent = new Agent({ keepAlive: true });
    let continued = false;
    let reusable = true;
    const status = await new Promise<number | undefined>((done, fail) => {
      const outgoing: ClientRequest = request(endpoint.url, {
        method: "PUT",
        path,
        headers: signed,
        agent,
      });
      outgoing.on("continue", () => {
        continued = true;
        outgoing.end(body);
      });
      outgoing.on("response", (incoming) => {
        reusable = incoming.headers.connection !== "close";
        incoming.resume().on("end", () => done(incoming.statusCode));
        if (!continued) outgoing.destroy();
      });
      outgoing.on("error", (error) => (continued ? fail(error) : undefined));
      outgoing.flushHeaders();
    });
    agent.destroy();
    return { continued, status, reusable };
  }

  test("the client may continue only if the object can be written", async () => {
    expect(await sendWaiting(`/${BUCKET}/awaited`)).toEqual({ continued: true, status: 200, reusable: true });
    const refused = sendWaiting(`/${BUCKET}/awaited`, { "if-none-match": "*" });
    expect(await refused).toEqual({ continued: false, status: 501, reusable: false });
    expect(await sendWaiting(`/${BUCKET}/${"x".repeat(256)}`)).toMatchObject({
      continued: false,
      status: 400,
    });
    expect(await sendWaiting("/missing-bucket/awaited")).toMatchObject({ continued: false, status: 404 });
  });

  test("SDK clients that send Expect share connections safely", async () => {
    const Body = Buffer.alloc(3 * MB, "x");
    for (let times = 0; times < 3; times++) {
      expect(await failureOf(put("awaited", { Body, IfNoneMatch: "*" }))).toMatchObject({ status: 501 });
      await put("awaited", { Body });
    }
    expect(await hashOf(endpoint.client, "awaited")).toBe(createHash("sha256").update(Body).digest("hex"));
  });
});
