import type { IncomingHttpHeaders } from "node:http";
import { DomainError, type ErrorKind } from "@pdp/basics/errors";
import type { BodyIntake, Incoming } from "#shared/http/gateway/bodyIntake.ts";
import { readBodyBytes } from "#shared/http/gateway/readBodyBytes.ts";
import { IdpError, invalidRequest } from "./idpError.ts";

const MAX_BYTES = 64 * 1024;

/** Status and message for each reason to refuse a body. */
const REFUSALS: { [Kind in ErrorKind]?: [status: number, message: string] } = {
  too_large: [413, "The body is larger than 64 KiB."],
  timeout: [408, "The body arrived too slowly. Send the request again."],
  throttled: [429, "Too many bodies are being sent at the same time. Send the request again."],
};

/** Reads the fields of a JSON or form body; `{}` for an empty one. The memory used is charged to `holder`. */
export async function readFields(intake: BodyIntake, holder: string, incoming: Incoming): Promise<unknown> {
  const { request } = incoming;
  const text = await readText(intake, holder, incoming);
  if (text === "") return {};
  if (mediaType(request.headers) === "application/x-www-form-urlencoded") {
    const form = new URLSearchParams(text);
    const repeated = [...form.keys()].find((name) => form.getAll(name).length > 1);
    if (repeated !== undefined) throw invalidRequest(`The field ${repeated} appears more than once.`);
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

async function readText(intake: BodyIntake, holder: string, incoming: Incoming): Promise<string> {
  try {
    const body = await readBodyBytes(intake, holder, incoming, MAX_BYTES);
    return Buffer.from(body ?? []).toString("utf8");
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const [status, message] = REFUSALS[error.kind] ?? [400, error.message];
    throw new IdpError(status, error.code, message);
  }
}
