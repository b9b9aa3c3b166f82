import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { detectContent } from "#shared/lake/formats/detect/detectContent.ts";
import { NoSample } from "./sample.ts";

export interface TextHead {
  bytes: Buffer;
  compression: "GZIP" | null;
  /** True if these are all bytes of the text. */
  isWhole: boolean;
}

/** Reads the first bytes of a file, at most `most`, decompressed if it is compressed with gzip. */
export async function readTextHead(path: string, most: number): Promise<TextHead> {
  const raw = await firstBytes(path, most, false);
  if (detectContent(raw.bytes) !== "GZIP") return { ...raw, compression: null };
  return { ...(await firstBytes(path, most, true)), compression: "GZIP" };
}

async function firstBytes(
  path: string,
  most: number,
  isCompressed: boolean,
): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  const collect = async (content: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of content) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > most) return;
    }
  };
  const file = createReadStream(path);
  try {
    if (isCompressed) await pipeline(file, createGunzip(), collect);
    else await collect(file);
  } catch (error) {
    // A part of a compressed file ends too early, and its beginning can be read all the same.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "Z_BUF_ERROR" && code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    if (length === 0) throw new NoSample("the compressed file is damaged, or incomplete");
    return { bytes: Buffer.concat(chunks).subarray(0, most), isWhole: false };
  } finally {
    file.destroy();
  }
  const bytes = Buffer.concat(chunks);
  return { bytes: bytes.subarray(0, most), isWhole: length <= most };
}
