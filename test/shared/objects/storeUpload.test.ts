import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getBytes } from "#shared/objects/objects.ts";
import { storeUpload } from "#shared/objects/storeUpload.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";

let lake: RemoteLake;
let scope: WorkspaceScope;

beforeAll(async () => {
  lake = await remoteLake();
  scope = await lake.workspace();
});

afterAll(() => lake.close());

it.each([
  ["a text", Buffer.from("n\n1\n"), undefined],
  ["a text that begins as an archive's name", Buffer.from("PK,n\n1,2\n"), undefined],
  ["an empty file", Buffer.alloc(0), undefined],
  ["a gzip file", gzipSync("n\n1\n"), true],
  ["a ZIP archive", Buffer.from("PK\x03\x04...."), true],
])(
  "%s is stored unchanged and recognized as compressed or not, even byte by byte",
  async (name, content, known) => {
    for (const parts of [[content], [...content].map((byte) => Buffer.of(byte))]) {
      const key = `ws/${scope.id}/${name.length}`;
      const { size, sha256, is_compressed } = await storeUpload(scope, key, Readable.from(parts));
      expect(size).toBe(content.length);
      expect(sha256).toBe(createHash("sha256").update(content).digest("hex"));
      expect(is_compressed).toBe(known);
      expect(Buffer.from((await getBytes(scope, key)) ?? []).equals(content)).toBe(true);
    }
  },
);
