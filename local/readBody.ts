import type { IncomingMessage } from "node:http";

/**
 * Reads a request's body by events rather than by iterating, which takes half the time for a small one. Returns null for
 * a body of more than `maxBytes`, which is read to its end all the same.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
    });
    request.once("error", reject);
    request.once("end", () => resolve(bytes > maxBytes ? null : Buffer.concat(chunks)));
  });
}
