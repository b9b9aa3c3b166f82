import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { authenticate } from "#infra/local/s3/protocol/authenticate.ts";
import { type ChunkedOptions, decodeAwsChunked } from "#infra/local/s3/protocol/awsChunked.ts";
import { S3Error } from "#infra/local/s3/protocol/s3Error.ts";
import { parseTarget } from "#infra/local/s3/protocol/target.ts";
import { signingKey } from "#infra/local/signature/signature.ts";
import { encodeChunks, encodeSignedChunks } from "./encodeChunks.ts";

const SEED = 20_261_105;
const SIGNED = {
  key: signingKey("secret", { day: "20261101", region: "eu-central-1", service: "s3" }),
  time: "20261101T120000Z",
  scope: "20261101/eu-central-1/s3/aws4_request",
  signature: "0".repeat(64),
};
const SIGNING = { ...SIGNED, seed: SIGNED.signature };

async function decode(pieces: Iterable<Uint8Array>, options: ChunkedOptions) {
  const source = (async function* () {
    yield* pieces;
  })();
  const decoded = decodeAwsChunked(source, options);
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
  test("is read the same however it was cut on its way", async () => {
    await fc.assert(
      fc.asyncProperty(chunks, places, fc.boolean(), async (content, cuts, signed) => {
        const bytes = signed
          ? encodeSignedChunks(content, SIGNED, TRAILERS)
          : encodeChunks(content, TRAILERS);
        const options = signed ? { trailer: true, signing: SIGNING } : { trailer: true };
        const decoded = await decode(cutAt(bytes, cuts), options);
        expect(decoded.content).toEqual(Buffer.concat(content));
        expect(decoded.trailers).toEqual(TRAILERS);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test("is refused when its end is missing or something follows it", async () => {
    await fc.assert(
      fc.asyncProperty(chunks, places, fc.nat(), async (content, cuts, end) => {
        const bytes = encodeChunks(content, TRAILERS);
        const cut = bytes.subarray(0, end % bytes.length);
        await expect(decode(cutAt(cut, cuts), { trailer: true })).rejects.toThrow(S3Error);
        await expect(decode([bytes, Buffer.from("x")], { trailer: true })).rejects.toThrow(S3Error);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  test("is refused when a byte of a signed one has changed", async () => {
    await fc.assert(
      fc.asyncProperty(chunks, fc.nat(), fc.integer({ min: 1, max: 255 }), async (content, place, change) => {
        const bytes = encodeSignedChunks(content, SIGNED, TRAILERS);
        const at = place % bytes.length;
        const before = bytes[at] as number;
        bytes[at] = before ^ change;
        const original = Buffer.concat(content);
        const outcome = await decode([bytes], { trailer: true, signing: SIGNING }).catch((error) => error);
        if (outcome instanceof S3Error) return;
        // The case of a hexadecimal digit or of a header's name means nothing, nor does space around a value.
        expect(outcome).toEqual({ content: original, trailers: TRAILERS });
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test("is refused when signed chunks are exchanged, dropped or unsigned", async () => {
    const [one, two] = [Buffer.from("one"), Buffer.from("two")];
    const options = { trailer: false, signing: SIGNING };
    const lengthOfFirst = encodeSignedChunks([one], SIGNED).length - encodeSignedChunks([], SIGNED).length;
    const bytes = encodeSignedChunks([one, two], SIGNED);
    expect((await decode([bytes], options)).content.toString()).toBe("onetwo");
    const exchanged = Buffer.concat([
      bytes.subarray(lengthOfFirst, 2 * lengthOfFirst),
      bytes.subarray(0, lengthOfFirst),
      bytes.subarray(2 * lengthOfFirst),
    ]);
    for (const forged of [exchanged, bytes.subarray(lengthOfFirst), encodeChunks([one, two], {})]) {
      await expect(decode([forged], options)).rejects.toMatchObject({ code: "SignatureDoesNotMatch" });
    }
  });

  test("is refused when it cannot be read", async () => {
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
      await expect(decode([Buffer.from(body)], { trailer: true })).rejects.toThrow(S3Error);
    }
    const trailing = encodeChunks([Buffer.from("abc")], TRAILERS);
    await expect(decode([trailing], { trailer: false })).rejects.toThrow("trailer");
  });

  test("has the signatures of Amazon's published example", async () => {
    const length = 66_560;
    const headers = {
      host: ["s3.amazonaws.com"],
      "x-amz-date": ["20130524T000000Z"],
      "x-amz-storage-class": ["REDUCED_REDUNDANCY"],
      "x-amz-content-sha256": ["STREAMING-AWS4-HMAC-SHA256-PAYLOAD"],
      "content-encoding": ["aws-chunked"],
      "x-amz-decoded-content-length": [String(length)],
      "content-length": ["66824"],
      authorization: [
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class,Signature=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9",
      ],
    };
    const credentials = {
      accessKeyId: "AKIAIOSFODNN7EXAMPLE",
      secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    };
    const target = parseTarget("/examplebucket/chunkObject.txt");
    const { chunkSigning } = authenticate(
      { method: "PUT", target, headers },
      credentials,
      Date.UTC(2013, 4, 24),
    );
    const signatures = [
      "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648",
      "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497",
      "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9",
    ];
    const body = [65_536, 1024, 0]
      .map(
        (size, index) =>
          `${size.toString(16)};chunk-signature=${signatures[index]}\r\n${"a".repeat(size)}\r\n`,
      )
      .join("");
    expect(body).toHaveLength(66_824);
    const { content } = await decode([Buffer.from(body)], { trailer: false, signing: chunkSigning });
    expect(content.toString()).toBe("a".repeat(length));
  });
});
