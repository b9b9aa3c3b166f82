import { crc32 } from "node:zlib";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { inflateEntry, readZipDirectory } from "../../zip/readZip.ts";
import { writeZip } from "../../zip/writeZip.ts";

async function contentOf(bytes: Buffer, path: string, maxBytes = 1_000_000): Promise<string> {
  const entry = readZipDirectory(bytes).get(path);
  if (!entry) throw new Error(`The archive has no ${path}`);
  const chunks: Buffer[] = [];
  for await (const chunk of inflateEntry(bytes, entry, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Archive with one stored file; the directory stores its sizes and position in the field for 64-bit numbers. */
function zip64Archive(text: string): Buffer {
  const name = Buffer.from("a.csv");
  const content = Buffer.from(text);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  extra.writeBigUInt64LE(BigInt(content.length), 4);
  extra.writeBigUInt64LE(BigInt(content.length), 12);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt32LE(crc32(content), 16);
  for (const offset of [20, 24, 42]) entry.writeUInt32LE(0xffff_ffff, offset);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(extra.length, 30);
  const start = local.length + name.length + content.length;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(start, 16);
  return Buffer.concat([local, name, content, entry, name, extra, end]);
}

test("an archive with 64-bit sizes is read", async () => {
  expect(await contentOf(zip64Archive("a,b\n1,2\n"), "a.csv")).toBe("a,b\n1,2\n");
});

test("an archive is read with the contents that were written in chunks", async () => {
  const chunks: Buffer[] = [];
  const parts = [
    { path: "sheets/ä.xml", content: ["<a>", "b".repeat(200_000), "</a>"] },
    { path: "empty", content: [] },
  ];
  for await (const chunk of writeZip(parts)) chunks.push(chunk);
  const archive = Buffer.concat(chunks);
  expect([...readZipDirectory(archive).keys()]).toEqual(["sheets/ä.xml", "empty"]);
  expect(await contentOf(archive, "sheets/ä.xml")).toBe(`<a>${"b".repeat(200_000)}</a>`);
  expect(await contentOf(archive, "empty")).toBe("");
});

test("an oversized, damaged or encrypted file is refused with the reason", async () => {
  const archive = Buffer.from(zipSync({ a: new Uint8Array(100).fill(65) }, { level: 0 }));
  await expect(contentOf(archive, "a", 99)).rejects.toMatchObject({ fault: "TOO_LARGE" });
  const damaged = Buffer.from(archive);
  damaged[40] = 66;
  await expect(contentOf(damaged, "a")).rejects.toMatchObject({ fault: "DAMAGED" });
  const encrypted = Buffer.from(archive);
  encrypted.writeUInt16LE(1, encrypted.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8);
  await expect(contentOf(encrypted, "a")).rejects.toMatchObject({ fault: "ENCRYPTED" });
});
