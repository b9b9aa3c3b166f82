import { sha256Hex, sign } from "#infra/local/signature/signature.ts";
import type { Signed } from "../signature/signHeaders.ts";

/** Content in aws-chunked encoding, with a trailer. */
export function encodeChunks(chunks: readonly Uint8Array[], trailers: Record<string, string>): Buffer {
  const encoded = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from("\r\n"),
  ]);
  const lines = Object.entries(trailers).map(([name, value]) => `${name}:${value}\r\n`);
  return Buffer.concat([...encoded, Buffer.from(`0\r\n${lines.join("")}\r\n`)]);
}

/** The same with a signature of each chunk, and of the trailer if there is one. */
export function encodeSignedChunks(
  chunks: readonly Uint8Array[],
  { key, time, scope, signature }: Signed,
  trailers?: Record<string, string>,
): Buffer {
  let previous = signature;
  const signed = (kind: string, hashes: string[]) => {
    previous = sign(key, [`AWS4-HMAC-SHA256-${kind}`, time, scope, previous, ...hashes]);
    return previous;
  };
  const encoded = [...chunks, Buffer.alloc(0)].flatMap((chunk) => {
    const line = `${chunk.length.toString(16)};chunk-signature=${signed("PAYLOAD", [sha256Hex(""), sha256Hex(chunk)])}\r\n`;
    return [Buffer.from(line), chunk, Buffer.from(chunk.length > 0 ? "\r\n" : "")];
  });
  const entries = Object.entries(trailers ?? {});
  const lines = entries.map(([name, value]) => `${name}:${value}\r\n`);
  if (trailers) {
    const hash = sha256Hex(entries.map(([name, value]) => `${name}:${value}\n`).join(""));
    lines.push(`x-amz-trailer-signature:${signed("TRAILER", [hash])}\r\n`);
  }
  return Buffer.concat([...encoded, Buffer.from(`${lines.join("")}\r\n`)]);
}
