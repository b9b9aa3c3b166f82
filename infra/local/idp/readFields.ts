import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { IdpError, invalidRequest } from "./idpError.ts";

const MAX_BYTES = 64 * 1024;

/** Reads the fields of a JSON or form body; `{}` for an empty one. */
export async function readFields(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request);
  if (text === "") return {};
  if (mediaType(request.headers) === "application/x-www-form-urlencoded") {
    const form = new URLSearchParams(text);
    const repeated = [...form.keys()].find((name) => form.getAll(name).length > 1);
    if (repeated !== undefined) throw invalidRequest(`The field ${repeated} is there more than once.`);
    return Object.fromEntries(form);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRequest("The body is not JSON.");
  }
}

export function mediaType(headers: IncomingHttpHeaders): string {
  return (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // The rest is still read and discarded: a client that cannot finish sending would not receive the answer.
    if (bytes <= MAX_BYTES) chunks.push(chunk);
  }
  if (bytes > MAX_BYTES) throw new IdpError(413, "request_too_large", "The body is larger than 64 KiB.");
  return Buffer.concat(chunks).toString("utf8");
}
