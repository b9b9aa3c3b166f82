import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeAwsChunked } from "#local/s3/protocol/awsChunked.ts";
import { S3Error } from "#local/s3/protocol/s3Error.ts";
import { encodeChunks } from "./encodeChunks.ts";

const SEED = 20_261_105;

async function decode(pieces: Iterable<Uint8Array>) {
  const source = (async function* () {
    yield* pieces;
  })();
  const decoded = decodeAwsChunked(source);
  const content: Buffer[] = [];
  let step = await decoded.next();
  for (; !step.done; step = await decoded.next()) content.push(Buffer.from(step.value));
  return { content: Buffer.concat(content), trailers: Object.fromEntries(step.value) };
}

function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
}

const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 5 });
const places = fc.array(fc.nat(1000), { maxLength: 30 });
const TRAILERS = { "x-amz-checksum-crc32": "AAAAAA==" };

describe("a body in aws-chunked encoding", () => {
  test("an aws-chunked body is read identically for any chunk sizes", async () => {
    await fc.assert(
      fc.asyncProperty(chunks, places, async (content, cuts) => {
        const decoded = await decode(cutAt(encodeChunks(content, TRAILERS), cuts));
        expect(decoded.content).toEqual(Buffer.concat(content));
        expect(decoded.trailers).toEqual(TRAILERS);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test("a body without its end, or with trailing data, is rejected", async () => {
    await fc.assert(
      fc.asyncProperty(chunks, places, fc.nat(), async (content, cuts, end) => {
        const bytes = encodeChunks(content, TRAILERS);
        const cut = bytes.subarray(0, end % bytes.length);
        await expect(decode(cutAt(cut, cuts))).rejects.toThrow(S3Error);
        await expect(decode([bytes, Buffer.from("x")])).rejects.toThrow(S3Error);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  test("a malformed body is refused", async () => {
    const bodies = [
      "",
      "3\r\nabc",
      "3\r\nabcd\r\n0\r\n\r\n",
      "3\nabc\n0\n\n",
      "-1\r\n\r\n",
      "zz\r\n",
      "0\r\nno colon\r\n\r\n",
    ];
    for (const body of [...bodies, "f".repeat(20_000), "ffffffffffffffff\r\nabc"]) {
      await expect(decode([Buffer.from(body)])).rejects.toThrow(S3Error);
    }
  });
});
