import { Readable } from "node:stream";
import type { Site } from "./site.ts";

const BOUNDARY = "conformance-boundary";
const CHUNK = Buffer.alloc(1024 * 1024, "A");

/** Uploads a file of `size` bytes that is generated while being sent, so that it is never fully in memory. */
export async function uploadStream(
  { lab }: Site,
  loadId: string,
  size: number,
): Promise<{ status: number; body: { code?: string; size?: number } }> {
  const url = `${lab.regionUrl}/v2/workspace/${lab.name}/data/load:uploadFile?id=${loadId}`;
  const headers = {
    authorization: `Bearer ${lab.token}`,
    "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
  };
  const body = Readable.toWeb(Readable.from(form(size)));
  const response = await fetch(url, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  return { status: response.status, body: (await response.json()) as { code?: string; size?: number } };
}

function* form(size: number): Generator<Buffer> {
  yield Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="big.bin"\r\n\r\n`,
  );
  for (let left = size; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, Math.min(left, CHUNK.length));
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
}
