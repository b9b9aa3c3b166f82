import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  type CompleteMultipartUploadCommandInput,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { describe, expect, test } from "vitest";
import { BUCKET, failureOf } from "./endpoint.ts";
import { fileEndpoint } from "./fileEndpoint.ts";

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
    parts: (more: object = {}) => endpoint.client.send(new ListPartsCommand({ ...name, ...more })),
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
  test("joins its parts in order of their numbers, whenever they came", async () => {
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

  test("takes the last of several parts of the same number", async () => {
    const upload = await begin("repeated");
    const stale = await upload.part(1, "stale");
    const fresh = await upload.part(1, "fresh");
    expect(await failureOf(upload.complete([stale]))).toEqual({ code: "InvalidPart", status: 400 });
    await upload.complete([fresh]);
    expect((await bytes("repeated")).toString()).toBe("fresh");
  });

  test("refuses lists of parts that are not what was uploaded, and can be completed afterwards", async () => {
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

  test("leaves nothing behind when it is aborted", async () => {
    const upload = await begin("aborted");
    await upload.part(1, "content");
    await upload.abort();
    for (const call of [() => upload.part(2, "late"), upload.abort, () => upload.parts()]) {
      expect(await failureOf(call())).toEqual({ code: "NoSuchUpload", status: 404 });
    }
    expect(await readdir(join(endpoint.directory, ".uploads", BUCKET))).toEqual([]);
    expect(await readdir(join(endpoint.directory, ".temporary"))).toEqual([]);
  });

  test("is known only by its own key", async () => {
    const upload = await begin("mine");
    const other = new UploadPartCommand({ ...upload.name, Key: "yours", PartNumber: 1, Body: "x" });
    expect(await failureOf(endpoint.client.send(other))).toMatchObject({ code: "NoSuchUpload" });
    const outside = new UploadPartCommand({ ...upload.name, UploadId: "../../x", PartNumber: 1, Body: "x" });
    expect(await failureOf(endpoint.client.send(outside))).toMatchObject({ code: "NoSuchUpload" });
    expect(await failureOf(upload.part(10_001, "x"))).toMatchObject({ code: "InvalidArgument" });
    await upload.abort();
  });

  test("obeys conditions on the object at its completion", async () => {
    const [one, two] = [await begin("once"), await begin("once")];
    const parts = [[await one.part(1, "one")], [await two.part(1, "two")]] as const;
    const outcomes = await Promise.allSettled([
      one.complete([...parts[0]], { IfNoneMatch: "*" }),
      two.complete([...parts[1]], { IfNoneMatch: "*" }),
    ]);
    const won = outcomes.findIndex(({ status }) => status === "fulfilled");
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await bytes("once")).toString()).toBe(["one", "two"][won]);
    const [loser, itsParts] = won === 0 ? [two, parts[1]] : [one, parts[0]];
    const failure = await failureOf(loser.complete([...itsParts], { IfMatch: '"other"' }));
    expect(failure).toEqual({ code: "PreconditionFailed", status: 412 });
    await loser.complete([...itsParts], { IfMatch: (await head("once")).ETag });
    expect((await bytes("once")).toString()).toBe(["two", "one"][won]);
  });

  test("takes ranges of another object as parts", async () => {
    const Body = Buffer.alloc(MIN_PART + 10, "0123456789");
    await endpoint.client.send(new PutObjectCommand({ Bucket: BUCKET, Key: "source +é", Body }));
    const upload = await begin("from ranges");
    const CopySource = encodeURIComponent(`${BUCKET}/source +é`);
    const copy = async (PartNumber: number, CopySourceRange?: string): Promise<CompletedPart> => {
      const command = new UploadPartCopyCommand({ ...upload.name, PartNumber, CopySource, CopySourceRange });
      return { PartNumber, ETag: (await endpoint.client.send(command)).CopyPartResult?.ETag };
    };
    const parts = [await copy(1), await copy(2, "bytes=3-5")];
    expect(await failureOf(copy(3, "nonsense"))).toMatchObject({ code: "InvalidArgument" });
    await upload.complete(parts);
    expect((await bytes("from ranges")).equals(Buffer.concat([Body, Body.subarray(3, 6)]))).toBe(true);
  });

  test("has a checksum of its parts' checksums, or of the whole object", async () => {
    const composite = await begin("composite", { ChecksumAlgorithm: "SHA256" });
    const sent = await endpoint.client.send(
      new UploadPartCommand({ ...composite.name, PartNumber: 1, Body: "part", ChecksumAlgorithm: "SHA256" }),
    );
    const sha = createHash("sha256").update("part").digest();
    expect(sent.ChecksumSHA256).toBe(sha.toString("base64"));
    const part = { PartNumber: 1, ETag: sent.ETag };
    const wrong = composite.complete([{ ...part, ChecksumSHA256: createHash("sha256").digest("base64") }]);
    expect(await failureOf(wrong)).toMatchObject({ code: "InvalidPart" });
    await composite.complete([{ ...part, ChecksumSHA256: sent.ChecksumSHA256 }]);
    const ofParts = `${createHash("sha256").update(sha).digest("base64")}-1`;
    expect(await head("composite")).toMatchObject({ ChecksumSHA256: ofParts, ChecksumType: "COMPOSITE" });

    const whole = await begin("whole", { ChecksumAlgorithm: "CRC32", ChecksumType: "FULL_OBJECT" });
    const parts = [await whole.part(1, Buffer.alloc(MIN_PART)), await whole.part(2, Buffer.alloc(3))];
    const put = await endpoint.client.send(
      new PutObjectCommand({
        Bucket: BUCKET,
        Key: "same",
        Body: Buffer.alloc(MIN_PART + 3),
        ChecksumAlgorithm: "CRC32",
      }),
    );
    expect(await failureOf(whole.complete(parts, { ChecksumCRC32: "AAAAAA==" }))).toMatchObject({
      code: "BadDigest",
    });
    await whole.complete(parts, { ChecksumCRC32: put.ChecksumCRC32 });
    expect(await head("whole")).toMatchObject({
      ChecksumCRC32: put.ChecksumCRC32,
      ChecksumType: "FULL_OBJECT",
    });
    const impossible = begin("impossible", { ChecksumAlgorithm: "SHA256", ChecksumType: "FULL_OBJECT" });
    expect(await failureOf(impossible)).toMatchObject({ code: "InvalidRequest" });
  });

  test("is listed with its parts, in pages", async () => {
    const uploads = [await begin("listed/b"), await begin("listed/a"), await begin("listed/b")];
    const ids = [1, 0, 2].map((index) => uploads[index]?.name.UploadId);
    const list = (more = {}) =>
      endpoint.client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET, Prefix: "listed/", ...more }));
    expect((await list()).Uploads?.map(({ UploadId }) => UploadId)).toEqual(ids);
    const page = await list({ MaxUploads: 2 });
    expect(page.Uploads?.map(({ UploadId }) => UploadId)).toEqual(ids.slice(0, 2));
    const rest = await list({ KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker });
    expect(rest.Uploads?.map(({ UploadId }) => UploadId)).toEqual(ids.slice(2));

    const upload = uploads[0] as NonNullable<(typeof uploads)[0]>;
    for (const number of [3, 1, 2]) await upload.part(number, "x".repeat(number));
    const parts = await upload.parts({ MaxParts: 2 });
    expect(parts.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(parts.IsTruncated).toBe(true);
    const last = await upload.parts({ PartNumberMarker: parts.NextPartNumberMarker });
    expect(last.Parts?.map(({ PartNumber }) => PartNumber)).toEqual([3]);
    expect(last.IsTruncated).toBe(false);
    await Promise.all(uploads.map(({ abort }) => abort()));
  });

  test("goes on after a restart", async () => {
    const upload = await begin("resumed");
    const first = await upload.part(1, Buffer.alloc(MIN_PART, "a"));
    await endpoint.restart();
    await upload.complete([first, await upload.part(2, "end")]);
    expect(await head("resumed")).toMatchObject({ ContentLength: MIN_PART + 3 });
  });
});
