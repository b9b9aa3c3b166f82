import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { MiddlewareObj } from "@middy/core";
import { DomainError } from "@pdp/basics/errors";
import type { ApiEvent } from "./apiEvent.ts";
import { parseJson } from "./parseJson.ts";
import { isStatementFault } from "./trino/statementRefusal.ts";

/** Maximum size of a JSON body, in bytes, before and after decompression. */
export const MAX_BODY_BYTES = 1024 * 1024;

const JSON_TYPE = /^application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

/**
 * How an operation uses the body: `raw` is text exactly as it was sent, for signatures; `unused` is only parsed to find
 * fields that the operation would ignore.
 */
export type BodyKind = "json" | "text" | "raw" | "unused" | "none";

/** Reads the body of a request, and parses it if it is JSON. */
export function parseBody(kind: BodyKind): MiddlewareObj<ApiEvent> {
  return {
    before: async ({ event }) => {
      try {
        await readBody(event, kind);
      } catch (error) {
        // Clients of Trino's protocol ignore the errors of the first response, so the handler reports them later.
        if (kind !== "text" || !isStatementFault(error)) throw error;
        event.unreadable = error;
      }
    },
  };
}

async function readBody(event: ApiEvent, kind: BodyKind): Promise<void> {
  const bytes = kind === "none" ? null : await bytesOf(event);
  event.body = null;
  if (bytes === null || bytes.length === 0) return;
  if (bytes.length > MAX_BODY_BYTES) throw bodyTooLarge();
  if (kind === "raw") {
    event.body = Buffer.from(bytes).toString("utf8");
    return;
  }
  if (kind === "unused") {
    event.body = parseOrNull(bytes) as string | null;
    return;
  }
  const type = event.headers["content-type"];
  if (kind === "json" && type !== undefined && !JSON_TYPE.test(type.trim())) throw wrongType(type);
  const text = decodeText(await decompress(bytes, event.headers["content-encoding"]), type);
  // The next middleware expects the parsed body in this field.
  event.body = kind === "text" ? text : (parseJson(text) as string | null);
}

/** Returns the body as it was sent; null if there is none. */
async function bytesOf({ body, isBase64Encoded, readBody }: ApiEvent): Promise<Uint8Array | null> {
  if (body !== null) return Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  return (await readBody?.(MAX_BODY_BYTES)) ?? null;
}

/** Parses JSON; null for anything else. */
function parseOrNull(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

async function decompress(bytes: Uint8Array, encoding = "identity"): Promise<Uint8Array> {
  switch (encoding.trim().toLowerCase()) {
    case "":
    case "identity":
      return bytes;
    case "gzip":
    case "x-gzip":
      try {
        return await promisify(gunzip)(bytes, { maxOutputLength: MAX_BODY_BYTES });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw bodyTooLarge();
        throw new DomainError(
          "malformed",
          "invalid_gzip",
          "The body was sent as gzip, but is not valid gzip.",
        );
      }
    default:
      throw new DomainError(
        "unsupported_media_type",
        "unsupported_content_encoding",
        `The body was sent with the Content-Encoding ${encoding.slice(0, 100)}. Send it with gzip or without compression.`,
      );
  }
}

/** Decodes UTF-8, without a byte order mark. Other encodings are rejected rather than stored with replacement characters. */
function decodeText(bytes: Uint8Array, type: string | undefined): string {
  const charset = CHARSET.exec(type ?? "")?.[1] ?? "utf-8";
  if (!/^utf-?8$/i.test(charset)) {
    throw new DomainError(
      "malformed",
      "unsupported_charset",
      `The body was sent with the character encoding ${charset.slice(0, 100)}. Encode it as UTF-8.`,
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new DomainError("malformed", "invalid_utf8", "The body is not valid UTF-8. Encode it as UTF-8.");
  }
}

export function bodyTooLarge(): DomainError {
  return new DomainError("too_large", "body_too_large", "A JSON or SQL body must not exceed 1 MB.");
}

function wrongType(type: string): DomainError {
  return new DomainError(
    "unsupported_media_type",
    "unsupported_media_type",
    `The body was sent as ${type.slice(0, 100)}. Send JSON with the header Content-Type: application/json.`,
  );
}
