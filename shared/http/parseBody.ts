import type { MiddlewareObj } from "@middy/core";
import { DomainError } from "#shared/domain/errors.ts";
import type { ApiEvent } from "./apiEvent.ts";
import { parseJson } from "./parseJson.ts";

/** Maximum size of a JSON body, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

const JSON_TYPE = /^application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i;

/** Parses the JSON body of a request. An operation without a body ignores it; one with `keepsText` gets the text. */
export function parseBody(takesBody: boolean, keepsText = false): MiddlewareObj<ApiEvent> {
  return {
    before: async ({ event }) => {
      if (keepsText || takesBody) event.body ??= (await event.readBody?.(MAX_BODY_BYTES)) ?? null;
      if (keepsText) return keepText(event);
      if (!takesBody || event.body === null || event.body === "") {
        event.body = null;
        return;
      }
      checkSize(event.body, event.isBase64Encoded);
      const type = event.headers["content-type"];
      if (type !== undefined && !JSON_TYPE.test(type.trim())) throw wrongType(type);
      // The next middleware expects the parsed body in this field.
      event.body = parseJson(textOf(event.body, event.isBase64Encoded)) as string | null;
    },
  };
}

function keepText(event: ApiEvent): void {
  if (event.body === null) return;
  checkSize(event.body, event.isBase64Encoded);
  event.body = textOf(event.body, event.isBase64Encoded);
}

function textOf(body: string, isBase64: boolean): string {
  return isBase64 ? Buffer.from(body, "base64").toString("utf8") : body;
}

function checkSize(body: string, isBase64: boolean): void {
  if (Buffer.byteLength(body, isBase64 ? "base64" : "utf8") > MAX_BODY_BYTES) throw bodyTooLarge();
}

export function bodyTooLarge(): DomainError {
  return new DomainError("too_large", "body_too_large", "A JSON body may have at most 1 MB.");
}

function wrongType(type: string): DomainError {
  return new DomainError(
    "unsupported_media_type",
    "unsupported_media_type",
    `The body was sent as ${type.slice(0, 100)}: send JSON, with the header Content-Type: application/json.`,
  );
}
