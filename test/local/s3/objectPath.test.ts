import { join, normalize } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { S3Error } from "#local/s3/protocol/s3Error.ts";
import { isBucketName, keyNames, keyPart, objectPath } from "#local/s3/storage/objectPath.ts";

const SEED = 20_261_101;
/** Ambiguous and arbitrary characters. */
const nastyKey = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "/",
        ".",
        "..",
        "~",
        "%",
        "%2E",
        "%2F",
        "%7E",
        "a",
        "A",
        "é",
        "日",
        "\u{1F600}",
        " ",
        "+",
        "\0",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(""))
  .filter((key) => key !== "");

describe("an object path", () => {
  test("the path is the percent-encoded key, with folders that end in a tilde", () => {
    const path = (key: string) => objectPath("/data", "lake", key);
    expect(path("ws/7/part-00000.parquet")).toBe("/data/lake/ws~/7~/part-00000.parquet");
    expect(path("a b+c%~")).toBe("/data/lake/a%20b%2Bc%25%7E");
    expect(path("é")).toBe("/data/lake/%C3%A9");
    expect(path("../.")).toBe("/data/lake/%2E%2E~/%2E");
    expect(path("/a//")).toBe("/data/lake/%~/a~/%~/%");
    expect(path("!'()*")).toBe("/data/lake/%21%27%28%29%2A");
  });

  test("different keys have different paths, and no object is a folder of another key", () => {
    fc.assert(
      fc.property(nastyKey, nastyKey, (one, other) => {
        fc.pre(one !== other);
        const [a, b] = [objectPath("/data", "lake", one), objectPath("/data", "lake", other)];
        expect(a).not.toBe(b);
        expect(b.startsWith(`${a}/`)).toBe(false);
      }),
      { seed: SEED, numRuns: 3000 },
    );
  });

  test("the path stays in the bucket's folder and leads back to the key", () => {
    fc.assert(
      fc.property(nastyKey, (key) => {
        const path = objectPath("/data", "lake", key);
        expect(path).toBe(normalize(path));
        expect(path.startsWith("/data/lake/")).toBe(true);
        const names = path.slice("/data/lake/".length).split("/");
        expect(join("/data/lake", ...keyNames(key))).toBe(path);
        expect(names.map(keyPart).join("")).toBe(key);
      }),
      { seed: SEED, numRuns: 3000 },
    );
  });

  test("a file with a name that no key produces is not an object", () => {
    fc.assert(
      fc.property(fc.oneof(nastyKey, fc.string()), (name) => {
        const part = keyPart(name);
        fc.pre(part !== undefined && part !== "" && !name.includes("/"));
        const names = keyNames(part?.endsWith("/") ? `${part}x` : (part ?? ""));
        expect(names[0]).toBe(name);
      }),
      { seed: SEED, numRuns: 3000 },
    );
    for (const name of ["%2e", "%41", "a~b", ".", "..", "", "%zz", "%FF", "a/b"])
      expect(keyPart(name)).toBeUndefined();
  });

  test("segments that are too long, long keys and invalid text are rejected", () => {
    const codeOf = (key: string) => {
      try {
        return objectPath("/data", "lake", key);
      } catch (error) {
        return error instanceof S3Error ? error.code : error;
      }
    };
    expect(codeOf("x".repeat(255))).toBe(`/data/lake/${"x".repeat(255)}`);
    expect(codeOf("x".repeat(256))).toBe("KeyTooLongError");
    expect(codeOf(`${"x".repeat(255)}/y`)).toBe("KeyTooLongError");
    expect(codeOf("é".repeat(43))).toBe("KeyTooLongError");
    expect(codeOf("x/".repeat(513))).toBe("KeyTooLongError");
    expect(codeOf("")).toBe("KeyTooLongError");
    expect(codeOf("\ud800")).toBe("InvalidURI");
  });

  test("invalid bucket names are refused", () => {
    for (const bucket of [
      "..",
      ".",
      "",
      ".uploads",
      "a/b",
      "UPPER",
      "a..b",
      "ab",
      "x".repeat(64),
      "lake\n",
    ]) {
      expect(isBucketName(bucket)).toBe(false);
      expect(() => objectPath("/data", bucket, "key")).toThrow(S3Error);
    }
    expect(isBucketName("platform-eu.lake-1")).toBe(true);
  });
});
