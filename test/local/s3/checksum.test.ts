import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CHECKSUM_ALGORITHMS,
  compositeChecksum,
  createDigest,
  digestValue,
  isChecksumValue,
} from "#local/s3/protocol/checksum.ts";

/** Checksums of the ASCII digits 1 to 9, from CRC catalogs. */
const OF_DIGITS = {
  CRC32: "cbf43926",
  CRC64NVME: "ae8b14860a799888",
};

describe("a checksum", () => {
  test.each(CHECKSUM_ALGORITHMS)("the checksum %s has its published value", async (algorithm) => {
    const digest = createDigest(algorithm);
    digest.update(Buffer.from("123456789"));
    expect(await digestValue(digest)).toBe(Buffer.from(OF_DIGITS[algorithm], "hex").toString("base64"));
  });

  test.each(CHECKSUM_ALGORITHMS)("the checksum %s does not depend on the chunking", async (algorithm) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.nat(300), async (bytes, cut) => {
        const [whole, parts] = [createDigest(algorithm), createDigest(algorithm)];
        whole.update(bytes);
        parts.update(bytes.subarray(0, cut));
        parts.update(bytes.subarray(cut));
        expect(await digestValue(parts)).toBe(await digestValue(whole));
      }),
      { seed: 20_261_103, numRuns: 200 },
    );
  });

  test("the checksum of several parts is the checksum of their checksums, followed by the number of parts", async () => {
    const [one, two] = ["AAAAAQ==", "AAAAAg=="];
    const digest = createDigest("CRC32");
    digest.update(Buffer.from([0, 0, 0, 1, 0, 0, 0, 2]));
    expect(await compositeChecksum("CRC32", [one, two])).toBe(`${await digestValue(digest)}-2`);
  });

  test("only Base64 of the right length is a checksum", () => {
    expect(isChecksumValue("CRC32", "AAAAAA==")).toBe(true);
    for (const value of ["", "AAAAAA", "AAAAAAA=", "!!!!", "AAAAAA==-2"]) {
      expect(isChecksumValue("CRC32", value)).toBe(false);
    }
  });
});
