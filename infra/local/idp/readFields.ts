import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { readBody } from "../readBody.ts";
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

/** Reads the text of the body to its end, since a client that cannot finish sending would not receive the answer. */
async function readText(request: IncomingMessage): Promise<string> {
  const body = await readBody(request, MAX_BYTES);
  if (!body) throw new IdpError(413, "request_too_large", "The body is larger than 64 KiB.");
  return body.toString("utf8");
}
