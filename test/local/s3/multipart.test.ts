import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  type CompleteMultipartUploadCommandInput,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  GetObjectCommand,
  HeadObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { describe, expect, test } from "vitest";
import { createDigest, digestValue } from "#local/s3/protocol/checksum.ts";
import { BUCKET, failureOf } from "./endpoint.ts";
import { fileEndpoint } from "./fileEndpoint.ts";
import { sendRaw } from "./rawRequest.ts";

const MIN_PART = 5 * 1024 ** 2;

const endpoint = fileEndpoint();

async function begin(Key: string, more: Partial<CreateMultipartUploadCommandInput> = {}) {
  const { UploadId } = await endpoint.client.send(
    new CreateMultipartUploadCommand({ Bucket: BUCKET, Key, ...more }),
  );
  const name = { Bucket: BUCKET, Key, UploadId };
  return {
    name,
    part: async (PartNumber: number, Body: Buffer | string): Promise<CompletedPart> => {
      const { ETag } = await endpoint.client.send(new UploadPartCommand({ ...name, PartNumber, Body }));
      return { PartNumber, ETag };
    },
    complete: (Parts: CompletedPart[], rest: Partial<CompleteMultipartUploadCommandInput> = {}) =>
      endpoint.client.send(
        new CompleteMultipartUploadCommand({ ...name, MultipartUpload: { Parts }, ...rest }),
      ),
    abort: () => endpoint.client.send(new AbortMultipartUploadCommand(name)),
  };
}

const head = (Key: string) =>
  endpoint.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key, ChecksumMode: "ENABLED" }));
const bytes = async (Key: string) =>
  Buffer.from(
    (await (
      await endpoint.client.send(new GetObjectCommand({ Bucket: BUCKET, Key }))
    ).Body?.transformToByteArray()) ?? [],
  );
const md5 = (content: Buffer) => createHash("md5").update(content).digest();

describe("a multipart upload", () => {
  test("an upload joins its parts by number, regardless of arrival order", async () => {
    const [one, two] = [Buffer.alloc(MIN_PART, "one"), Buffer.from("two")];
    const upload = await begin("joined", { Metadata: { parts: "2" }, ContentType: "text/plain" });
    const second = await upload.part(7, two);
    const first = await upload.part(2, one);
    expect(await failureOf(head("joined"))).toMatchObject({ status: 404 });
    const { ETag } = await upload.complete([first, second]);
    const expected = createHash("md5").update(md5(one)).update(md5(two)).digest("hex");
    expect(ETag).toBe(`"${expected}-2"`);
    expect(await head("joined")).toMatchObject({ ETag, Metadata: { parts: "2" }, ContentType: "text/plain" });
    expect((await bytes("joined")).equals(Buffer.concat([one, two]))).toBe(true);
    expect(await failureOf(upload.complete([first, second]))).toEqual({ code: "NoSuchUpload", status: 404 });
    expect(await readdir(join(endpoint.directory, ".uploads", BUCKET))).toEqual([]);
  });

  test("if several parts have the same number, the last one is used", async () => {
    const upload = await begin("repeated");
    const stale = await upload.part(1, "stale");
    const fresh = await upload.part(1, "fresh");
    expect(await failureOf(upload.complete([stale]))).toEqual({ code: "InvalidPart", status: 400 });
    await upload.complete([fresh]);
    expect((await bytes("repeated")).toString()).toBe("fresh");
  });

  test("a part list that differs from the uploaded parts is refused, and a later completion succeeds", async () => {
    const upload = await begin("strict");
    const [small, last] = [await upload.part(1, "small"), await upload.part(2, "last")];
    const codeOf = async (parts: CompletedPart[], more = {}) =>
      (await failureOf(upload.complete(parts, more))).code;
    expect(await codeOf([small, last])).toBe("EntityTooSmall");
    expect(await codeOf([last, small])).toBe("InvalidPartOrder");
    expect(await codeOf([small, small])).toBe("InvalidPartOrder");
    expect(await codeOf([{ PartNumber: 3, ETag: '"x"' }])).toBe("InvalidPart");
    expect(await codeOf([])).toBe("MalformedXML");
    expect(await codeOf([last], { MpuObjectSize: 5 })).toBe("InvalidRequest");
    await upload.complete([last], { MpuObjectSize: 4 });
    expect((await bytes("strict")).toString()).toBe("last");
  });

  test("an aborted upload leaves no file", async () => {
    const upload = await begin("aborted");
    await upload.part(1, "content");
    await upload.abort();
    for (const call of [() => upload.part(2, "late"), upload.abort]) {
      expect(await failureOf(call())).toEqual({ code: "NoSuchUpload", status: 404 });
    }
    expect(await readdir(join(endpoint.directory, ".uploads", BUCKET))).toEqual([]);
    expect(await readdir(join(endpoint.directory, ".temporary"))).toEqual([]);
  });

  test("an upload id is valid only for its key", async () => {
    const upload = await begin("mine");
    const other = new UploadPartCommand({ ...upload.name, Key: "yours", PartNumber: 1, Body: "x" });
    expect(await failureOf(endpoint.client.send(other))).toMatchObject({ code: "NoSuchUpload" });
    const outside = new UploadPartCommand({ ...upload.name, UploadId: "../../x", PartNumber: 1, Body: "x" });
    expect(await failureOf(endpoint.client.send(outside))).toMatchObject({ code: "NoSuchUpload" });
    expect(await failureOf(upload.part(10_001, "x"))).toMatchObject({ code: "InvalidArgument" });
    await upload.abort();
  });

  test("a multipart object has a checksum of its parts' checksums", async () => {
    const upload = await begin("composite", { ChecksumAlgorithm: "CRC32" });
    const sent = await endpoint.client.send(
      new UploadPartCommand({ ...upload.name, PartNumber: 1, Body: "part" }),
    );
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32("part"));
    expect(sent.ChecksumCRC32).toBe(crc.toString("base64"));
    const part = { PartNumber: 1, ETag: sent.ETag };
    const wrong = upload.complete([{ ...part, ChecksumCRC32: "AAAAAA==" }]);
    expect(await failureOf(wrong)).toMatchObject({ code: "InvalidPart" });
    await upload.complete([{ ...part, ChecksumCRC32: sent.ChecksumCRC32 }]);
    const ofParts = Buffer.alloc(4);
    ofParts.writeUInt32BE(crc32(crc));
    expect(await head("composite")).toMatchObject({
      ChecksumCRC32: `${ofParts.toString("base64")}-1`,
      ChecksumType: "COMPOSITE",
    });
  });

  test("a multipart object has a full checksum if the client requested one", async () => {
    const path = `/${BUCKET}/whole`;
    const send = (method: string, query: string, body = "", headers = {}) =>
      sendRaw(endpoint.url, { method, path: `${path}?${query}`, body: Buffer.from(body), headers });
    const crcOf = (content: string) => {
      const digest = createDigest("CRC64NVME");
      digest.update(Buffer.from(content));
      return digestValue(digest);
    };
    const begun = await send("POST", "uploads", "", { "x-amz-checksum-algorithm": "CRC64NVME" });
    const id = /<UploadId>([^<]*)</.exec(begun.body)?.[1];
    const header = "x-amz-checksum-crc64nvme";
    const part = await send("PUT", `partNumber=1&uploadId=${id}`, "content", {
      [header]: await crcOf("content"),
    });
    expect(part.headers[header]).toBe(await crcOf("content"));
    const list = `<Part><PartNumber>1</PartNumber><ETag>${part.headers.etag}</ETag></Part>`;
    const complete = (checksum: string) =>
      send("POST", `uploadId=${id}`, `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`, {
        [header]: checksum,
      });
    expect((await complete(await crcOf("other"))).body).toContain("BadDigest");
    expect((await complete(await crcOf("content"))).status).toBe(200);
    expect(await head("whole")).toMatchObject({
      ChecksumCRC64NVME: await crcOf("content"),
      ChecksumType: "FULL_OBJECT",
    });
  });

  test("a multipart upload continues after a restart", async () => {
    const upload = await begin("resumed");
    const first = await upload.part(1, Buffer.alloc(MIN_PART, "a"));
    await endpoint.restart();
    await upload.complete([first, await upload.part(2, "end")]);
    expect(await head("resumed")).toMatchObject({ ContentLength: MIN_PART + 3 });
  });
});
