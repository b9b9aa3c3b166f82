import { open } from "node:fs/promises";
import { contentReason } from "./detect/contentReason.ts";
import { type ContentKind, detectContent } from "./detect/detectContent.ts";
import { detectEncoding } from "./detect/detectEncoding.ts";
import type { Source } from "./source.ts";

const HEAD_BYTES = 64 << 10;

/** Content that is passed to the readers of a format, which report damage themselves. */
const EXPECTED: Partial<Record<Source["format"], readonly ContentKind[]>> = {
  XLSX: ["XLSX", "XLS", "ZIP"],
  PARQUET: ["PARQUET"],
};

/** Returns the reason why an XLSX or Parquet file is actually another kind of file; undefined if the kind is unknown. */
export async function wrongContent({ path, format, table }: Source): Promise<string | undefined> {
  const expected = EXPECTED[format];
  if (expected === undefined) return undefined;
  await using file = await open(path);
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
  const start = head.subarray(0, bytesRead);
  const content = detectContent(start);
  if (expected.includes(content) || (content === "TEXT" && !isText(start))) return undefined;
  return contentReason(content, format, table);
}

/** Tells whether bytes are certainly text. */
function isText(bytes: Buffer): boolean {
  return bytes.length > 0 && detectEncoding(bytes) === "UTF-8" && !bytes.some((byte) => byte < 9);
}
